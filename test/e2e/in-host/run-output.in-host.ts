import * as assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { RookApi } from '../../../extension/extension';
import type { RunningRook } from '../../../extension/main';
import { waitFor } from '../harness/wait-for';
import { addNoisyAgent } from './noisy-agent';

interface Appended {
  text: string;
  location: vscode.Location | undefined;
  id: string | undefined;
}

suite('the output of a test run', () => {
  let rook: RunningRook;
  let appended: Appended[] = [];
  let noisy: { remove: () => void } | undefined;

  suiteSetup(async () => {
    const extension = vscode.extensions.getExtension<RookApi>('rook-independent.rook-vscode');
    assert.ok(extension, 'the extension is not installed');
    rook = await (await extension.activate()).started;
    await rook.ready;
    noisy = addNoisyAgent(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    const items = await waitFor('the noisy scenarios', () => {
      const found = allItems().filter(({ label }) => /^SC-91\d/.test(label));
      return found.length === 3 && found;
    });
    appended = await outputOf(() => rook.run(new vscode.TestRunRequest(items)));
  });
  suiteTeardown(async () => {
    noisy?.remove();
    await waitFor('the agent to go', () => !allItems().some(({ label }) => label === 'Noisy'));
  });

  const allItems = (items: vscode.TestItemCollection = rook.controller.items): vscode.TestItem[] =>
    [...items].flatMap(([, item]) => [item, ...allItems(item.children)]);
  /** What was written about a scenario's execute. */
  const hookOutput = (id: string) => appended.filter(({ text }) => plain(text).startsWith(`[${id} execute] `));
  const lines = (id: string) =>
    hookOutput(id).flatMap(({ text }) => plain(text).replaceAll(`[${id} execute] `, '').trimEnd().split('\r\n'));

  /** Everything that runs write meanwhile, in order. */
  async function outputOf(action: () => Promise<void>): Promise<Appended[]> {
    const all: Appended[] = [];
    const create = rook.controller.createTestRun;
    rook.controller.createTestRun = (...args) => {
      const run = create.apply(rook.controller, args);
      const append = run.appendOutput.bind(run);
      run.appendOutput = (text, location, test) => {
        all.push({ text, location, id: test?.id.split('#')[1] });
        append(text, location, test);
      };
      return run;
    };
    try {
      await action();
    } finally {
      rook.controller.createTestRun = create;
    }
    return all;
  }

  test('comes in whole lines, in order, though hooks write in pieces and at once', () => {
    for (const id of ['SC-910', 'SC-911']) {
      const said = lines(id).filter((line) => line.startsWith('piece'));
      assert.deepStrictEqual(
        said,
        [1, 2, 3, 4, 5].map((n) => `piece ${n} of a line`),
      );
    }
    for (const { text } of appended) assert.match(text, /^(?:[^\n]*\r\n)+$/);
  });

  test('belongs to the scenario whose hook has written it, and is shown in no file', () => {
    for (const id of ['SC-910', 'SC-911', 'SC-912']) {
      assert.ok(hookOutput(id).length > 0);
      for (const one of hookOutput(id)) assert.deepStrictEqual([one.id, one.location], [id, undefined]);
    }
  });

  test('keeps its colours, and ends them with the line', () => {
    const [piece] = hookOutput('SC-910').filter(({ text }) => text.includes('piece 1'));
    assert.match(piece?.text ?? '', /\x1b\[32mpiece 1 of a line\x1b\[0m\r\n/);
  });

  test('of a hook that does not stop talking ends within a limit, and says where the rest is', () => {
    const said = lines('SC-912').filter((line) => line.startsWith('line '));
    const bytes = said.reduce((sum, line) => sum + line.length + 1, 0);
    assert.ok(bytes <= 256 * 1024 && bytes > 250 * 1024, `${bytes} bytes were shown`);
    assert.deepStrictEqual(
      said.map((line) => Number(line.split(' ')[1])),
      said.map((_, index) => index + 1),
    );
    const notes = appended.filter(({ text }) => text.includes('left out here'));
    assert.deepStrictEqual(
      notes.map(({ id }) => id),
      ['SC-912'],
    );
    const match = /… (\d+ KB) more of output are left out here\. On record: (.+)\r\n/.exec(plain(notes[0]?.text ?? ''));
    const total = Array.from({ length: 6000 }, (_, n) => `line ${n + 1} `.length + 65).reduce((a, b) => a + b, 0);
    assert.strictEqual(match?.[1], `${Math.round((total - bytes) / 1024)} KB`);
    const file = match?.[2] ?? '';
    assert.ok(existsSync(file), `${file} is not there`);
    assert.match(readFileSync(file, 'utf8'), /line 6000 x/);
  });
});

function plain(text: string): string {
  return text.replace(/\x1b\[[0-9;]*m/g, '');
}
