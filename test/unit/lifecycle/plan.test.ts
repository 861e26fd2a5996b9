import { describe, expect, it } from 'vitest';
import { planRun, type Selection } from '../../../engine/lifecycle/plan';
import { entryOf, profileWith } from './scenario-entries';

const entries = [
  entryOf('SC-001', { tags: ['smoke', 'fast'] }),
  entryOf('SC-002', { class: 'functional', category: 'negative', tags: ['smoke'] }),
  entryOf('SC-003', { class: 'adversarial', category: 'jailbreak', tags: ['slow'] }),
  entryOf('SC-004', { excluded: true, skip_reason: 'flaky vendor' }),
  entryOf('SC-005', { executable: false, skip_reason: 'needs a card' }),
  entryOf('SC-006', { setup_messages: ['hi'] }),
  entryOf('SC-007', { acceptance_criteria: [{ check: 'regex', pattern: '(' }] }),
];
const plan = (selection: Selection = {}, profile = profileWith(), list = entries) =>
  planRun(list, profile, selection, false);

function planned(selection: Selection = {}) {
  const result = plan(selection);
  if (!result.ok) throw new Error(result.error.message);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  return {
    included: result.value.included.map(({ scenario }) => scenario.id),
    skipped: ids(result.value.skipped),
    unrunnable: ids(result.value.unrunnable),
  };
}
function refusal(selection: Selection, profile = profileWith(), list = entries) {
  const result = plan(selection, profile, list);
  if (result.ok) throw new Error('the plan was accepted');
  return result.error;
}

describe('the plan of a run', () => {
  it('includes what can run; excluded ones are skipped, what cannot run is unrunnable, each with its reason', () => {
    expect(planned()).toEqual({
      included: ['SC-001', 'SC-002', 'SC-003'],
      skipped: ['SC-004'],
      unrunnable: ['SC-005', 'SC-006', 'SC-007'],
    });
    const result = plan();
    expect(result.ok && result.value.skipped[0]?.why).toBe('excluded: flaky vendor');
    expect(result.ok && result.value.unrunnable.map(({ why }) => why)).toEqual([
      'not executable: needs a card',
      expect.stringMatching(/several turns.*profile local.*capabilities\.multi_turn/),
      expect.stringMatching(/^SC-007\.yaml:\d+:\d+: .*pattern/),
    ]);
  });

  it('--only narrows to its ids, the rest is skipped', () => {
    expect(planned({ only: ['SC-002'] })).toMatchObject({ included: ['SC-002'], unrunnable: [] });
    expect(planned({ only: ['SC-002'] }).skipped).toHaveLength(6);
  });

  it('--only naming an excluded scenario runs it', () => {
    expect(planned({ only: ['SC-004', 'SC-001'] }).included).toEqual(['SC-001', 'SC-004']);
  });

  it('an excluded scenario is not run because its class or tag was named', () => {
    expect(planned({ classes: ['functional'] }).included).toEqual(['SC-001', 'SC-002']);
  });

  it('class, category and tag narrow together; several of one kind widen', () => {
    expect(planned({ classes: ['functional'], tags: ['smoke'] }).included).toEqual(['SC-001', 'SC-002']);
    expect(planned({ classes: ['functional'], categories: ['negative'], tags: ['smoke'] }).included).toEqual([
      'SC-002',
    ]);
    expect(planned({ tags: ['slow', 'fast'] }).included).toEqual(['SC-001', 'SC-003']);
    expect(planned({ only: ['SC-001', 'SC-003'], classes: ['adversarial'] }).included).toEqual(['SC-003']);
  });

  it('what cannot run is not run because it was named', () => {
    expect(planned({ only: ['SC-001', 'SC-005'] })).toMatchObject({ included: ['SC-001'], unrunnable: ['SC-005'] });
  });
});

describe('an empty selection is never a pass', () => {
  it.each<[string, Selection, RegExp]>([
    ['an unknown id', { only: ['SC-01'] }, /^there is no scenario SC-01; did you mean SC-001\?/],
    ['one unknown id among known ones', { only: ['SC-001', 'NOPE'] }, /^there is no scenario NOPE/],
    ['an unknown class', { classes: ['functonal'] }, /^there is no class functonal; did you mean functional\?/],
    ['an unknown category', { categories: ['happy'] }, /^there is no category happy/],
    ['a tag that nothing has', { tags: ['nightly'] }, /matches no scenario/],
    ['parts that exclude each other', { classes: ['adversarial'], tags: ['smoke'] }, /matches no scenario/],
    ['an empty list of ids', { only: [] }, /matches no scenario/],
  ])('%s is refused, and what exists is listed', (_, selection, message) => {
    const { message: said, remedy } = refusal(selection);
    expect(said).toMatch(message);
    expect(remedy).toContain('ids: SC-001, SC-002, SC-003, SC-004, SC-005, SC-006, SC-007');
    expect(remedy).toContain('classes: adversarial, functional');
    expect(remedy).toContain('categories: happy_path, jailbreak, negative');
    expect(remedy).toContain('tags: fast, slow, smoke');
  });

  it('an agent without scenarios is refused', () => {
    expect(refusal({}, profileWith(), []).message).toMatch(/matches no scenario/);
  });

  it('when nothing of what was selected can run, the reasons are given', () => {
    const { message } = refusal({ only: ['SC-005', 'SC-006', 'SC-007'] });
    expect(message).toMatch(
      /^nothing can run:\n {2}SC-005: not executable: needs a card\n {2}SC-006: .*\n {2}SC-007: /,
    );
  });

  it('when all are excluded, that is said', () => {
    expect(refusal({}, profileWith(), [entryOf('SC-004', { excluded: true })]).message).toMatch(
      /^nothing can run:\n {2}SC-004: excluded/,
    );
  });
});
