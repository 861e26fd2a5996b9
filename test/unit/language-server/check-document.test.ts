import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rookFileAt } from '../../../engine/workspace/rook-file';
import type { RuleContext } from '../../../engine/workspace/rules/rule-context';
import { SavedFiles } from '../../../engine/workspace/rules/saved-files';
import { checkDocument, checkOrTell } from '../../../language-server/diagnostics/check-document';
import { DocsLinks } from '../../../language-server/diagnostics/docs-links';
import { readDiskDocument, readOpenDocument } from '../../../language-server/documents/rook-document';
import { agentDir, check, contextWith, workspaceRoot } from './check';

const profile = (script: string): string => `id: desk\nhooks:\n  execute: ${script}\n`;

describe('the script of a hook', () => {
  it('is missed with both places named, in the order in which they are tried', () => {
    const { diagnostics } = check('profiles/desk.yaml', profile('scripts/gone.mjs'));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `hooks.execute: script not found: scripts/gone.mjs (tried ${join(agentDir, 'scripts/gone.mjs')} and ` +
        `${join(workspaceRoot, 'scripts/gone.mjs')}). Write the script, or mend its path: it is relative to the ` +
        "agent's folder or to the workspace.",
    ]);
  });

  it.each([
    ['in the agent folder', 'scripts/agent.mjs'],
    ['in the workspace', 'hooks/shared.mjs'],
    ['by its absolute path', join(workspaceRoot, 'hooks/shared.mjs')],
    ['by a path that leaves and comes back', '../parrot/scripts/agent.mjs'],
  ])('is found %s', (_, script) => {
    expect(check('profiles/desk.yaml', profile(script)).diagnostics).toEqual([]);
  });

  it('makes the profile depend on every place that is tried, found or not', () => {
    expect(check('profiles/desk.yaml', profile('scripts/agent.mjs')).dependencies).toEqual(
      expect.arrayContaining([join(agentDir, 'scripts/agent.mjs'), join(workspaceRoot, 'scripts/agent.mjs')]),
    );
  });

  it('is not looked for in a legacy profile, a broken one, or a phase that does not exist', () => {
    expect(check('profiles/desk.yaml', 'id: a\nkind: http\ninvoke: {script: x.mjs}\n').dependencies).toEqual([]);
    expect(check('profiles/desk.yaml', 'hooks:\n\texecute: x.mjs\n').dependencies).toEqual([]);
    const { dependencies } = check('profiles/desk.yaml', `${profile('scripts/agent.mjs')}  judge: x.mjs\n`);
    expect(dependencies.filter((path) => path.endsWith('x.mjs'))).toEqual([]);
  });
});

describe('on a real disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'rook-check-'));
  const path = join(root, '.testmuai/rook/projects/p/agents/a/profiles/desk.yaml');
  afterAll(() => rm(root, { recursive: true }));
  const messages = (script: string): unknown[] => {
    const file = rookFileAt(path);
    if (!file) throw new Error('not a profile');
    const context = { files: new SavedFiles(), env: { ROOK_HOME: join(root, 'home') } };
    return checkDocument(readDiskDocument(file, 'file:///desk.yaml', profile(script)), context).diagnostics.map(
      ({ message }) => message,
    );
  };

  it('a file is a script, a folder is none', async () => {
    await mkdir(join(root, 'hooks/folder.mjs'), { recursive: true });
    await writeFile(join(root, 'hooks/run.mjs'), '');
    expect(messages('hooks/run.mjs')).toEqual([]);
    expect(messages('hooks/folder.mjs')).toEqual([expect.stringContaining('script not found: hooks/folder.mjs')]);
    expect(messages('hooks/run.mjs/below.mjs')).toEqual([expect.stringContaining('script not found')]);
    expect(messages('"hooks/\\0.mjs"')).toEqual([expect.stringContaining('script not found')]);
  });
});

