import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imagesFolder } from './harness/artefacts';
import { editedExample } from './harness/edited-example';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const local = `${agentPath}/profiles/local.yaml`;
const script = `${agentPath}/scripts/refund-desk.mjs`;
const mcpServers = '.testmuai/rook/mcp.json';
const workflow = '.github/workflows/rehearse.yml';
const stranger = `on: pull_request_target
permissions: { contents: read }
jobs:
  rehearse:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - run: npx --yes rook-vscode@0.1.0 run --ci --json > run.json
`;

/** One workbench; each test goes on from where the one before has left it. */
describe('what is wrong with a file, in the editor', () => {
  const desk = editedExample('refund-desk');
  const { read, write, placeOf } = desk;
  const right = read(local);
  const rightScript = read(script);
  const misspelt = right.replace('concurrency: 2', 'concurency: 2');

  beforeAll(() => {
    rmSync(path.join(desk.folder, agentPath, 'scenarios', 'SC-014.yaml')); // it is wrong on purpose
    write(local, misspelt);
  });
  afterAll(() => desk.remove());
  const workbench = useWorkbench({ folder: desk.folder, viewport: { width: 1200, height: 900 } });

  test('a misspelt key is told once, at its place', async () => {
    const { openFile, waitForProblem, problems, page, waitForActivation } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await openFile(local, placeOf(local, 'concurency').line);
    expect(await waitForProblem('concurency')).toMatchObject({
      severity: 'error',
      source: 'rook',
      code: 'unknown-field',
      message: expect.stringContaining('Did you mean concurrency?'),
      file: 'local.yaml',
      ...placeOf(local, 'concurency'),
    });
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    // Nobody else tells the same, and nothing else is wrong.
    expect(await problems()).toHaveLength(1);
  });

  test('its code leads to its section in the documentation that is installed', async () => {
    const { page, runCommand, waitForStatusBar, activeTab, editorText } = workbench();
    await page.locator('.markers-panel .marker-code').getByText('unknown-field').click();
    await waitFor('the documentation', async () => (await activeTab()) === 'diagnostics.md', { describe: activeTab });
    await waitFor('its section', async () => (await editorText()).includes('### unknown-field'), {
      describe: editorText,
    });
    await waitForStatusBar(/^Ln \d+, Col 1/);
    await runCommand('View: Close Editor');
  });

  test('is mended by keyboard, and nothing else of the file is touched', async () => {
    const { openFile, goTo, quickFixes, takeQuickFix, saveFile, waitForNoProblems, page } = workbench();
    await openFile(local);
    await goTo(placeOf(local, 'concurency'));
    const titles = await quickFixes('Change to concurrency');
    expect(titles).toEqual(['Change to concurrency', 'Silence unknown-field here']);
    mkdirSync(imagesFolder, { recursive: true });
    await page.screenshot({ path: path.join(imagesFolder, 'quick-fix.png') });
    await takeQuickFix('Change to concurrency');
    await saveFile();
    await waitFor('the mended file', () => read(local) === right, { describe: () => read(local) });
    await waitForNoProblems();
  });

  test('progress on standard output is told in the script, and at the lines of the profiles that run it', async () => {
    const { openFile, problems, waitForProblem, page } = workbench();
    write(
      script,
      rightScript.replace('const message = await readAll(process.stdin);', "$&\n  console.log('Sending');"),
    );
    await openFile(script);
    expect(await waitForProblem('console.log')).toMatchObject({
      severity: 'error',
      code: 'hook-stdout-not-json',
      file: 'refund-desk.mjs',
      line: placeOf(script, 'Sending').line,
    });
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'profile local runs it as execute' }).waitFor();
    await openFile(local);
    const inProfile = await waitFor(
      'the finding in the profile',
      async () => (await problems()).find(({ file }) => file === 'local.yaml'),
      { describe: problems },
    );
    expect(inProfile).toMatchObject({ severity: 'info', code: 'hook-script', line: placeOf(local, 'prepare:').line });
    expect(inProfile.message).toContain('console.log writes text to standard output');
  });

  test('it is gone when it is silenced in the script', async () => {
    const { openFile, goTo, quickFixes, takeQuickFix, saveFile, waitForProblemToGo, waitForNoProblems } = workbench();
    await openFile(script);
    await goTo(placeOf(script, "console.log('Sending')"));
    await quickFixes('Silence hook-stdout-not-json here');
    await takeQuickFix('Silence hook-stdout-not-json here');
    await waitForProblemToGo(/^console\.log/);
    await saveFile();
    await waitForNoProblems();
    expect(read(script)).toContain("  // rook-ignore-next-line hook-stdout-not-json\n  console.log('Sending');");
    write(script, rightScript);
  });

  test('a script that appears outside of the editor is no longer missing', async () => {
    const { openFile, waitForProblem, waitForNoProblems } = workbench();
    write(local, right.replace('collect: scripts/refund-desk.mjs', 'collect: scripts/audit.mjs'));
    await openFile(local);
    const { message } = await waitForProblem('scripts/audit.mjs');
    expect(message).toContain(`${agentPath}/scripts/audit.mjs`);
    write(`${agentPath}/scripts/audit.mjs`, rightScript);
    await waitForNoProblems();
    write(local, right);
  });

  test('a code that the settings switch off is not told, and told again without them', async () => {
    const { openFile, waitForProblem, waitForNoProblems } = workbench();
    write(local, misspelt);
    await openFile(local);
    await waitForProblem('concurency');
    write('.vscode/settings.json', '{ "rook.diagnostics.disabled": ["unknown-field"] }');
    await waitForNoProblems();
    write('.vscode/settings.json', '{}');
    await waitForProblem('concurency');
  });

  test('a comment silences a code in the line below it', async () => {
    const { openFile, waitForNoProblems } = workbench();
    write(local, misspelt.replace('concurency', '# rook-ignore-next-line unknown-field\nconcurency'));
    await openFile(local);
    await waitForNoProblems();
    write(local, right);
  });

  test('a workflow that lends its secrets to strangers is an error in it', async () => {
    const { openFile, waitForProblem } = workbench();
    write(workflow, stranger);
    await openFile(workflow);
    expect(await waitForProblem('pull_request_target')).toMatchObject({
      severity: 'error',
      source: 'rook',
      code: 'ci-pull-request-target',
      file: 'rehearse.yml',
      ...placeOf(workflow, 'pull_request_target'),
    });
  });

  test('broken JSON is told once, and by Rook where the editor would let it pass', async () => {
    const { openFile, waitForProblem, waitForProblemToGo, problems, saveFile, focusEditor, page } = workbench();
    write(mcpServers, '{"mcpServers": {} "more": 1}\n');
    await openFile(mcpServers);
    await waitForProblem('Expected comma');
    await waitForProblemToGo('JSON cannot be read');
    expect((await problems()).filter(({ file }) => file === 'mcp.json')).toMatchObject([{ source: 'jsonc' }]);
    await focusEditor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('// none yet\n');
    await saveFile();
    expect(await waitForProblem('JSON has no comments')).toMatchObject({
      source: 'rook',
      code: 'json-syntax',
      line: 1,
    });
  });
});
