import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../engine/judge/evidence';
import { judgeAttempt } from '../../../../engine/judge/judge-attempt';
import { schemaProblems } from '../../../../engine/workspace/schema-problems';
import { evidenceWith, grade, nowhere, outcome, scenarioWith, usePatterns } from '../judging';

const patterns = usePatterns();
const undecidable = 'Unable to Verify (undecidable)';
const answering = (answer: string, printed: object = {}) =>
  evidenceWith({ answer, rawResponse: JSON.stringify({ output: answer, ...printed }) });
const check = async (schema: unknown, evidence: Evidence) =>
  outcome(await grade({ check: 'json_schema', schema }, evidence, patterns));

const order = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, items: { type: 'array', items: { $ref: '#/$defs/item' } } },
  additionalProperties: false,
  $defs: { item: { type: 'object', required: ['price'], properties: { price: { type: 'number' } } } },
};

describe('json_schema over the answer', () => {
  it.each<[string, unknown, string, string]>([
    ['fits', order, '{"id": "A", "items": [{"price": 5}]}', 'Pass'],
    ['lacks a required property', order, '{"items": []}', 'Fail'],
    ['has a property of another type', order, '{"id": 7}', 'Fail'],
    ['has a property that is not allowed', order, '{"id": "A", "extra": 1}', 'Fail'],
    ['is wrong behind a reference', order, '{"id": "A", "items": [{"price": "5"}]}', 'Fail'],
    ['fits in a fenced block', order, 'Here:\n```json\n{"id": "A"}\n```', 'Pass'],
    ['fits inside a JSON string', order, '"{\\"id\\": \\"A\\"}"', 'Pass'],
    ['is prose', order, 'The order is A.', 'Fail'],
    ['anything that is JSON', true, '[]', 'Pass'],
    ['nothing at all', false, '[]', 'Fail'],
    ['a format is asserted', { format: 'date' }, '"2026-02-30"', 'Fail'],
    ['a format of an own is an annotation', { format: 'order-number' }, '"x"', 'Pass'],
    ['a number is not its text', { const: 1 }, '"1"', 'Fail'],
    ['1.0 is an integer', { type: 'integer' }, '1.0', 'Pass'],
    ['nothing is Unicode-normalised', { const: 'caf\u00e9' }, '"cafe\u0301"', 'Fail'],
    ['a pattern', { pattern: '^[A-Z]+$' }, '"abc"', 'Fail'],
    ['2020-12: prefixItems', { prefixItems: [{ type: 'string' }], items: false }, '["a", 1]', 'Fail'],
    ['2020-12: dependentRequired', { dependentRequired: { a: ['b'] } }, '{"a": 1}', 'Fail'],
    [
      '2020-12: unevaluatedProperties',
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      '{"b": 1}',
      'Fail',
    ],
  ])('%s', async (_, schema, answer, expected) => {
    expect(await check(schema, answering(answer))).toBe(expected);
  });

  it('says what does not fit, where, and quotes it', async () => {
    const graded = await grade(
      { check: 'json_schema', schema: order },
      answering('{"id": "A", "items": [{"price": "5"}]}'),
      patterns,
    );
    expect(graded.achieved).toMatch(/does not fit: .*"string".*#\/items\/0\/price/);
    expect(graded.evidence).toBe('{"id":"A","items":[{"price":"5"}]}');
  });
});

describe('json_schema over what execute printed', () => {
  it('when the answer is no JSON, and there is more than the answer', async () => {
    expect(await check(order, answering('Done.', { id: 'A' }))).toBe('Fail'); // output is not allowed
    expect(await check({ required: ['id'] }, answering('Done.', { id: 'A' }))).toBe('Pass');
  });

  it('not when the answer is JSON', async () => {
    expect(await check({ required: ['id'] }, answering('{"name": 1}', { id: 'A' }))).toBe('Fail');
  });

  it('a schema that anything fits says nothing about prose', async () => {
    for (const schema of [true, {}, { type: 'object' }])
      expect(await check(schema, answering('Prose.', { calls: [], usage: {} }))).toBe(undecidable);
  });

  it('a schema that names what execute must print is about that', async () => {
    const schema = { required: ['output'], properties: { output: { pattern: '^P' } } };
    expect(await check(schema, answering('Prose.'))).toBe('Pass');
  });
});

describe('what cannot be carried out is undecidable', () => {
  it.each<[string, unknown, string]>([
    ['a catastrophic pattern', { pattern: '^(a+)+$' }, JSON.stringify(`${'a'.repeat(40)}!`)],
    ['a schema that contains itself for ever', { allOf: [{ $ref: '#' }] }, '1'],
    ['an answer that is nested too deep', { type: 'array' }, `${'['.repeat(2000)}${']'.repeat(2000)}`],
  ])('%s', async (_, schema, answer) => {
    expect(await check(schema, answering(answer))).toBe(undecidable);
  });
});

describe('schema_file', () => {
  const root = mkdtempSync(join(tmpdir(), 'rook-schema-'));
  const folders = { workspace: join(root, 'workspace'), agent: join(root, 'workspace/agent'), state: root };
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('workspace/agent/own.json', '{"required": ["own"]}');
  write('workspace/both.json', '{"required": ["workspace"]}');
  write('workspace/agent/both.json', '{"required": ["agent"]}');
  write('workspace/shared.yaml', '# a comment\nrequired: [shared]\n');
  write('workspace/bom.json', '\uFEFF{"required": ["bom"]}');
  write('workspace/broken.json', '{"required": ["x"');
  write('workspace/list.json', '[]');
  write('workspace/typo.json', '{"properties": {"id": {"type": "strin"}}}');
  write('workspace/empty.json', '');
  write('workspace/binary.json', Buffer.from([0x7b, 0, 0x7d]));
  write('outside.json', 'true');

  const graded = async (schema_file: string, answer = '{}') => {
    const scenario = scenarioWith({ acceptance_criteria: [{ check: 'json_schema', schema_file }] });
    const { criteria } = await judgeAttempt(scenario, 1, answering(answer), {}, { patterns, folders });
    if (!criteria[0]) throw new Error('one criterion has one grade');
    return criteria[0];
  };

  it.each([
    ['own.json', '{"own": 1}', 'Pass'],
    ['own.json', '{}', 'Fail'],
    ['both.json', '{"agent": 1}', 'Pass'],
    ['shared.yaml', '{"shared": 1}', 'Pass'],
    ['bom.json', '{"bom": 1}', 'Pass'],
    ['agent/own.json', '{"own": 1}', 'Pass'],
  ])('%s: %s is %s', async (file, answer, expected) => {
    expect(outcome(await graded(file, answer))).toBe(expected);
  });

  it.each([
    ['none.json', /does not exist \(looked in the agent's folder and the workspace\)/],
    ['broken.json', /cannot be parsed: line 1/],
    ['list.json', /schema must be a schema .*found a list/],
    ['typo.json', /schema\.properties\.id\.type cannot be "strin"/],
    ['empty.json', /found nothing/],
    ['binary.json', /is binary/],
    ['agent', /is a folder/],
    ['../outside.json', /leads out of its folder/],
    [join(root, 'outside.json'), /is an absolute path/],
  ])('%s is undecidable and says why', async (file, why) => {
    const criterion = await graded(file);
    expect(outcome(criterion)).toBe(undecidable);
    expect(criterion.evidence).toMatch(why);
    expect(criterion.remedy).toMatch(/./);
  });

  it('without folders nothing is decided', async () => {
    const scenario = scenarioWith({ acceptance_criteria: [{ check: 'json_schema', schema_file: 'own.json' }] });
    const { criteria } = await judgeAttempt(scenario, 1, answering('{"own": 1}'), {}, { patterns, folders: nowhere });
    expect(criteria[0]?.status).toBe('Unable to Verify');
  });
});

describe('a schema that the validator would not carry out to the letter', () => {
  it.each<[unknown, string, RegExp]>([
    [{ type: 'strin' }, 'type', /schema\.type cannot be "strin"/],
    [{ type: ['string', 'nul'] }, 'type.1', /schema\.type\[1\] cannot be "nul"/],
    [{ type: [] }, 'type', /must not be empty/],
    [{ properties: 5 }, 'properties', /schema\.properties must be a mapping, found 5/],
    [{ properties: { a: 'string' } }, 'properties.a', /must be a schema .*found the text "string"/],
    [{ required: 'id' }, 'required', /must be a list/],
    [{ required: true }, 'required', /must be a list/],
    [{ requried: ['id'] }, 'requried', /schema\.requried is no keyword/],
    [{ additionalProprties: false }, 'additionalProprties', /no keyword/],
    [{ items: [{ type: 'string' }] }, 'items', /is a list/],
    [{ additionalItems: false }, 'additionalItems', /not supported/],
    [{ enum: [] }, 'enum', /must not be empty/],
    [{ enum: 'a' }, 'enum', /must be a list/],
    [{ minLength: -1 }, 'minLength', /whole number of 0 or more/],
    [{ minLength: 1.5 }, 'minLength', /whole number of 0 or more/],
    [{ minimum: '0' }, 'minimum', /must be a number/],
    [{ exclusiveMinimum: true }, 'exclusiveMinimum', /must be a number/],
    [{ multipleOf: 0 }, 'multipleOf', /greater than 0/],
    [{ uniqueItems: 'yes' }, 'uniqueItems', /true or false/],
    [{ pattern: '(' }, 'pattern', /does not compile/],
    [{ pattern: '\\-' }, 'pattern', /does not compile/],
    [{ patternProperties: { '[': {} } }, 'patternProperties.[', /does not compile/],
    [{ format: 'dat-time' }, 'format', /no known format/],
    [{ allOf: [] }, 'allOf', /must not be empty/],
    [{ anyOf: { type: 'string' } }, 'anyOf', /must be a list/],
    [{ not: [] }, 'not', /must be a schema/],
    [{ $ref: '#/$defs/none' }, '$ref', /leads nowhere/],
    [{ $ref: 'https://example.com/order.json' }, '$ref', /leads nowhere/],
    [{ $ref: '#' }, '$ref', /leads back to itself/],
    [{ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, '$defs.a.$ref', /leads back to itself/],
    [{ $dynamicRef: '#a' }, '$dynamicRef', /not supported/],
    [{ dependentRequired: { a: 'b' } }, 'dependentRequired.a', /must be a list/],
    [[], '', /must be a schema/],
    [null, '', /must be a schema/],
  ])('%j is refused at %s', (schema, place, message) => {
    const [problem] = schemaProblems(schema);
    expect(problem?.message).toMatch(message);
    expect(problem?.path.join('.')).toBe(place);
  });

  it.each<unknown>([
    true,
    {},
    order,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://example.com/a', title: 'x', default: 1 },
    { $id: 'https://example.com/a', $ref: 'b', $defs: { b: { $id: 'b', type: 'string' } } },
    { $ref: '#here', $defs: { a: { $anchor: 'here' } } },
    { properties: { type: { type: 'string' }, $ref: { type: 'string' }, requried: true } },
    { properties: { child: { $ref: '#' } } },
    { 'x-note': 1, id: 'order', example: {}, markdownDescription: 'x', version: 2 },
    { const: { $ref: 'data' }, enum: [{ type: 'strin' }] },
    { definitions: { a: true }, $ref: '#/definitions/a' },
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
  ])('%j is sound', (schema) => {
    expect(schemaProblems(schema)).toEqual([]);
  });

  it('is not changed by being checked', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: {} } };
    schemaProblems(schema);
    expect(Object.getOwnPropertyNames(schema)).toEqual(['$ref', '$defs']);
  });
});
