import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readScenarioText } from '../../engine/workspace/scenario-file';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

/** One workbench; each test goes on from where the one before has left it. */
describe('writing a scenario by answering questions', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });

  const file = (id: string) => path.join(workbench().folder, agentPath, 'scenarios', `${id}.yaml`);
  const title = () => workbench().page.locator('.quick-input-titlebar .quick-input-title').textContent();
  const atStep = (step: string) =>
    waitFor(`step ${step}`, async () => (await title())?.includes(`(${step})`) ?? false, { describe: title });
  const lenses = () => workbench().page.locator('.editor-group-container.active .codelens-decoration');

  test('goes back, and keeps what was typed', async () => {
    const { runCommand, page, screenshot } = workbench();
    await runCommand('Rook: New Scenario…');
    await atStep('1/5');
    await page.keyboard.type('Gift cards: "#1" is refunded');
    await page.keyboard.press('Enter');
    await atStep('2/5');
    await page.locator('.quick-input-titlebar .action-label[aria-label^="Back"]').click();
    await atStep('1/5');
    expect(await page.locator('.quick-input-box input').inputValue()).toBe('Gift cards: "#1" is refunded');
    await screenshot('new-scenario-title');
  });

  test('takes no empty answer', async () => {
    const { page } = workbench();
    await page.keyboard.press('Enter');
    await atStep('2/5');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-message', { hasText: 'Write something.' }).waitFor();
    await page.keyboard.type('- Please refund ORD-1058: the tea set.');
    await page.keyboard.press('Enter');
    await atStep('3/5');
  });

  test('writes a valid file by keyboard alone, opens it in its goal, and shows the test', async () => {
    const { page, screenshot, activeTab, openTestingView, expandAll, filterTests, testRow, waitForStatusBar } =
      workbench();
    expect((await workbench().pickLabels())[0]).toBe('happy_path');
    await screenshot('new-scenario-kind');
    await page.keyboard.press('Enter');
    await atStep('4/5');
    await page.keyboard.press('Enter');
    await atStep('5/5');
    await screenshot('new-scenario-check');
    await page.keyboard.type('json_path');
    await page.keyboard.press('Enter');
    await waitFor(
      'the path',
      async () => (await page.locator('.quick-input-message').textContent())?.includes('path:') ?? false,
    );
    await page.keyboard.type('$.[');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-message', { hasText: 'does not compile' }).waitFor();
    await screenshot('new-scenario-path');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('$.refund.status');
    await page.keyboard.press('Enter');
    await workbench().pick('equals');
    await waitFor(
      'the value',
      async () => (await page.locator('.quick-input-message').textContent())?.includes('equals:') ?? false,
    );
    await page.keyboard.type('paid');
    await page.keyboard.press('Enter');
    await waitFor('the file', () => existsSync(file('SC-016')));
    const { scenario, problems } = readScenarioText(readFileSync(file('SC-016'), 'utf8'), 'SC-016.yaml');
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({
      title: 'Gift cards: "#1" is refunded',
      goal: '- Please refund ORD-1058: the tea set.',
      class: 'functional',
      category: 'happy_path',
      criteria: [{ check: 'json_path', statement: '$.refund.status is paid.' }],
    });
    await waitFor('its tab', async () => (await activeTab()) === 'SC-016.yaml');
    const goalLine =
      readFileSync(file('SC-016'), 'utf8')
        .split('\n')
        .findIndex((line) => line.startsWith('goal:')) + 1;
    await waitForStatusBar(new RegExp(`^Ln ${goalLine}, Col`));
    await lenses().filter({ hasText: 'New Criterion…' }).waitFor();
    await openTestingView();
    await expandAll();
    await filterTests('SC-016');
    await testRow(/^SC-016 · Gift cards/)
      .first()
      .waitFor();
    await screenshot('new-scenario-written');
  });

  test('adds a criterion from the menu of the test, with options, and changes nothing else', async () => {
    const { page, testRow, chooseFromMenu, pick, answerInput, screenshot } = workbench();
    const before = readFileSync(file('SC-016'), 'utf8');
    await testRow(/^SC-016/)
      .first()
      .click({ button: 'right' });
    await chooseFromMenu('New Criterion…');
    await pick('contains');
    await answerInput('cannot: "no" # never');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'ignore_case' }).waitFor();
    await screenshot('new-criterion-options');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'absent' }).click();
    await page.keyboard.press('Enter');
    await waitFor('the proposal', async () =>
      /does not contain/.test(await page.locator('.quick-input-box input').inputValue()),
    );
    await page.keyboard.press('Enter');
    await waitFor('the criterion', () => readFileSync(file('SC-016'), 'utf8') !== before);
    const after = readFileSync(file('SC-016'), 'utf8');
    const { scenario, problems } = readScenarioText(after, 'SC-016.yaml');
    expect(problems).toEqual([]);
    expect(scenario?.criteria[1]).toMatchObject({
      check: 'contains',
      statement: 'The answer does not contain "cannot: "no" # never".',
      parameters: { value: 'cannot: "no" # never', absent: true },
    });
    const kept = before.split('\n').filter((line) => !after.split('\n').includes(line));
    expect(kept).toEqual([]);
    await testRow(/^C2 · The answer does not contain/)
      .first()
      .waitFor();
    await screenshot('new-criterion-written');
  });

  test('runs the scenario from the lens above it', async () => {
    const { waitForRowState, filterTests, screenshot } = workbench();
    await lenses().locator('a', { hasText: 'Run' }).first().click();
    await waitForRowState(/^SC-016/, 'Failed', 60_000);
    await lenses().locator('a', { hasText: 'Open Verdict' }).waitFor();
    await screenshot('new-scenario-lenses');
    await filterTests('');
  });

  test('writes nothing when it is left', async () => {
    const { runCommand, page } = workbench();
    await runCommand('Rook: New Scenario…');
    await atStep('1/5');
    await page.keyboard.type('Never written');
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    expect(existsSync(file('SC-017'))).toBe(false);
  });
});
