import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';

describe('the example', () => {
  const parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-parent-')));
  const empty = path.join(parent, 'empty');
  mkdirSync(empty);
  afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }));
  const workbench = useWorkbench({ folder: empty });
  const agent = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

  /** Answers the question for a folder, which is a list of folders with the path above it. */
  async function answerFolder(folder: string): Promise<void> {
    const { page } = workbench();
    const widget = page.locator('.quick-input-widget');
    const input = widget.locator('.quick-input-box input');
    const row = (name: string) => widget.locator('.monaco-list-row', { hasText: name });
    // The question fills in a path of its own first; what was typed counts when the folders in it are listed.
    await row('..').waitFor();
    await input.fill(`${folder}/`);
    await row(path.basename(empty)).waitFor();
    await widget.locator('.monaco-button', { hasText: 'Put It Here' }).click();
  }

  /** Puts the example into the folder by a way to it. @returns the address of the window that opens it */
  async function openedBy(way: () => Promise<void>): Promise<URL> {
    const window = workbench().page.waitForEvent('popup');
    await way();
    await answerFolder(parent);
    const opened = await window;
    const address = new URL(opened.url());
    await opened.close();
    return address;
  }

  test('is offered by the first step of the walkthrough, copied to a folder of choice, and opened', async () => {
    const { page, runCommand, pick, openFolder, openTestingView, testRow } = workbench();
    const address = await openedBy(async () => {
      await runCommand('Welcome: Open Walkthrough...');
      await pick('Test an AI Agent with Rook');
      await page.locator('.getting-started-step').getByRole('button', { name: 'Open Example…' }).click();
    });
    const target = path.join(parent, 'rook-example');
    expect(address.searchParams.get('folder')).toBe(target);
    expect(existsSync(path.join(target, agent, 'scenarios', 'SC-001.yaml'))).toBe(true);
    expect(existsSync(path.join(target, agent, 'runs'))).toBe(false);
    await openFolder(target);
    await openTestingView();
    await testRow('Harbour Goods').first().waitFor();
  });

  test('that was copied before is left as it is: the next copy has a number', async () => {
    const address = await openedBy(() => workbench().runCommand('Rook: Open Example…'));
    expect(address.searchParams.get('folder')).toBe(path.join(parent, 'rook-example-2'));
    expect(existsSync(path.join(parent, 'rook-example-2', agent, 'scenarios', 'SC-001.yaml'))).toBe(true);
  });
});
