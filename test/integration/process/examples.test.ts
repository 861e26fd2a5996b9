import { afterEach, describe, expect, it } from 'vitest';
import { type ExpectedVerdict, expectedVerdicts } from '../expected-verdicts';
import { copyOfExample, type WorkspaceBuilder } from '../workspace-builder';
import { type FinishedRun, processesOf, run } from './run-workspace';

let workspace: WorkspaceBuilder | undefined;
afterEach(() => {
  workspace?.remove();
  workspace = undefined;
});

function stateOf(finished: FinishedRun, id: string): ExpectedVerdict {
  const { file } = finished;
  if (file.unrunnable?.some(({ scenario_id }) => scenario_id === id)) return { status: 'unrunnable' };
  if (file.skipped?.some(({ scenario_id }) => scenario_id === id)) return { status: 'skipped' };
  const { status, unverifiable_reason: reason, compromised } = finished.verdict(id);
  return { status, ...(reason && { reason }), ...(compromised && { compromised }) };
}

describe.each(['refund-desk', 'order-cli'])('the example %s', (name) => {
  it('gives the verdicts that its expected.json says, adds up, and leaves no process behind', async () => {
    workspace = copyOfExample(name);
    const expected = expectedVerdicts(name, 'unapproved'); // the engine alone has no tools: nobody asks a server
    const finished = await run(workspace);
    const found = Object.fromEntries(Object.keys(expected).map((id) => [id, stateOf(finished, id)]));
    expect(found).toEqual(expected);

    const of = (status: string) => Object.values(expected).filter((one) => one.status === status).length;
    const { totals } = finished.report;
    expect(totals).toMatchObject({
      passed: of('Pass'),
      failed: of('Fail'),
      unverifiable: of('Unable to Verify'),
      unrunnable: of('unrunnable'),
      unjudged: 0,
      not_run: 0,
    });
    expect(totals.planned).toBe(totals.passed + totals.failed + totals.unverifiable);
    expect(finished.file.status).toBe('completed');
    expect(finished.report.clusters.filter(({ kind }) => kind === 'compromised')).toHaveLength(1);
    expect(processesOf(workspace.root)).toEqual([]);
  });
});
