import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { checkShape } from '../../../engine/workspace/check-shape';
import { ProfileFile } from '../../../schemas/profile';
import { HooksFile, RequestFile, ResponseFile } from '../../../schemas/record';
import { Report } from '../../../schemas/report';
import { RunFile } from '../../../schemas/run';
import { ScenarioFile } from '../../../schemas/scenario';
import { Verdict } from '../../../schemas/verdict';
import { AgentFile, FeatureFile } from '../../../schemas/workspace';
import { corpusFiles, corpusValue } from './corpus-files';

/** Which schema each file of the corpus is read with. The legacy profile has a reader of its own. */
const schemas: Record<string, z.ZodType> = {
  'agent/agent.yaml': AgentFile,
  'agent/features/F-004.yaml': FeatureFile,
  'profiles/demo-normal.yaml': ProfileFile,
  'profiles/scribe-local.yaml': ProfileFile,
  'run/report.yaml': Report,
  'run/run.yaml': RunFile,
  'run/scenarios/SC-002/hooks.json': HooksFile,
  'run/scenarios/SC-002/request.json': RequestFile,
  'run/scenarios/SC-002/response.json': ResponseFile,
  'run/scenarios/SC-002/snapshot.yaml': ScenarioFile,
  'run/scenarios/SC-002/verdict.yaml': Verdict,
  'scenarios/SC-002.yaml': ScenarioFile,
  'scenarios/SC-107.yaml': ScenarioFile,
  'scenarios/SC-114.yaml': ScenarioFile,
  'scenarios/nested/SC-014.yaml': ScenarioFile,
  'verdicts/fail.yaml': Verdict,
  'verdicts/pass.yaml': Verdict,
};

describe('files of real workspaces', () => {
  it('are all covered by a schema', () => {
    expect(corpusFiles().filter((name) => name !== 'profiles/legacy-http.yaml')).toEqual(Object.keys(schemas).sort());
  });

  it.each(Object.entries(schemas))('%s has the shape of its schema, without a false error', (name, schema) => {
    expect(checkShape(schema, corpusValue(name)).problems).toEqual([]);
  });

  it.each(Object.entries(schemas))('%s keeps every key, known or not', (name, schema) => {
    const value = corpusValue(name);
    expect(schema.parse(value)).toEqual(value);
  });
});

describe('statuses of older runs', () => {
  it('a Partial reads as Unable to Verify, in the scenario and in its criteria', () => {
    const stored = corpusValue('verdicts/fail.yaml') as { criteria: object[] };
    const old = {
      ...stored,
      status: 'Partial',
      criteria: stored.criteria.map((criterion) => ({ ...criterion, status: 'Partial' })),
    };
    const verdict = Verdict.parse(old);
    expect(verdict.status).toBe('Unable to Verify');
    expect(verdict.criteria.map(({ status }) => status)).toEqual(['Unable to Verify', 'Unable to Verify']);
  });

  it('a status that nobody wrote is refused', () => {
    const stored = corpusValue('verdicts/pass.yaml') as object;
    expect(Verdict.safeParse({ ...stored, status: 'Passed' }).success).toBe(false);
  });

  it('counts of a report are whole numbers and not negative', () => {
    const stored = corpusValue('run/report.yaml') as { totals: object };
    expect(Report.safeParse(stored).success).toBe(true);
    for (const passed of [-1, 1.5, '5', null]) {
      expect(Report.safeParse({ ...stored, totals: { ...stored.totals, passed } }).success).toBe(false);
    }
  });
});
