import * as assert from 'node:assert';
import * as vscode from 'vscode';
import type { RookApi } from '../../../extension/extension';

suite('tools for a chat', () => {
  suiteSetup(async () => {
    const rook = await vscode.extensions.getExtension<RookApi>('rook-independent.rook-vscode')?.activate();
    await (await rook?.started)?.ready;
    await setDisabled(false);
  });
  suiteTeardown(() => setDisabled(undefined));

  const setDisabled = async (disabled: boolean | undefined): Promise<void> => {
    const chat = vscode.workspace.getConfiguration('chat');
    await chat.update('disableAIFeatures', disabled, vscode.ConfigurationTarget.Workspace);
  };

  /** What a tool answers: one JSON document. */
  async function invoke(name: string, input: object): Promise<Record<string, unknown>> {
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    const [part] = result.content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    return JSON.parse(part.value);
  }

  test('list scenarios as the command line does', async () => {
    const document = await invoke('rook_list_scenarios', {});
    assert.strictEqual(document.agent_id, 'refund-desk');
    assert.strictEqual(document.total, 15);
    assert.ok(Array.isArray(document.scenarios));
    assert.deepStrictEqual(Object.keys(document.scenarios[0]).slice(0, 3), ['scenario_id', 'title', 'feature_id']);
  });

  test('are not there when AI features are switched off', async () => {
    await setDisabled(true);
    await assert.rejects(async () => invoke('rook_list_scenarios', {}));
    await setDisabled(false);
    assert.strictEqual((await invoke('rook_list_scenarios', {})).total, 15);
  });

  test('run scenarios for real, and read the verdict', async () => {
    const ran = await invoke('rook_run_scenarios', { scenarios: ['SC-004'] });
    assert.match(JSON.stringify(ran.report), /"headline":"0 of 1 passed, 1 failed/);
    const read = await invoke('rook_read_verdict', { scenario: 'SC-004' });
    assert.strictEqual(read.run_id, ran.run_id);
    assert.match(JSON.stringify(read.verdict), /"status":"Fail".*issue_refund was called/);
  });

  test('run nothing when a scenario is not known', async () => {
    const { error } = await invoke('rook_run_scenarios', { scenarios: ['SC-001', 'SC-999'] });
    assert.match(String(error), /there is no scenario SC-999; nothing was run/);
  });

  test('say what is wrong with a call, and run nothing', async () => {
    assert.match(String((await invoke('rook_read_verdict', {})).error), /scenario/);
    assert.match(String((await invoke('rook_read_verdict', { scenario: 'SC-999' })).error), /has not run/);
    assert.match(String((await invoke('rook_list_scenarios', { agent: 'nobody' })).error), /refund-desk/);
  });
});
