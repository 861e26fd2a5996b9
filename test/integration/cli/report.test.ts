import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfExample, doneHook, repository, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

describe('rook report on a run of an older version', () => {
  const id = '2026-10-04T21-07-16Z';
  let workspace: WorkspaceBuilder;

  beforeAll(() => {
    workspace = new WorkspaceBuilder();
    const agentDir = workspace.agentDir('ops', 'incident-scribe');
    const corpus = join(repository, 'test/fixtures/corpus');
    cpSync(join(corpus, 'agent'), agentDir, { recursive: true });
    cpSync(join(corpus, 'run'), join(agentDir, 'runs', id), { recursive: true });
  });
  afterAll(() => workspace.remove());

  it('has the agreed fields, and everything that was stored', async () => {
    const { code, document } = await rookJson(['report'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(Object.keys(document)).toEqual(['run_id', 'name', 'dir', 'report', 'scenarios']);
    expect(document).toMatchObject({ run_id: id, name: 'local-rehearsal-1' });
    expect(document.dir).toBe(join(workspace.agentDir('ops', 'incident-scribe'), 'runs', id));
    const { report } = document;
    expect(report.totals).toMatchObject({ planned: 20, passed: 5, failed: 6, unverifiable: 9 });
    expect(report.metrics.quality.completeness).toBeCloseTo(0.9269);
    expect(report.clusters).toHaveLength(4);
    expect(report.narrative).toContain('SC-015');
  });

  it('labels its rate as recorded instead of making a new one', async () => {
    const { document } = await rookJson(['report', id], { cwd: workspace.root });
    expect(document.report.pass_rate_basis).toBe('recorded');
    expect(document.report.totals.pass_rate).toBeCloseTo(5 / 11);
    const { stdout } = await rook(['report', id], { cwd: workspace.root });
    expect(stdout).toContain('Pass rate 45.4 %, as recorded by an older version.');
    expect(readFileSync(join(document.dir, 'report.yaml'), 'utf8')).not.toContain('pass_rate_basis');
  });

  it('adds what was not covered', async () => {
    const { document } = await rookJson(['report'], { cwd: workspace.root });
    expect(document.report.coverage_gaps).toEqual({
      features: ['F-004'],
      categories: [],
      criteria_verified: 2,
      criteria_total: 4,
    });
    expect(document.report.redteam_coverage).toBeUndefined();
  });

  it('reads well', async () => {
    const { stdout } = await rook(['report'], { cwd: workspace.root });
    expect(stdout).toMatch(/^Run 2026-10-04T21-07-16Z, local-rehearsal-1, agent incident-scribe, profile local\n/);
    expect(stdout).toMatch(/SC-002 .* Unable to Verify \(not_observable\)\n/);
    expect(stdout).toMatch(/the agent was never reached in F-002: SC-006/);
    expect(stdout).toMatch(/Next +Enforce strict redaction/);
  });
});

describe('rook report on runs of today', () => {
  let workspace: WorkspaceBuilder;
  beforeAll(() => {
    workspace = copyOfExample('refund-desk');
  });
  afterAll(() => workspace.remove());

  it('has nothing to show before the first run', async () => {
    const { code, document } = await rookJson(['report'], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, remedy: 'Make one with rook run.' });
  });

  it('shows what rook run showed, and which attacks were tried', async () => {
    const ran = await rook(['run', '--only', 'SC-002,SC-010'], { cwd: workspace.root });
    const again = await rook(['report'], { cwd: workspace.root });
    const table = ran.stdout.slice(0, ran.stdout.indexOf(' planned:'));
    expect(again.stdout).toContain(table);
    const { document } = await rookJson(['report'], { cwd: workspace.root });
    expect(document.report.pass_rate_basis).toBe('all_verdicts');
    expect(document.report.coverage_gaps.features).toEqual(['F-003']);
    expect(document.report.coverage_gaps.categories).toContain('happy_path');
    expect(document.report.coverage_gaps.categories).not.toContain('negative');
    expect(document.report.redteam_coverage.categories).toEqual([
      { category: 'prompt_injection', scenarios: 1, verified: 1, compromised: 1 },
    ]);
  });

  it('names the runs that exist when one does not', async () => {
    const { code, document } = await rookJson(['report', 'nope'], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(document.error).toBe('there is no run nope');
    expect(document.remedy).toMatch(/newest ones are: 20/);
  });
});

describe('records that are damaged', () => {
  let workspace: WorkspaceBuilder;
  let dir: string;
  beforeAll(async () => {
    workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1');
    await rook(['run'], { cwd: workspace.root });
    dir = (await rookJson(['report'], { cwd: workspace.root })).document.dir;
  });
  afterAll(() => workspace.remove());

  it('a torn report is made again from the verdicts', async () => {
    writeFileSync(join(dir, 'report.yaml'), 'totals: [');
    const { code, document, stderr } = await rookJson(['report'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(document.report.totals).toMatchObject({ planned: 1, passed: 1 });
    expect(stderr).toContain('report.yaml cannot be read');
    expect(stderr).toContain('made from its records');
  });

  it('a run without run.yaml still opens', async () => {
    rmSync(join(dir, 'run.yaml'));
    const { code, stderr } = await rookJson(['report'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stderr).toContain('there is no run.yaml');
  });
});
