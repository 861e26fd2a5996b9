import * as assert from 'node:assert';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RookApi } from '../../../extension/extension';
import type { RunningRook } from '../../../extension/main';
import { waitFor } from '../harness/wait-for';

const agentPath = path.join('.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'refund-desk');
const label = 'Run with Root Cause Analysis';

/** A judge that explains what it is given by a quotation from it, and grades nothing. */
const judge = `
let prompt = '';
for await (const chunk of process.stdin.setEncoding('utf8')) prompt += chunk;
const [, written = '""'] = /"evidence": ("(?:[^"\\\\\\\\]|\\\\\\\\.)*")/.exec(prompt) ?? [];
const cause = {
  cause: 'The judge script says so.', remedy: 'Mend the agent.', confidence: 'high', fault: 'agent', where: '',
  summary: 'By rule.', quotes: [JSON.parse(written)],
};
if (prompt.includes('What is the root cause?')) console.log(JSON.stringify(cause));
else console.log(JSON.stringify({ narrative: 'See the causes.', next: [] }));
`;

suite('the run profile for root cause analysis', () => {
  let rook: RunningRook;
  let folder: string;
  /** Those with its label that are in the run menu. */
  const shown = new Set<vscode.TestRunProfile>();
  let create: vscode.TestController['createRunProfile'];

  suiteSetup(async () => {
    const extension = vscode.extensions.getExtension<RookApi>('rook-independent.rook-vscode');
    assert.ok(extension, 'the extension is not installed');
    rook = await (await extension.activate()).started;
    await rook.ready;
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    writeFileSync(path.join(folder, 'judge.mjs'), judge);
    create = rook.controller.createRunProfile;
    rook.controller.createRunProfile = (...args) => {
      const profile = create.apply(rook.controller, args);
      if (args[0] !== label) return profile;
      shown.add(profile);
      const dispose = profile.dispose.bind(profile);
      profile.dispose = () => {
        shown.delete(profile);
        dispose();
      };
      return profile;
    };
  });
  suiteTeardown(async () => {
    await configure(undefined);
    await waitFor('the profile to go', () => shown.size === 0);
    rook.controller.createRunProfile = create;
    rmSync(path.join(folder, 'judge.mjs'));
  });

  async function configure(command: string | undefined): Promise<void> {
    const configuration = vscode.workspace.getConfiguration('rook.judge');
    const target = vscode.ConfigurationTarget.Global;
    await configuration.update('provider', command === undefined ? undefined : 'command', target);
    await configuration.update('command', command, target);
  }

  const settingsFile = () => path.join(folder, '.testmuai', 'rook', 'settings.json');

  test('is not there without a judge model', () => {
    assert.strictEqual(shown.size, 0);
  });

  test('comes with the setting, once, and goes with it', async () => {
    await configure('node judge.mjs');
    await waitFor('the profile', () => shown.size === 1);
    const [profile] = shown;
    assert.strictEqual(profile?.kind, vscode.TestRunProfileKind.Run);
    assert.strictEqual(profile.isDefault, false);
    assert.strictEqual(profile.supportsContinuousRun, false);
    await configure(undefined);
    await waitFor('the profile to go', () => shown.size === 0);
  });

  test('comes and goes with settings.json of the workspace', async () => {
    const before = readFileSync(settingsFile(), 'utf8');
    try {
      writeFileSync(settingsFile(), JSON.stringify({ ...JSON.parse(before), judge: { command: 'node judge.mjs' } }));
      await waitFor('the profile', () => shown.size === 1);
    } finally {
      writeFileSync(settingsFile(), before);
    }
    await waitFor('the profile to go', () => shown.size === 0);
  });

  test('runs, and leaves root causes in the report and in the output', async () => {
    await configure('node judge.mjs');
    const profile = await waitFor('the profile', () => [...shown][0]);
    const scenario = allItems().find((one) => one.label.startsWith('SC-004'));
    assert.ok(scenario, 'there is no SC-004');
    const output = await outputOf(async () => {
      const source = new vscode.CancellationTokenSource();
      await profile.runHandler(new vscode.TestRunRequest([scenario]), source.token);
    });
    const runs = path.join(folder, agentPath, 'runs');
    const [newest = ''] = readdirSync(runs).sort().reverse();
    const report = readFileSync(path.join(runs, newest, 'report.yaml'), 'utf8');
    assert.match(report, /cause: The judge script says so\./);
    assert.match(report, /narrative: See the causes\./);
    assert.match(readFileSync(path.join(runs, newest, 'run.yaml'), 'utf8'), /^rca: true$/m);
    assert.match(output, /Cause of SC-004: The judge script says so\. \(agent, high confidence\)/);
    assert.match(output, /Remedy: Mend the agent\./);
  });

  function allItems(items: vscode.TestItemCollection = rook.controller.items): vscode.TestItem[] {
    return [...items].flatMap(([, item]) => [item, ...allItems(item.children)]);
  }

  /** Everything that runs write meanwhile. */
  async function outputOf(action: () => Promise<void>): Promise<string> {
    let all = '';
    const createRun = rook.controller.createTestRun;
    rook.controller.createTestRun = (...args) => {
      const run = createRun.apply(rook.controller, args);
      const append = run.appendOutput.bind(run);
      run.appendOutput = (text, location, item) => {
        all += text;
        append(text, location, item);
      };
      return run;
    };
    try {
      await action();
    } finally {
      rook.controller.createTestRun = createRun;
    }
    return all;
  }
});
