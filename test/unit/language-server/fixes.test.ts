import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Fix } from '../../../engine/workspace/edits/file-edit';
import { changed } from '../../../engine/workspace/edits/text-change';
import { analyseHookScript } from '../../../engine/workspace/hook-contract/entry';
import { type RookFile, rookFileAt } from '../../../engine/workspace/rook-file';
import { checkFile } from '../../../engine/workspace/rules/check-file';
import type { RuleContext } from '../../../engine/workspace/rules/rule-context';
import { fixAll } from '../../../language-server/actions/fix-all';
import { subjectOf } from '../../../language-server/actions/fix-subject';
import { fixesFor, isOnlyChoice, silencing } from '../../../language-server/actions/fixes';
import { readOpenDocument } from '../../../language-server/documents/rook-document';
import { fixCases, goal, good, profile, scenario, script } from './fix-cases';
import { MemoryFiles, pathIn, root } from './memory-files';

/** A workspace in memory, and one of its files that is looked at. */
function open(files: Record<string, string>, name: string) {
  const memory = new MemoryFiles(files);
  const path = pathIn(name);
  const file: RookFile = rookFileAt(path) ?? { kind: 'script', path, workspaceRoot: root };
  const text = memory.text(path) ?? '';
  const document = readOpenDocument(file, TextDocument.create(pathToFileURL(path).href, 'yaml', 1, text));
  const context: RuleContext = { files: memory, env: { ROOK_HOME: '/nowhere' }, analyse: analyseHookScript };
  const subject = subjectOf(document, context, (other) => memory.text(other));
  const { problems } = checkFile(file, document, context);
  return { memory, document, context, subject, problems };
}

/** The fixes of the problems of a code in a file. */
function fixesOf(files: Record<string, string>, name: string, code: string): { fixes: Fix[]; memory: MemoryFiles } {
  const { memory, subject, problems } = open(files, name);
  const found = problems.filter((problem) => problem.code === code);
  expect(found, `problems of ${name}: ${problems.map((one) => one.code).join(', ')}`).not.toEqual([]);
  return { memory, fixes: found.flatMap((problem) => fixesFor(problem, subject)) };
}

describe('a fix mends the file and touches nothing else', () => {
  it.each(fixCases)('%s: %s', (code, title, name, files, after) => {
    const { fixes, memory } = fixesOf(files, name, code);
    const fix = fixes.find((one) => one.title === title);
    expect(fix, fixes.map((one) => one.title).join(' | ')).toBeDefined();
    const edited = memory.after(fix?.edits ?? []);
    expect(edited[name]).toBe(after);
    const count = (all: Record<string, string>): number =>
      open(all, name).problems.filter((problem) => problem.code === code).length;
    expect(count(edited)).toBe(count(files) - 1);
  });
});

