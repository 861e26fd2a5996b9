import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRuns } from '../../../../engine/report/comparison/compare-runs';
import type { PastStanding } from '../../../../engine/report/comparison/flips';
import type { RunStandings } from '../../../../engine/report/comparison/standings';
import {
  type Comparison,
  Comparison as ComparisonSchema,
  comparisonGroups,
  type Standing,
  standingStatuses,
} from '../../../../schemas/comparison';

const id = 'SC-001';

function run(name: string, scenarios: Standing[], means?: string): RunStandings {
  return { run: name, scenarios, ...(means && { means }) };
}

/** `F` Fail, `P` Pass, `U` Unable to Verify, `M` Fail by attempts that disagree, `-` not in the run, else a status. */
function standing(sign: string, definition: string | undefined = 'd1'): Standing[] {
  if (sign === '-') return [];
  const statuses: Record<string, Standing['status']> = { F: 'Fail', M: 'Fail', P: 'Pass', U: 'Unable to Verify' };
  const status = statuses[sign] ?? standingStatuses.find((status) => status === sign);
  if (!status) throw new Error(`no status ${sign}`);
  return [
    {
      scenario_id: id,
      title: 'A refund',
      status,
      ...(sign === 'M' && { flaky: true }),
      ...(definition !== 'none' && { definition }),
    },
  ];
}

/** Earlier verdicts of one definition, oldest first; `base` stands where base lies. */
function pastOf(signs: string, more: Partial<PastStanding> = {}): PastStanding[] {
  return [...signs].flatMap((sign, index): PastStanding[] => {
    const common = { definition: 'd1', means: undefined, ...more, flaky: sign === 'M' };
    if (sign === 'b') return [{ ...common, run: 'base', status: 'Fail', flaky: false }];
    const status = sign === 'P' ? 'Pass' : sign === 'U' ? 'Unable to Verify' : 'Fail';
    return [{ ...common, run: `r${index}`, status }];
  });
}

function groupsOf(comparison: Comparison): string[] {
  return comparisonGroups.filter((group) => comparison[group].length > 0);
}

function group(base: Standing[], head: Standing[], past: PastStanding[] = []): string {
  const comparison = compareRuns(run('base', base), run('head', head), new Map([[id, past]]));
  return groupsOf(comparison).join() || 'none';
}

describe('a scenario stands in the group that its two verdicts say', () => {
  test.each([
    // base, head, earlier runs (oldest first, b is base), group
    ['P', 'P', '', 'none'],
    ['P', 'F', '', 'newly_failing'],
    ['P', 'F', 'PPPb', 'newly_failing'],
    ['P', 'F', 'FPb', 'flaky'],
    ['P', 'F', 'FUb', 'flaky'],
    ['P', 'F', 'UUb', 'newly_failing'],
    ['P', 'F', 'Mb', 'flaky'],
    // It failed between base and head, and does so still: that is one flip.
    ['P', 'F', 'bF', 'newly_failing'],
    ['P', 'F', 'PbFF', 'newly_failing'],
    ['P', 'F', 'bFP', 'flaky'],
    // Base is none of the runs on disk: it counts as the latest before head.
    ['P', 'F', 'PP', 'newly_failing'],
    ['P', 'F', 'FF', 'flaky'],
    ['F', 'P', '', 'fixed'],
    ['F', 'P', 'FFb', 'fixed'],
    ['F', 'P', 'bP', 'fixed'],
    ['F', 'P', 'Pb', 'flaky'],
    ['F', 'P', 'Mb', 'flaky'],
    ['M', 'P', '', 'flaky'],
    ['F', 'F', '', 'still_failing'],
    ['F', 'F', 'PbP', 'still_failing'],
    ['M', 'F', '', 'still_failing'],
    ['P', 'U', '', 'newly_unverifiable'],
    ['F', 'U', 'Pb', 'newly_unverifiable'],
    ['P', 'unjudged', '', 'newly_unverifiable'],
    ['P', 'not_run', '', 'newly_unverifiable'],
    ['F', 'unrunnable', '', 'newly_unverifiable'],
    ['U', 'U', '', 'none'],
    ['not_run', 'unjudged', '', 'none'],
    ['U', 'P', 'FP', 'none'],
    ['U', 'F', '', 'newly_failing'],
    ['not_run', 'F', 'FP', 'newly_failing'],
    // Attempts of head disagree: flaky, unless it is the first failure that was ever seen.
    ['P', 'M', '', 'newly_failing'],
    ['P', 'M', 'PPb', 'newly_failing'],
    ['P', 'M', 'FPb', 'flaky'],
    ['P', 'M', 'MPb', 'flaky'],
    ['U', 'M', 'PP', 'newly_failing'],
    ['U', 'M', 'F', 'flaky'],
    ['F', 'M', '', 'flaky'],
    ['M', 'M', '', 'flaky'],
    ['-', 'F', '', 'added'],
    ['-', 'M', '', 'added'],
    ['P', '-', '', 'removed'],
    ['not_run', '-', '', 'removed'],
  ])('%s → %s after "%s": %s', (base, head, past, expected) => {
    expect(group(standing(base), standing(head), pastOf(past))).toBe(expected);
  });

  test('a pass whose attempts disagree, as a report file may say, is flaky', () => {
    const [passed] = standing('P');
    expect(group(standing('P'), passed ? [{ ...passed, flaky: true }] : [])).toBe('flaky');
  });
});

