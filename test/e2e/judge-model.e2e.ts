import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const model = path.join(repositoryRoot, 'test', 'e2e', 'extensions', 'scripted-model');

describe("a judge that is one of the editor's language models", () => {
  const workbench = useWorkbench({ example: 'refund-desk', extensions: [model] });

  test('is chosen from those that the editor has', async () => {
    const { runCommand, page, waitForActivation } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await waitForActivation('rook-tests.scripted-model');
    await runCommand('Rook: Choose Judge Model…');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Rule Judge' });
    await row.waitFor();
    await row.click();
    await row.waitFor({ state: 'hidden' });
  });

  test('grades what no check decides, from the evidence, after VS Code has asked for consent', async () => {
    const { folder, openTestingView, expandAll, filterTests, hoverRun, waitForRowState, page } = workbench();
    const file = path.join(folder, agentPath, 'scenarios', 'SC-008.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/The answer takes the complaint seriously[^\n]*/, `'The answer says "order number"'`),
    );
    await openTestingView();
    await expandAll();
    await filterTests('SC-008');
    await waitFor('the changed criterion', async () =>
      page.getByText('The answer says "order number"').first().isVisible(),
    );
    await hoverRun(/^SC-008/);
    const allow = page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Allow' });
    await Promise.race([
      allow.waitFor({ timeout: 60_000 }).then(() => allow.click()),
      waitForRowState(/^SC-008/, 'Passed', 60_000),
    ]);
    await waitForRowState(/^SC-008/, 'Passed', 60_000);
  });

  test('leaves on record who judged', () => {
    const { folder } = workbench();
    const runs = path.join(folder, agentPath, 'runs');
    const newest = newestRun(runs);
    const verdict = parse(readFileSync(path.join(runs, newest, 'scenarios', 'SC-008', 'verdict.yaml'), 'utf8'));
    expect(verdict.status).toBe('Pass');
    expect(JSON.stringify(verdict.judge)).toContain('vscode:rook-scripted/rule');
  });

  test('explains why a scenario came out badly, by a run profile that is there since it was chosen', async () => {
    const { folder, filterTests, testRow, chooseFromMenu, page } = workbench();
    await filterTests('SC-004');
    await testRow(/^SC-004/)
      .first()
      .click({ button: 'right' });
    await chooseFromMenu('Execute Using Profile...');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run with Root Cause Analysis' }).click();
    const runs = path.join(folder, agentPath, 'runs');
    const report = await waitFor('a report with its root cause', () => {
      const file = path.join(runs, newestRun(runs), 'report.yaml');
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text.includes('rca:') && parse(text);
    });
    expect(report.clusters[0]).toMatchObject({ fault: 'agent', confidence: 'medium', remedy: expect.any(String) });
    expect(report.narrative).toContain('SC-004');
    expect(report.rca).toMatchObject({ model: 'vscode:rook-scripted/rule', asked: 2 });
  });
});

function newestRun(runs: string): string {
  const [newest] = readdirSync(runs).sort().reverse();
  if (newest === undefined) throw new Error('nothing has run');
  return newest;
}
