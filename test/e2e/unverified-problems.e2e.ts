import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { useWorkbench } from './harness/use-workbench';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const runLimitMs = 60_000;

describe('what could not be verified', () => {
  const copy = copyExample('refund-desk');
  beforeAll(() => {
    const rook = path.join(repositoryRoot, 'dist', 'rook.js');
    execFileSync(process.execPath, [rook, 'run', '--only', 'SC-008'], { cwd: copy.folder, stdio: 'ignore' });
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  const file = (id: string) => path.join(copy.folder, agentPath, 'scenarios', `${id}.yaml`);
  /** Line, from 1, of the first line with this text. */
  const lineOf = (id: string, text: string) =>
    readFileSync(file(id), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1;

  test('in an earlier run is a problem at its criterion, with reason and remedy', async () => {
    const { waitForProblem, waitForActivation } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    expect(await waitForProblem('is Unable to Verify')).toMatchObject({
      severity: 'info',
      source: 'Rook',
      code: 'undecidable',
      file: 'SC-008.yaml',
      line: lineOf('SC-008', 'The answer takes the complaint seriously'),
      message: expect.stringMatching(/^C\d is Unable to Verify \(undecidable\): .+\n.+/),
    });
  });

  test('is no problem when the settings do not want it', async () => {
    const { waitForProblemToGo, waitForProblem } = workbench();
    const settings = path.join(copy.folder, '.vscode', 'settings.json');
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, '{ "rook.problems.unableToVerify": false }');
    await waitForProblemToGo('is Unable to Verify');
    writeFileSync(settings, '{}');
    await waitForProblem('is Unable to Verify');
  });

  test('is a problem no longer when the scenario has changed', async () => {
    const { waitForProblemToGo } = workbench();
    const text = readFileSync(file('SC-008'), 'utf8');
    writeFileSync(file('SC-008'), `${text}# changed\n`);
    await waitForProblemToGo('is Unable to Verify');
  });

  test('is a problem after a run, and goes when it was decided', async () => {
    const { openTestingView, expandAll, filterTests, hoverRun, waitForRowState, waitForProblem, waitForProblemToGo } =
      workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-008');
    await hoverRun(/^SC-008/);
    await waitForRowState(/^SC-008/, 'Errored', runLimitMs);
    const { line } = await waitForProblem('is Unable to Verify');
    expect(line).toBe(lineOf('SC-008', 'The answer takes the complaint seriously'));
    const text = readFileSync(file('SC-008'), 'utf8');
    const lines = text.split('\n');
    const from = lines.findIndex((one) => one.includes('The answer takes the complaint seriously'));
    writeFileSync(
      file('SC-008'),
      text.replace(
        lines.slice(from, from + 2).join('\n'),
        '  - statement: It has an answer\n    check: regex\n    pattern: .',
      ),
    );
    await waitForProblemToGo('is Unable to Verify');
    await hoverRun(/^SC-008/);
    await waitForRowState(/^SC-008/, 'Passed', runLimitMs);
    await waitForProblemToGo('is Unable to Verify');
  });
});