describe('a definition', () => {
  test.each(['P', 'F', 'M', 'U', 'not_run'])('that changed goes before every status (→ %s)', (head) => {
    for (const base of ['P', 'F', 'M', 'U'])
      expect(group(standing(base, 'd1'), standing(head, 'd2'), pastOf('FPF'))).toBe('redefined');
  });

  test('of another text says nothing about flips', () => {
    expect(group(standing('P'), standing('F'), pastOf('FFF', { definition: 'd0' }))).toBe('newly_failing');
    expect(group(standing('P'), standing('F'), pastOf('FFF', { definition: undefined }))).toBe('newly_failing');
    expect(group(standing('P'), standing('M'), pastOf('FFF', { definition: 'd0' }))).toBe('newly_failing');
  });

  test.each([
    ['none', 'd1'],
    ['d1', 'none'],
    ['none', 'none'],
  ])('that is missing is neither the same nor another one (%s, %s)', (base, head) => {
    const past = new Map([[id, pastOf('FPF')]]);
    const { newly_failing, ...rest } = compareRuns(
      run('base', standing('P', base)),
      run('head', standing('F', head)),
      past,
    );
    expect(newly_failing).toEqual([
      { scenario_id: id, title: 'A refund', base: 'Pass', head: 'Fail', definition_unknown: true },
    ]);
    expect(rest).toMatchObject({ flaky: [], redefined: [] });
  });

  test('matters only where both runs decided something', () => {
    const { newly_unverifiable } = compareRuns(run('b', standing('P')), run('h', standing('unrunnable', 'none')));
    expect(newly_unverifiable).toEqual([{ scenario_id: id, title: 'A refund', base: 'Pass', head: 'unrunnable' }]);
  });
});

describe('another profile or script', () => {
  const compare = (base: RunStandings, head: RunStandings, past: PastStanding[]) =>
    groupsOf(compareRuns(base, head, new Map([[id, past]])));

  test('explains a flip, so earlier verdicts through it do not count', () => {
    const [base, head] = [run('base', standing('P'), 'local r1'), run('head', standing('F'), 'local r1')];
    expect(compare(base, head, pastOf('FF', { means: 'staging r1' }))).toEqual(['newly_failing']);
    expect(compare(base, head, pastOf('FF', { means: 'local r1' }))).toEqual(['flaky']);
    expect(compare(base, head, pastOf('FF', { means: undefined }))).toEqual(['flaky']);
  });

  test('of base leaves only the flips without it', () => {
    const [base, head] = [run('base', standing('P'), 'staging r1'), run('head', standing('F'), 'local r1')];
    expect(compare(base, head, pastOf('FF', { means: 'local r1' }))).toEqual(['newly_failing']);
    expect(compare(base, head, pastOf('FP', { means: 'local r1' }))).toEqual(['flaky']);
  });
});

