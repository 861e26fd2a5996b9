import type { Page } from 'playwright-core';
import type { QuickInput } from './quick-input';
import { waitFor } from './wait-for';

export interface Problem {
  severity: 'error' | 'warning' | 'info';
  message: string;
  source: string;
  code: string;
  /** Name of the file, without its folder. */
  file: string;
  /** From 1. */
  line: number;
  column: number;
}

export interface ProblemsView {
  /** Opens the Problems panel and reads what it shows now; see `waitForProblem` for what has yet to come. */
  problems: () => Promise<Problem[]>;
  waitForProblem: (message: string | RegExp, timeoutMs?: number) => Promise<Problem>;
  /** Waits until no problem has this message; others may stay. */
  waitForProblemToGo: (message: string | RegExp) => Promise<void>;
  waitForNoProblems: (timeoutMs?: number) => Promise<void>;
}

/** How long the list must show the same. */
const settleMs = 150;

export function problemsViewOf(page: Page, { runCommand }: Pick<QuickInput, 'runCommand'>): ProblemsView {
  const panel = page.locator('.markers-panel');

  const open = async () => {
    if (await panel.isVisible()) return;
    await runCommand('Problems: Focus on Problems View');
    await panel.waitFor();
  };

  const read = (): Promise<Problem[]> => panel.locator('.monaco-list-row').evaluateAll(readRows);

  /** While the list takes in new rows, old ones stand between them: what counts is what it shows twice. */
  const settled = async (message: string | RegExp): Promise<Problem | undefined> => {
    const first = (await read()).find(saying(message));
    if (!first) return undefined;
    await page.waitForTimeout(settleMs);
    const second = (await read()).find(saying(message));
    return JSON.stringify(second) === JSON.stringify(first) ? second : undefined;
  };

  return {
    problems: async () => {
      await open();
      return read();
    },
    waitForProblem: async (message, timeoutMs) => {
      await open();
      return waitFor(`a problem ${message}`, () => settled(message), {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        describe: read,
      });
    },
    waitForProblemToGo: async (message) => {
      await open();
      await waitFor(`no problem ${message}`, async () => !(await read()).some(saying(message)), { describe: read });
    },
    waitForNoProblems: async (timeoutMs) => {
      await open();
      await waitFor('the Problems panel to be empty', async () => (await read()).length === 0, {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        describe: read,
      });
    },
  };
}

function saying(message: string | RegExp): (problem: Problem) => boolean {
  return (problem) => (typeof message === 'string' ? problem.message.includes(message) : message.test(problem.message));
}

/** Runs in the page. A file's row comes before those of its problems. */
function readRows(rows: Element[]): Problem[] {
  const problems: Problem[] = [];
  let file = '';
  const ordered = rows
    .map((row) => ({ row, index: Number(row.getAttribute('data-index')) }))
    .sort((a, b) => a.index - b.index);
  for (const { row } of ordered) {
    const text = (selector: string) => row.querySelector(selector)?.textContent?.trim() ?? '';
    const icon = row.querySelector('.marker-icon');
    if (icon === null) {
      file = text('.label-name');
      continue;
    }
    const [, line = '0', column = '0'] = /(\d+)\D+(\d+)/.exec(text('.marker-line')) ?? [];
    problems.push({
      severity: icon.classList.contains('error') ? 'error' : icon.classList.contains('warning') ? 'warning' : 'info',
      message: Array.from(row.querySelectorAll('.marker-message'), (part) => part.textContent ?? '').join('\n'),
      source: text('.marker-source'),
      code: text('.marker-code'),
      file,
      line: Number(line),
      column: Number(column),
    });
  }
  return problems;
}
