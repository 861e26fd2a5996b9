import { property, quote } from './source-text';

/** A function of a generated script, with what it cannot do without. */
export interface Fragment {
  /** Its source, with its comment; no blank lines around it. */
  code: string;
  needs?: readonly Fragment[];
  /** Built-in modules of Node.js, and what is taken from each (`default as path` for a default import). */
  imports?: readonly (readonly [module: string, name: string])[];
  /** Lines that must stand before the script begins to work: constants. */
  constants?: readonly string[];
}

/** What a script is being composed of: only what is used gets in. */
export class ScriptParts {
  /** Environment variables that must have a value. */
  readonly variables = new Set<string>();
  private readonly fragments = new Set<Fragment>();
  private readonly imported = new Map<string, Set<string>>();
  private readonly constantLines = new Set<string>();

  /** Takes a function in, and what it needs. */
  use(...fragments: readonly Fragment[]): this {
    for (const fragment of fragments) {
      if (this.fragments.has(fragment)) continue;
      this.fragments.add(fragment);
      this.constants(...(fragment.constants ?? []));
      for (const [module, name] of fragment.imports ?? []) this.import(module, name);
      this.use(...(fragment.needs ?? []));
    }
    return this;
  }

  import(module: string, name: string): void {
    const names = this.imported.get(module) ?? new Set<string>();
    this.imported.set(module, names.add(name));
  }

  constants(...lines: readonly string[]): void {
    for (const line of lines) this.constantLines.add(line);
  }

  /** The expression for the value of an environment variable, which the script then asks for at its start. */
  variable(name: string): string {
    this.variables.add(name);
    return property('process.env', name);
  }

  /**
   * The whole script.
   * @param heading lines of the comment at its top, without the slashes.
   * @param main what is done for each phase: `case` lines.
   * @param own functions that were written for this script alone.
   */
  source(heading: readonly string[], main: string, own: readonly string[]): string {
    const comment = heading.map((line) => `// ${line}`.trimEnd()).join('\n');
    const blocks = [
      comment,
      this.importLines(),
      [...this.constantLines].join('\n'),
      this.runner(main),
      ...own,
      ...[...this.fragments].map(({ code }) => code),
    ];
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
  }

  private importLines(): string {
    const byName = (a: string, b: string) => (a < b ? -1 : 1);
    return [...this.imported.keys()]
      .sort(byName)
      .map((module) => {
        const names = [...(this.imported.get(module) ?? [])].sort(byName);
        const whole = names.find((name) => name.startsWith('default as '))?.slice('default as '.length);
        const parts = names.filter((name) => !name.startsWith('default as '));
        const clause = [whole, parts.length > 0 && `{ ${parts.join(', ')} }`].filter(Boolean).join(', ');
        return `import ${clause} from '${module}';`;
      })
      .join('\n');
  }

  private runner(main: string): string {
    const names = [...this.variables].map(quote).join(', ');
    const check =
      names === ''
        ? ''
        : `  const missing = [${names}].filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(\`these environment variables have no value: \${missing.join(', ')}\`);\n`;
    return `try {
${check}  const result = await run(process.argv[2]);
  if (result) process.stdout.write(\`\${JSON.stringify(result)}\\n\`);
} catch (error) {
  console.error(limit.aborted ? \`no answer within \${limitMs / 1000} s\` : error.message);
  process.exitCode = 1;
}

async function run(phase) {
  switch (phase) {
${main}
    default:
      return undefined; // a phase that needs nothing here
  }
}`;
  }
}
