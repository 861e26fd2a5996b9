import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Log } from 'sarif';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfExample, type WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

/** How often each element stands in XML that a strict reader accepts. */
function elementsOf(xml: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    counts[name] = (counts[name] ?? 0) + 1;
  });
  parser.write(xml).close();
  return counts;
}

describe('rook report writes reports for other programs and for people', () => {
  let workspace: WorkspaceBuilder;
  let options: { cwd: string };
  // biome-ignore lint/suspicious/noExplicitAny: whatever the document says
  let totals: any;
  const scenarios = '.testmuai/rook/projects/harbour-goods/agents/refund-desk/scenarios';

  beforeAll(async () => {
    workspace = copyOfExample('refund-desk');
    options = { cwd: workspace.root };
    mkdirSync(join(workspace.root, '.git'));
    const { document } = await rookJson(['run'], options);
    totals = document.report.totals;
    // The example has every kind of outcome but those of a run that was stopped.
    expect(totals).toMatchObject({ planned: 14, passed: 5, failed: 3, unverifiable: 6, unrunnable: 1 });
  });
  afterAll(() => workspace.remove());

  it('all at once, into folders that are not there yet, and says which', async () => {
    const files = ['--junit', 'out/a/rook.xml', '--sarif', 'out/rook.sarif', '--markdown', 'out/rook.md'];
    const { code, document, stderr } = await rookJson(['report', ...files], options);
    expect(code).toBe(0);
    expect(document.written).toEqual({
      junit: join(workspace.root, 'out/a/rook.xml'),
      sarif: join(workspace.root, 'out/rook.sarif'),
      markdown: join(workspace.root, 'out/rook.md'),
    });
    expect(stderr).toBe('wrote out/a/rook.xml\nwrote out/rook.sarif\nwrote out/rook.md\n');

    expect(elementsOf(workspace.read('out/a/rook.xml'))).toMatchObject({
      testcase: totals.planned + totals.unrunnable,
      failure: totals.failed,
      skipped: totals.unverifiable + totals.unrunnable,
    });

    const log: Log = JSON.parse(workspace.read('out/rook.sarif'));
    const [run] = log.runs;
    const ids = (kind: string) =>
      new Set(run?.results?.flatMap((one) => (one.kind === kind ? [one.properties?.scenario_id] : [])));
    expect([ids('fail').size, ids('open').size]).toEqual([totals.failed, totals.unverifiable]);
    const uncalled = run?.results?.find(({ properties }) => properties?.scenario_id === 'SC-004');
    const place = uncalled?.locations?.[0]?.physicalLocation;
    expect(place?.artifactLocation?.uri).toBe(`${scenarios}/SC-004.yaml`);
    const line = workspace.read(`${scenarios}/SC-004.yaml`).split('\n')[(place?.region?.startLine ?? 0) - 1];
    // C2 is the second criterion.
    expect(line).toMatch(/^ *- statement: What the answer claims has happened/);

    const headings = new MarkdownIt({ html: true })
      .parse(workspace.read('out/rook.md'), {})
      .flatMap((token, index, all) => (token.type === 'heading_open' ? (all[index + 1]?.content ?? '') : []));
    expect(headings[0]).toBe(`Rook: run \`${document.run_id}\``);
    expect(headings.filter((text) => text.startsWith('Fail:'))).toHaveLength(2);
    expect(headings[1]).toMatch(/^Compromised: `SC-010`/);
  });

  it('leaves the report itself as it is without them', async () => {
    const { document } = await rookJson(['report'], options);
    expect(document).not.toHaveProperty('written');
    expect(document).not.toHaveProperty('github');
    const { stdout } = await rook(['report', '--junit', 'plain.xml'], options);
    expect(stdout).toMatch(/^Run /);
  });

  it('what could not be verified is an error by option', async () => {
    await rook(['report', '--junit', 'strict.xml', '--junit-unverifiable', 'error'], options);
    const counts = elementsOf(workspace.read('strict.xml'));
    expect(counts).toMatchObject({ failure: totals.failed, error: totals.unverifiable + totals.unrunnable });
    expect(counts.skipped).toBeUndefined();
  });

  it.each([
    [['--junit', '-'], '--junit: standard output is not a file'],
    [['--sarif', ''], '--sarif: the name is empty'],
    [['--markdown', '.testmuai'], '--markdown: .testmuai is a folder'],
    [['--junit', 'same', '--sarif', './same'], '--junit and --sarif name the same file: ./same'],
    [['--junit', 'run.mjs/rook.xml'], 'a file stands where a folder belongs'],
    [['--junit', 'x', '--junit-unverifiable', 'pass'], "argument 'pass' is invalid"],
  ])('refuses %j, and writes nothing', async (flags, message) => {
    const { code, document } = await rookJson(['report', ...flags], options);
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringContaining(message) });
    expect(['same', 'x'].some((name) => workspace.has(name))).toBe(false);
  });

  it('a run whose verdicts are gone does not look like one without failures', async () => {
    const { document } = await rookJson(['report'], options);
    const verdict = workspace.read(join(document.dir, 'scenarios/SC-004/verdict.yaml'));
    workspace.file(join(document.dir, 'scenarios/SC-004/verdict.yaml'), 'torn: [');
    await rook(['report', '--junit', 'torn.xml', '--markdown', 'torn.md'], options);
    workspace.file(join(document.dir, 'scenarios/SC-004/verdict.yaml'), verdict);
    expect(workspace.read('torn.xml')).toMatch(/<error message="The report and the records of this run contradict/);
    expect(workspace.read('torn.md')).toContain('Its verdict is not on record');
  });

  describe('and tells GitHub', () => {
    it('by a summary behind what the step has written, and annotations beside the document', async () => {
      const file = workspace.file('summary.md', 'an earlier command');
      const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
      const { document, stderr } = await rookJson(['report', '--github'], { ...options, env });
      const summary = workspace.read('summary.md');
      expect(summary).toMatch(/^an earlier command\n\n## Rook\n\n\| Field \| Result \|\n/);
      expect(summary).toMatch(/^\*\*Unable to Verify:\*\* 6: 1 `agent_never_ran`/m);
      const commands = stderr.split('\n').filter((line) => line.startsWith('::'));
      expect(commands.map((line) => line.split(' ')[0])).toEqual([
        ...Array(3).fill('::error'),
        ...Array(6).fill('::warning'),
        '::notice',
      ]);
      expect(commands[0]).toContain(`file=${scenarios}/SC-010.yaml,line=`);
      expect(document.github).toEqual({ summary: file, annotations: 10 });
    });

    it('says so where there is no GitHub to tell', async () => {
      const { code, document, stderr } = await rookJson(['report', '--github'], options);
      expect(code).toBe(0);
      expect(document.github).toEqual({ annotations: 0 });
      expect(stderr).toContain('GITHUB_STEP_SUMMARY is not set');
      expect(stderr).not.toMatch(/^::/m);
    });

    it('leaves a summary alone that is full already', async () => {
      const file = join(workspace.root, 'full.md');
      const full = 'x'.repeat(1024 * 1024 - 200);
      writeFileSync(file, full);
      const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
      const { document, stderr } = await rookJson(['report', '--github'], { ...options, env });
      expect(document.github).toEqual({ annotations: 10 });
      expect(stderr).toContain('the step summary is full');
      expect(workspace.read('full.md')).toBe(full);
    });
  });
});