describe('a fix that makes, renames or changes other files', () => {
  it('creates a script for the phases that name it', () => {
    const { fixes, memory } = fixesOf(
      { 'profiles/a.yaml': `${good}  open: scripts/a.mjs\n` },
      'profiles/a.yaml',
      'script-not-found',
    );
    const after = memory.after(fixes[0]?.edits ?? []);
    expect(fixes[0]?.title).toBe('Create scripts/a.mjs from a template');
    expect(after['scripts/a.mjs']).toMatch(/open: async[\s\S]*execute: async/);
    expect(open(after, 'profiles/a.yaml').problems).toEqual([]);
  });

  it('renames the file to the id, when no other has that name', () => {
    const files = profile(good.replace('id: a', 'id: b'));
    const rename = 'Rename the file to b.yaml';
    const { fixes, memory } = fixesOf(files, 'profiles/a.yaml', 'id-not-file-name');
    const fix = fixes.find(({ title }) => title === rename);
    expect(memory.after(fix?.edits ?? [])).toHaveProperty(['profiles/b.yaml']);
    const taken = fixesOf({ ...files, 'profiles/b.yaml': good }, 'profiles/a.yaml', 'id-not-file-name');
    expect(taken.fixes.map(({ title }) => title)).not.toContain(rename);
  });

  it('gives the second of two files the next free id', () => {
    const text = 'local_id: S-1 # it\ngoal: g\nforbidden: [x]\n';
    const files = { 'scenarios/S-1.yaml': text, 'scenarios/S-1.yml': text, 'scenarios/S-2.yaml': text };
    const { fixes, memory } = fixesOf(files, 'scenarios/S-1.yml', 'duplicate-scenario');
    const after = memory.after(fixes[0]?.edits ?? []);
    expect(after['scenarios/S-3.yml']).toBe(text.replace('S-1', 'S-3'));
    expect(after).not.toHaveProperty(['scenarios/S-1.yml']);
  });

  it('declares what is not observed in the active profile', () => {
    const files = {
      ...profile(`${good}# what it returns\n`),
      ...scenario(`${goal}acceptance_criteria:\n- check: called\n  tool: t\n`),
    };
    const { fixes, memory } = fixesOf(files, 'scenarios/S-1.yaml', 'not-observable');
    const after = memory.after(fixes[0]?.edits ?? []);
    expect(after['profiles/a.yaml']).toContain('capabilities:\n  calls: true');
    expect(open(after, 'scenarios/S-1.yaml').problems).toEqual([]);
    expect(fixes[0]?.sure).toBeUndefined();
  });

  it('leaves the rest to a command of the client', () => {
    const legacy = fixesOf(profile('kind: http\ninvoke: {url: "http://x"}\n'), 'profiles/a.yaml', 'legacy-profile');
    expect(legacy.fixes[0]).toMatchObject({ edits: [], command: { id: 'rook.convertProfile' } });
  });
});

describe('a credential in a file', () => {
  // Put together here, so that no scanner takes it for a real one.
  const secret = ['sk', 'proj', 'Zk81mQx7Lp02vB9sTn4Wd6Hy'].join('-');
  const everywhere = (edits: Record<string, string>): string => Object.values(edits).join('\n');

  it('in hook_env becomes a reference, and its variable is declared', () => {
    const files = profile(`${good}env: # needs\n  - variable: OTHER\nhook_env:\n  api-key: "${secret}" # of staging\n`);
    const { fixes, memory } = fixesOf(files, 'profiles/a.yaml', 'literal-credential');
    const after = memory.after(fixes[0]?.edits ?? []);
    expect(after['profiles/a.yaml']).toBe(
      `${good}env: # needs\n  - variable: OTHER\n  - variable: API_KEY\n    purpose: value of hook_env.api-key\nhook_env:\n  api-key: "\${API_KEY}" # of staging\n`,
    );
    expect(everywhere(after)).not.toContain(secret);
  });

  it('under env is taken out', () => {
    const files = profile(`${good}env:\n  - variable: API_KEY\n    value: ${secret}\n`);
    const { fixes, memory } = fixesOf(files, 'profiles/a.yaml', 'literal-credential');
    expect(memory.after(fixes[0]?.edits ?? [])['profiles/a.yaml']).toBe(`${good}env:\n  - variable: API_KEY\n`);
  });

  it.each([
    [`const apiKey = '${secret}';\n`, 'const apiKey = process.env.API_KEY;\n', 'API_KEY'],
    [
      `h = { authorization: "Bearer ${secret}" };\n`,
      'h = { authorization: `Bearer ${process.env.API_TOKEN}` };\n',
      'API_TOKEN',
    ],
  ])('in a script is read from the environment: %#', (before, after, name) => {
    const files = {
      'profiles/a.yaml': good,
      'profiles/b.yaml': good.replace('id: a', 'id: b'),
      'scripts/a.mjs': before,
    };
    const { fixes, memory } = fixesOf(files, 'scripts/a.mjs', 'literal-credential');
    const edited = memory.after(fixes[0]?.edits ?? []);
    expect(edited['scripts/a.mjs']).toBe(after);
    for (const profileName of ['profiles/a.yaml', 'profiles/b.yaml'])
      expect(edited[profileName]).toContain(`env:\n  - variable: ${name}\n`);
    expect(everywhere(edited)).not.toContain(secret);
    expect(JSON.stringify(fixes.map(({ title }) => title))).not.toContain(secret);
  });

  it('stays where it is not sure where it ends, and cannot be silenced', () => {
    const files = { 'profiles/a.yaml': good, 'scripts/a.mjs': `const u = \`https://x/?api_key=${secret}&b=\${1}\`;\n` };
    const { fixes } = fixesOf(files, 'scripts/a.mjs', 'literal-credential');
    expect(fixes).toEqual([]);
    const { problems, subject } = open(files, 'scripts/a.mjs');
    const told = problems.filter(({ code }) => code === 'literal-credential');
    expect(told.map((problem) => silencing(problem, subject))).toEqual([undefined]);
  });
});

