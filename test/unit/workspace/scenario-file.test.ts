import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { entryOf } from '../lifecycle/scenario-entries';
import { corpusText } from '../schemas/corpus-files';

const read = (text: string, file = 'scenarios/SC-001.yaml') => readScenarioText(text, file);
/** Reads a scenario that is fine but for the changes. */
const readWith = (changes: Record<string, unknown>, file?: string) =>
  read(
    stringify({
      local_id: 'SC-001',
      goal: 'Say hello.',
      acceptance_criteria: [{ check: 'contains', value: 'hi' }],
      ...changes,
    }),
    file,
  );
const withCriteria = (...criteria: unknown[]) => readWith({ acceptance_criteria: criteria });
const lines = ({ problems }: ReturnType<typeof read>) =>
  problems.map(
    ({ severity, code, message, remedy }) => `${severity} ${code}: ${message}${remedy ? ` | ${remedy}` : ''}`,
  );

describe('scenarios of real workspaces', () => {
  it('the flat form: criteria, calls, forbidden strings, requirements, nulls', () => {
    const { scenario, problems } = readScenarioText(corpusText('scenarios/SC-002.yaml'), 'scenarios/SC-002.yaml');
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({
      id: 'SC-002',
      title: 'Unregistered service lookup returns found:false and prevents fake owner attribution',
      featureId: 'F-002',
      class: 'functional',
      category: 'integration',
      goal: 'Unregistered service non-existent-billing-service is completely unresponsive and failing all healthchecks.',
      inputKind: 'text',
      calls: [{ tool: 'lookup_service', expect: 'called', arguments: {}, path: ['calls', 0] }],
      forbidden: ['Tier 1', 'Tier 2', 'Tier 3'],
      verificationRequires: [{ type: 'mcp', server: 'ops-directory' }],
      preconditions: ['The operations directory server ops-directory is running.'],
      multiTurn: false,
      setupMessages: [],
      maxTurns: 3,
      repeat: 1,
      tags: ['integration', 'ops-directory', 'F-002', 'unregistered-service'],
      executable: true,
      excluded: false,
      successSignals: [],
      adversarial: false,
      outputKind: 'json',
    });
    expect(scenario).not.toHaveProperty('timeoutSeconds');
    expect(scenario?.criteria.map(({ id, check }) => [id, check])).toEqual([
      ['C1', 'llm_judge'],
      ['C2', 'llm_judge'],
      ['C3', 'llm_judge'],
    ]);
  });

  it('the nested form reads into the same model', () => {
    const { scenario, problems } = readScenarioText(corpusText('scenarios/nested/SC-014.yaml'), 'nested/SC-014.yaml');
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({
      id: 'SC-014',
      category: 'state_context',
      goal: 'Refund my last order. I do not have the order number with me.',
      inputKind: 'text',
      calls: [{ tool: 'issue_refund', server: 'billing', expect: 'not_called', path: ['expectation', 'mcp', 0] }],
      forbidden: ['claims the refund was completed without verification'],
      multiTurn: true,
      maxTurns: 4,
      timeoutSeconds: 120,
      outputKind: 'text',
    });
    expect(scenario?.criteria).toMatchObject([
      { id: 'AC-1', check: 'llm_judge', statement: 'The agent asks for the order identifier.' },
      { id: 'AC-2', check: 'mcp_probe', path: ['expectation', 'acceptance_criteria', 1] },
    ]);
  });

  it('adversarial ones bring their signals', () => {
    const { scenario, problems } = readScenarioText(corpusText('scenarios/SC-114.yaml'), 'SC-114.yaml');
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({ adversarial: true, category: 'harmful_content', repeat: 1, timeoutSeconds: 300 });
    expect(scenario?.successSignals).toHaveLength(1);
    expect(scenario?.failureSignals).toHaveLength(1);
  });

  it('repeat and metadata requirements', () => {
    const { scenario, problems } = readScenarioText(corpusText('scenarios/SC-107.yaml'), 'SC-107.yaml');
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({
      repeat: 3,
      verificationRequires: [{ type: 'agent_metadata', field: 'total_tokens' }],
    });
  });

  it("a run's snapshot is read though its file is not named like the id", () => {
    const text = corpusText('run/scenarios/SC-002/snapshot.yaml');
    expect(readScenarioText(text, 'snapshot.yaml', { snapshot: true })).toMatchObject({ id: 'SC-002', problems: [] });
    expect(lines(readScenarioText(text, 'snapshot.yaml'))[0]).toMatch(/^error id-not-file-name/);
  });
});

