import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookScript, repository, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

/** Answers what `answers.json` says for the scenario: a text, or one for each attempt. */
const answering = hookScript({
  execute: `const known = JSON.parse(readFileSync(env.ROOK_WORKSPACE + '/answers.json', 'utf8'))[env.ROOK_SCENARIO_ID];
    return { output: [known ?? 'done'].flat()[env.ROOK_ATTEMPT - 1] ?? 'done' };`,
});

type Answers = Record<string, string | string[]>;

/** A workspace whose agent answers as a test wants it to. */
class Desk {
  readonly workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(answering);

  /** Runs all scenarios; the run's id. */
  async run(answers: Answers = {}, ...flags: string[]): Promise<string> {
    this.workspace.file('answers.json', JSON.stringify(answers));
    const { document, stderr } = await rookJson(['run', ...flags], { cwd: this.workspace.root });
    if (typeof document.run_id !== 'string') throw new Error(stderr);
    return document.run_id;
  }

  compare(...args: string[]) {
    return rookJson(['compare', ...args], { cwd: this.workspace.root });
  }

  text(...args: string[]) {
    return rook(['compare', ...args], { cwd: this.workspace.root });
  }

  runDir(id: string): string {
    return join(this.workspace.agentDir(), 'runs', id);
  }

  /** What `rook report --json` prints of a run, in a file. */
  async report(id: string, file: string): Promise<string> {
    const { stdout } = await rook(['report', id, '--json'], { cwd: this.workspace.root });
    return this.workspace.file(file, stdout);
  }

  /** A file that is not in order. */
  bad(text: string | Uint8Array): string {
    const file = join(this.workspace.root, 'bad.json');
    writeFileSync(file, text);
    return file;
  }
}

const ids = (changes: { scenario_id: string }[]): string[] => changes.map(({ scenario_id }) => scenario_id);