describe('silencing', () => {
  it.each([
    [
      'max-turns-raised',
      'scenarios/S-1.yaml',
      'goal: g\n\nsetup_messages: [a]\r\nmax_turns: 1\nforbidden: [x]\n',
      'goal: g\n\nsetup_messages: [a]\r\n# rook-ignore-next-line max-turns-raised\r\nmax_turns: 1\nforbidden: [x]\n',
    ],
    [
      'delay-without-effect',
      'profiles/a.yaml',
      `${good}  prepare:\n    script: scripts/a.mjs\n    # rook-ignore-next-line other-code\n    delay_seconds: 3\n`,
      `${good}  prepare:\n    script: scripts/a.mjs\n    # rook-ignore-next-line other-code, delay-without-effect\n    delay_seconds: 3\n`,
    ],
  ])('puts the code above the line: %s', (code, name, before, after) => {
    const files = { ...script, [name]: before };
    const { memory, problems, subject } = open(files, name);
    const problem = problems.find((one) => one.code === code);
    const fix = problem && silencing(problem, subject);
    const edited = memory.after(fix?.edits ?? []);
    expect(edited[name]).toBe(after);
    expect(open(edited, name).problems.map(({ code }) => code)).not.toContain(problem?.code);
  });

  it('is not offered within a text of several lines, nor in JSON', () => {
    const text = 'id: a\nhooks:\n  execute: >-\n    scripts/none.mjs\n';
    const { problems, subject } = open(profile(text), 'profiles/a.yaml');
    const fixes = problems.map((problem) => silencing(problem, subject)?.edits);
    for (const edits of fixes) if (edits) expect(JSON.stringify(edits)).not.toContain('    # rook');
    const json = open(
      { '/.testmuai/rook/settings.json': '{"active_project_id": "x", "permissions": {"allow": ["a"]}}' },
      '/.testmuai/rook/settings.json',
    );
    expect(json.problems.map((problem) => silencing(problem, json.subject))).toEqual(
      json.problems.map(() => undefined),
    );
  });
});

describe('fixing everything', () => {
  it('does what is sure, one after the other, and leaves the rest', async () => {
    const text = `id: a # own\nhoks:\n  exeute: scripts/a.mjs\n  close: {script: scripts/a.mjs, timeout_seconds: 1}\nconcurency: "2"\nenv:\n  - variable: A_B\n    value: plain\n  - variable: A_B\n`;
    const { document, context, memory } = open(profile(text), 'profiles/a.yaml');
    const change = await fixAll(
      document,
      context,
      (path) => memory.text(path),
      () => false,
    );
    const after = memory.after([{ kind: 'change', file: document.file.path, changes: change ? [change] : [] }]);
    expect(after['profiles/a.yaml']).toBe(
      'id: a # own\nhooks:\n  execute: scripts/a.mjs\n  close: {script: scripts/a.mjs, timeout_seconds: 5}\nconcurrency: 2\nenv:\n  - variable: A_B\n    value: plain\n',
    );
    expect(
      await fixAll(
        document,
        context,
        () => undefined,
        () => true,
      ),
    ).toBeUndefined();
  });
});

