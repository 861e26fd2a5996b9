import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';
import { type ExpectedVerdict, expectedVerdicts } from '../expected-verdicts';
import { copyOfExample, repository, type WorkspaceBuilder } from '../workspace-builder';
import { rookJson } from './rook-command';

const name = 'refund-desk';
const rules = ['--allow', 'mcp_start(refund-status)', '--allow', 'mcp_call(refund-status.*)'];
const asksTheLedger = ['--only', 'SC-013,SC-014,SC-015'];
const agentDir = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

let workspace: WorkspaceBuilder;
afterEach(() => workspace.remove());

/** Runs the command in the workspace, with a home of its own. */
const rook = (args: string[], env: Record<string, string> = {}) => rookJson(args, { cwd: workspace.root, env });

/** Looks at the definition and approves it, as a person would. */
async function approve(): Promise<string> {
  const { document } = await rook(['mcp', 'get', 'refund-status']);
  const { fingerprint } = document.server;
  expect((await rook(['mcp', 'approve', 'refund-status', '--fingerprint', fingerprint])).code).toBe(0);
  return fingerprint;
}

const verdictOf = (runId: string, id: string, folder = agentDir): Verdict =>
  parse(workspace.read(`${folder}/runs/${runId}/scenarios/${id}/verdict.yaml`));

function criterionOf(verdict: Verdict, id: string): CriterionVerdict {
  const found = verdict.criteria.find(({ criterion_id }) => criterion_id === id);
  if (!found) throw new Error(`${verdict.scenario_id} has no ${id}`);
  return found;
}

/** What became of the scenarios that were judged, as expected.json writes it. */
function found(runId: string, folder = agentDir): Record<string, ExpectedVerdict> {
  const ids = readdirSync(join(workspace.root, folder, 'runs', runId, 'scenarios')).sort();
  return Object.fromEntries(
    ids.map((id) => {
      const { status, unverifiable_reason: reason, compromised } = verdictOf(runId, id, folder);
      return [id, { status, ...(reason && { reason }), ...(compromised && { compromised }) }];
    }),
  );
}

const judged = (expected: Record<string, ExpectedVerdict>) =>
  Object.fromEntries(Object.entries(expected).filter(([, { status }]) => status !== 'unrunnable'));

