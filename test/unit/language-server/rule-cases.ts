import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EnvStore } from '../../../engine/workspace/env-store';
import { revisionOf } from '../../../engine/workspace/observed-file';
import { readProfileText } from '../../../engine/workspace/profile-file';
import { resolveScript } from '../../../engine/workspace/script-path';
import { type HookPhase, hookPhases } from '../../../schemas/phase';
import type { Wanted } from './golden-file';

export const forms = ['bad', 'good', 'fixed'] as const;
export type Form = (typeof forms)[number];

/** One form of a rule's golden file; see test/fixtures/lsp/README.md. */
export interface RuleCase {
  code: string;
  form: Form;
  files: { name: string; executable: boolean; text: string; wanted: Wanted[] }[];
}

const folder = resolve(import.meta.dirname, '../../fixtures/lsp/rules');

/** A hook script without fault, which is there unless a case has its own. */
const agentScript = `let goal = '';
for await (const part of process.stdin) goal += part;
console.log(JSON.stringify({ output: 'You said: ' + goal }));
`;

/** Every form of every rule's golden file. */
export function ruleCases(): RuleCase[] {
  return readdirSync(folder).flatMap((file) => {
    const code = file.replace(/\.txt$/, '');
    const parts = readFileSync(join(folder, file), 'utf8').split(/^=== /m).slice(1);
    return parts.map((part): RuleCase => {
      const form = forms.find((one) => part.startsWith(`${one}\n`));
      if (!form) throw new Error(`${file}: a part is none of ${forms.join(', ')}`);
      const sections = part.split(/^--- /m).slice(1);
      return { code, form, files: sections.map((section) => fileOf(section, `${file} ${form}`)) };
    });
  });
}

const expectation = /^\s*# want ([a-z-]+) (?:(warning|information|hint) )?"((?:\\"|[^"])*)"(?: (.*))?$/;

/** A section's expectations are not in the file: JSON and pointers have no comments. */
function fileOf(section: string, where: string): RuleCase['files'][number] {
  const [head = '', ...lines] = section.split('\n');
  const [, name = '', flag] = /^(.+?)(?: (\(executable\)))?$/.exec(head) ?? [];
  const text: string[] = [];
  const wanted: Wanted[] = [];
  const waiting: string[] = [];
  for (const written of lines) {
    if (/^\s*# want/.test(written)) {
      waiting.push(written);
      continue;
    }
    const line = written.replace(/^\\---/, '---');
    for (const want of waiting.splice(0)) {
      const [, code = '', severity = 'error', quoted = '', part = ''] = expectation.exec(want) ?? [];
      const marked = quoted.replaceAll('\\"', '"').replaceAll('\\\\', '\\');
      const from = line.indexOf(marked);
      if (code === '' || from === -1) throw new Error(`${where}: this expectation marks nothing: ${want}`);
      wanted.push({ place: `${text.length}:${from}-${from + marked.length} ${code} ${severity}`, part });
    }
    text.push(line);
  }
  return { name, executable: flag !== undefined, text: text.join('\n'), wanted };
}

/** A case on disk. */
export interface CaseOnDisk {
  root: string;
  /** ROOK_HOME and the variables that have a value. */
  env: Record<string, string>;
  /** The files that rules are about, with what is expected of each. */
  files: { path: string; text: string; wanted: Wanted[] }[];
  remove(): void;
}

/** Writes a case into a temporary folder of its own. */
export function writeCase({ files }: RuleCase): CaseOnDisk {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'rook-rule-')));
  const [root, home, elsewhere] = ['workspace', 'home', 'elsewhere'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]; // three names give three paths
  const agentDir = join(root, '.testmuai/rook/projects/desk/agents/parrot');
  mkdirSync(join(agentDir, 'scenarios'), { recursive: true });
  const env: Record<string, string> = { ROOK_HOME: home };
  write(join(elsewhere, 'check.mjs'), '');
  write(join(agentDir, 'scripts/agent.mjs'), agentScript);
  const onDisk: CaseOnDisk['files'] = [];
  for (const { name, executable, text: written, wanted } of files) {
    const fill = (text: string): string => text.replaceAll('{{elsewhere}}', elsewhere).replaceAll('{{root}}', root);
    const text = fill(written);
    if (name === '(environment)') {
      for (const [, variable = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm)) env[variable] = value;
      continue;
    }
    const path =
      name === '(env store)'
        ? EnvStore.of(env, root).file
        : name.startsWith('~/')
          ? join(home, name.slice(2))
          : name.startsWith('/')
            ? join(root, name)
            : join(agentDir, name);
    write(path, text);
    if (executable) chmodSync(path, 0o755);
    onDisk.push({ path, text, wanted: wanted.map((one) => filled(one, elsewhere)) });
  }
  for (const file of onDisk)
    if (file.text.includes('{{revision}}')) write(file.path, withRevision(file.text, agentDir, root));
  return { root, env, files: onDisk, remove: () => rmSync(base, { recursive: true, force: true }) };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What is marked grows with the path that is put in. */
function filled({ place, part }: Wanted, elsewhere: string): Wanted {
  const longer = elsewhere.length - '{{elsewhere}}'.length;
  return { part, place: place.replace(/-(\d+) script-outside/, (_, to) => `-${Number(to) + longer} script-outside`) };
}

/** The revision that an observation of the profile `local` has now. */
function withRevision(text: string, agentDir: string, root: string): string {
  const file = join(agentDir, 'profiles/local.yaml');
  const { profile } = readProfileText(readFileSync(file, 'utf8'), file);
  if (!profile) throw new Error('the profile of an observation cannot be read');
  const contents: Partial<Record<HookPhase, Buffer>> = {};
  for (const phase of hookPhases) {
    const hook = profile.hooks[phase];
    const script = hook && resolveScript(hook.script, agentDir, root).resolved;
    if (script !== undefined) contents[phase] = readFileSync(script);
  }
  return text.replace('{{revision}}', revisionOf(profile, contents));
}
