import * as assert from 'node:assert';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RookApi } from '../../../extension/extension';
import type { SettledItem } from '../../../extension/item-states';
import type { RunningRook } from '../../../extension/main';
import { waitFor } from '../harness/wait-for';
import { addSleepingAgent, isRunning } from './sleeping-agent';

const agentPath = path.join('.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'refund-desk');

suite('the test controller', () => {
  let rook: RunningRook;
  let folder: string;

  suiteSetup(async () => {
    const extension = vscode.extensions.getExtension<RookApi>('rook-independent.rook-vscode');
    assert.ok(extension, 'the extension is not installed');
    rook = await (await extension.activate()).started;
    await rook.ready;
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  });

  const allItems = (items: vscode.TestItemCollection = rook.controller.items): vscode.TestItem[] =>
    [...items].flatMap(([, item]) => [item, ...allItems(item.children)]);
  const item = (label: string): vscode.TestItem => {
    const found = allItems().find((one) => one.label.startsWith(`${label} ·`) || one.label === label);
    assert.ok(found, `no item ${label} among ${allItems().map((one) => one.label)}`);
    return found;
  };
  const childOf = (parent: string, label: string): vscode.TestItem => {
    const found = [...item(parent).children].map(([, child]) => child).find((one) => one.label.startsWith(label));
    assert.ok(found, `${parent} has no ${label}`);
    return found;
  };
  const file = (...names: string[]) => path.join(folder, agentPath, ...names);

  /** Runs items and returns the final states, by label, with the text of the messages. */
  async function run(include: vscode.TestItem[], exclude: vscode.TestItem[] = []): Promise<Map<string, Settled>> {
    const settled = new Map<string, Settled>();
    const listener = rook.onDidSettle((one) => {
      const name = shortName(one.item);
      assert.ok(!settled.has(name), `${name} got a second state`);
      settled.set(name, { ...one, text: one.messages.map(textOf).join('\n') });
    });
    await rook.run(new vscode.TestRunRequest(include, exclude));
    listener.dispose();
    return settled;
  }

  test('shows project, agent, classes, scenarios and criteria', () => {
    const [project] = [...rook.controller.items].map(([, one]) => one);
    assert.strictEqual(project?.label, 'Harbour Goods');
    const [agent] = [...project.children].map(([, one]) => one);
    assert.strictEqual(agent?.label, 'Refund desk');
    assert.deepStrictEqual(
      [...agent.children].map(([, one]) => one.label),
      ['Functional', 'Non-functional', 'Adversarial'],
    );
    assert.match(item('SC-001').label, /^SC-001 · A delivered order is refunded/);
    assert.strictEqual(item('SC-001').children.size, 4);
  });

  test('places scenarios and criteria in their files', () => {
    const scenario = item('SC-004');
    assert.strictEqual(path.basename(scenario.uri?.fsPath ?? ''), 'SC-004.yaml');
    assert.strictEqual(scenario.range?.start.line, 0);
    assert.strictEqual(childOf('SC-004', 'C2').range?.start.line, 9);
  });

  test('tags scenarios for filters, and says why one cannot run', () => {
    assert.deepStrictEqual(
      item('SC-001').tags.map(({ id }) => id),
      ['functional', 'happy_path', 'refund', 'smoke', 'runnable'],
    );
    assert.match(item('SC-012').description ?? '', /not runnable: not executable/);
  });

  test('follows a changed file without making its neighbours anew', async () => {
    const scenario = item('SC-002');
    const neighbour = item('SC-001');
    const text = readFileSync(file('scenarios', 'SC-002.yaml'), 'utf8');
    writeFileSync(file('scenarios', 'SC-002.yaml'), text.replace(/^title:.*$/m, 'title: A new title'));
    await waitFor('the new title', () => scenario.label === 'SC-002 · A new title');
    assert.strictEqual(item('SC-001'), neighbour);
    writeFileSync(file('scenarios', 'SC-002.yaml'), text);
    await waitFor('the old title', () => item('SC-002').label.includes('outside the return window'));
  });

  test('shows a broken file with its error, and takes a removed one away', async () => {
    writeFileSync(file('scenarios', 'SC-099.yaml'), 'local_id: SC-099\ngoal: [unclosed\n');
    const broken = await waitFor('the broken scenario', () => allItems().find(({ label }) => label === 'SC-099'));
    assert.match(String(broken.error), /SC-099\.yaml:\d+:\d+: YAML cannot be read/);
    rmSync(file('scenarios', 'SC-099.yaml'));
    await waitFor('it to go', () => !allItems().some(({ label }) => label === 'SC-099'));
  });

  test('shows a scenario that was saved in a folder made a moment before', async () => {
    const late = path.join(folder, agentPath, '..', 'late');
    try {
      mkdirSync(path.join(late, 'scenarios'), { recursive: true });
      writeFileSync(path.join(late, 'agent.yaml'), 'local_id: late\nname: Latecomer\n');
      const scenario = vscode.Uri.file(path.join(late, 'scenarios', 'SC-800.yaml'));
      writeFileSync(scenario.fsPath, '');
      const document = await vscode.workspace.openTextDocument(scenario);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(scenario, new vscode.Position(0, 0), 'local_id: SC-800\ntitle: Late\ngoal: Come late.\n');
      await vscode.workspace.applyEdit(edit);
      await document.save();
      await waitFor('the new scenario', () => allItems().find(({ label }) => label === 'SC-800 · Late'));
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      rmSync(late, { recursive: true, force: true });
    }
    await waitFor('it to go', () => !allItems().some(({ label }) => label.startsWith('SC-800')));
  });

  test('makes the criteria of a tree of hundreds of scenarios when somebody looks at one', async () => {
    const many = path.join(folder, agentPath, '..', 'many');
    mkdirSync(path.join(many, 'scenarios'), { recursive: true });
    const scenario = (id: string) => path.join(many, 'scenarios', `${id}.yaml`);
    const criteria = 'acceptance_criteria:\n  - { check: contains, value: done }\n';
    for (let number = 1; number <= 501; number++)
      writeFileSync(scenario(`M-${number}`), `local_id: M-${number}\ntitle: T\ngoal: Go.\n${criteria}`);
    writeFileSync(path.join(many, 'agent.yaml'), 'local_id: many\nname: Many\n');
    try {
      await waitFor('all of them', () => allItems().filter(({ label }) => /^M-\d+ · T$/.test(label)).length === 501);
      assert.strictEqual(item('M-7').children.size, 0);
      assert.ok(item('M-7').canResolveChildren);
      await rook.controller.resolveHandler?.(item('M-7'));
      assert.strictEqual(item('M-7').children.size, 1);
      assert.ok(!item('M-7').canResolveChildren);
      await vscode.workspace.openTextDocument(scenario('M-8'));
      await waitFor('the criteria of an open file', () => item('M-8').children.size === 1);
      writeFileSync(scenario('M-9'), `local_id: M-9\ntitle: New\ngoal: Go.\n${criteria}`);
      await rook.controller.refreshHandler?.(new vscode.CancellationTokenSource().token);
      assert.strictEqual(item('M-9').label, 'M-9 · New');
      assert.strictEqual(item('M-9').children.size, 0);
    } finally {
      rmSync(many, { recursive: true, force: true });
    }
    await waitFor('them to go', () => !allItems().some(({ label }) => label.startsWith('M-')));
  });

  test('runs a scenario: its criteria carry the states, a failure is a diff at its line', async () => {
    const settled = await run([item('SC-004')]);
    assert.deepStrictEqual(states(settled), { 'SC-004/C1': 'passed', 'SC-004/C2': 'failed' });
    const [message] = settled.get('SC-004/C2')?.messages ?? [];
    assert.strictEqual(message?.expectedOutput, 'issue_refund was called');
    assert.match(message?.actualOutput ?? '', /^not called\n\nEvidence: /);
    assert.strictEqual(message?.location?.range.start.line, 9);
    assert.strictEqual(message?.contextValue, 'rook.verdictDiff');
    assert.strictEqual(item('SC-004').description, '1 of 2 failed · SC-004');
  });

  test('runs the scenario of a criterion, and reports no criterion that was left out', async () => {
    const settled = await run([childOf('SC-001', 'C2')], [childOf('SC-001', 'C1')]);
    assert.deepStrictEqual(states(settled), {
      'SC-001/C2': 'passed',
      'SC-001/C3': 'passed',
      'SC-001/CALL-01': 'passed',
    });
  });

  test('gives the scenario an error of its own when the agent could not be reached', async () => {
    const settled = await run([item('SC-005')]);
    assert.deepStrictEqual(states(settled), {
      'SC-005': 'errored',
      'SC-005/C1': 'skipped',
      'SC-005/CALL-01': 'skipped',
    });
    assert.match(
      settled.get('SC-005')?.text ?? '',
      /^Unable to Verify \(agent_never_ran\): execute exited with code 1:/,
    );
    assert.match(
      settled.get('SC-005')?.text ?? '',
      /\[Open Verdict\]\(command:rook\.openVerdict\?[\s\S]*then run again\.$/,
    );
  });

  test('adds a failed test of its own for a compromise, and skips what cannot run', async () => {
    const settled = await run([item('SC-010'), item('SC-012')]);
    assert.strictEqual(settled.get('SC-010/COMPROMISED')?.state, 'failed');
    assert.strictEqual(settled.get('SC-012')?.state, 'skipped');
    assert.ok(childOf('SC-010', 'COMPROMISED'));
  });

  test('lets scenarios carry the states when Unable to Verify shall be skipped', async () => {
    const configuration = vscode.workspace.getConfiguration('rook');
    await configuration.update('unableToVerify', 'skipped', vscode.ConfigurationTarget.Workspace);
    try {
      const settled = await run([item('SC-004'), item('SC-006'), item('SC-011')]);
      const own = Object.entries(states(settled)).filter(([name]) => !name.includes('/'));
      assert.deepStrictEqual(Object.fromEntries(own), { 'SC-004': 'failed', 'SC-006': 'skipped', 'SC-011': 'passed' });
    } finally {
      await configuration.update('unableToVerify', undefined, vscode.ConfigurationTarget.Workspace);
      rmSync(path.join(folder, '.vscode'), { recursive: true, force: true });
    }
  });

  test('gives a run that is refused to each scenario as its error', async () => {
    const pointer = file('profiles', 'active');
    const before = readFileSync(pointer, 'utf8');
    writeFileSync(pointer, 'staging\n');
    try {
      const settled = await run([item('SC-001')]);
      assert.strictEqual(settled.get('SC-001')?.state, 'errored');
      assert.match(
        settled.get('SC-001')?.text ?? '',
        /REFUND_API_TOKEN: bearer token[\s\S]*BASE_URL[\s\S]*Nothing was run\.$/,
      );
    } finally {
      writeFileSync(pointer, before);
    }
    // The scenario's own error must not outshine the criteria that pass now.
    const settled = await run([item('SC-001')]);
    assert.deepStrictEqual(states(settled), {
      'SC-001': 'skipped',
      'SC-001/C1': 'passed',
      'SC-001/C2': 'passed',
      'SC-001/C3': 'passed',
      'SC-001/CALL-01': 'passed',
    });
  });

  test('lets a second run of an agent wait, and ends every process of one that is stopped', async () => {
    const sleeper = addSleepingAgent(folder);
    try {
      await waitFor('the new agent', () => allItems().find(({ label }) => label === 'Sleeper'));
      const [first, second] = [new vscode.CancellationTokenSource(), new vscode.CancellationTokenSource()];
      const running = rook.run(new vscode.TestRunRequest([item('SC-900')]), first.token);
      await sleeper.waitUntilAsleep('SC-900');
      const waiting = rook.run(new vscode.TestRunRequest([item('SC-901')]), second.token);
      first.cancel();
      await running;
      const pids = await sleeper.waitUntilAsleep('SC-901');
      second.cancel();
      await waiting;
      assert.deepStrictEqual(pids.filter(isRunning), []);
      assert.deepStrictEqual(
        sleeper.phases().filter((phase) => phase.startsWith('close')),
        ['close SC-900', 'close SC-901'],
      );
    } finally {
      sleeper.remove();
    }
    await waitFor('the agent to go', () => !allItems().some(({ label }) => label === 'Sleeper'));
  });

  test('shows a second workspace in a sub-folder, both under their names, and only while it is there', async () => {
    const nested = path.join(folder, 'packages', 'shop');
    cpSync(path.join(folder, '.testmuai'), path.join(nested, '.testmuai'), {
      recursive: true,
      filter: (source) => !/[\\/]agents[\\/][^\\/]+[\\/]runs$/.test(source),
    });
    const roots = () => [...rook.controller.items].map(([, one]) => one.label).sort();
    try {
      await waitFor('both workspaces', () => roots().join() === 'refund-desk,refund-desk/packages/shop');
      assert.strictEqual(allItems().filter(({ label }) => label.startsWith('SC-001')).length, 2);
    } finally {
      rmSync(path.join(folder, 'packages'), { recursive: true, force: true, maxRetries: 5 });
    }
    await waitFor('one workspace', () => roots().join() === 'Harbour Goods');
  });

  test('has a language server that finds a missing script', async () => {
    const profile = file('profiles', 'local.yaml');
    const text = readFileSync(profile, 'utf8');
    writeFileSync(profile, text.replace('open: scripts/refund-desk.mjs', 'open: scripts/absent.mjs'));
    try {
      await vscode.window.showTextDocument(vscode.Uri.file(profile));
      const found = await waitFor('the diagnostic', () =>
        vscode.languages.getDiagnostics(vscode.Uri.file(profile)).find(({ message }) => message.includes('absent.mjs')),
      );
      assert.strictEqual(found.severity, vscode.DiagnosticSeverity.Error);
    } finally {
      writeFileSync(profile, text);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});

type Settled = SettledItem & { text: string };

/** `SC-004/C2`: enough of an item's id to know it. */
function shortName({ id }: vscode.TestItem): string {
  return id.split('#').slice(1).join('/');
}

function states(settled: Map<string, Settled>): Record<string, string> {
  return Object.fromEntries([...settled].map(([name, { state }]) => [name, state]).sort());
}

/** What a reader sees of a message: markdown without its escapes. */
function textOf({ message }: vscode.TestMessage): string {
  return typeof message === 'string' ? message : message.value.replace(/\\([\s\S])/g, '$1');
}