describe('what users really have: the corpus', () => {
  const corpus = resolve(import.meta.dirname, '../../fixtures/corpus');
  const codes = (name: string, file: string, exists: boolean): unknown[] =>
    check(name, readFileSync(join(corpus, file), 'utf8'), () => exists)
      .diagnostics.filter(({ severity }) => severity === 1 || severity === 2)
      .map(({ code }) => code);

  it.each([
    ['profiles/scribe-local.yaml', []],
    ['profiles/demo-normal.yaml', []],
    ['profiles/legacy-http.yaml', ['legacy-profile']],
  ])('%s', (file, expected) => {
    expect(codes(file, file, true)).toEqual(expected);
  });

  it('the scripts of demo-normal are not in the corpus, and only that is said', () => {
    expect(codes('profiles/demo-normal.yaml', 'profiles/demo-normal.yaml', false)).toEqual(
      Array(5).fill('script-not-found'),
    );
  });

  it('no scenario has an error or a warning', () => {
    const names = readdirSync(join(corpus, 'scenarios'), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files)
      expect(codes(`scenarios/${file.split(/[\\/]/).at(-1)}`, join('scenarios', file), true), file).toEqual([]);
  });
});

describe('texts of every kind', () => {
  it.each([
    ['', '0:0-0:0 the profile is empty. Write its id and, under hooks, its execute script.'],
    ['# 🦜 only\n', '0:0-0:9 the profile is empty. Write its id and, under hooks, its execute script.'],
    ['\uFEFF# only', '0:1-0:7 the profile is empty. Write its id and, under hooks, its execute script.'],
    ['parrot\n', '0:0-0:6 the profile must be a mapping, found the text "parrot"'],
    [`a: ${'['.repeat(20_000)}`, expect.stringContaining('YAML cannot be read: it is nested too deeply')],
    [
      `notes: ${'['.repeat(600)}${']'.repeat(600)}\n`,
      expect.stringContaining('YAML cannot be read: it is nested more than 500 levels deep'),
    ],
    [
      'id: a\r\nhooks:\r\n  execute: scripts/agent.mjs\r\nconcurrency: >-\r\n  🦜\r\n  9\r\n',
      '3:13-3:15 concurrency must be a number, found the text "🦜 9"',
    ],
  ])('%j', (text, expected) => {
    const shown = check('profiles/desk.yaml', text).diagnostics.map(({ range: { start, end }, message }) =>
      [`${start.line}:${start.character}-${end.line}:${end.character}`, message].join(' '),
    );
    expect(shown).toEqual([expected]);
  });

  it('aliases that expand beyond measure are refused quickly', () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, index, names) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array(10).fill(item).join(', ')}]\n`;
    });
    expect(check('profiles/desk.yaml', levels.join('')).diagnostics.map(({ message }) => message)).toEqual([
      'YAML cannot be read: its aliases expand to too much data',
    ]);
  });

  it('whatever is typed, ranges lie in the text, in reading order, and every problem says something', () => {
    const piece = fc.constantFrom(
      ...[
        'id: a\n',
        'hooks:\n',
        '  execute: ',
        'scripts/agent.mjs',
        '\n',
        '\r\n',
        '\t',
        ' ',
        '  ',
        '- ',
        '{',
        '}',
        '[',
      ],
      ...[
        ']',
        ',',
        ': ',
        '#',
        '"',
        "'",
        '🦜',
        '&a ',
        '*a',
        '<<: *a\n',
        '|\n',
        '>-\n',
        '---\n',
        '...\n',
        '!x ',
        '@',
        '%',
      ],
      ...[
        '<<<<<<< HEAD\n',
        '>>>>>>> b\n',
        'goal: x\n',
        'acceptance_criteria:\n',
        'check: regex\n',
        '\uFEFF',
        '\0',
        '5',
      ],
    );
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom('profiles', 'scenarios'), (text, kind) => {
        const document = TextDocument.create('file:///x', 'yaml', 1, text);
        const offsets = check(`${kind}/x.yaml`, text).diagnostics.map(({ range, message }) => {
          expect(message).not.toMatch(/undefined|\[object/);
          const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
          expect(start).toBeLessThanOrEqual(end);
          return start;
        });
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

it('a byte order mark on disk does not move the columns, which editors count without it', () => {
  const file = rookFileAt(join(agentDir, 'profiles/desk.yaml'));
  if (!file) throw new Error('not a profile');
  const text = 'id: My Desk\nhooks:\n  execute: scripts/agent.mjs\n';
  const context = contextWith(() => true);
  const onDisk = checkDocument(readDiskDocument(file, 'file:///desk.yaml', `\uFEFF${text}`), context);
  const open = checkDocument(
    readOpenDocument(file, TextDocument.create('file:///desk.yaml', 'yaml', 1, text)),
    context,
  );
  expect(onDisk).toEqual(open);
  expect(onDisk.diagnostics).toHaveLength(1);
});

describe('a fault in a rule', () => {
  const profiles = join(agentDir, 'profiles/desk.yaml');
  const checkWith = (text: string, context: RuleContext, path = profiles, logged: string[] = []) => {
    const file = rookFileAt(path) ?? { kind: 'script' as const, path, workspaceRoot };
    const read = () => readOpenDocument(file, TextDocument.create(`file://${path}`, 'yaml', 1, text));
    const host = { docs: new DocsLinks(join(workspaceRoot, 'none.md')), failed: (line: string) => logged.push(line) };
    return checkOrTell(path, read, context, host);
  };
  const fails = (): never => {
    throw new Error('no luck');
  };

  it('is told by its name, and leaves what the other rules find', () => {
    const context = contextWith(() => true);
    const logged: string[] = [];
    const text =
      'id: other\nhooks:\n  execute: {script: scripts/agent, timeout_seconds: 1}\nhook_env: {ROOK_TURN: x}\n';
    const codes = ({ diagnostics }: ReturnType<typeof checkWith>) => diagnostics.map(({ code }) => code);
    const without = codes(checkWith(text, context));
    const broken = { ...context, files: { ...context.files, isExecutable: fails } };
    const result = checkWith(text, broken, profiles, logged);
    expect(without).toEqual(['id-not-file-name', 'rook-variable']);
    expect(codes(result)).toEqual(['not-checked', ...without]);
    expect(result.diagnostics[0]?.message).toBe(
      'Rook could not apply its rule “executable scripts” to this file: no luck. All other rules were applied.',
    );
    expect(result.scripts).toEqual([join(agentDir, 'scripts/agent')]);
    expect(logged).toEqual([expect.stringMatching(/^The rule “executable scripts” on .*desk\.yaml: Error: no luck\n/)]);
  });

  it('in what analyses scripts leaves what is found without it', () => {
    const secret = `const headers = { Authorization: 'Bearer sk-proj-${'a1B2'.repeat(12)}' };\n`;
    const context = { ...contextWith(() => true), analyse: fails };
    const { diagnostics } = checkWith(secret, context, join(agentDir, 'scripts/agent.mjs'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['not-checked', 'literal-credential']);
  });

  it('in one rule about scripts leaves those of the others', () => {
    const finding = {
      code: 'hook-stdin-unread' as const,
      severity: 'warning' as const,
      message: 'it is not read',
      remedy: 'Read it.',
      range: { start: 0, end: 1 },
    };
    const analyse = () => ({ findings: [finding], faults: [{ rule: 'stray output', error: new Error('no luck') }] });
    const { diagnostics } = checkWith('x', { ...contextWith(() => true), analyse }, join(agentDir, 'scripts/a.mjs'));
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'hook-stdin-unread it is not read. Read it.',
      expect.stringContaining('“stray output”'),
    ]);
  });

  it('in the reading of the file is told of the whole file', () => {
    const read = fails;
    const host = { docs: new DocsLinks(join(workspaceRoot, 'none.md')), failed: () => undefined };
    const result = checkOrTell(
      profiles,
      read,
      contextWith(() => true),
      host,
    );
    expect(result.diagnostics.map(({ message }) => message)).toEqual(['Rook could not check this file: no luck']);
    expect(result.scripts).toBeUndefined();
  });
});