describe('rook compare on runs of one agent', () => {
  const desk = new Desk();
  let first: string;
  let second: string;
  let third: string;
  beforeAll(async () => {
    const { workspace } = desk;
    for (const id of ['SC-1', 'SC-2', 'SC-3', 'SC-4', 'SC-5', 'SC-6']) workspace.scenario(id);
    workspace.scenario('SC-7', { repeat: 2 });
    first = await desk.run({ 'SC-2': 'no', 'SC-3': 'no', 'SC-4': 'no' });
    second = await desk.run({ 'SC-2': 'no', 'SC-3': 'no', 'SC-7': ['no', 'done'] });
    // SC-4 failed, passed, and fails again; SC-5 gets another text; SC-6 goes, SC-8 comes.
    workspace.scenario('SC-5', { title: 'Another one' });
    rmSync(join(workspace.agentDir(), 'scenarios/SC-6.yaml'));
    workspace.scenario('SC-8');
    third = await desk.run({ 'SC-1': 'no\u001b[2J', 'SC-3': 'no', 'SC-4': 'no', 'SC-7': ['no', 'done'] });
  });
  afterAll(() => desk.workspace.remove());

  it('prints each group, and nothing else', async () => {
    const { code, document, stderr } = await desk.compare();
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const title = (id: string) => ({ scenario_id: id, title: `Scenario ${id}` });
    expect(document).toEqual({
      base: second,
      head: third,
      newly_failing: [{ ...title('SC-1'), base: 'Pass', head: 'Fail' }],
      still_failing: [{ ...title('SC-3'), base: 'Fail', head: 'Fail' }],
      fixed: [{ ...title('SC-2'), base: 'Fail', head: 'Pass' }],
      newly_unverifiable: [],
      flaky: [
        { ...title('SC-4'), base: 'Pass', head: 'Fail' },
        { ...title('SC-7'), base: 'Fail', head: 'Fail', flaky: true },
      ],
      redefined: [{ scenario_id: 'SC-5', title: 'Another one', base: 'Pass', head: 'Pass' }],
      added: [{ ...title('SC-8'), base: null, head: 'Pass' }],
      removed: [{ ...title('SC-6'), base: 'Pass', head: null }],
    });
  });

  it('takes the base that is named, and the first failure of mixed attempts as new', async () => {
    const { document } = await desk.compare(first, second);
    expect(document).toMatchObject({ base: first, head: second });
    expect(ids(document.newly_failing)).toEqual(['SC-7']);
    expect(document.newly_failing[0].flaky).toBe(true);
    expect(ids(document.fixed)).toEqual(['SC-4']);
    expect(document.flaky).toEqual([]);
    // The newest run is head when only the base is named: SC-4 fails in both, and did not in between.
    expect(await desk.compare(first)).toMatchObject({ document: { base: first, head: third } });
    expect(ids((await desk.compare(first)).document.still_failing)).toEqual(['SC-3', 'SC-4']);
  });

  it('reads well, with what differs beneath a failure', async () => {
    const { code, stdout } = await desk.text();
    expect(code).toBe(0);
    expect(stdout).toContain(
      `Base  ${second}\nHead  ${third}\n\nNewly failing (1)\n  SC-1  Scenario SC-1  Pass → Fail\n`,
    );
    expect(stdout).toContain('        C1: It is done. (Pass → Fail)\n');
    expect(stdout).toContain('\n  SC-7  Scenario SC-7  Fail → Fail, attempts disagree\n');
    expect(stdout).toMatch(/\n1 scenario newly fails\. 6 scenarios are in both runs: 1 newly failing, 1 still/);
    expect(stdout).not.toContain('\u001b');
    const order = ['Newly failing', 'Still failing', 'Fixed', 'Flaky', 'Redefined', 'Only in head', 'Only in base'];
    const found = order.map((name) => stdout.indexOf(`\n${name}`));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
  });

  it('says when both are the same run', async () => {
    const { code, document, stderr } = await desk.compare(third, third);
    expect(code).toBe(0);
    expect(document.notes).toEqual([expect.stringContaining(`the same run, ${third}`)]);
    expect(stderr).toContain('the same run');
    expect(document).toMatchObject({ newly_failing: [], fixed: [], added: [], removed: [], redefined: [] });
  });

  it('gives the same whichever way a run is named', async () => {
    const { document: byId } = await desk.compare(second, third);
    const report = await desk.report(second, 'base/report.json');
    const copy = join(desk.workspace.root, 'artifact');
    const nested = join(copy, 'projects/desk/runs', 'renamed');
    cpSync(desk.runDir(second), nested, { recursive: true });
    desk.workspace.file('artifact/run.json', '{"ok":true,"halted":false}');
    desk.workspace.file('artifact/notes.txt', 'x');
    for (const ref of [desk.runDir(second), report, join(report, '..'), nested, copy, join(nested, 'run.yaml')])
      expect((await desk.compare(ref, third)).document, ref).toEqual(byId);
    // Without records only what the report says is shown.
    expect((await desk.text(report)).stdout).toContain('from base/report.json');
    expect((await desk.text(report)).stdout).not.toContain('C1: It is done.');
  });

  it('finds the flips of a head that is a report file in the runs on disk', async () => {
    const head = await desk.report(third, 'head.json');
    expect(ids((await desk.compare(second, head)).document.flaky)).toEqual(['SC-4', 'SC-7']);
  });

  it('takes other line ends for the same definition', async () => {
    const copy = join(desk.workspace.root, 'crlf', third);
    cpSync(desk.runDir(third), copy, { recursive: true });
    const snapshot = join(copy, 'scenarios/SC-1/snapshot.yaml');
    writeFileSync(snapshot, readFileSync(snapshot, 'utf8').replaceAll('\n', '\r\n'));
    expect(ids((await desk.compare(second, copy)).document.redefined)).toEqual(['SC-5']);
  });

  it('says what cannot be known when a snapshot is missing', async () => {
    const copy = join(desk.workspace.root, 'bare', third);
    cpSync(desk.runDir(third), copy, { recursive: true });
    for (const id of ['SC-4', 'SC-5']) rmSync(join(copy, `scenarios/${id}/snapshot.yaml`));
    const { document } = await desk.compare(second, copy);
    expect(document.redefined).toEqual([]);
    expect(document.newly_failing).toMatchObject([
      { scenario_id: 'SC-1' },
      { scenario_id: 'SC-4', definition_unknown: true },
    ]);
    expect(document.notes).toEqual([expect.stringContaining('No snapshot was kept of SC-4, SC-5')]);
    expect((await desk.text(second, copy)).stdout).toMatch(/SC-4 .* Pass → Fail, definition not on record/);
  });

  it('says that a profile or script was changed, or that a run did not complete', async () => {
    const copy = join(desk.workspace.root, 'changed', third);
    cpSync(desk.runDir(third), copy, { recursive: true });
    const file = join(copy, 'run.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/profile_revision: .*/, 'profile_revision: other').replace(/^status: .*/m, 'status: halted'),
    );
    const { document } = await desk.compare(second, copy);
    expect(document.notes).toEqual([
      expect.stringContaining('was halted'),
      expect.stringContaining('profile local, or a script of it, was changed'),
    ]);
    // Through other scripts its failure is no wonder: SC-4 is no flip.
    expect(ids(document.newly_failing)).toContain('SC-4');
  });

  it('compares a run whose run.yaml is lost by the records of its scenarios', async () => {
    const copy = join(desk.workspace.root, 'lost', third);
    cpSync(desk.runDir(third), copy, { recursive: true });
    rmSync(join(copy, 'run.yaml'));
    const { document } = await desk.compare(second, copy);
    expect(ids(document.newly_failing)).toEqual(['SC-1']);
    expect(ids(document.added)).toEqual(['SC-8']);
    expect(document.notes).toEqual([expect.stringContaining('has no run.yaml that can be read')]);
  });
});