describe('what a person has to choose', () => {
  it('is never sure, so that nothing of it is tried when everything sure is done', () => {
    for (const [code, title, name, files] of fixCases) {
      const { fixes } = fixesOf(files, name, code);
      if (fixes.some(({ sure }) => sure)) expect(isOnlyChoice(code), `${code}: ${title}`).toBe(false);
    }
  });

  it('does not keep what is sure waiting, however much of it there is', async () => {
    const entries = Array.from({ length: 1000 }, (_, index) => `  - variable: NEVER_READ_${index}\n`).join('');
    const files = profile(`${good}  close: {script: scripts/a.mjs, timeout_seconds: 2}\nenv:\n${entries}`);
    const { document, context, memory, problems } = open(files, 'profiles/a.yaml');
    expect(problems.filter(({ severity }) => severity === 'hint')).toHaveLength(1000);
    const change = await fixAll(
      document,
      context,
      (path) => memory.text(path),
      () => false,
    );
    expect(change?.text).toBe('5');
  });
});

describe('on the golden files', () => {
  const folder = resolve(import.meta.dirname, '../../fixtures/lsp');
  const goldens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /^(?:profiles|scenarios)\/[^/]+\.ya?ml$/.test(name));

  it('every fix leaves a text that can be read; a sure one mends its problem', () => {
    let fixed = 0;
    for (const name of goldens) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const variant of [text, text.replaceAll('\n', '\r\n')]) {
        const files = {
          'scripts/agent.mjs': '',
          '/hooks/shared.mjs': '',
          'features/F-1.yaml': 'name: f\n',
          [name]: variant,
        };
        const { memory, problems, subject } = open(files, name);
        for (const problem of problems) {
          const all = [...fixesFor(problem, subject), ...[silencing(problem, subject) ?? []].flat()];
          for (const fix of all) {
            const after = memory.after(fix.edits);
            const mended = Object.hasOwn(after, name) ? open(after, name).problems : [];
            const what = `${name}: ${problem.code}: ${fix.title}`;
            const unread = (all: typeof problems) => all.filter(({ code }) => /^yaml-|duplicate-key/.test(code)).length;
            // Of several keys that are written twice, a fix mends one.
            expect(unread(mended), what).toBe(problem.code === 'duplicate-key' ? unread(problems) - 1 : 0);
            const same = mended.filter((one) => one.code === problem.code && one.message === problem.message);
            const before = problems.filter((one) => one.code === problem.code && one.message === problem.message);
            if (fix.sure || fix.title.startsWith('Silence')) expect(same.length, what).toBeLessThan(before.length);
            if (variant !== text) expect(after[name] ?? variant, what).not.toMatch(/[^\r]\n/);
            fixed++;
          }
        }
      }
    }
    expect(fixed).toBeGreaterThan(100);
  });
});

describe('keys that are written twice', () => {
  const titles = (text: string): string[] =>
    fixesOf(profile(text), 'profiles/a.yaml', 'duplicate-key').fixes.map(({ title }) => title);

  it('are a choice, of which none is preferred, unless they say the same', () => {
    const { fixes } = fixesOf(profile(`${good}name: a\nname: b\n`), 'profiles/a.yaml', 'duplicate-key');
    expect(fixes.map(({ title, sure }) => [title, sure])).toEqual([
      ['Keep the first name, and remove this one', undefined],
      ['Keep this name, and remove the first', undefined],
    ]);
  });

  it('are taken out one by one, and all that say the same at once', async () => {
    const text = `${good}name: a\nname: a\nconcurrency: 2\nenv: []\nconcurrency: 2\nname: a\n`;
    const { document, context, memory } = open(profile(text), 'profiles/a.yaml');
    const change = await fixAll(
      document,
      context,
      (path) => memory.text(path),
      () => false,
    );
    expect(change && changed(text, change)).toBe(`${good}name: a\nconcurrency: 2\nenv: []\n`);
  });

  it('are left where more is wrong, or where something else would change', () => {
    expect(titles(`${good}name: a\nname: b\nenv: [\n`)).toEqual([]);
    expect(titles(`${good}name: &n a\nhook_env: {A: *n}\nname: b\n`)).toEqual([
      'Keep the first name, and remove this one',
    ]);
  });
});
