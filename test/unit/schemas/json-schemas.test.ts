import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { jsonSchemaFolder, makeJsonSchemas } from '../../../scripts/generate-json-schemas.mjs';
import { corpusValue } from './corpus-files';

function validator(name: string): Validator {
  const schema: Schema = JSON.parse(readFileSync(join(jsonSchemaFolder, `${name}.schema.json`), 'utf8'));
  return new Validator(schema, '2020-12', false);
}

describe('the checked-in JSON Schemas', () => {
  it('are current: npm run generate would change nothing', async () => {
    const made = await makeJsonSchemas();
    const present = new Map(
      readdirSync(jsonSchemaFolder).map((name) => [name, readFileSync(join(jsonSchemaFolder, name), 'utf8')]),
    );
    expect([...present.keys()].sort()).toEqual([...made.keys()].sort());
    for (const [name, text] of made) expect(present.get(name), name).toBe(text);
  });

  it('say what they are for, and end with a line feed', async () => {
    for (const [name, text] of await makeJsonSchemas()) {
      expect(text.endsWith('}\n'), name).toBe(true);
      const schema = JSON.parse(text);
      expect(schema, name).toMatchObject({ title: expect.any(String), description: expect.any(String) });
      expect(schema, name).not.toHaveProperty('$id');
    }
  });

  it.each([
    ['agent', 'agent/agent.yaml'],
    ['feature', 'agent/features/F-004.yaml'],
    ['profile', 'profiles/demo-normal.yaml'],
    ['profile', 'profiles/scribe-local.yaml'],
    ['report', 'run/report.yaml'],
    ['run', 'run/run.yaml'],
    ['hooks', 'run/scenarios/SC-002/hooks.json'],
    ['request', 'run/scenarios/SC-002/request.json'],
    ['response', 'run/scenarios/SC-002/response.json'],
    ['scenario', 'scenarios/SC-002.yaml'],
    ['scenario', 'scenarios/SC-107.yaml'],
    ['scenario', 'scenarios/SC-114.yaml'],
    ['scenario', 'scenarios/nested/SC-014.yaml'],
    ['verdict', 'run/scenarios/SC-002/verdict.yaml'],
    ['verdict', 'verdicts/fail.yaml'],
    ['verdict', 'verdicts/pass.yaml'],
  ])('%s accepts %s', (name, file) => {
    expect(validator(name).validate(corpusValue(file)).errors).toEqual([]);
  });

  it('the settings, project and hook-output schemas accept what is written there', () => {
    expect(validator('settings').validate({ active_project_id: 'p1', judge: { provider: 'command' } }).valid).toBe(
      true,
    );
    expect(validator('project').validate({ id: 'p1', name: 'Shop', colour: 'blue' }).valid).toBe(true);
    expect(validator('hook-output').validate({ output: 'hi', calls: [], trace: { id: 1 } }).valid).toBe(true);
  });

  it('the profile schema wants an execute hook', () => {
    const profile = validator('profile');
    expect(profile.validate({ id: 'p', hooks: { execute: 'a.mjs', prepare: null } }).valid).toBe(true);
    expect(profile.validate({ id: 'p', hooks: { prepare: 'a.mjs' } }).valid).toBe(false);
    expect(profile.validate({ id: 'p', hooks: { execute: null } }).valid).toBe(false);
    expect(profile.validate({ id: 'Not A Slug', hooks: { execute: 'a.mjs' } }).valid).toBe(false);
  });

  it('a verdict of an older run may say Partial', () => {
    const stored = corpusValue('verdicts/pass.yaml') as object;
    expect(validator('verdict').validate({ ...stored, status: 'Partial' }).valid).toBe(true);
    expect(validator('verdict').validate({ ...stored, status: 'Maybe' }).valid).toBe(false);
  });

  it.each<[string, object, boolean]>([
    ['a regex with its pattern', { check: 'regex', pattern: 'a+' }, true],
    ['a regex without one', { check: 'regex' }, false],
    ['a value of another type', { check: 'contains', value: 5 }, false],
    ['an unknown check', { check: 'regexp', pattern: 'a' }, false],
    ['json_path with one expectation', { check: 'json_path', path: '$.a', equals: null }, true],
    ['json_path with two', { check: 'json_path', path: '$.a', equals: 1, exists: true }, false],
    ['json_path with none', { check: 'json_path', path: '$.a' }, false],
    ['called_with its arguments', { check: 'called_with', tool: 't', arguments: { a: { b: [1] } } }, true],
    ['called_with without', { check: 'called_with', tool: 't' }, false],
    ['call_count with a bound', { check: 'call_count', tool: 't', max: 0 }, true],
    ['call_count with none', { check: 'call_count', tool: 't' }, false],
    ['a criterion in words alone', { statement: 'It is polite.' }, true],
    ['parameters of one check beside another', { check: 'contains', value: 'a', pattern: 5 }, true],
  ])('the scenario schema knows the parameters of each check: %s', (_, criterion, valid) => {
    const scenario = validator('scenario');
    expect(scenario.validate({ goal: 'g', acceptance_criteria: [criterion] }).valid).toBe(valid);
    expect(scenario.validate({ goal: 'g', expectation: { acceptance_criteria: [criterion] } }).valid).toBe(valid);
  });
});
