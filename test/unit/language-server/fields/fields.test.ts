import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNames, criterionForm } from '../../../../engine/workspace/criterion-fields';
import { rookVariables } from '../../../../engine/workspace/hook-contract/rook-variables';
import { type Field, fieldsOf } from '../../../../language-server/fields/field';
import { profileRoot } from '../../../../language-server/fields/profile-fields';
import { rookVariable } from '../../../../language-server/fields/rook-variables';
import { scenarioRoot } from '../../../../language-server/fields/scenario-fields';
import { agentRoot, featureRoot, projectRoot, settingsRoot } from '../../../../language-server/fields/workspace-fields';
import { DocsPages } from '../../../../language-server/hover/docs-pages';
import { JudgeSettings } from '../../../../schemas/judge';
import { Capabilities, EnvReference, HookObject, ProfileFile } from '../../../../schemas/profile';
import {
  CallExpectationFile,
  Expectation,
  Redteam,
  ScenarioFile,
  VerificationRequirement,
} from '../../../../schemas/scenario';
import { AgentFile, FeatureFile, ProjectFile, SettingsFile } from '../../../../schemas/workspace';

const keysOf = (field: Field | undefined): string[] =>
  Object.keys(field ? fieldsOf(field, () => undefined) : {}).sort();
const at = (root: Field, ...path: string[]): Field | undefined =>
  path.reduce<Field | undefined>(
    (field, step) => field && (step === '*' ? field.items : fieldsOf(field, () => undefined)[step]),
    root,
  );

describe('the fields that are explained are those that are read', () => {
  it.each([
    ['profile', profileRoot, ProfileFile.shape],
    ['hook', at(profileRoot, 'hooks', 'open'), HookObject.shape],
    ['env', at(profileRoot, 'env', '*'), EnvReference.shape],
    ['capabilities', at(profileRoot, 'capabilities'), Capabilities.shape],
    ['scenario', scenarioRoot, ScenarioFile.shape],
    ['expectation', at(scenarioRoot, 'expectation'), Expectation.shape],
    ['call', at(scenarioRoot, 'calls', '*'), CallExpectationFile.shape],
    ['requirement', at(scenarioRoot, 'verification_requires', '*'), VerificationRequirement.shape],
    ['redteam', at(scenarioRoot, 'redteam'), Redteam.shape],
    ['agent', agentRoot, AgentFile.shape],
    ['project', projectRoot, ProjectFile.shape],
    ['feature', featureRoot, FeatureFile.shape],
    ['settings', settingsRoot, SettingsFile.shape],
    ['judge', at(settingsRoot, 'judge'), JudgeSettings.shape],
  ])('%s', (_, field, shape) => {
    expect(keysOf(field)).toEqual(Object.keys(shape).sort());
  });

  it.each(checkNames)('check %s', (check) => {
    const criterion = at(scenarioRoot, 'acceptance_criteria', '*');
    if (!criterion) throw new Error('criteria have no fields');
    const fields = fieldsOf(criterion, (key) => (key === 'check' ? check : undefined));
    const own = criterionForm(check)?.fields.map(({ name }) => name) ?? [];
    expect(Object.keys(fields).sort()).toEqual([...new Set(['id', 'statement', 'check', ...own])].sort());
    // The texts that stand in when nobody has written one.
    for (const name of own) expect(fields[name]?.meaning).not.toMatch(/^The parameter /);
    expect(fields.check?.choices?.find(({ value }) => value === check)?.meaning).not.toBe(`The check ${check}.`);
  });

  it('variables of Rook', () => {
    for (const name of Object.keys(rookVariables)) expect(rookVariable(name)?.meaning).not.toBe('');
  });
});

it('each leads to a section of the documentation that exists', () => {
  const docs = new DocsPages(resolve(import.meta.dirname, '../../../../docs'));
  const broken: string[] = [];
  const visit = (field: Field, path: string): void => {
    if (!field.docs || docs.linkTo(field.docs) === undefined) broken.push(`${path}: ${field.docs ?? 'none'}`);
    for (const check of ['', ...checkNames]) {
      if (check !== '' && typeof field.fields !== 'function') continue;
      for (const [key, one] of Object.entries(fieldsOf(field, () => check || undefined))) visit(one, `${path}.${key}`);
    }
    if (field.items && (field.items.fields || field.items.items)) visit(field.items, `${path}[]`);
    if (field.any) visit(field.any, `${path}.*`);
  };
  for (const [name, root] of Object.entries({
    profileRoot,
    scenarioRoot,
    settingsRoot,
    agentRoot,
    projectRoot,
    featureRoot,
  }))
    visit(root, name);
  expect(broken).toEqual([]);
});