describe('rook compare refuses', () => {
  const desk = new Desk();
  let run: string;
  let report: string;
  beforeAll(async () => {
    desk.workspace.scenario('SC-1').scenario('SC-2');
    run = await desk.run({ 'SC-2': 'no' });
    report = readFileSync(await desk.report(run, 'report.json'), 'utf8');
    rmSync(join(desk.workspace.root, 'report.json'));
  });
  afterAll(() => desk.workspace.remove());

  const refusal = async (...args: string[]) => {
    const { code, document } = await desk.compare(...args);
    expect(code).toBe(1);
    expect(document.ok).toBe(false);
    return `${document.error} ${document.remedy}`;
  };

  it('when there is nothing before the newest run, or no run at all', async () => {
    expect(await refusal()).toMatch(/there is no run before .* Name a base/);
    const empty = new WorkspaceBuilder().agent();
    const { code, document } = await rookJson(['compare'], { cwd: empty.root });
    expect({ code, document }).toMatchObject({ code: 1, document: { ok: false, remedy: 'Make one with rook run.' } });
    empty.remove();
  });

  it('what is no run, no file and no folder, and names the runs', async () => {
    expect(await refusal('nope')).toMatch(new RegExp(`no run nope of the agent desk, and no file .*${run}`));
  });

  it.each([
    ['a byte order mark', (text: string) => `\ufeff${text}`, /bad\.json: it begins with a byte order mark/],
    ['half of a file', (text: string) => text.slice(0, text.length / 2), /bad\.json:\d+:\d+: it is not JSON/],
    ['two documents', (text: string) => `${text}\n${text}`, /bad\.json:\d+:\d+: something follows the document/],
    ['another shape', () => '{"run_id":"r","scenarios":[{"scenario_id":"SC-1"}]}', /scenarios\[0\] has no title/],
    ['a list', () => '[]', /it is not a JSON object/],
    ['nothing', () => '', /it is empty/],
    [
      'another id than its report',
      (text: string) => text.replace(/"run_id": "[^"]+"/, '"run_id": "other"'),
      /it contradicts itself: run_id is other, the report is of/,
    ],
    [
      'other counts',
      (text: string) => text.replace('"passed": 1', '"passed": 2'),
      /the totals count 2 passed, the scenarios show 1/,
    ],
    ['a scenario twice', (text: string) => text.replaceAll('"SC-2"', '"SC-1"'), /SC-1 stands in scenarios twice/],
    ['an unknown status', (text: string) => text.replace('"status": "Fail"', '"status": "Failed"'), /Failed/],
    ['a refusal', () => '{"ok":false,"error":"signed out"}', /it holds no report: the command ended with "signed out"/],
  ])('a report file with %s', async (_, change, expected) => {
    expect(await refusal(desk.bad(change(report)))).toMatch(expected);
  });

  it('what rook run --json printed, and says what to keep instead', async () => {
    const { stdout } = await rook(['run', '--json'], { cwd: desk.workspace.root });
    expect(await refusal(desk.bad(stdout))).toMatch(
      /it has no scenarios: .* Keep what rook report <run-id> --json prints/,
    );
  });

  it('a folder without a run, with two of them, or with a report that cannot be read', async () => {
    const { root } = desk.workspace;
    desk.workspace.file('none/readme.txt', 'x');
    expect(await refusal(join(root, 'none'))).toMatch(/there is no run in this folder/);
    for (const name of ['a', 'b']) cpSync(desk.runDir(run), join(root, 'two', name), { recursive: true });
    const other = join(root, 'two/b/run.yaml');
    writeFileSync(other, readFileSync(other, 'utf8').replace(`id: ${run}`, 'id: another'));
    expect(await refusal(join(root, 'two'))).toMatch(
      /more than one run in this folder: .*two\/a \(run .*two\/b \(run another\)/,
    );
    desk.workspace.file('torn/report.json', report.slice(0, 40));
    desk.workspace.file('torn/run.json', '{}');
    expect(await refusal(join(root, 'torn'))).toMatch(/torn\/report\.json:\d+:\d+: it is not JSON/);
  });

  it('a run without records of scenarios', async () => {
    desk.workspace.file('hollow/run.yaml', { id: 'hollow', agent_id: 'desk', created: 'x', included: [] });
    expect(await refusal(join(desk.workspace.root, 'hollow'))).toMatch(/run hollow has no records of scenarios/);
  });

  it('runs of different agents', async () => {
    const other = join(desk.workspace.root, 'other', run);
    cpSync(desk.runDir(run), other, { recursive: true });
    const file = join(other, 'run.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('agent_id: desk', 'agent_id: scribe'));
    expect(await refusal(other, run)).toMatch(/is of the agent scribe, run .* of desk/);
  });
});

describe('rook compare on a run of an older version', () => {
  it('says that its records do not add up to its report', async () => {
    const desk = new Desk();
    const old = '2026-10-04T21-07-16Z';
    mkdirSync(join(desk.workspace.agentDir(), 'runs'), { recursive: true });
    cpSync(join(repository, 'test/fixtures/corpus/run'), desk.runDir(old), { recursive: true });
    const { code, document } = await desk.compare(old, old);
    expect(code).toBe(0);
    expect(document.notes).toContainEqual(
      expect.stringMatching(/do not add up to its report: the totals count 5 passed/),
    );
    desk.workspace.remove();
  });
});
