import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseHookScript, largestScript, rookVariables } from '../../../../engine/workspace/hook-contract/entry';
import type { HookFacts } from '../../../../engine/workspace/hook-contract/finding';
import { repository } from '../../../integration/workspace-builder';

function factsOf(text: string, path = 'desk.mjs'): HookFacts {
  const { facts } = analyseHookScript(text, { path });
  if (!facts) throw new Error('no facts');
  return facts;
}

function envOf(text: string, path?: string): { names: string[]; complete: boolean } {
  const { env, envComplete } = factsOf(text, path);
  for (const { name, range } of env) expect(text.slice(range.start, range.end)).toContain(name);
  return { names: [...new Set(env.map(({ name }) => name))], complete: envComplete };
}

describe('the variables that a script reads', () => {
  test.each([
    ['a member', 'fetch(process.env.A)'],
    ['an index', "fetch(process.env['A'])"],
    ['a pattern', 'const { A } = process.env;'],
    ['a pattern with another name and a default', "const { A: a = 'x' } = process.env;"],
    ['a pattern within one', 'const { env: { A } } = process;'],
    ['an alias', 'const e = process.env; fetch(e.A)'],
    ['an import', "import { env } from 'node:process'; fetch(env.A)"],
    ['a renamed import', "import p, { env as e } from 'process'; fetch(e.A, p.argv)"],
    ['a required module', "const { env } = require('node:process'); fetch(env.A)"],
    ['globalThis', 'fetch(globalThis.process.env.A)'],
    ['a name in a constant', "const NAME = 'A'; fetch(process.env[NAME])"],
    ['a loop', "for (const name of ['A']) if (!process.env[name]) throw new Error(name);"],
    ['optional', 'fetch(process.env?.A)'],
    ['an assignment that reads', "process.env.A ??= 'x';"],
  ])('%s', (_how, text) => {
    const { facts } = analyseHookScript(text, { path: 'desk.mjs' });
    expect(facts?.env.map(({ name }) => name)).toEqual(['A']);
    expect(facts?.envComplete).toBe(true);
  });

  test.each([
    ['a computed name', 'const pick = (n) => process.env[n]; pick(unknown);'],
    ['the rest of a pattern', 'const { A, ...rest } = process.env; fetch(A)'],
    ['the whole, spread', 'const all = { ...process.env }; fetch(process.env.A)'],
    ['the whole, handed on', 'configure(process.env); fetch(process.env.A)'],
    ['a child, which inherits it', "import { spawn } from 'node:child_process'; spawn('x'); fetch(process.env.A)"],
    ['another file', "import './more.mjs'; fetch(process.env.A)"],
    ['a package', "const x = require('some-sdk'); fetch(process.env.A)"],
  ])('not all are known: %s', (_how, text) => {
    expect(envOf(text).complete).toBe(false);
  });

  test('what is written is not read, and ROOK_ variables are apart', () => {
    const facts = factsOf(
      'process.env.B = "x"; delete process.env.C; fetch(process.env.ROOK_SESSION, process.env.ROOK_X)',
    );
    expect(facts.env).toEqual([]);
    expect(facts.rookVariables.map(({ name }) => name)).toEqual(['ROOK_SESSION', 'ROOK_X']);
  });
});

describe('the phases that a script handles', () => {
  test.each([
    ["switch (process.argv[2]) { case 'open': break; case 'execute': break; }", ['open', 'execute']],
    ["const [, , p] = process.argv; if (p === 'open') a(); else if ('close' == p) b();", ['open', 'close']],
    ["const [p] = process.argv.slice(2); if (p !== 'execute') process.exit(0); fetch('x');", ['execute']],
    ['const t = { open() {}, async close() {} }; await t[process.env.ROOK_HOOK]?.();', ['open', 'close']],
    ['const t = { open() {} }; if (Object.hasOwn(t, process.argv[2])) t[process.argv[2]]();', ['open']],
    ["const run = (phase) => { switch (phase) { case 'collect': return 1; } }; run(process.argv.at(2));", ['collect']],
    ["const P = { OPEN: 'open' }; if (process.argv[2] === P.OPEN) a();", ['open']],
    ["if (['open', 'close'].includes(process.argv[2])) a();", ['open', 'close']],
    ["const isOpen = process.argv[2] === 'open'; if (isOpen) a();", ['open']],
  ])('%s', (text, phases) => {
    const { dispatch, handles, phaseSites } = factsOf(text);
    expect({ dispatch, handles }).toEqual({ dispatch: 'known', handles: phases });
    expect(phaseSites.map(({ phase }) => phase)).toEqual(phases);
  });

  test.each([
    ["console.log(JSON.stringify({ output: 'x' }))", 'none'],
    ["import { run } from './run.mjs'; run(process.argv[2]);", 'unknown'],
    ["import { program } from 'commander'; program.parse(process.argv);", 'unknown'],
  ])('%s: %s', (text, dispatch) => {
    expect(factsOf(text)).toMatchObject({ dispatch });
    expect(factsOf(text).handles).toBeUndefined();
  });

  test('a default that gets something done handles all, so nothing is said', () => {
    const text =
      "switch (process.argv[2]) { case 'open': break; default: console.log(JSON.stringify({ output: await new Response(process.stdin).text() })); }";
    expect(factsOf(text).handles).toBeUndefined();
    expect(analyseHookScript(text, { path: 'x.mjs', phases: ['open', 'execute', 'close'] }).findings).toEqual([]);
  });
});

