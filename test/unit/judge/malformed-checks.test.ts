import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../engine/judge/known-checks';
import { entryOf } from '../lifecycle/scenario-entries';

/** For each check, parameters that make no sense, and what is said of them. */
const malformed: Record<string, [parameters: object, message: RegExp][]> = {
  regex: [
    [{}, /has no pattern/],
    [{ pattern: '' }, /pattern must not be empty/],
    [{ pattern: 5 }, /pattern must be a text, found 5/],
    [{ pattern: '(' }, /pattern does not compile/],
    [{ pattern: 'a', flags: 'q' }, /flags does not compile/],
    [{ pattern: 'a', absent: 'yes' }, /absent must be true or false/],
    [{ pattern: 'a', strict: 1 }, /strict must be true or false/],
  ],
  contains: [
    [{}, /has no value/],
    [{ value: '' }, /value must not be empty/],
    [{ value: ['a'] }, /value must be a text, found a list/],
    [{ value: 'a', ignore_case: 'no' }, /ignore_case must be true or false/],
  ],
  equals: [
    [{}, /has no value/],
    [{ value: 42 }, /value must be a text, found 42/],
  ],
  json_path: [
    [{ exists: true }, /has no path/],
    [{ path: '$' }, /exactly one of equals, exists, matches/],
    [{ path: '$', equals: 1, exists: true }, /exactly one of equals, exists, matches/],
    [{ path: 'status', exists: true }, /path does not compile/],
    [{ path: '$.a[?@.b = 1]', exists: true }, /path does not compile/],
    [{ path: '$', exists: 'yes' }, /exists must be true or false/],
    [{ path: '$', matches: '[' }, /matches does not compile/],
  ],
  json_schema: [
    [{}, /exactly one of schema, schema_file/],
    [{ schema: {}, schema_file: 'a.json' }, /exactly one of schema, schema_file/],
    [{ schema: 'object' }, /schema must be .*found the text "object"/],
    [{ schema: { type: 'strin' } }, /schema\.type cannot be "strin"/],
    [{ schema: { properties: 5 } }, /schema\.properties must be a mapping, found 5/],
    [{ schema: { pattern: '(' } }, /schema\.pattern does not compile/],
    [{ schema: { $ref: '#/$defs/a' } }, /schema\.\$ref leads nowhere/],
    [{ schema_file: '' }, /schema_file must not be empty/],
  ],
  called: [
    [{}, /has no tool/],
    [{ tool: '' }, /tool must not be empty/],
    [{ tool: 'a', arguments: ['b'] }, /arguments must be a mapping, found a list/],
    [{ tool: 'a', server: '' }, /server must not be empty/],
    [{ tool: 'a', server: 5 }, /server must be a text, found 5/],
  ],
  not_called: [
    [{}, /has no tool/],
    [{ tool: ['a'] }, /tool must be a text/],
  ],
  called_with: [
    [{ tool: 'a' }, /has no arguments/],
    [{ tool: 'a', arguments: 'b' }, /arguments must be a mapping/],
    [{ arguments: {} }, /has no tool/],
  ],
  call_order: [
    [{}, /has no tools/],
    [{ tools: ['a'] }, /at least 2 entries/],
    [{ tools: 'a, b' }, /tools must be a list/],
    [{ tools: ['a', ''] }, /tools\[1\] must not be empty/],
  ],
  call_count: [
    [{ tool: 'a' }, /min, max or equals/],
    [{ tool: 'a', max: -1 }, /max must be at least 0/],
    [{ tool: 'a', equals: 1.5 }, /equals must be a whole number/],
    [{ tool: 'a', min: '1' }, /min must be/],
    [{ max: 1 }, /has no tool/],
    [{ tool: 'a', equals: 1, min: 5 }, /equals says how often, and min beside it something else/],
    [{ tool: 'a', equals: 1, min: 1, max: 1 }, /equals says how often, and min and max beside it/],
    [{ tool: 'a', min: 3, max: 2 }, /min is 3 and max is 2: no number of calls is both/],
    [{ tool: 'a', max: 1, arguments: ['b'] }, /arguments must be a mapping, found a list/],
  ],
  max_latency_ms: [
    [{}, /has no value/],
    [{ value: '250' }, /value must be a number/],
    [{ value: -1 }, /value must be at least 0/],
  ],
  max_tokens: [[{ value: 'many' }, /value must be a number/]],
  max_turns: [[{ value: null }, /value must be a number, found nothing/]],
  file_exists: [
    [{}, /has no path/],
    [{ path: '' }, /path must not be empty/],
    [{ path: 'a', absent: 'true' }, /absent must be true or false/],
  ],
  file_matches: [
    [{ path: 'a' }, /has no pattern/],
    [{ pattern: 'a' }, /has no path/],
    [{ path: 'a', pattern: '[' }, /pattern does not compile/],
    [{ path: 'a', pattern: 'a', flags: 'xx' }, /flags does not compile/],
  ],
  mcp_probe: [
    [{ server: '' }, /server must not be empty/],
    [{ tool: 5 }, /tool must be a text/],
    [{ arguments: [] }, /arguments must be a mapping/],
    [{ expect: 'ok' }, /expect must be a mapping/],
    [{ expect: { json_path: 'status' } }, /json_path does not compile/],
  ],
  script: [
    [{}, /has no script/],
    [{ script: '' }, /script must not be empty/],
    [{ script: ['a.mjs'] }, /script must be a text/],
  ],
  llm_judge: [[{}, /needs a statement/]],
};

