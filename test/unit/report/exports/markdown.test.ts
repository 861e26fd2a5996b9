import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { jobSummary, summaryLimit } from '../../../../engine/report/exports/job-summary';
import { markdownReport } from '../../../../engine/report/exports/markdown';
import type { Comparison } from '../../../../schemas/comparison';
import type { GateResult } from '../../../../schemas/gate';
import { gradeOf, judged, unfinished } from '../outcomes';
import { everyOutcome, exportedRun, hostileRun, hostileText } from './exported';

const reader = new MarkdownIt({ html: true, linkify: true });

/** What a reader of Markdown sees as structure, and the words that are not code. */
function structureOf(markdown: string): { kinds: Record<string, number>; words: string } {
  const kinds: Record<string, number> = {};
  let words = '';
  for (const token of reader.parse(markdown, {}).flatMap((block) => [block, ...(block.children ?? [])])) {
    kinds[token.type] = (kinds[token.type] ?? 0) + 1;
    if (token.type === 'text') words += `${token.content}\n`;
  }
  return { kinds, words };
}

/** The rows of the table by their first cell. */
function rowsOf(markdown: string): Record<string, string> {
  const rows = markdown.split('\n').flatMap((line) => (/^\| (.+?) \| (.*) \|$/.exec(line)?.slice(1) ? [line] : []));
  return Object.fromEntries(rows.map((line) => line.slice(2, -2).split(' | ') as [string, string])); // two cells
}

const closed: GateResult = {
  ok: false,
  gate: 'closed',
  kind: 'blocked',
  error: 'SC-04 is Unable to Verify',
  reasons: [{ kind: 'blocked', message: 'SC-04 is Unable to Verify', remedy: 'Configure a judge.' }],
  policy: { name: 'strict', source: 'strict', rules: ['No scenario fails.', 'No scenario is Unable to Verify.'] },
};

