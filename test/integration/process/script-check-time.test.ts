import { describe, expect, it } from 'vitest';
import { AttemptRecords } from '../../../engine/lifecycle/attempt-records';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { ProcessRunner } from '../../../engine/lifecycle/process-runner';
import { Redactor } from '../../../engine/lifecycle/redactor';
import { scriptChecks } from '../../../engine/lifecycle/script-check';
import { attemptLayout, runLayout } from '../../../engine/workspace/layout';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { Flushes } from '../../../engine/workspace/write-file';
import { evidenceWith } from '../../unit/judge/judging';
import { profileWith } from '../../unit/lifecycle/scenario-entries';
import { doneHook, type WorkspaceBuilder } from '../workspace-builder';
import { until, useWorkspaces } from './run-workspace';

const workspace = useWorkspaces();
const script = 'scripts/checks/own.mjs';
const statement = 'The ledger balances.';

/** A workspace whose one scenario is decided by a check of its own. */
function withCheck(source: string): WorkspaceBuilder {
  const built = workspace().agent().hook(doneHook).profile('local', ['execute']);
  built.file(`${built.agentDir()}/${script}`, source);
  return built.scenario('SC-001', { acceptance_criteria: [{ statement, check: 'script', script }] });
}

describe('the time of a check of the user’s own', () => {
  const forever = 'setInterval(() => {}, 1000);';

  /** The check of an attempt that is over, with a time limit of the test's own. */
  function checkOf(built: WorkspaceBuilder, limitMs: number, stop = new AbortController().signal) {
    const redactor = new Redactor({});
    const layout = runLayout(`${built.agentDir()}/runs/r`);
    const { scenario } = readScenarioText(built.read(`${built.agentDir()}/scenarios/SC-001.yaml`), 'SC-001.yaml');
    if (!scenario) throw new Error('the scenario does not load');
    const records = AttemptRecords.fresh({
      scenario,
      attempt: 1,
      layout: attemptLayout(layout.scenarioDir('SC-001'), 1),
      unmaskedDir: `${layout.runStateDir}/unmasked`,
      redactor,
    });
    const check = scriptChecks(
      {
        runId: 'r',
        run: layout,
        workspaceRoot: built.root,
        projectId: 'desk',
        agentId: 'desk',
        agentDir: built.agentDir(),
        loaded: { profile: profileWith(), file: '', text: '', scripts: {}, revision: '' },
        baseEnv: { PATH: process.env.PATH ?? '' },
        node: currentNode(),
        processes: new ProcessRunner(),
        redactor,
        stop,
        flushes: new Flushes(),
        emit: () => {},
      },
      records,
      { scenario_id: 'SC-001', status: 'completed', transcript: [] },
      limitMs,
    );
    return check(script, evidenceWith(), statement);
  }

  it('is limited; then it is ended and decides nothing', async () => {
    const graded = await checkOf(withCheck(`console.error('waiting for the ledger'); ${forever}`), 1500);
    expect(graded).toMatchObject({ status: 'Unable to Verify', reason: 'undecidable' });
    expect(graded.evidence).toMatch(/check exceeded 1\.5 s and was stopped/);
  });

  it('ends when the run is stopped', async () => {
    const stop = new AbortController();
    const built = withCheck(
      `import fs from 'node:fs'; fs.writeFileSync(process.env.ROOK_WORKSPACE + '/up', ''); ${forever}`,
    );
    const grading = checkOf(built, 60_000, stop.signal);
    await until(() => built.has('up'), 'the check runs');
    stop.abort();
    expect(await grading).toMatchObject({ status: 'Unable to Verify', remedy: 'Judge the run again.' });
  });
});