test('what a script prints, imports and starts', () => {
  const text = `import { x } from './lib/x.mjs';
const y = require('../y.cjs');
import { spawn } from 'node:child_process';
spawn(process.execPath, ['agent/main.mjs', '--json']);
`;
  const { imports, childScripts } = factsOf(text);
  expect(imports.map(({ name }) => name)).toEqual(['./lib/x.mjs', '../y.cjs']);
  expect(childScripts.map(({ name }) => name)).toEqual(['agent/main.mjs']);
  expect(factsOf("console.log(JSON.stringify({ output: 'a', trace: 1 }))").outputFields).toEqual(['output', 'trace']);
  expect(factsOf('console.log(JSON.stringify({ ...reply }))').outputFields).toBeUndefined();
});

test('the variables that Rook sets are those of the documentation', () => {
  const table =
    readFileSync(join(repository, 'docs/files-and-hooks.md'), 'utf8').split('### Variables')[1]?.split('###')[0] ?? '';
  const documented = new Set(table.match(/`ROOK_[A-Z_]+`/g)?.map((name) => name.slice(1, -1)));
  expect(new Set(Object.keys(rookVariables))).toEqual(documented);
});

test('a comment silences the next line, by code', () => {
  const found = (comment: string): string[] =>
    analyseHookScript(`${comment}\n\n// why\nconsole.log('a'); fetch('x');\nconsole.log('b');`, {
      path: 'x.mjs',
      phases: ['open'],
    }).findings.map(({ code, range }) => `${code} ${range.start > 60 ? 'b' : 'a'}`);
  expect(found('// nothing').length).toBe(3);
  expect(found('// rook-ignore-next-line hook-stdout-not-json')).toHaveLength(2);
  expect(found('// rook-ignore-next-line hook-stdout-not-json, hook-request-without-timeout')).toHaveLength(1);
  expect(found('/* rook-ignore-next-line hook-syntax */')).toHaveLength(3);
});

test('nothing is said of texts that are too long, or of other languages', () => {
  expect(analyseHookScript(`${' '.repeat(largestScript)}x`, { path: 'x.mjs' })).toEqual({ findings: [] });
  expect(analyseHookScript('print("x")', { path: 'x.py' })).toEqual({ findings: [] });
});

describe('no text makes it throw', () => {
  const folders = ['scripts', 'contract'].map((name) => join(repository, 'test/fixtures/lsp', name));
  const texts = folders.flatMap((folder) =>
    readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')),
  );

  test('scripts with pieces cut out, doubled and moved', () => {
    const piece = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 60 }),
      put: fc.constantFrom(
        '',
        '{',
        '}',
        '(',
        '`',
        '${',
        '...',
        '=>',
        'await ',
        '#',
        '\0',
        '\uD83D',
        'with (x)',
        'class ',
      ),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(piece, { maxLength: 4 }),
        fc.constantFrom('.mjs', '.cjs', '.js', '.ts'),
        (text, pieces, extension) => {
          let changed = text;
          for (const { at, length, put } of pieces) {
            const start = Math.floor(at * changed.length);
            changed = changed.slice(0, start) + put + changed.slice(start + length);
          }
          const { findings, faults } = analyseHookScript(changed, { path: `x${extension}`, phases: ['execute'] });
          expect(faults).toBeUndefined();
          for (const { range } of findings) {
            expect(range.start).toBeLessThanOrEqual(range.end);
            expect(range.end).toBeLessThanOrEqual(changed.length);
          }
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);

  test('any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(analyseHookScript(text, { path: 'x.mjs' }).faults).toBeUndefined();
      }),
    );
  });

  test('deep nesting', () => {
    for (const text of [
      '['.repeat(50_000),
      '('.repeat(50_000),
      `${'a.b('.repeat(20_000)}`,
      `${'if (x) {'.repeat(20_000)}`,
    ])
      expect(() => analyseHookScript(text, { path: 'x.mjs' })).not.toThrow();
  });
});
