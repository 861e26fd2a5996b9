import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { imagesFolder } from './harness/artefacts';
import { editedExample } from './harness/edited-example';
import { panelFrameOf } from './harness/panel-frame';
import { useWorkbench } from './harness/use-workbench';

const rook = path.join(repositoryRoot, 'dist', 'rook.js');
const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'high-contrast': 'Dark High Contrast',
  'high-contrast-light': 'Light High Contrast',
};

/** Pictures of the panel for the documentation, made only when asked for: a history of runs takes its time. */
describe('the panel looks as the documentation shows it', () => {
  const example = editedExample('refund-desk');
  const runByCommand = (...args: string[]) => {
    try {
      execFileSync(process.execPath, [rook, 'run', ...args], { cwd: example.folder, stdio: 'ignore' });
    } catch {
      // A failed scenario is told by the exit code, too.
    }
  };
  beforeAll(() => {
    const desk = example.read('agent/desk.mjs');
    const routes = "{ card: 'issue_refund', invoice: 'issue_refund' }";
    const mended = desk.replace(routes, "{ card: 'issue_refund', invoice: 'issue_refund', gift_card: 'issue_refund' }");
    const recap = mended.replace('SYSTEM_NOTE,', "'',");
    const worse = desk
      .replace(routes, "{ invoice: 'issue_refund', gift_card: 'issue_refund' }")
      .replace('It takes two to three working days.', 'It takes up to five working days.');
    for (const version of [desk, desk, mended, mended, recap, recap, worse]) {
      example.write('agent/desk.mjs', version);
      runByCommand();
    }
    example.write('agent/desk.mjs', desk);
  }, 300_000);
  afterAll(() => example.remove());
  const workbench = useWorkbench({ folder: example.folder, viewport: { width: 1200, height: 800 } });
  const { frame, waitForPlace, go, row, openBy } = panelFrameOf(workbench);

  const picture = async (name: string) => {
    const { page } = workbench();
    mkdirSync(imagesFolder, { recursive: true });
    await page.mouse.move(600, 10); // away from what would explain itself
    await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
    // The font of the icons comes after the page.
    await frame()
      .locator('body')
      .evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: path.join(imagesFolder, `panel-${name}.png`) });
  };
  const useTheme = async (kind: keyof typeof themes) => {
    const { runCommand, pick, page } = workbench();
    await runCommand('Preferences: Color Theme');
    await page.keyboard.type(themes[kind]); // the list renders what is in sight
    await pick(themes[kind]);
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    const body = `body.vscode-${kind}`;
    await frame().locator(body).waitFor();
  };

  test('in dark: a run, a verdict, a comparison, trends', async () => {
    const { runCommand, page } = workbench();
    await page.locator('.part.statusbar .statusbar-item', { hasText: 'local' }).first().waitFor();
    await runCommand('View: Toggle Primary Side Bar Visibility');
    await runCommand('Rook: Open Last Run');
    await row('SC-004').waitFor();
    await useTheme('dark');
    await picture('run-dark');
    const runId = (await frame().locator('[aria-current="page"]').textContent()) ?? '';
    await openBy(row('SC-001').getByRole('button').first(), 'SC-001');
    await frame().locator('rook-criterion').first().waitFor();
    await picture('scenario-dark');
    await go('Back');
    await waitForPlace(runId.trim());
    await go('Compare');
    await waitForPlace('Comparison');
    await frame()
      .getByRole('region', { name: 'Newly failing' })
      .getByRole('button', { name: /SC-001/ })
      .waitFor();
    await picture('compare-dark');
    await runCommand('View: Close All Editors');
    await runCommand('Rook: Open Trends');
    await frame()
      .getByRole('figure', { name: 'Tokens' })
      .getByRole('img', { name: /7 runs/ })
      .waitFor();
    await picture('trends-dark');
    expect(workbench().pageLog.cspViolations()).toEqual([]);
  });

  test.each(['light', 'high-contrast', 'high-contrast-light'] as const)('a run in the theme %s', async (kind) => {
    const { runCommand } = workbench();
    await runCommand('View: Close All Editors');
    await runCommand('Rook: Open Last Run');
    await row('SC-004').waitFor();
    await useTheme(kind);
    await picture(`run-${kind}`);
  });
});