test('a change has the title of the run that knows one', () => {
  const named = (title: string, status: Standing['status']): Standing[] => [
    { scenario_id: id, title, status, definition: 'd1' },
  ];
  const title = (base: string, head: string) =>
    compareRuns(run('b', named(base, 'Pass')), run('h', named(head, 'Fail'))).newly_failing[0]?.title;
  expect(title('Old', 'New')).toBe('New');
  expect(title('Old', id)).toBe('Old');
  expect(title(id, id)).toBe(id);
});

describe('whatever the runs are', () => {
  const scenario = (ids: readonly string[]) =>
    fc.record(
      {
        scenario_id: fc.constantFrom(...ids),
        title: fc.string({ maxLength: 4 }),
        status: fc.constantFrom(...standingStatuses),
        flaky: fc.boolean(),
        definition: fc.constantFrom('d1', 'd2'),
      },
      { requiredKeys: ['scenario_id', 'title', 'status'] },
    );
  const ids = ['SC-1', 'SC-2', 'SC-3', 'SC-4'];
  const scenarios = fc.uniqueArray(scenario(ids), { selector: ({ scenario_id }) => scenario_id });
  const means = fc.constantFrom('local r1', 'local r2', undefined);
  const side = (name: string) => fc.tuple(scenarios, means).map(([each, through]) => run(name, each, through));
  const history = fc
    .array(
      fc.record({
        run: fc.constantFrom('base', 'r1', 'r2', 'r3'),
        status: fc.constantFrom('Pass' as const, 'Fail' as const, 'Unable to Verify' as const),
        flaky: fc.boolean(),
        definition: fc.constantFrom('d1', 'd2', undefined),
        means,
      }),
      { maxLength: 5 },
    )
    .map((past) => new Map(ids.map((each) => [each, past])));

  test('each scenario stands in one group at most, and none is invented', () => {
    fc.assert(
      fc.property(side('base'), side('head'), history, (base, head, past) => {
        const comparison = compareRuns(base, head, past);
        const listed = comparisonGroups.flatMap((each) => comparison[each].map(({ scenario_id }) => scenario_id));
        expect(new Set(listed).size).toBe(listed.length);
        const known = new Set([...base.scenarios, ...head.scenarios].map(({ scenario_id }) => scenario_id));
        for (const each of listed) expect(known.has(each)).toBe(true);
        expect(ComparisonSchema.safeParse(comparison).success).toBe(true);
      }),
    );
  });

  test('each failure of head is in a group that says so', () => {
    fc.assert(
      fc.property(side('base'), side('head'), history, (base, head, past) => {
        const comparison = compareRuns(base, head, past);
        const { newly_failing, still_failing, flaky, redefined, added } = comparison;
        const told = [newly_failing, still_failing, flaky, redefined, added].flat().map((each) => each.scenario_id);
        for (const { scenario_id, status } of head.scenarios)
          if (status === 'Fail') expect(told).toContain(scenario_id);
      }),
    );
  });

  test('a run has nothing new against itself', () => {
    fc.assert(
      fc.property(side('same'), history, (same, past) => {
        const found = groupsOf(compareRuns(same, same, past));
        expect(found.filter((each) => each !== 'still_failing' && each !== 'flaky')).toEqual([]);
      }),
    );
  });

  test('the other way round, what was added is removed, and what is redefined stays so', () => {
    fc.assert(
      fc.property(side('base'), side('head'), (base, head) => {
        const there = compareRuns(base, head);
        const back = compareRuns(head, base);
        const idsOf = (group: 'added' | 'removed' | 'redefined', of: Comparison) =>
          of[group].map(({ scenario_id }) => scenario_id).sort();
        expect(idsOf('added', there)).toEqual(idsOf('removed', back));
        expect(idsOf('removed', there)).toEqual(idsOf('added', back));
        expect(idsOf('redefined', there)).toEqual(idsOf('redefined', back));
      }),
    );
  });
});
