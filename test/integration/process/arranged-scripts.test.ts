import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Fix } from '../../../engine/workspace/edits/file-edit';
import { changed } from '../../../engine/workspace/edits/text-change';
import { analyseHookScript } from '../../../engine/workspace/hook-contract/entry';
import { readProfileText } from '../../../engine/workspace/profile-file';
import { rookFileAt } from '../../../engine/workspace/rook-file';
import { checkFile } from '../../../engine/workspace/rules/check-file';
import type { RuleContext } from '../../../engine/workspace/rules/rule-context';
import { SavedFiles } from '../../../engine/workspace/rules/saved-files';
import { resolveScript } from '../../../engine/workspace/script-path';
import { mergeScripts, splitScript } from '../../../language-server/actions/arrange-scripts';
import { subjectOf } from '../../../language-server/actions/fix-subject';
import { readOpenDocument } from '../../../language-server/documents/rook-document';
import { type HookPhase, hookPhases } from '../../../schemas/phase';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const commonHook = `const { argv } = require('node:process');
const { text } = require('node:stream/consumers');
const told = require('./told.json');
async function main() {
  const goal = await text(process.stdin);
  if (argv[2] === 'close') throw new Error('no session');
  process.stdout.write(JSON.stringify({ phase: argv[2], goal, rest: argv.slice(3), here: __dirname, told }));
}
main().catch((error) => {
  console.error(error.message);
  process.exitCode = 3;
});
`;
const open = `import { greet } from './lib/greet.mjs';
const [, , phase] = process.argv;
process.stdout.write(JSON.stringify({ conversation: greet(phase), env: process.env.ROOK_TURN }));
`;
const execute = `let goal = '';
for await (const part of process.stdin) goal += part;
const data = new URL('./told.json', import.meta.url);
process.stdout.write(JSON.stringify({ output: goal, data: data.href }));
`;
const beside = {
  'scripts/told.json': '{"a": 1}',
  'scripts/lib/greet.mjs': "export const greet = (who) => 'Hi ' + who;\n",
};

/** A workspace on disk with one profile. */
function workspace(profile: string, files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-arrange-')));
  folders.push(root);
  const agentDir = join(root, '.testmuai/rook/projects/desk/agents/parrot');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [name, text] of Object.entries({ ...beside, ...files })) write(join(agentDir, name), text);
  const path = join(agentDir, 'profiles/local.yaml');
  write(path, profile);
  const context: RuleContext = { files: new SavedFiles(), env: { ROOK_HOME: '/nowhere' }, analyse: analyseHookScript };
  const look = () => {
    const file = rookFileAt(path);
    if (!file) throw new Error('no profile');
    const text = TextDocument.create(pathToFileURL(path).href, 'yaml', 1, readFileSync(path, 'utf8'));
    const document = readOpenDocument(file, text);
    const subject = subjectOf(document, context, (other) => context.files.derive(other, { of: (saved) => saved }));
    return { subject, problems: checkFile(file, document, context).problems };
  };
  /** What the hook of each phase does with a goal; the scripts as the profile names them now. */
  const behaviour = () => {
    const { profile: read } = readProfileText(readFileSync(path, 'utf8'), path);
    return hookPhases.flatMap((phase) => {
      const hook = read?.hooks[phase];
      if (!hook) return [];
      const { resolved = '' } = resolveScript(hook.script, agentDir, root);
      const { stdout, stderr, status } = spawnSync(process.execPath, [resolved, phase], {
        cwd: root,
        input: 'Wie geht’s?',
        env: { ...process.env, ROOK_TURN: '2' },
        encoding: 'utf8',
      });
      const { timeoutSeconds, delaySeconds } = hook;
      return [{ phase, stdout, status, failed: stderr !== '', timeoutSeconds, delaySeconds }];
    });
  };
  const carryOut = (fix: Fix | undefined): void => {
    if (!fix) throw new Error('nothing is offered');
    for (const edit of fix.edits) {
      if (edit.kind === 'create') writeFileSync(edit.file, edit.text, { flag: 'wx' });
      if (edit.kind === 'change') writeFileSync(edit.file, changed(readFileSync(edit.file, 'utf8'), ...edit.changes));
    }
  };
  return { path, agentDir, look, behaviour, carryOut };
}

const split = (phase: HookPhase, profile: string, files: Record<string, string>) => {
  const { look } = workspace(profile, files);
  return splitScript(phase, look().subject)?.title;
};
const merge = (profile: string, files: Record<string, string>) => {
  const { look } = workspace(profile, files);
  return mergeScripts(look().subject)?.title;
};