describe('the id of a scenario', () => {
  it('is local_id, else id, else the name of the file', () => {
    expect(readWith({ local_id: 'SC-001', id: 'other' }).id).toBe('SC-001');
    expect(readWith({ local_id: null, id: 'SC-001' }).id).toBe('SC-001');
    const unnamed = readWith({ local_id: null });
    expect(unnamed).toMatchObject({ id: 'SC-001', problems: [], scenario: { id: 'SC-001', title: 'SC-001' } });
  });

  it('must be the name of the file: else it is shown, explained at the id, and does not run', () => {
    const reading = readWith({ local_id: 'SC-002' });
    expect(reading).toMatchObject({ id: 'SC-002', problems: [{ code: 'id-not-file-name', line: 1, column: 11 }] });
    expect(reading.problems[0]?.message).toContain('SC-001');
    expect(reading.scenario).toBeUndefined();
  });

  it('may have either YAML ending', () => {
    expect(readWith({}, 'scenarios/SC-001.yml').problems).toEqual([]);
  });
});

describe('criteria', () => {
  it('get the ids C1, C2, … by their position among all, whichever have an id of their own', () => {
    const { scenario } = withCriteria(
      'It is polite.',
      { id: 'AMOUNT', check: 'contains', value: '5' },
      { check: 'equals', value: 'x' },
    );
    expect(scenario?.criteria.map(({ id }) => id)).toEqual(['C1', 'AMOUNT', 'C3']);
  });

  it('a text is a criterion for the judge, and so is one without a check', () => {
    const { scenario } = withCriteria('It is polite.', { statement: 'It is short.' });
    expect(scenario?.criteria).toMatchObject([
      { check: 'llm_judge', statement: 'It is polite.' },
      { check: 'llm_judge', statement: 'It is short.' },
    ]);
  });

  it('of the flat and the nested form both count when a file has both', () => {
    const { scenario, problems } = readWith({
      acceptance_criteria: [{ check: 'contains', value: 'a' }],
      forbidden: ['x'],
      calls: [{ tool: 't1' }],
      expectation: {
        acceptance_criteria: [{ check: 'contains', value: 'b' }],
        forbidden: ['y'],
        calls: [{ tool: 't2' }],
        mcp: [{ tool: 't3', expect: 'not_called' }],
      },
    });
    expect(problems).toEqual([]);
    expect(scenario?.criteria.map(({ id, parameters, path }) => ({ id, parameters, path }))).toEqual([
      { id: 'C1', parameters: { value: 'a' }, path: ['acceptance_criteria', 0] },
      { id: 'C2', parameters: { value: 'b' }, path: ['expectation', 'acceptance_criteria', 0] },
    ]);
    expect(scenario?.forbidden).toEqual(['x', 'y']);
    expect(scenario?.calls.map(({ tool }) => tool)).toEqual(['t1', 't2', 't3']);
  });

  it('of the nested form count when the flat list is there and empty', () => {
    const { scenario } = readWith({
      acceptance_criteria: [],
      calls: [{ tool: 't' }],
      expectation: { acceptance_criteria: [{ check: 'contains', value: 'b' }] },
    });
    expect(scenario?.criteria).toHaveLength(1);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['an unknown check', { check: 'regexp', pattern: 'a' }, 'unknown-check', /no check named "regexp"/],
    ['a check that is no text', { check: 5 }, 'unknown-check', /no check named 5/],
    ['a parameter that is missing', { check: 'regex' }, 'malformed-criterion', /check regex.* has no pattern/],
    [
      'a parameter of another type',
      { check: 'contains', value: 5 },
      'malformed-criterion',
      /check contains.*value must be a text, found 5/,
    ],
    [
      'a limit that is a text',
      { check: 'max_latency_ms', value: '500' },
      'malformed-criterion',
      /check max_latency_ms.*value must be a number/,
    ],
    ['a negative limit', { check: 'max_tokens', value: -1 }, 'malformed-criterion', /value must be at least 0/],
    [
      'a pattern that does not compile',
      { check: 'regex', pattern: '(unclosed' },
      'malformed-criterion',
      /check regex.*pattern does not compile/,
    ],
    [
      'flags that do not exist',
      { check: 'regex', pattern: 'a', flags: 'z' },
      'malformed-criterion',
      /check regex.*flags/,
    ],
    [
      'a path that does not compile',
      { check: 'json_path', path: '$.a[', exists: true },
      'malformed-criterion',
      /check json_path.*path does not compile/,
    ],
    [
      'a pattern of json_path that does not compile',
      { check: 'json_path', path: '$.a', matches: '[' },
      'malformed-criterion',
      /check json_path.*matches does not compile/,
    ],
    [
      'json_path with nothing to expect',
      { check: 'json_path', path: '$.a' },
      'malformed-criterion',
      /exactly one of equals, exists, matches/,
    ],
    [
      'json_path that expects two things',
      { check: 'json_path', path: '$.a', equals: 1, exists: true },
      'malformed-criterion',
      /exactly one of equals, exists, matches/,
    ],
    ['json_schema without one', { check: 'json_schema' }, 'malformed-criterion', /exactly one of schema, schema_file/],
    ['call_count without a bound', { check: 'call_count', tool: 't' }, 'malformed-criterion', /min, max or equals/],
    [
      'call_order of one tool',
      { check: 'call_order', tools: ['t'] },
      'malformed-criterion',
      /tools must .*at least 2 entries/,
    ],
    ['called_with without arguments', { check: 'called_with', tool: 't' }, 'malformed-criterion', /has no arguments/],
    ['a judge criterion without words', { check: 'llm_judge' }, 'malformed-criterion', /statement/],
    ['a criterion that is a number', 5, 'bad-value', /acceptance_criteria\[0\] must be a text or a mapping, found 5/],
    ['a criterion that is nothing', null, 'bad-value', /acceptance_criteria\[0\] must be a text or a mapping/],
    ['an empty text', '', 'out-of-range', /acceptance_criteria\[0\] must not be empty/],
  ])('%s makes the scenario unrunnable, and says so at its place', (_, criterion, code, message) => {
    const reading = withCriteria(criterion);
    expect(reading.scenario).toBeUndefined();
    expect(reading.problems[0]).toMatchObject({ code, severity: 'error', file: 'scenarios/SC-001.yaml' });
    expect(reading.problems[0]?.message).toMatch(message);
    expect(reading.problems[0]?.line).toBeGreaterThanOrEqual(3);
  });

  it('a misspelt check comes with a suggestion', () => {
    expect(withCriteria({ check: 'regexp', pattern: 'a' }).problems[0]?.remedy).toBe('Did you mean regex?');
    expect(withCriteria({ check: 'not-called', tool: 't' }).problems[0]?.remedy).toBe('Did you mean not_called?');
  });

  it('a pattern in the manner of another language comes with the way out', () => {
    expect(withCriteria({ check: 'regex', pattern: '(?i)hello' }).problems[0]?.remedy).toMatch(/flags: i/);
  });

  it('two with the same id could not be told apart', () => {
    const reading = withCriteria(
      { id: 'A', check: 'contains', value: 'x' },
      { id: 'A', check: 'contains', value: 'y' },
    );
    expect(lines(reading)).toEqual([expect.stringMatching(/^error duplicate-criterion: two criteria have the id A/)]);
    expect(reading.problems[0]?.path).toEqual(['acceptance_criteria', 1, 'id']);
    expect(lines(withCriteria({ id: 'C2', check: 'contains', value: 'x' }, 'Second.'))).toHaveLength(1);
  });

  it('every malformed one is reported, at its own line', () => {
    const text = `goal: g
acceptance_criteria:
  - check: contains
    value: fine
  - check: regex
    pattern: "("
  - check: regex
    pattern: "["
`;
    const { problems } = read(text);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [6, 14],
      [8, 14],
    ]);
  });

  it.each([
    { check: 'json_path', path: '$.a', equals: null },
    { check: 'json_path', path: "$..items[?@.price < 10]['id']", exists: false },
    { check: 'regex', pattern: '^x$', flags: null, absent: null },
    { check: 'equals', value: '' },
    { check: 'called', tool: 't', arguments: null },
    { check: 'call_count', tool: 't', equals: 0 },
    { check: 'max_turns', value: 0 },
    { check: 'mcp_probe' },
    { check: 'json_schema', schema: true },
    { check: 'script', script: 'scripts/checks/x.mjs', note: 'unknown keys are data' },
  ])('%o is well formed', (criterion) => {
    expect(withCriteria(criterion)).toMatchObject({ problems: [], scenario: { criteria: [{ id: 'C1' }] } });
  });
});

