/** What is known of a program's way to take the user's words. */
export interface KnownProgram {
  /** Where a goal goes that the command line does not show: both scores up to 100. */
  argument: number;
  stdin: number;
}

const interpreters = /^(python[\d.]*|node|deno|bun|ruby|perl|php|java|dotnet|bash|sh|zsh|tsx|ts-node)$/;
const runners =
  /^(npx|npm|pnpm|yarn|bunx|uv|uvx|pipx|poetry|pipenv|go|cargo|make|docker|podman|conda|mise|env|time|nohup|sudo|xargs)$/;

/** Programs that take a prompt as an argument, by what the line has to begin with. */
const takesArgument: readonly RegExp[] = [
  /^claude\b.*\s(-p|--print)\b/,
  /^(cursor-agent|copilot|qwen|gemini|q|amp|goose|opencode|droid|auggie|kiro-cli)\b/,
  /^codex\s+(exec|e)\b/,
  /^(aichat|sgpt|mods|tgpt|fabric|chatgpt|aider)\b/,
];
const takesStdin: readonly RegExp[] = [/^ollama\s+run\s+\S+$/, /^(llama-cli|llm|cat|sed|awk)\b/];

/** Options after which the user's words stand. */
const promptOption =
  /^(-p|-m|-q|-i|-t|--(prompt|message|ask|query|question|input|text|goal|task|instruction|user-?message|user-?input|ask))$/;

/** Whether an option is one after which the user's words stand. */
export function isPromptOption(word: string): boolean {
  return promptOption.test(word);
}

/** Options of one letter that mean something else to most programs when a value follows that is no sentence. */
export function isShortOption(word: string): boolean {
  return /^-[a-z]$/i.test(word);
}

/** Where a program takes the goal when its command line does not show it. */
export function knownProgram(words: readonly string[]): KnownProgram {
  const line = words.join(' ').replace(/^\S*[\\/]/, '');
  const last = words.at(-1) ?? '';
  if (takesArgument.some((pattern) => pattern.test(line))) return { argument: 96, stdin: 70 };
  if (isPromptOption(last)) return { argument: 100, stdin: 40 };
  if (takesStdin.some((pattern) => pattern.test(line))) return { argument: 60, stdin: 96 };
  return { argument: 56, stdin: 64 };
}

/** Whether a program does nothing without a script. */
export function isInterpreter(word: string): boolean {
  return interpreters.test(word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, ''));
}

/** Whether a word is a program that people type, so that a line which begins with it is a command line. */
export function isProgram(word: string): boolean {
  const name = word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
  if (interpreters.test(name) || runners.test(name)) return true;
  if (/^(\.{0,2}|~)\/\S+$/.test(word) || /\.(py|mjs|cjs|js|ts|sh|rb|pl|php|jar|exe)$/.test(word)) return true;
  return /^(claude|codex|gemini|ollama|llm|aider|goose|opencode|cursor-agent|copilot|qwen|aichat|sgpt|mods|amp|llama-cli|wscat|websocat|echo|printf|cat|ssh|kubectl|aws|gcloud|az|gh)$/.test(
    name,
  );
}

/** How a script file is started, by its name or first line; undefined when it is none. */
export function interpreterOf(file: string, text: string): string | undefined {
  const shebang = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.-]+)/.exec(text)?.[1];
  const byName = /\.(py|mjs|cjs|js|sh|rb|php|pl)$/.exec(file)?.[1];
  switch (byName) {
    case 'py':
      return 'python3';
    case 'mjs':
    case 'cjs':
    case 'js':
      return 'node';
    case 'sh':
      return 'bash';
    case 'rb':
      return 'ruby';
    case 'php':
      return 'php';
    case 'pl':
      return 'perl';
    default:
      return shebang;
  }
}

/** The word that names a command: `python agents/desk.py` → `desk`, `npx @acme/bot` → `bot`, `claude -p` → `claude`. */
export function commandName(words: readonly string[]): string {
  const bare = (word: string): string =>
    word.replace(/^.*[\\/]/, '').replace(/\.(exe|py|mjs|cjs|js|ts|sh|rb|php|pl|jar)$/i, '');
  const [program = '', ...rest] = words;
  if (!interpreters.test(bare(program)) && !runners.test(bare(program))) return bare(program);
  const flagless = rest.filter((word) => !word.startsWith('-') && !/^(run|exec|start|dlx|tool|\.)$/.test(word));
  return bare(flagless.find((word) => !interpreters.test(word)) ?? program);
}
