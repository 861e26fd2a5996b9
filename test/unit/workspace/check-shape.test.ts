import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { checks } from '../../../engine/judge/check-registry';
import { checkShape } from '../../../engine/workspace/check-shape';
import { nearestName } from '../../../engine/workspace/nearest-name';
import { ProfileFile } from '../../../schemas/profile';
import { Report } from '../../../schemas/report';
import { ScenarioFile } from '../../../schemas/scenario';

/** One line per problem: where, code, message, remedy. */
function problemsOf(schema: z.ZodType, value: unknown): string[] {
  return checkShape(schema, value).problems.map(
    ({ path, at, code, message, remedy }) =>
      `${path.join('.')}${at ? ` (${at})` : ''} ${code}: ${message}${remedy ? ` | ${remedy}` : ''}`,
  );
}

const noTotals = Object.fromEntries(
  [...'planned executed passed failed unverifiable unjudged not_run unrunnable decided carried_forward'.split(' ')].map(
    (name) => [name, 0],
  ),
);
const profile = (changes: object) => ({ id: 'p', hooks: { execute: 'a.mjs' }, ...changes });

describe('what is wrong with a value, in words', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    [
      'a number where a text belongs',
      ScenarioFile,
      { goal: 5 },
      ['goal bad-value: goal must be a text, found 5 (a number) | Put it in quotes: "5".'],
    ],
    [
      'a text where a list belongs',
      ScenarioFile,
      { goal: 'g', tags: 'smoke' },
      [
        'tags bad-value: tags must be a list, found the text "smoke" | Write a list: each entry on a line of its own that begins with a dash.',
      ],
    ],
    [
      'a list where a text belongs, inside a list',
      ScenarioFile,
      { goal: 'g', forbidden: ['a', ['b']] },
      ['forbidden.1 bad-value: forbidden[1] must be a text, found a list'],
    ],
    [
      'nothing where a mapping belongs',
      ProfileFile,
      { id: 'p', hooks: null },
      ['hooks bad-value: hooks must be a mapping, found nothing'],
    ],
    [
      'a field that is missing at the top',
      ScenarioFile,
      { title: 't' },
      [' (key) missing-field: the document has no goal | Add goal (a text).'],
    ],
    [
      'a field that is missing further in',
      ProfileFile,
      profile({ env: [{ purpose: 'x' }] }),
      ['env.0 (key) missing-field: env[0] has no variable | Add variable (a text).'],
    ],
    [
      'a hook object without its script',
      ProfileFile,
      profile({ hooks: { execute: { timeout_seconds: 5 } } }),
      ['hooks.execute (key) missing-field: hooks.execute has no script | Add script (a text).'],
    ],
    [
      'a hook of a kind that no hook has',
      ProfileFile,
      profile({ hooks: { execute: 5 } }),
      ['hooks.execute bad-value: hooks.execute must be a text or a mapping, found 5 (a number)'],
    ],
    [
      'a field of a hook that is mistyped',
      ProfileFile,
      profile({ hooks: { execute: { script: 'a.mjs', timeout_seconds: 'soon' } } }),
      [
        'hooks.execute.timeout_seconds bad-value: hooks.execute.timeout_seconds must be a number, found the text "soon"',
      ],
    ],
    [
      'an empty script path',
      ProfileFile,
      profile({ hooks: { execute: '' } }),
      ['hooks.execute out-of-range: hooks.execute must not be empty'],
    ],
    [
      'a word that is none of the allowed ones, with the one that was meant',
      ScenarioFile,
      { goal: 'g', class: 'adverserial' },
      ['class bad-value: class cannot be "adverserial" | Did you mean adversarial?'],
    ],
    [
      'a word that resembles none of them',
      ScenarioFile,
      { goal: 'g', calls: [{ tool: 't', expect: 'sometimes' }] },
      ['calls.0.expect bad-value: calls[0].expect is "sometimes", which is not one of called, not_called, called_with'],
    ],
    [
      'a number above its bound',
      ProfileFile,
      profile({ concurrency: 9 }),
      ['concurrency out-of-range: concurrency must be at most 8, found 9 (a number)'],
    ],
    [
      'a number below its bound',
      ProfileFile,
      profile({ concurrency: 0 }),
      ['concurrency out-of-range: concurrency must be at least 1, found 0 (a number)'],
    ],
    [
      'a number that is not whole',
      ProfileFile,
      profile({ concurrency: 1.5 }),
      ['concurrency bad-value: concurrency must be a whole number, found 1.5 (a number)'],
    ],
    [
      'a name that breaks its pattern',
      ProfileFile,
      profile({ env: [{ variable: 'MY-TOKEN' }] }),
      [
        'env.0.variable bad-value: env[0].variable must be the name of an environment variable, found the text "MY-TOKEN"',
      ],
    ],
    [
      'yes where true belongs',
      ScenarioFile,
      { goal: 'g', excluded: 'yes' },
      ['excluded bad-value: excluded must be true or false, found the text "yes" | Write true.'],
    ],
    [
      'a truth value in quotes',
      ScenarioFile,
      { goal: 'g', multi_turn: 'true' },
      ['multi_turn bad-value: multi_turn must be true or false, found the text "true" | Write it without quotes.'],
    ],
    [
      'a number in quotes',
      ProfileFile,
      profile({ concurrency: '2' }),
      ['concurrency bad-value: concurrency must be a number, found the text "2" | Write it without quotes.'],
    ],
    [
      'a key that is a misspelling of the missing one: that key is the problem',
      ScenarioFile,
      { gaol: 'Say hello.' },
      ['gaol (key) missing-field: the document has no goal | Rename gaol to goal.'],
    ],
    ['an empty document', ScenarioFile, undefined, [' (key) missing-field: the document is empty | Write its fields.']],
    [
      'a list where the document belongs',
      ScenarioFile,
      ['a'],
      [' bad-value: the document must be a mapping, found a list'],
    ],
    [
      'two faults at once',
      ScenarioFile,
      { goal: '', repeat: 0 },
      [
        'goal out-of-range: goal must not be empty',
        'repeat out-of-range: repeat must be at least 1, found 0 (a number)',
      ],
    ],
    [
      'a list that is too short',
      checks.call_order.parameters,
      { tools: ['one'] },
      ['tools out-of-range: tools must have at least 2 entries'],
    ],
    [
      'faults deep in a report',
      Report.pick({ totals: true, clusters: true }),
      {
        totals: { ...noTotals, passed: -1, pass_rate: '5 %' },
        clusters: [{ id: 'c', why: 'w', kind: 'bad', scenarios: {} }],
      },
      [
        'totals.passed out-of-range: totals.passed must be at least 0, found -1 (a number)',
        'totals.pass_rate bad-value: totals.pass_rate must be a number, found the text "5 %"',
        'clusters.0.kind bad-value: clusters[0].kind is "bad", which is not one of failed, unverifiable, compromised',
        'clusters.0.scenarios bad-value: clusters[0].scenarios must be a list, found a mapping',
      ],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(problemsOf(schema, value)).toEqual(expected);
  });

  it('a long text is shown shortened', () => {
    const [problem] = problemsOf(ScenarioFile, { goal: 'g', repeat: 'x'.repeat(500) });
    expect(problem).toContain(`"${'x'.repeat(57)}…"`);
    expect(problem?.length).toBeLessThan(150);
  });

  it('places are given from the root of the document, wherever the value stands in it', () => {
    const { problems } = checkShape(ScenarioFile, { goal: 5 }, ['list', 3]);
    expect(problems).toMatchObject([
      { path: ['list', 3, 'goal'], message: expect.stringMatching(/goal must be a text/) },
    ]);
  });

  it('unknown keys are data, not errors', () => {
    const value = profile({ colour: 'blue', hooks: { execute: { script: 'a.mjs', mode: 'cli' } } });
    expect(checkShape(ProfileFile, value)).toEqual({ value, problems: [] });
  });
});

describe('the name that was meant', () => {
  const phases = ['prepare', 'open', 'execute', 'close', 'collect'];
  it.each<[string, string | undefined]>([
    ['exectue', 'execute'],
    ['Execute', 'execute'],
    ['opne', 'open'],
    ['colect', 'collect'],
    ['closed', 'close'],
    ['x', undefined],
    ['', undefined],
    ['teardown', undefined],
  ])('%s → %s', (name, expected) => {
    expect(nearestName(name, phases)).toBe(expected);
  });
});
