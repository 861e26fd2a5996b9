import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookScript, repository, WorkspaceBuilder } from '../workspace-builder';

/** The example of docs/judging.md, word for word. */
const doc = readFileSync(join(repository, 'docs/judging.md'), 'utf8');
const [, example = ''] = /^```ts\n\/\/ engine\/judge\/checks\/max-words\.ts\n([\s\S]*?)^```$/m.exec(doc) ?? [];

/** All that is built, without what a build makes. */
const rooms = ['schemas', 'engine', 'cli', 'language-server', 'extension', 'media', 'scripts'];
const house = realpathSync(mkdtempSync(join(tmpdir(), 'rook-house-')));
const checks = join(house, 'engine/judge/checks');
const workspace = new WorkspaceBuilder();
afterAll(() => {
  rmSync(house, { recursive: true, force: true });
  workspace.remove();
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function node(args: string[], cwd: string): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ROOK_HOME: join(workspace.root, '.rook-home') };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: 50_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the document is
async function run(...only: string[]): Promise<{ code: number; document: any }> {
  const args = [join(house, 'dist/rook.js'), 'run', '--json', '--only', only.join()];
  const { code, stdout } = await node(args, workspace.root);
  return { code, document: JSON.parse(stdout) };
}

describe('a file that is dropped into engine/judge/checks/', () => {
  beforeAll(async () => {
    for (const name of [...rooms, 'examples/gate-fixtures', 'LICENSE', 'package.json', 'tsconfig.base.json'])
      cpSync(join(repository, name), join(house, name), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(house, 'node_modules'), 'junction');
    writeFileSync(join(checks, 'max-words.ts'), example);
    expect(await node(['scripts/build.mjs'], house)).toEqual({ code: 0, stdout: '', stderr: '' });

    const criterion = { statement: 'It is short.', check: 'max_words' };
    workspace
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: "print({ output: 'three words here' });" }))
      .scenario('SC-1', { acceptance_criteria: [{ ...criterion, value: 3 }] })
      .scenario('SC-2', { acceptance_criteria: [{ ...criterion, value: 2 }] })
      .scenario('SC-3', { acceptance_criteria: [{ ...criterion, value: 'few' }] });
  });

  it('is a check after a build: nothing else is edited', async () => {
    const { code, document } = await run('SC-1', 'SC-2');
    expect(code).toBe(0);
    expect(document.report.totals).toMatchObject({ executed: 2, passed: 1, failed: 1 });
    expect(document.report.clusters).toMatchObject([
      { kind: 'failed', scenarios: [{ scenario_id: 'SC-2', summary: 'C1: expected at most 2 words; 3 words.' }] },
    ]);
  });

  it('has parameters that are checked when a scenario is read, with file and line', async () => {
    const { code, document } = await run('SC-3');
    expect(code).toBe(1);
    expect(document.error).toContain('SC-3.yaml:7:12: check max_words: value must be a number, found the text "few"');
  });

  it('is in the JSON Schema of scenarios once that is generated', async () => {
    expect(await node(['scripts/generate-json-schemas.mjs'], house)).toMatchObject({ code: 0 });
    expect(readFileSync(join(house, 'schemas/json/scenario.schema.json'), 'utf8')).toContain('"const": "max_words"');
  });

  it.each([
    ['Max-Lines.ts', '', "a check's file is called like the check, in lower case with dashes"],
    ['helper.ts', 'export const helper = 1;\n', `has no "export const check = defineCheck({ name: 'helper'`],
    ['most-words.ts', example, "most-words.ts must say name: 'most_words', as the file is called"],
  ])('%s is refused by the build when it is no check of that name', async (file, source, why) => {
    writeFileSync(join(checks, file), source);
    const { code, stderr } = await node(['scripts/generate-check-registry.mjs'], house);
    rmSync(join(checks, file));
    expect(code).toBe(1);
    expect(stderr).toContain(why);
  });
});