describe('a malformed check keeps its scenario from running', () => {
  it('and every check is tried', () => {
    expect(Object.keys(malformed).sort()).toEqual([...checkNames].sort());
  });

  const rows = Object.entries(malformed).flatMap(([check, cases]) =>
    cases.map(([parameters, message]) => ({ check, parameters, message })),
  );
  it.each(rows)('$check $parameters', ({ check, parameters, message }) => {
    const { scenario, problems } = entryOf('SC-001', { acceptance_criteria: [{ check, ...parameters }] });
    expect(scenario).toBeUndefined();
    const [problem] = problems;
    expect(problem).toMatchObject({ code: 'malformed-criterion', severity: 'error', file: 'scenarios/SC-001.yaml' });
    expect(problem?.message).toMatch(message);
    expect(problem?.line).toBeGreaterThan(3); // within the list of criteria
  });

  it('a problem in a schema stands at its own line', () => {
    const schema = { type: 'object', properties: { id: { type: 'strin' } } };
    const { problems, text } = entryOf('SC-001', { acceptance_criteria: [{ check: 'json_schema', schema }] });
    expect(problems).toHaveLength(1);
    expect(text.split('\n')[(problems[0]?.line ?? 0) - 1]).toContain('strin');
    expect(problems[0]?.remedy).toBe('Did you mean string?');
  });
});

