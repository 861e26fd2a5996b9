import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { useWorkbench } from './harness/use-workbench';

const secret = 'desk-secret-1234567890';
const runLimitMs = 60_000;

const files: Record<string, string> = {
  'agent.yaml': 'id: keyed\nname: Keyed\n',
  'profiles/locked.yaml': `id: locked
hooks:
  execute: scripts/keyed.mjs
env:
  - variable: DESK_KEY
    purpose: opens the desk
`,
  'scripts/keyed.mjs': `console.error('the key is ' + process.env.DESK_KEY);
console.log(JSON.stringify({ output: 'open with ' + process.env.DESK_KEY, length: process.env.DESK_KEY.length }));
`,
  'scenarios/SC-940.yaml': `local_id: SC-940
title: The desk opens
class: functional
goal: Open the desk.
acceptance_criteria:
  - statement: It is open.
    check: contains
    value: open
`,
};

describe('a value that a profile needs', () => {
  const copy = copyExample('refund-desk');
  const agent = path.join(copy.folder, '.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'keyed');
  beforeAll(() => {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(agent, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  /** Everything in the agent's folder, records of runs included; the state folders are not kept and not committed. */
  const written = (): string =>
    readdirSync(agent, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/run-state|hook-state/.test(entry.parentPath))
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');

  test('is asked for where a run says that it is missing, and is not shown', async () => {
    const { openTestingView, expandAll, filterTests, hoverRun, waitForRowState, answerNotification, page } =
      workbench();
    await openTestingView();
    await filterTests('SC-940');
    await expandAll();
    await hoverRun(/^SC-940/);
    await waitForRowState(/^SC-940/, 'Errored', runLimitMs);
    await answerNotification(/DESK_KEY: opens the desk/, 'Set Value…');
    const input = page.locator('.quick-input-box input');
    await input.waitFor();
    expect(await input.getAttribute('type')).toBe('password');
    expect(await page.locator('.quick-input-widget').textContent()).toContain('opens the desk');
    await workbench().screenshot('environment-value');
    await workbench().answerInput(secret);
    await workbench().waitForNotification('The value of DESK_KEY is kept in the secret storage');
  });

  test('is used by the next run, masked in its records, and in no file of the workspace', async () => {
    const { hoverRun, waitForRowState } = workbench();
    await hoverRun(/^SC-940/);
    await waitForRowState(/^SC-940/, 'Passed', runLimitMs);
    const all = written();
    expect(all).toContain('open with «DESK_KEY»');
    expect(all).toContain(`"length": ${secret.length}`);
    expect(all).not.toContain(secret);
  });

  test('stands in the environment with where it comes from, beside those that are missing', async () => {
    const { runCommand, pickLabels, page, screenshot } = workbench();
    await runCommand('Rook: Show Environment…');
    expect(await pickLabels()).toEqual(expect.arrayContaining(['REFUND_API_TOKEN', 'BASE_URL', 'DESK_KEY']));
    const list = (await page.locator('.quick-input-list').textContent()) ?? '';
    expect(list).toMatch(/in the secret storage of VS Code, for locked/);
    expect(list).toMatch(/missing, for staging/);
    await screenshot('environment');
    await page.keyboard.press('Escape');
  });

  test('is gone when it was removed', async () => {
    const { runCommand, pick, answerDialog, dialogText, hoverRun, waitForRowState } = workbench();
    await runCommand('Rook: Remove Environment Value…');
    await pick('DESK_KEY');
    expect(await dialogText()).toContain('in the secret storage of VS Code');
    await answerDialog('Remove');
    await hoverRun(/^SC-940/);
    await waitForRowState(/^SC-940/, 'Errored', runLimitMs);
  });
});