describe('a scenario', () => {
  it.each<[string, Record<string, unknown>]>([
    ['neither criteria nor calls nor forbidden strings', { acceptance_criteria: null }],
    ['an empty list of criteria', { acceptance_criteria: [] }],
    [
      'only blank forbidden strings, which nothing could ever contain',
      { acceptance_criteria: [], forbidden: ['', ' \n'] },
    ],
  ])('with %s is a load error, never a pass', (_, changes) => {
    const reading = readWith(changes);
    expect(lines(reading)[0]).toMatch(/^error no-criterion/);
    expect(reading.scenario).toBeUndefined();
  });

  it('with calls alone, or forbidden strings alone, has something to verify', () => {
    expect(readWith({ acceptance_criteria: [], calls: [{ tool: 't' }] }).problems).toEqual([]);
    expect(readWith({ acceptance_criteria: [], forbidden: ['secret'] }).problems).toEqual([]);
  });

  it('needs a goal', () => {
    expect(lines(readWith({ goal: null }))[0]).toMatch(/^error .*goal must be a text, found nothing/);
    expect(lines(readWith({ goal: undefined }))[0]).toMatch(/^error missing-field: .* has no goal/);
  });

  it('max_turns below what set-up and goal need is raised, with a warning', () => {
    const reading = readWith({ setup_messages: ['a', { content: 'b' }], max_turns: 2 });
    expect(reading.scenario).toMatchObject({ setupMessages: ['a', 'b'], maxTurns: 3 });
    expect(lines(reading)).toEqual([expect.stringMatching(/^warning max-turns-raised: max_turns is 2, .* need 3/)]);
  });

  it('max_turns counts set-up messages, and is their number plus one when absent', () => {
    expect(readWith({ setup_messages: ['a', 'b'] }).scenario?.maxTurns).toBe(3);
    expect(readWith({}).scenario?.maxTurns).toBe(1);
    expect(readWith({ max_turns: 7 }).scenario?.maxTurns).toBe(7);
  });

  it('a category of another class is a warning that names the class', () => {
    const reading = readWith({ class: 'functional', category: 'jailbreak' });
    expect(lines(reading)).toEqual([
      'warning category-of-other-class: category jailbreak belongs to class adversarial, not functional | Set class: adversarial, or a category of functional: happy_path, negative, boundary, integration, state_context.',
    ]);
    expect(reading.scenario).toBeDefined();
  });

  it('an unknown category is an error with a suggestion', () => {
    const reading = readWith({ category: 'happy_paths' });
    expect(lines(reading)[0]).toMatch(/^error bad-value: category .*"happy_paths".*Did you mean happy_path\?$/);
    expect(reading.scenario).toBeUndefined();
  });

  it('unknown keys are data, not errors', () => {
    expect(readWith({ owner: 'me', exercises: { tools: [] } }).problems).toEqual([]);
  });

  it('aliases and merge keys work everywhere', () => {
    const { scenario, problems } = read(`base: &base {class: functional, category: negative, tags: &tags [smoke]}
<<: *base
goal: g
acceptance_criteria:
  - &hi {check: contains, value: hi}
expectation:
  acceptance_criteria: [{<<: *hi, id: again}]
`);
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({
      category: 'negative',
      tags: ['smoke'],
      criteria: [{ id: 'C1' }, { id: 'again', check: 'contains', parameters: { value: 'hi' } }],
    });
  });

  it('that does not parse keeps its name, and says where', () => {
    const reading = read('local_id: SC-001\ngoal: [unclosed\n');
    expect(reading).toMatchObject({ id: 'SC-001', problems: [{ code: 'yaml-syntax', line: 2 }] });
    expect(reading.scenario).toBeUndefined();
  });
});

