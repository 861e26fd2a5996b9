import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plain } from './harness/quick-input';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

describe('an empty Testing view', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-empty-')));
  mkdirSync(path.join(folder, '.testmuai', 'rook'), { recursive: true });
  writeFileSync(path.join(folder, '.testmuai', 'rook', 'settings.json'), '{}');
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workbench = useWorkbench({ folder });
  const project = path.join(folder, '.testmuai', 'rook', 'projects', 'shop');
  const agent = path.join(project, 'agents', 'clerk');

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const view = () => workbench().page.locator('.part.sidebar .welcome-view-content');
  const text = async () => plain((await view().allTextContents()).join(' '));
  const waitForText = (wanted: RegExp) =>
    waitFor(`the view to say ${wanted}`, async () => wanted.test(await text()), { describe: text });
  const button = (label: string) => view().locator('.monaco-button', { hasText: label }).first();

  test('says that there is no agent, and how to start', async () => {
    const { waitForActivation, page } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await page.locator('.activitybar a.action-label[aria-label^="Testing"]').click();
    await waitForText(/The Rook workspace has no agent yet/);
    expect(await text()).not.toMatch(/no Rook workspace in this window/);
    await button('How to Start').click();
    await page.getByText('Test an AI Agent with Rook').first().waitFor();
  });

  test('says that the agent has no scenario, and finds the first', async () => {
    const { testRow, runCommand } = workbench();
    mkdirSync(path.join(agent, 'scenarios'), { recursive: true });
    await waitForText(/The agent has no scenario yet/);
    const file = path.join(agent, 'scenarios', 'SC-001.yaml');
    write(file, 'local_id: SC-001\ntitle: T\ngoal: G\n');
    // VS Code does not watch folders that came inside of one that has just come: what happens there takes a refresh.
    await button('Refresh').click();
    await testRow('shop').waitFor();
    rmSync(file);
    await runCommand('Rook: Refresh Scenarios');
    await waitForText(/The agent has no scenario yet/);
  });

  test('says that the workspace is broken, and leads to the place', async () => {
    const { reload, waitForActivation, runCommand, waitForNotification, activeTab, waitForStatusBar } = workbench();
    write(path.join(project, 'project.yaml'), 'name: Shop\nid: [unclosed\n');
    await reload();
    await waitForActivation('rook-independent.rook-vscode');
    await runCommand('Testing: Focus on Test Explorer View');
    await waitForText(/The Rook workspace cannot be read/);
    await button('Show What Is Broken').click();
    await waitForNotification(/project\.yaml:\d+:\d+/);
    await waitFor('the file', async () => (await activeTab()) === 'project.yaml');
    await waitForStatusBar(/^Ln [23], Col/);
    write(path.join(project, 'project.yaml'), 'name: Shop\n');
    await waitForText(/The agent has no scenario yet/);
  });

  test('says what a workspace is when it has gone', async () => {
    rmSync(path.join(folder, '.testmuai'), { recursive: true, maxRetries: 5 });
    await waitForText(/There is no Rook workspace in this window/);
    expect(await button('Open Folder').isVisible()).toBe(true);
  });
});
