import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imagesFolder } from './harness/artefacts';
import { editedExample } from './harness/edited-example';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const local = `${agentPath}/profiles/local.yaml`;
const staging = `${agentPath}/profiles/staging.yaml`;
const script = `${agentPath}/scripts/refund-desk.mjs`;
const scenario = `${agentPath}/scenarios/SC-001.yaml`;
const token = 'never-shown-93b1f0';
const runLimitMs = 60_000;

/** One workbench; each test goes on from where the one before has left it. */
describe('what the editor knows of a profile and a scenario', () => {
  const desk = editedExample('refund-desk');
  const { read, write, placeOf } = desk;
  afterAll(() => desk.remove());
  const workbench = useWorkbench({
    folder: desk.folder,
    viewport: { width: 1200, height: 760 },
    env: { REFUND_API_TOKEN: token },
  });
  beforeAll(() => mkdirSync(imagesFolder, { recursive: true }));
  const lens = (text: string) => workbench().lenses().locator('a', { hasText: text });

  test('hover says what a key means, and leads to the documentation that is installed', async () => {
    const { openFile, goTo, hoverAtCursor, waitForActivation, runCommand, page, activeTab, editorText } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await openFile(local);
    await goTo(placeOf(local, 'concurrency'));
    expect(await hoverAtCursor('default: 1')).toMatch(/^concurrency · whole number, 1 to 8 · default: 1.*in flight/);
    const link = page.locator('.monaco-hover:visible a', { hasText: 'Documentation' });
    await waitFor('its page', async () => {
      // A hover closes when lenses that come late move the text.
      if (await link.isVisible()) await link.click({ timeout: 2_000 });
      else if ((await activeTab()) === 'local.yaml') await hoverAtCursor('Documentation');
      return (await activeTab()) === 'files-and-hooks.md';
    });
    await waitFor('its section', async () => /^#+ /m.test(await editorText()), { describe: editorText });
    await runCommand('View: Close Editor');
  });

  test('hover says whether a variable has a value, and never which', async () => {
    const { openFile, goTo, hoverAtCursor, page } = workbench();
    await openFile(staging);
    await goTo(placeOf(staging, 'REFUND_API_TOKEN\n'));
    const hover = await hoverAtCursor('REFUND_API_TOKEN');
    expect(hover).toContain('Environment variable REFUND_API_TOKEN: bearer token for the staging refund API');
    expect(hover).toContain('It has a value here now.');
    expect(hover).toContain('Read in');
    expect(await page.content()).not.toContain(token);
  });

  test('a variable has a colour of its own', async () => {
    const { openFile, goTo, runCommand, page } = workbench();
    await openFile(staging);
    await goTo(placeOf(staging, 'REFUND_API_TOKEN\n'));
    await runCommand('Developer: Inspect Editor Tokens and Scopes');
    const inspector = page.locator('.token-inspect-widget');
    await waitFor(
      'its kind',
      async () => /semantic token type\s*variable/.test((await inspector.textContent()) ?? ''),
      {
        describe: () => inspector.textContent(),
      },
    );
    await page.keyboard.press('Escape');
  });

  test('completes the check of a criterion by keyboard', async () => {
    const { openFile, goTo, suggestions, saveFile, page } = workbench();
    const before = read(scenario);
    write(scenario, before.replace('check: call_order', 'check: '));
    await openFile(scenario);
    await goTo({ ...placeOf(scenario, 'check: \n'), column: '    check: '.length + 1 });
    const labels = await suggestions('call_count');
    expect(labels).toEqual(expect.arrayContaining(['call_order', 'called_with', 'contains', 'json_path', 'llm_judge']));
    await page.mouse.move(700, 700); // no tooltip in the picture
    await page.screenshot({ path: path.join(imagesFolder, 'completion.png') });
    await page.keyboard.type('call_o');
    await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: 'call_order' }).waitFor();
    await page.keyboard.press('Enter');
    await saveFile();
    await waitFor('the check', () => read(scenario) === before, { describe: () => read(scenario) });
  });

  test('completes what a script reads of Rook', async () => {
    const { openFile, goTo, suggestions, saveFile, page } = workbench();
    const before = read(script);
    await openFile(script);
    await goTo(placeOf(script, 'const phase ='));
    await page.keyboard.press('ControlOrMeta+Enter'); // a line below
    await page.keyboard.type('const turn = process.env.ROOK_TU');
    expect(await suggestions('ROOK_TURN')).toContain('ROOK_TURN');
    await page.keyboard.press('Enter');
    await page.keyboard.type(';');
    await saveFile();
    await waitFor('the variable', () => read(script).includes('\nconst turn = process.env.ROOK_TURN;\n'));
    write(script, before);
  });

  test('lenses say which profiles run a script, and lead there', async () => {
    const { openFile, activeTab, clickLens, page } = workbench();
    await openFile(script);
    await page.keyboard.press('ControlOrMeta+Home');
    await lens('local: prepare, open, execute, close, collect').waitFor();
    await clickLens('staging: prepare, open, execute, close, collect');
    await waitFor('the profile', async () => (await activeTab()) === 'staging.yaml', { describe: activeTab });
  });

  test('the lens above a scenario runs it, and then shows its verdict', async () => {
    const { openFile, waitForRowState, openTestingView, expandAll, filterTests, editorText, lenses, clickLens } =
      workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    await openFile(scenario);
    await clickLens('Run');
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
    await lens('Open Verdict: Pass').waitFor();
    await lens('Open Evidence').waitFor();
    // One above each criterion.
    expect((await lenses().allTextContents()).filter((text) => text === 'Pass')).toHaveLength(3);
    await waitFor('the hint behind the id', async () => (await editorText()).includes('local_id: SC-001Pass'), {
      describe: editorText,
    });
    await filterTests('');
    await clickLens('Open Verdict: Pass');
    await workbench().webview().getByText('SC-001').first().waitFor();
  });

  test('the path of a script is a link, and its definition', async () => {
    const { openFile, goTo, activeTab, page } = workbench();
    const isOpen = () =>
      waitFor('the script', async () => (await activeTab()) === 'refund-desk.mjs', { describe: activeTab });
    await openFile(local);
    await goTo(placeOf(local, 'scripts/refund-desk.mjs'));
    await page.keyboard.press('F12');
    await isOpen();
    await openFile(local);
    const link = page.locator('.view-line .detected-link', { hasText: 'scripts/refund-desk.mjs' }).first();
    await link.click({ modifiers: ['ControlOrMeta'] });
    await isOpen();
  });

  test('its outline has the keys, and the criteria by what names them', async () => {
    const { openFile, page, pickLabels } = workbench();
    await openFile(scenario);
    await page.keyboard.press('ControlOrMeta+Shift+o');
    const labels = await pickLabels();
    expect(labels.slice(0, 7)).toEqual([
      ...['local_id', 'title', 'feature_id', 'goal', 'input_kind', 'acceptance_criteria', 'C1'],
    ]);
    expect(labels).toContain('C2');
    await page.keyboard.press('Escape');
  });
});