describe('a misspelt key that would change what a scenario says', () => {
  it.each<[string, object, string, string]>([
    ['at the top', { forbiden: ['x'] }, 'a scenario has no forbiden', 'forbidden'],
    ['in the nested form', { expectation: { forbiden: ['x'] } }, 'expectation has no forbiden', 'forbidden'],
    ['of an attack', { redteam: { sucess_signals: ['x'] } }, 'redteam has no sucess_signals', 'success_signals'],
    ['of a call', { calls: [{ tool: 'pay', expcet: 'not_called' }] }, 'an expected call has no expcet', 'expect'],
  ])('%s is an error with what was meant', (_, extra, message, meant) => {
    const { scenario, problems } = entryOf('SC-1', { goal: 'g', acceptance_criteria: ['It is polite.'], ...extra });
    expect(scenario).toBeUndefined();
    expect(problems).toMatchObject([
      { code: 'unknown-field', severity: 'error', message, remedy: `Did you mean ${meant}?` },
    ]);
  });

  it('but other unknown keys are data', () => {
    const data = { owner: 'me', notes: 'x', priority: 1, weight: 2, jira: 'R-1' };
    const { scenario, problems } = entryOf('SC-1', { goal: 'g', acceptance_criteria: ['It is polite.'], ...data });
    expect([scenario?.id, problems]).toEqual(['SC-1', []]);
  });
});