describe('a parameter that would be dropped keeps its scenario from running', () => {
  const valid: Record<string, object> = {
    regex: { pattern: 'a' },
    contains: { value: 'a' },
    equals: { value: 'a' },
    json_path: { path: '$', exists: true },
    json_schema: { schema: {} },
    called: { tool: 'a' },
    not_called: { tool: 'a' },
    called_with: { tool: 'a', arguments: {} },
    call_order: { tools: ['a', 'b'] },
    call_count: { tool: 'a', min: 1 },
    max_latency_ms: { value: 1 },
    max_tokens: { value: 1 },
    max_turns: { value: 1 },
    file_exists: { path: 'a' },
    file_matches: { path: 'a', pattern: 'a' },
    mcp_probe: { server: 's', tool: 't', expect: { json_path: '$' } },
    script: { script: 'a.mjs' },
    llm_judge: {},
  };
  const load = (check: string, more: object) =>
    entryOf('SC-001', { acceptance_criteria: [{ statement: 'It holds.', check, ...valid[check], ...more }] });

  it.each<[check: string, key: string, meant: string]>([
    ['contains', 'abesnt', 'absent'],
    ['contains', 'abent', 'absent'],
    ['contains', 'Absent', 'absent'],
    ['contains', 'ignoreCase', 'ignore_case'],
    ['contains', 'ignore-case', 'ignore_case'],
    ['contains', 'ingore_csae', 'ignore_case'],
    ['equals', 'absnet', 'absent'],
    ['regex', 'strct', 'strict'],
    ['regex', 'flag', 'flags'],
    ['not_called', 'arguements', 'arguments'],
    ['not_called', 'argumnets', 'arguments'],
    ['not_called', 'argment', 'arguments'],
    ['called', 'sever', 'server'],
    ['called', 'tools', 'tool'],
    ['call_count', 'mxa', 'max'],
    ['call_count', 'Max', 'max'],
    ['call_count', 'equal', 'equals'],
    ['file_exists', 'absentt', 'absent'],
    ['json_path', 'exist', 'exists'],
    ['mcp_probe', 'argumets', 'arguments'],
  ])('%s: %s was meant to be %s', (check, key, meant) => {
    const { scenario, problems, text } = load(check, { [key]: true });
    expect(scenario).toBeUndefined();
    expect(problems).toMatchObject([
      {
        code: 'malformed-criterion',
        severity: 'error',
        message: `check ${check} has no parameter ${key}`,
        remedy: `Did you mean ${meant}?`,
      },
    ]);
    expect(text.split('\n')[(problems[0]?.line ?? 0) - 1]).toContain(key);
  });

  it.each<[check: string, parameters: object, key: string, remedy: string]>([
    [
      'json_path',
      { absent: true },
      'absent',
      'absent is a parameter of contains, equals, file_exists and regex; json_path takes path, equals, exists and matches.',
    ],
    [
      'contains',
      { strict: true },
      'strict',
      'strict is a parameter of regex; contains takes value, ignore_case and absent.',
    ],
    ['contains', { pattern: 'a' }, 'pattern', 'pattern is a parameter of file_matches and regex; '],
    ['call_order', { arguments: {} }, 'arguments', 'arguments is a parameter of call_count, called, called_with, '],
    ['call_order', { server: 's' }, 'server', 'server is a parameter of call_count, '],
    ['max_tokens', { max: 5 }, 'max', 'max is a parameter of call_count; max_tokens takes value.'],
    ['regex', { ignore_case: true }, 'ignore_case', 'ignore_case is a parameter of contains and equals; '],
    [
      'llm_judge',
      { pattern: 'a' },
      'pattern',
      'pattern is a parameter of file_matches and regex; llm_judge takes no parameters',
    ],
    ['mcp_probe', { equals: 1 }, 'equals', 'Write it under expect.'],
    ['mcp_probe', { json_path: '$.a' }, 'json_path', 'Write it under expect.'],
    ['mcp_probe', { expect: { json_path: '$.a', exsits: false } }, 'expect.exsits', 'Did you mean exists?'],
    [
      'mcp_probe',
      { expect: { json_path: '$.a', matches: 'a' } },
      'expect.matches',
      'matches is a parameter of json_path; ',
    ],
  ])('%s %o: %s is of another place', (check, parameters, key, remedy) => {
    const { scenario, problems } = load(check, parameters);
    expect(scenario).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([`check ${check} has no parameter ${key}`]);
    expect(problems[0]?.remedy).toContain(remedy);
  });

  it('a misspelt check is told, which would leave the criterion to a judge', () => {
    const { problems } = entryOf('SC-001', { acceptance_criteria: [{ chekc: 'contains', statement: 'It holds.' }] });
    expect(problems).toMatchObject([{ message: 'a criterion has no chekc', remedy: 'Did you mean check?' }]);
  });

  it('a misspelling that the missing parameter already tells is told once', () => {
    const { problems } = entryOf('SC-001', { acceptance_criteria: [{ check: 'regex', patern: 'a' }] });
    expect(problems.map(({ remedy }) => remedy)).toEqual(['Rename patern to pattern.']);
  });

  const data = {
    id: 'A',
    notes: 'n',
    weight: 3,
    tags: ['x'],
    confidence: 'High',
    owner: 'me',
    expected: 'e',
    name: 'n',
  };
  it.each(Object.keys(valid))('%s: whatever else stands there is data, and so is what is empty', (check) => {
    const { scenario, problems } = load(check, { ...data, title: 't', severity: 'low', kind: 'k', source: 's' });
    expect(problems).toEqual([]);
    expect(scenario?.criteria).toHaveLength(1);
    if (check !== 'regex') expect(load(check, { strict: null }).problems).toEqual([]);
  });
});
