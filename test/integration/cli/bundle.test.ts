import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

const declared = 'tok "en"/+zürich-81kQ0pW7';
const referred = 'referred-value-55x';
const stored = 'stored-value-77y-Q';
const inherited = 'ghx-inherited-123456';
const literal = ['sk', 'ant', 'a1b2c3d4e5f6g7h8i9j0'].join('-');

/** Answers with every secret in every form, as a careless agent or a hostile one would. */
const hook = `
const known = [process.env.DESK_TOKEN, process.env.X];
const values = JSON.parse(Buffer.from(process.env.LEAK ?? '', 'base64').toString() || '[]');
const forms = [...known, ...values].flatMap((value) => [
  value, JSON.stringify(value), JSON.stringify(JSON.stringify(value)), encodeURIComponent(value),
  new URLSearchParams({ q: value }).toString(), Buffer.from(value).toString('base64'), Buffer.from('u:' + value).toString('base64'),
]);
const output = 'done ' + forms.join(' and ') + ' ' + 'word '.repeat(40);
console.error(output);
console.log(JSON.stringify({ output, calls: [{ name: 'send', arguments: { key: forms } }] }));
`;

/** As somebody would note a value down. */
function noted(value: string): string {
  return [
    ...formsOf(value).slice(0, -1),
    Buffer.from(value).toString('base64'),
    Buffer.from(`u:${value}`).toString('base64url'),
  ].join('\n');
}

/** The forms in which a value must not be found, whatever the file. */
function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -2);
  return [value, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(value), base64];
}

describe('rook report as a page and as a bundle', () => {
  let workspace: WorkspaceBuilder;
  const env = (): Record<string, string> => ({
    DESK_TOKEN: declared,
    REFERRED: referred,
    CORP_API_TOKEN: inherited,
    // What the agent says without anybody knowing where from: nothing masks it while the run goes on.
    LEAK: Buffer.from(JSON.stringify([stored, inherited, literal])).toString('base64'),
  });
  let options: { cwd: string; env: Record<string, string> };

  beforeAll(async () => {
    workspace = new WorkspaceBuilder()
      .agent()
      .hook(hook)
      .profile('local', ['execute'], {
        env: [{ variable: 'DESK_TOKEN', purpose: 'to reach it' }],
        hook_env: { X: '${REFERRED}' },
      })
      .scenario('SC-001')
      .scenario('SC-002', { goal: 'Look up CUST-4711.' });
    options = { cwd: workspace.root, env: env() };
    expect((await rook(['env', 'set', `OTHER_VALUE=${stored}`], options)).code).toBe(0);
    await rookJson(['run'], options);
    const { document } = await rookJson(['report'], options);
    // What was written behind the runner's back, by hand or by an older version, was never masked.
    writeFileSync(join(document.dir, 'scenarios/SC-001/notes.txt'), `${noted(declared)}\n${noted(referred)}`);
  }, 60_000);
  afterAll(() => workspace.remove());

  const bundleOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(readFileSync(join(workspace.root, name))))).map(([path, bytes]) => [
        path,
        strFromU8(bytes),
      ]),
    );

  it('holds no secret in any form, in any file or name', async () => {
    const { code, document, stderr } = await rookJson(
      ['report', '--bundle', 'out/run.zip', '--redact', 'CUST-\\d+'],
      options,
    );
    expect(code).toBe(0);
    expect(document.written).toEqual({ bundle: join(workspace.root, 'out/run.zip') });
    expect(stderr).toContain('REDACTION.md lists them');
    const files = bundleOf('out/run.zip');
    // What only its form gives away has it no more in base64.
    const unknown = [literal, 'CUST-4711'].map((text) => [text]);
    for (const forms of [...[declared, referred, stored, inherited].map(formsOf), ...unknown])
      for (const form of forms)
        expect(
          Object.entries(files)
            .filter((file) => file.join('\n').includes(form))
            .map(([path]) => path),
        ).toEqual([]);
    const list = JSON.parse(files['redaction.json'] ?? '');
    expect(list.looked_for.variables).toEqual(
      expect.arrayContaining(['CORP_API_TOKEN', 'DESK_TOKEN', 'OTHER_VALUE', 'REFERRED']),
    );
    const notes = list.files.find(({ path }: { path: string }) => path === 'scenarios/SC-001/notes.txt');
    expect(notes.masked.map(({ name }: { name: string }) => name)).toEqual(['DESK_TOKEN', 'REFERRED']);
    expect(files['report.html']).toContain('«OTHER_VALUE»');
    expect(files['REDACTION.md']).toContain('Patterns that were added: 1.');
  });

  it('is the same bytes when it is made again', async () => {
    await rook(['report', '--bundle', 'a.zip'], options);
    await rook(['report', '--bundle', 'b.zip'], options);
    const [a, b] = ['a.zip', 'b.zip'].map((name) => readFileSync(join(workspace.root, name)));
    expect(a && b && a.equals(b)).toBe(true);
  });

  it('writes the page beside the other reports', async () => {
    const { code, document } = await rookJson(['report', '--html', 'out/run.html', '--junit', 'out/run.xml'], options);
    expect(code).toBe(0);
    expect(Object.keys(document.written)).toEqual(['junit', 'html']);
    expect(workspace.read('out/run.html')).toMatch(/^<!doctype html>[\s\S]*SC-001[\s\S]*<\/html>\n$/);
    const gate = await rookJson(['gate', '--policy', 'general', '--html', 'out/gate.html'], options);
    expect(workspace.read('out/gate.html')).toContain(gate.document.gate === 'open' ? 'Gate open' : 'Gate closed');
  });

  it.each([
    [['--bundle', 'x.zip', '--redact', '('], '--redact: ( is no regular expression'],
    [['--redact', 'x'], 'are about a bundle'],
    [['--bundle', 'x', '--html', 'x'], 'name the same file'],
    [['--bundle', '-'], '--bundle: standard output is not a file'],
    [['--html', 'x', '--redact', 'ACME'], 'are about a bundle'],
  ])('refuses %j, and writes nothing', async (flags, message) => {
    const { code, document } = await rookJson(['report', ...flags], options);
    expect(code).toBe(1);
    expect(document.error).toContain(message);
    expect(workspace.has('x') || workspace.has('x.zip')).toBe(false);
  });
});