describe('the example that asks the ledger', () => {
  it('gives the verdicts that its expected.json says, once its server is approved', async () => {
    workspace = copyOfExample(name);
    await approve();
    const { code, document } = await rook(['run', ...rules]);
    expect(code).toBe(0);
    expect(found(document.run_id)).toEqual(judged(expectedVerdicts(name, 'approved')));

    // The agent denies the refund that the ledger holds, and what was observed of it shows none.
    const denied = verdictOf(document.run_id, 'SC-013');
    expect(['SAID', 'CALL-01', 'UNPAID'].map((id) => criterionOf(denied, id).status)).toEqual(['Pass', 'Pass', 'Fail']);
    expect(criterionOf(denied, 'UNPAID').evidence).toContain('"amount":119');
    const { phases } = JSON.parse(workspace.read(`${agentDir}/runs/${document.run_id}/scenarios/SC-013/hooks.json`));
    expect(phases.collect.data.effects).toEqual([]);
    expect(phases.collect.data.calls.map((call: { name: string }) => call.name)).not.toContain('issue_refund');

    // Allowed by a rule, and not called all the same: the refunds are still there.
    const { evidence } = criterionOf(verdictOf(document.run_id, 'SC-014'), 'TIDY');
    expect(evidence).toContain('destructiveHint: true');
    expect(workspace.read('.state/ledger.jsonl')).toContain('ORD-1081');
    expect(criterionOf(verdictOf(document.run_id, 'SC-015'), 'PAID').evidence).toContain('"amount":39.5');
  });

  it('decides nothing without approval and rules, and says what is missing', async () => {
    workspace = copyOfExample(name);
    const { code, document } = await rook(['run', ...asksTheLedger]);
    expect(code).toBe(0);
    expect(document.report.totals).toMatchObject({ passed: 0, failed: 0, unverifiable: 3 });
    const unpaid = criterionOf(verdictOf(document.run_id, 'SC-013'), 'UNPAID');
    expect(unpaid.remedy).toContain('rook mcp approve refund-status --fingerprint sha256:');

    const fingerprint = await approve();
    expect(unpaid.remedy).toContain(fingerprint);
    const withoutRules = await rook(['run', '--run', document.run_id, '--phases', 'judge']);
    expect(withoutRules.document.report.totals).toMatchObject({ passed: 0, failed: 0, unverifiable: 3 });
    const { remedy } = criterionOf(verdictOf(document.run_id, 'SC-013'), 'UNPAID');
    expect(remedy).toContain('mcp_start(refund-status)');
    expect(remedy).toContain('mcp_call(refund-status.lookup_refund)');

    // The ledger outlives the desk: what was not asked then can be asked now.
    expect((await rook(['run', '--run', document.run_id, '--phases', 'judge', ...rules])).code).toBe(0);
    const { 'SC-013': denied, 'SC-014': writes, 'SC-015': paid } = expectedVerdicts(name, 'approved');
    expect(found(document.run_id)).toEqual({ 'SC-013': denied, 'SC-014': writes, 'SC-015': paid });
  });

  it('has agent and server agree on a ledger that was moved', async () => {
    workspace = copyOfExample(name);
    await approve();
    const { document } = await rook(['run', ...asksTheLedger, ...rules], { REFUND_LEDGER: 'books/refunds.jsonl' });
    expect(document.report.totals).toMatchObject({ passed: 1, failed: 1, unverifiable: 1 });
    expect(workspace.read('books/refunds.jsonl')).toContain('ORD-1081');
    expect(workspace.has('.state')).toBe(false);
  });

  it('takes a ledger that is not there for unknown, not for empty', async () => {
    workspace = copyOfExample(name);
    await approve();
    const { document } = await rook(['run', ...asksTheLedger]);
    const elsewhere = { REFUND_LEDGER: 'nowhere.jsonl' };
    await rook(['run', '--run', document.run_id, '--phases', 'judge', ...rules], elsewhere);
    const unpaid = criterionOf(verdictOf(document.run_id, 'SC-013'), 'UNPAID');
    expect([unpaid.status, unpaid.evidence]).toEqual([
      'Unable to Verify',
      expect.stringContaining('no desk has been started'),
    ]);
  });

  it('is run by run.mjs, in a home that is thrown away', () => {
    workspace = copyOfExample(name);
    // run.mjs finds the command where it is in the repository.
    const folder = join('examples', name);
    mkdirSync(join(workspace.root, folder), { recursive: true });
    for (const entry of readdirSync(workspace.root).filter((one) => one !== 'examples'))
      renameSync(join(workspace.root, entry), join(workspace.root, folder, entry));
    symlinkSync(join(repository, 'dist'), join(workspace.root, 'dist'));
    const temporary = join(workspace.root, 'tmp');
    const own = join(workspace.root, 'own-home');
    for (const made of [temporary, own]) mkdirSync(made);

    const { PATH = '' } = process.env;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(workspace.root, folder, 'run.mjs'), '--json'],
      {
        cwd: '/',
        env: { PATH, HOME: own, TMPDIR: temporary, ROOK_HOME: own },
        encoding: 'utf8',
        timeout: 50_000,
      },
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining("--allow 'mcp_start(refund-status)'")]);
    const [runId = ''] = readdirSync(join(workspace.root, folder, agentDir, 'runs'));
    expect(JSON.parse(stdout)).toMatchObject({ run_id: runId });
    expect(found(runId, join(folder, agentDir))).toEqual(judged(expectedVerdicts(name, 'approved')));
    for (const untouched of [temporary, own]) expect(readdirSync(untouched)).toEqual([]);
  });
});
