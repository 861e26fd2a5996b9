import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ensureEditor } from '../../scripts/ensure-editor.mjs';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';

const rook = path.join(repositoryRoot, 'dist', 'rook.js');

/** The editor brings a Node.js of its own along, a newer one as a rule than the one that the other tests run in. */
describe("the command under the editor's Node.js", () => {
  const copies = [copyExample('refund-desk'), copyExample('refund-desk')];
  afterAll(() => {
    for (const copy of copies) copy.remove();
  });

  function run(node: string, cwd: string, ...args: string[]) {
    const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(node, [rook, ...args], { cwd, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  test('says nothing on standard error but what it means to say', async () => {
    const { node } = await ensureEditor();
    for (const args of [['--version'], ['scenarios', 'list', '--json'], ['check', '--json']])
      expect({ args, ...run(node, copies[0]?.folder ?? '', ...args) }).toMatchObject({ args, status: 0, stderr: '' });
  });

  test('comes to the same verdicts', async () => {
    const { node } = await ensureEditor();
    const [theirs, ours] = [node, process.execPath].map((one, index) => {
      const { status, stdout } = run(
        one,
        copies[index]?.folder ?? '',
        'run',
        '--only',
        'SC-001,SC-004,SC-009',
        '--json',
      );
      return { status, totals: JSON.parse(stdout).report.totals };
    });
    expect(theirs).toEqual(ours);
    expect(theirs?.totals.failed).toBeGreaterThan(0);
  });
});
