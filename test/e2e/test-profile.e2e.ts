import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

/** A hook whose answer, or failure, the test decides. */
const script = (body: string) => `import { readFileSync } from 'node:fs';
if (process.argv[2] !== 'execute') process.exit(0);
const goal = readFileSync(0, 'utf8');
${body}
`;

/** One workbench; each test goes on from where the one before has left it. */
describe('choosing and testing a profile', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });

  const file = (...names: string[]) => path.join(workbench().folder, agentPath, ...names);
  const profile = () => readFileSync(file('profiles', 'echo.yaml'), 'utf8');
  const write = (body: string) => writeFileSync(file('scripts', 'echo.mjs'), script(body));
  const descriptions = () =>
    workbench()
      .page.locator('.quick-input-list .monaco-list-row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  const lens = (text: string) =>
    workbench().page.locator('.editor-group-container.active .codelens-decoration a', { hasText: text });
  const panel = () => workbench().webview();

  test('the status bar lists the profiles, and what each of them lacks', async () => {
    const { clickStatusBar, pickLabels, screenshot, page, waitForActivation } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    write("console.error('asked: ' + goal);\nconsole.log(JSON.stringify({ output: 'You said: ' + goal, calls: [] }));");
    writeFileSync(
      file('profiles', 'echo.yaml'),
      '# says it again\nid: echo\nname: Echo\nhooks:\n  execute: scripts/echo.mjs # the one\ncapabilities:\n  usage: true # not so\n',
    );
    await clickStatusBar(/local/);
    const labels = await pickLabels();
    const further = ['Test Profile', 'Add Profile…', 'Fix Profile…', 'Open Profile File'];
    expect(labels).toEqual(expect.arrayContaining(['echo', 'local', 'staging', ...further]));
    const seen = await descriptions();
    expect(seen.find((label) => label.includes('echo'))).toContain('not tried yet');
    expect(seen.find((label) => label.includes('staging'))).toContain('missing');
    await screenshot('profile-picker');
    await page.keyboard.press('Escape');
  });

  test('choosing one makes it active', async () => {
    const { clickStatusBar, waitForStatusBar, pick } = workbench();
    await clickStatusBar(/local/);
    await pick('echo');
    await waitForStatusBar(/echo/);
    expect(readFileSync(file('profiles', 'active'), 'utf8')).toBe('echo\n');
  });

  test('tests it from the lens above its file, and shows what came back', async () => {
    const { openFile, tab, screenshot } = workbench();
    await openFile(path.join(agentPath, 'profiles', 'echo.yaml'));
    await lens('Open Script').waitFor();
    await screenshot('profile-lenses');
    await lens('Test Profile').click();
    await tab('echo Trial').waitFor();
    await panel().getByRole('heading', { name: 'Profile echo brings an answer' }).waitFor();
    expect(await panel().getByText('You said: Say hello and nothing else.').count()).toBe(1);
    await panel().getByText('declared, and not shown').waitFor();
    await screenshot('trial-answer');
    const phase = panel().locator('rook-trial-phases [slot=summary]', { hasText: 'execute' });
    await phase.click();
    await panel().getByText('asked: Say hello').waitFor();
  });

  test('writes what was observed into the profile, and nothing else', async () => {
    const before = profile();
    await panel().getByRole('button', { name: 'Write Observed Capabilities' }).click();
    await waitFor('the profile', () => profile() !== before);
    expect(profile()).toBe(before.replace('usage: true # not so', 'usage: false # not so\n  calls: true'));
    await panel().getByRole('button', { name: 'Write Observed Capabilities' }).waitFor({ state: 'detached' });
  });

  test('says why no answer came and what to do, when it is run again', async () => {
    const { screenshot } = workbench();
    write("console.error('connect ECONNREFUSED 127.0.0.1:9');\nprocess.exit(1);");
    await panel().getByRole('button', { name: 'Run Again' }).click();
    await panel().getByRole('heading', { name: 'Profile echo brings no answer' }).waitFor();
    await screenshot('trial-failure');
    expect(await panel().locator('rook-diagnosis .remedy').count()).toBe(1);
    await panel().getByRole('button', { name: 'Open Script' }).click();
    await waitFor('the script', async () => (await workbench().activeTab()) === 'echo.mjs');
  });

  test('is cancelled from its notification, and leaves no process', async () => {
    const { runCommand, waitForNotification, page, tab } = workbench();
    const pidFile = path.join(workbench().folder, 'pid');
    write(
      `import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)));\nsetInterval(() => {}, 1000);`,
    );
    await runCommand('Rook: Test Profile');
    const toast = await waitForNotification(/tries profile echo: execute/);
    await waitFor('the hook', () => {
      try {
        return readFileSync(pidFile, 'utf8') !== '';
      } catch {
        return false; // not written yet
      }
    });
    await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await tab('echo Trial').click();
    await panel().getByRole('heading', { name: 'not tried to the end' }).waitFor();
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await waitFor('the hook to end', () => !isRunning(pid));
    await page.keyboard.press('Escape');
  });

  test('lists the profile as one that was tried, and changed since', async () => {
    const { clickStatusBar, pickLabels, page } = workbench();
    await clickStatusBar(/echo/);
    await pickLabels();
    expect((await descriptions()).find((label) => label.includes('echo'))).toContain('changed since it was tried');
    await page.keyboard.press('Escape');
  });
});

describe('the first test of a profile', () => {
  const workbench = useWorkbench({ example: 'refund-desk', asksPermission: true });

  test('asks as a run does, and starts nothing when the answer is no', async () => {
    const { runCommand, dialogText, answerDialog, waitForNotification, tab, folder } = workbench();
    await runCommand('Rook: Test Profile');
    expect(await dialogText()).toContain('run(local)');
    await answerDialog('Cancel');
    await waitForNotification(/run\(local\)/);
    expect(await tab('local Trial').count()).toBe(0);
    expect(existsSync(path.join(folder, agentPath, 'runs'))).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // gone
  }
}
