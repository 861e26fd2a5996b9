import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';

/** Git-ignored folder for what a failed test leaves behind. */
export const resultsFolder = path.join(repositoryRoot, 'test-results');

/** Pictures for the documentation are made anew only when asked for: each differs a little. */
export const imagesFolder =
  process.env.ROOK_UPDATE_SCREENSHOTS === '1' ? path.join(repositoryRoot, 'docs', 'images') : resultsFolder;

/** Saves a screenshot as `test-results/<name>.png` and returns its path. */
export async function saveScreenshot(page: Page, name: string): Promise<string> {
  const file = path.join(resultsFolder, `${fileName(name)}.png`);
  mkdirSync(resultsFolder, { recursive: true });
  await page.screenshot({ path: file });
  return file;
}

/**
 * Saves what helps to understand a failure: a screenshot (when the page still answers) and the logs.
 * @returns the folder, for the error message
 */
export async function saveFailure(page: Page | undefined, name: string, logs: Record<string, string>): Promise<string> {
  const folder = path.join(resultsFolder, fileName(name));
  mkdirSync(folder, { recursive: true });
  for (const [log, text] of Object.entries(logs)) writeFileSync(path.join(folder, `${log}.log`), text);
  try {
    await page?.screenshot({ path: path.join(folder, 'screenshot.png'), timeout: 10_000 });
  } catch (error) {
    writeFileSync(path.join(folder, 'no-screenshot.log'), String(error));
  }
  return folder;
}

function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 120);
}