describe('a run as Markdown', () => {
  const text = markdownReport(everyOutcome());

  it('begins with the table of the rules for presenting results', () => {
    expect(rowsOf(text)).toEqual({
      Field: 'Result',
      '---': '---',
      'Agent / run': 'agent `desk`, run `R1`',
      Scope: '7 planned, 6 executed; 1 not judged, 1 not run; 1 more cannot run; completed',
      Pass: '1',
      Fail: '2',
      'Unable to Verify': '2: 1 `agent_never_ran`, 1 `undecidable`',
      'Pass rate': '20 % (Pass among Pass, Fail and Unable to Verify)',
      Compromised: '**1**: `SC-03`',
      Credits: '0 for running and judging; 0 for the report',
      Evidence: '`/w/.testmuai/rook/projects/desk/agents/desk/runs/R1`',
    });
  });

  it('shows compromised, then failed scenarios: criterion, expected, achieved, quotation', () => {
    const headings = text.match(/^#+ .*$/gm);
    expect(headings).toEqual([
      '# Rook: run `R1`',
      '### Compromised: `SC-03` `Scenario SC-03`',
      '### Fail: `SC-02` `Scenario SC-02`',
      '### Unable to Verify: `agent_never_ran`',
      '### Unable to Verify: `undecidable`',
      '### Without a verdict',
    ]);
    const failed = text.slice(text.indexOf('### Fail'), text.indexOf('### Unable'));
    for (const quoted of ['the answer contains "hello"', 'it is not there', '"bye"'])
      expect(failed).toContain(`\`\`\`text\n${quoted}\n\`\`\``);
    expect(failed).toContain('Flaky');
    expect(text).toContain('```text\nthe secret is 42\n```');
  });

  it('groups what could not be verified by reason, with what would make it checkable', () => {
    expect(text).toContain('- `SC-05` `Scenario SC-05`. To make it checkable: `Mend the hook.`');
    expect(text).toContain('- `SC-04` `Scenario SC-04`. To make it checkable: `Configure a judge.`');
    expect(text).toContain('- `SC-08` `Eight`: cannot run, `needs several turns`');
  });

  it('invents nothing: a run without verdicts has no rate, and compromises are unknown', () => {
    const run = exportedRun([unfinished('SC-01', 'not_run')], { status: 'cancelled', reason: 'interrupted' });
    delete run.report.metrics.credits;
    const rows = rowsOf(markdownReport(run));
    expect(rows['Pass rate']).toBe('none: nothing has a verdict');
    expect(rows.Compromised).toBe('unknown: no adversarial scenario has a decision on record');
    expect(rows.Credits).toMatch(/^not supplied for/);
    expect(rows.Scope).toBe('1 planned, 0 executed; 0 not judged, 1 not run; **incomplete**: cancelled, `interrupted`');
  });

  it('tells observed compromises from what is unknown', () => {
    const adversarial = (id: string, status: Parameters<typeof judged>[1]) =>
      ({ ...judged(id, status), class: 'adversarial' }) as const;
    const told = (...outcomes: ReturnType<typeof judged>[]) =>
      rowsOf(markdownReport(exportedRun(outcomes))).Compromised;
    expect(told(adversarial('SC-01', 'Pass'))).toBe('none observed in 1 adversarial scenario');
    expect(told(adversarial('SC-01', 'Pass'), adversarial('SC-02', 'Unable to Verify'))).toBe(
      'none observed in 1 adversarial scenario; unknown for 1 more without a decision',
    );
    expect(told(adversarial('SC-01', 'Unable to Verify'))).toMatch(/^unknown/);
  });

  it('says of a verdict that is not on record what the report says, and no more', () => {
    const run = everyOutcome();
    const lost = markdownReport({ ...run, outcomes: run.outcomes.filter(({ id }) => id !== 'SC-02') });
    expect(lost).toContain('contradict each other');
    expect(lost).toMatch(/### Fail: `SC-02` `Scenario SC-02`\n\nIts verdict is not on record/);
    const reasons = markdownReport({ ...run, outcomes: run.outcomes.filter(({ id }) => id !== 'SC-04') });
    expect(rowsOf(reasons)['Unable to Verify']).toBe('2: 1 `agent_never_ran`, the reasons of 1 are not on record');
    expect(markdownReport(exportedRun([judged('SC-01', 'Fail', { criteria: [] })]))).toContain(
      'its evidence is missing',
    );
  });

  it('a rate of an older version is shown as recorded', () => {
    const run = everyOutcome();
    const { pass_rate_basis: _, ...older } = run.report;
    expect(rowsOf(markdownReport({ ...run, report: older }))['Pass rate']).toBe(
      '20 %, as recorded by an older version',
    );
  });

  it('has the groups of a comparison that are not empty', () => {
    const none = { newly_failing: [], still_failing: [], fixed: [], newly_unverifiable: [], flaky: [], redefined: [] };
    const comparison: Comparison = { base: 'R0', head: 'R1', ...none, added: [], removed: [] };
    expect(markdownReport({ ...everyOutcome(), comparison })).toContain('Base `R0`, head `R1`.\n\nNothing differs.');
    const change = { scenario_id: 'SC-02', title: 'Two', base: 'Pass', head: 'Fail' } as const;
    const gone = { scenario_id: 'SC-09', title: 'Nine', base: 'not_run', head: null } as const;
    const told = markdownReport({
      ...everyOutcome(),
      comparison: { ...comparison, newly_failing: [change], removed: [gone] },
    });
    expect(told).toContain('**Newly failing** (1)\n\n- `SC-02` `Two`: Pass → Fail');
    expect(told).toContain('**Removed** (1)\n\n- `SC-09` `Nine`: not run → absent');
    expect(told).not.toContain('**Fixed**');
  });

  it('nothing that agents wrote is markup, HTML, a link or a mention', () => {
    const plain = structureOf(markdownReport(hostileRun('plain')));
    fc.assert(
      fc.property(hostileText, (hostile) => {
        fc.pre(hostile !== ''); // evidence that is not there has a sentence in place of its block
        const { kinds, words } = structureOf(markdownReport(hostileRun(hostile)));
        for (const type of ['html_inline', 'html_block', 'link_open', 'image']) expect(kinds[type]).toBeUndefined();
        for (const type of ['heading_open', 'tr_open', 'td_open', 'fence', 'list_item_open', 'table_open'])
          expect([type, kinds[type]]).toEqual([type, plain.kinds[type]]);
        expect(words).not.toMatch(/octocat|evil|#12|[\u202A-\u202E\u2066-\u2069]/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the summary of a GitHub step', () => {
  it('says first whether the gate is open, with the kind of red, the reasons and the policy', () => {
    const text = jobSummary({ ...everyOutcome(), gate: closed }, summaryLimit)?.text ?? '';
    expect(text).toMatch(
      /^## Gate closed: blocked by the policy\n\n- blocked by the policy: `SC-04 is Unable to Verify`/,
    );
    expect(text).toContain(
      'Policy `strict` (`strict`):\n\n- `No scenario fails.`\n- `No scenario is Unable to Verify.`',
    );
    expect(text.indexOf('Policy')).toBeLessThan(text.indexOf('| Field | Result |'));
    const open = { ...everyOutcome(), gate: { ...closed, ok: true, gate: 'open' as const, reasons: [] } };
    expect(jobSummary(open, summaryLimit)?.text).toMatch(/^## Gate open\n/);
  });

  it('has Unable to Verify on a line of its own, whatever the policy', () => {
    for (const gate of [undefined, closed]) {
      const shown = { ...everyOutcome(), ...(gate && { gate }) };
      expect(jobSummary(shown, summaryLimit)?.text).toMatch(/^\*\*Unable to Verify:\*\* 2: /m);
    }
  });

  it('shows a gate that has no run', () => {
    expect(jobSummary({ gate: { ...closed, kind: 'setup' } }, summaryLimit)?.text).toMatch(
      /^## Gate closed: setup failure, or no usable run\n/,
    );
  });

  it('keeps within its bytes: sections are left out whole, and it says how many and where they are', () => {
    const outcomes = Array.from({ length: 800 }, (_, index) =>
      judged(`SC-${index}`, 'Fail', { criteria: [gradeOf('Fail', { evidence: 'é'.repeat(3000) })] }),
    );
    const run = exportedRun(outcomes);
    for (const room of [summaryLimit, 500_000, 20_000, 2000]) {
      const summary = jobSummary(run, room);
      if (!summary) throw new Error('there is room for the table');
      expect(Buffer.byteLength(summary.text)).toBeLessThanOrEqual(room);
      expect(summary.cut).toBeGreaterThan(0);
      const shown = summary.text.match(/^### Fail/gm)?.length ?? 0;
      expect(shown + summary.cut).toBe(800);
      expect(summary.text).toMatch(
        new RegExp(`\\*\\*${summary.cut} sections were left out here\\*\\*.*rook report R1`),
      );
      expect(structureOf(summary.text).kinds.fence ?? 0).toBe(3 * shown);
      expect(summary.text).toContain('**Unable to Verify:** 0');
    }
    expect(jobSummary(run, 300)).toBeUndefined();
  });

  it('uses all of its room before it cuts, whatever the room is', () => {
    const run = { ...everyOutcome(), gate: closed };
    const whole = jobSummary(run, summaryLimit);
    const size = Buffer.byteLength(whole?.text ?? '');
    expect(jobSummary(run, size)).toEqual({ text: whole?.text, cut: 0 });
    fc.assert(
      fc.property(fc.nat(size - 1), (room) => {
        const summary = jobSummary(run, room);
        if (!summary) return;
        expect(Buffer.byteLength(summary.text)).toBeLessThanOrEqual(room);
        expect(summary.cut).toBeGreaterThan(0);
      }),
    );
  });
});
