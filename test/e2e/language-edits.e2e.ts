import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editedExample } from './harness/edited-example';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const local = `${agentPath}/profiles/local.yaml`;
const staging = `${agentPath}/profiles/staging.yaml`;
const active = `${agentPath}/profiles/active`;
const script = `${agentPath}/scripts/refund-desk.mjs`;
const audit = `${agentPath}/scripts/audit.mjs`;
const feature = `${agentPath}/features/F-001.yaml`;
const scenario = (id: string) => `${agentPath}/scenarios/${id}.yaml`;

/** One workbench; each test goes on from where the one before has left it. */
describe('what the editor changes in files', () => {
  const desk = editedExample('refund-desk');
  const { read, write, placeOf } = desk;
  beforeAll(() => rmSync(path.join(desk.folder, scenario('SC-014')))); // it is wrong on purpose
  afterAll(() => desk.remove());
  const workbench = useWorkbench({ folder: desk.folder, viewport: { width: 1200, height: 900 } });
  const exists = (file: string) => existsSync(path.join(desk.folder, file));

  test('F2 gives a scenario another id: in its file, the name of that, and what refers to it', async () => {
    const { openFile, goTo, renameTo, activeTab, openTestingView, expandAll, filterTests, testRow } = workbench();
    await workbench().waitForActivation('rook-independent.rook-vscode');
    const before = read(scenario('SC-002'));
    write(feature, `${read(feature)}scenarios: [SC-001, SC-002] # the everyday ones\n`);
    await openFile(scenario('SC-002'));
    await goTo(placeOf(scenario('SC-002'), 'SC-002'));
    await renameTo('SC-102');
    await waitFor('the renamed file', () => exists(scenario('SC-102')) && !exists(scenario('SC-002')));
    await waitFor('its id', () => read(scenario('SC-102')) === before.replace('SC-002', 'SC-102'), {
      describe: () => read(scenario('SC-102')),
    });
    await waitFor('the feature', () => read(feature).includes('scenarios: [SC-001, SC-102] # the everyday ones\n'), {
      describe: () => read(feature),
    });
    await waitFor('its tab', async () => (await activeTab()) === 'SC-102.yaml', { describe: activeTab });
    await openTestingView();
    await expandAll();
    await filterTests('SC-102');
    await testRow(/^SC-102/)
      .first()
      .waitFor();
    await filterTests('');
  });

  test('a name that is taken is refused, and nothing is changed', async () => {
    const { openFile, goTo, renameTo, waitForNotification } = workbench();
    const before = read(scenario('SC-003'));
    await openFile(scenario('SC-003'));
    await goTo(placeOf(scenario('SC-003'), 'SC-003'));
    await renameTo('SC-004');
    await waitForNotification('there is a scenario SC-004 already. Choose another id.');
    expect(read(scenario('SC-003'))).toBe(before);
    expect(exists(scenario('SC-004'))).toBe(true);
  });

  test('F2 gives the active profile another id, and the pointer follows', async () => {
    const { openFile, goTo, renameTo, waitForStatusBar } = workbench();
    await openFile(local);
    await goTo(placeOf(local, 'local\n'));
    await renameTo('desk');
    const renamed = local.replace('local.yaml', 'desk.yaml');
    await waitFor('the renamed file', () => exists(renamed) && !exists(local));
    await waitFor('the pointer', () => read(active).trim() === 'desk', { describe: () => read(active) });
    expect(read(renamed)).toContain('id: desk\nname: Local refund desk\n');
    expect(exists(`${agentPath}/profiles/.observed/desk.json`)).toBe(true);
    await waitForStatusBar('desk');
  });

  test('F2 gives a variable another name, in the profile and in its script', async () => {
    const { openFile, goTo, renameTo } = workbench();
    await openFile(staging);
    await goTo(placeOf(staging, 'REFUND_API_TOKEN\n'));
    await renameTo('DESK_TOKEN');
    await waitFor('the profile', () => read(staging).includes('- variable: DESK_TOKEN\n'), {
      describe: () => read(staging),
    });
    await waitFor('the script', () => read(script).includes('token: process.env.DESK_TOKEN }'));
  });

  test('formatting puts the keys in order and leaves the rest as it is', async () => {
    const { openFile, runCommand, saveFile, waitForNoProblems } = workbench();
    const ordered = read(feature).replace('name: Refund within policy', 'name:   "Refund within policy" # shown');
    const [id = '', ...rest] = ordered.split('\n');
    write(feature, [...rest.slice(0, -1), id, ''].join('\n'));
    await openFile(feature);
    await runCommand('Format Document');
    await saveFile();
    await waitFor('the order', () => read(feature) === ordered, { describe: () => read(feature) });
    await waitForNoProblems();
  });

  test('a missing script is written from a template, and its problem is gone', async () => {
    const { openFile, goTo, quickFixes, takeQuickFix, waitForProblem, waitForNoProblems, saveFile } = workbench();
    write(staging, read(staging).replace('collect: scripts/refund-desk.mjs', 'collect: scripts/audit.mjs'));
    await openFile(staging);
    await waitForProblem('scripts/audit.mjs');
    await openFile(staging);
    await goTo(placeOf(staging, 'scripts/audit.mjs'));
    await quickFixes('Create scripts/audit.mjs from a template');
    await takeQuickFix('Create scripts/audit.mjs from a template');
    await waitForNoProblems();
    await workbench().screenshot('script-from-template');
    await openFile(audit);
    await saveFile();
    expect(read(audit)).toContain('collect');
    await waitForNoProblems();
  });
});