describe('a phase that gets a script of its own', () => {
  const profile = `id: local # 🦜\r\nhooks:\r\n  open: {script: scripts/desk.cjs, delay_seconds: 0}\r\n  execute: 'scripts/desk.cjs' # it\r\n  close:\r\n    script: scripts/desk.cjs\r\n    timeout_seconds: 9\r\n`;

  it('does what it did', () => {
    const room = workspace(profile, { 'scripts/desk.cjs': commonHook });
    const before = room.behaviour();
    expect(before.map(({ status }) => status)).toEqual([0, 0, 3]);
    for (const phase of ['open', 'execute', 'close'] as const) {
      const fix = splitScript(phase, room.look().subject);
      if (phase === 'close')
        expect(fix).toBeUndefined(); // it is the only one left
      else room.carryOut(fix);
    }
    expect(readFileSync(room.path, 'utf8')).toBe(
      profile.replace('desk.cjs', 'desk-open.cjs').replace("'scripts/desk.cjs'", "'scripts/desk-execute.cjs'"),
    );
    expect(room.behaviour()).toEqual(before);
    expect(room.look().problems).toEqual([]);
  });

  it('takes a name that is free', () => {
    const taken = { 'scripts/desk.cjs': commonHook, 'scripts/desk-Open.cjs': '' };
    expect(split('open', profile, taken)).toBe('Give open a script of its own, desk-open-2.cjs');
  });

  it('is not offered where the name of the file may matter, or nothing is shared', () => {
    expect(split('open', profile, { 'scripts/desk.cjs': `${commonHook}write(__filename);\n` })).toBeUndefined();
    expect(split('open', profile, { 'scripts/desk.cjs': "require('./other');\n" })).toBeUndefined();
    const asking = { 'scripts/desk.cjs': "require('./other');\n", 'scripts/other.js': 'log(process.argv[1]);\n' };
    expect(split('open', profile, asking)).toBeUndefined();
    expect(split('open', profile, { ...asking, 'scripts/other.js': 'log(__filename);\n' })).toContain('desk-open.cjs');
    expect(split('open', profile, { 'scripts/desk.cjs': 'if (\n' })).toBeUndefined();
    expect(split('execute', 'id: local\nhooks:\n  execute: scripts/a.mjs\n', { 'scripts/a.mjs': '' })).toBeUndefined();
    expect(split('open', profile.replaceAll('.cjs', '.py'), { 'scripts/desk.py': '' })).toBeUndefined();
  });
});

describe('one script for all phases', () => {
  const profile = `id: local\nhooks:\n  prepare: scripts/all.cjs\n  open: {script: scripts/open.mjs, timeout_seconds: 7}\n  execute: scripts/execute.mjs # it\n  close: scripts/all.cjs\n  collect:\n    script: scripts/all.cjs\n    delay_seconds: 1\n`;
  const scripts = { 'scripts/all.cjs': commonHook, 'scripts/open.mjs': open, 'scripts/execute.mjs': execute };

  it('does in each what its script did', () => {
    const room = workspace(profile, scripts);
    const before = room.behaviour();
    expect(before.map(({ status }) => status)).toEqual([0, 0, 0, 3, 0]);
    room.carryOut(mergeScripts(room.look().subject));
    expect(readFileSync(room.path, 'utf8')).toBe(
      profile.replace(/scripts\/(all.cjs|open.mjs|execute.mjs)/g, 'scripts/local-hook.mjs'),
    );
    expect(room.behaviour()).toEqual(before);
    expect(room.look().problems).toEqual([]);
    expect(readFileSync(join(room.agentDir, 'scripts/local-hook.mjs'), 'utf8')).toContain(
      "  case 'open':\n    await import('./open.mjs');\n    break;\n",
    );
  });

  it('fails where a script fails, with its status', () => {
    const failing = {
      'scripts/open.mjs': "process.stdout.write('{}');\nthrow new Error('down');\n",
      'scripts/execute.mjs':
        'setTimeout(() => { process.stdout.write(\'{"output":"late"}\'); process.exit(4); }, 50);\n',
      'scripts/all.cjs': "throw new Error('early');\n",
    };
    const room = workspace(profile, failing);
    const before = room.behaviour();
    expect(before.map(({ status }) => status)).toEqual([1, 1, 4, 1, 1]);
    room.carryOut(mergeScripts(room.look().subject));
    expect(room.behaviour()).toEqual(before);
  });

  it('finds files whose names mean something else in an import', () => {
    const odd = "scripts/o #%?'p.mjs";
    const text = profile.replace('scripts/open.mjs', JSON.stringify(odd));
    const room = workspace(text, { 'scripts/all.cjs': commonHook, [odd]: open, 'scripts/execute.mjs': execute });
    const before = room.behaviour();
    room.carryOut(mergeScripts(room.look().subject));
    expect(room.behaviour()).toEqual(before);
  });

  it('is not offered where a script would notice, lies elsewhere or is no JavaScript', () => {
    expect(merge(profile, scripts)).toBe('Use one script for all phases, local-hook.mjs');
    expect(merge(profile, { ...scripts, 'scripts/local-hook.mjs': '' })).toContain('local-hook-2.mjs');
    const withCommon = (text: string) => merge(profile, { ...scripts, 'scripts/all.cjs': text });
    expect(withCommon('if (require.main === module) main();\n')).toBeUndefined();
    expect(withCommon("require('commander').program.parse();\n")).toBeUndefined();
    expect(withCommon("process.on('uncaughtException', () => {});\n")).toBeUndefined();
    expect(withCommon('main(process.argv[1]);\n')).toBeUndefined();
    expect(withCommon('main(__filename);\n')).toContain('local-hook.mjs');
    const moved = profile.replace('scripts/open.mjs', 'hooks/open.mjs');
    expect(merge(moved, { ...scripts, 'hooks/open.mjs': open })).toBeUndefined();
    const python = profile.replace('open.mjs', 'open.py');
    expect(merge(python, { ...scripts, 'scripts/open.py': '' })).toBeUndefined();
    expect(merge(profile, { 'scripts/all.cjs': commonHook, 'scripts/open.mjs': open })).toBeUndefined();
    expect(merge('id: local\nhooks:\n  open: scripts/all.cjs\n  execute: scripts/all.cjs\n', scripts)).toBeUndefined();
    const aliased = profile
      .replace('prepare: scripts/all.cjs', 'prepare: &a scripts/all.cjs')
      .replace('close: scripts/all.cjs', 'close: *a');
    expect(merge(aliased, scripts)).toBeUndefined();
  });
});
