import fc from 'fast-check';
import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { mostResults, sarifJson } from '../../../../engine/report/exports/sarif';
import { gradeOf, judged } from '../outcomes';
import { everyOutcome, exportedRun, hostileRun, hostileText } from './exported';

/** Reads the text and checks what the specification and GitHub demand of every document. */
function parse(text: string): { log: Log; results: Result[] } {
  const log: Log = JSON.parse(text);
  expect(log.version).toBe('2.1.0');
  const [run, ...others] = log.runs;
  expect(others).toEqual([]);
  if (!run) throw new Error('there is no run');
  const results = run.results ?? [];
  const rules = run.tool.driver.rules ?? [];
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const result of results) {
    expect(rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
    // §3.27.10: any other kind than fail has the level none.
    expect(result.level).toBe(result.kind === 'fail' ? 'error' : 'none');
    expect(result.message.text).toBeTruthy();
    expect(result.locations).toHaveLength(1);
    const place = result.locations?.[0]?.physicalLocation;
    expect(place?.region?.startLine).toBeGreaterThan(0);
    const { uri = '', uriBaseId, index = -1 } = place?.artifactLocation ?? {};
    expect(uri).toMatch(/^(?!\/)[\w.%!~*'()/-]+$/);
    expect(uriBaseId).toBe('%SRCROOT%');
    expect(run.artifacts?.[index]?.location?.uri).toBe(uri);
  }
  const prints = results.map(({ partialFingerprints }) => partialFingerprints?.primaryLocationLineHash);
  expect(new Set(prints).size).toBe(results.length);
  return { log, results };
}

const notes = (log: Log): (string | undefined)[] =>
  (log.runs[0]?.invocations?.[0]?.toolExecutionNotifications ?? []).map(({ message }) => message.text);

describe('a run as SARIF', () => {
  const { log, results } = parse(sarifJson(everyOutcome(), '1.2.3'));

  it('has a result for a compromise, each failing criterion and each that is not verified, the gravest first', () => {
    expect(
      results.map(({ ruleId, kind, level, properties }) => [properties?.scenario_id, ruleId, kind, level]),
    ).toEqual([
      ['SC-03', 'compromised', 'fail', 'error'],
      ['SC-02', 'contains', 'fail', 'error'],
      ['SC-03', 'contains', 'fail', 'error'],
      ['SC-04', 'unable-to-verify', 'open', 'none'],
      ['SC-05', 'unable-to-verify', 'open', 'none'],
    ]);
    expect(log.runs[0]?.tool.driver).toMatchObject({ name: 'Rook', version: '1.2.3' });
    expect(log.runs[0]?.tool.driver.rules?.map(({ id }) => id)).toEqual([
      'compromised',
      'forbidden',
      'unable-to-verify',
      'contains',
    ]);
  });

  it('tells expected, achieved and the quotation, at the line of the criterion', () => {
    const failed = results.find(({ properties }) => properties?.scenario_id === 'SC-02');
    expect(failed?.message.text).toBe(
      'SC-02: C1 The answer greets.: Fail\nexpected: the answer contains "hello"\nachieved: it is not there\nevidence: "bye"',
    );
    expect(failed?.locations?.[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: 'scenarios/SC-02.yaml' },
      region: { startLine: 7, startColumn: 3 },
    });
  });

  it('tells of what has no verdict, which is no finding', () => {
    expect(notes(log)).toEqual([
      'SC-06: not judged: the run was stopped',
      'SC-07: not run: the run was stopped',
      'SC-08: cannot run: needs several turns',
    ]);
    expect(log.runs[0]?.invocations?.[0]?.executionSuccessful).toBe(true);
  });

  it('a forbidden string has a rule of its own, and is known again by the string, not by its number', () => {
    const withHits = (...hits: string[]): Result[] => {
      const criteria = hits.map((hit, index) =>
        gradeOf('Fail', {
          criterion_id: `FORBIDDEN-0${index + 1}`,
          criterion: `forbidden: ${hit}`,
          check: 'forbidden',
        }),
      );
      return parse(sarifJson(exportedRun([judged('SC-01', 'Fail', { criteria, forbidden_hits: hits })]), '1')).results;
    };
    const [both] = [withHits('x', 'y')];
    expect(both.map(({ ruleId }) => ruleId)).toEqual(['forbidden', 'forbidden']);
    expect(withHits('y')[0]?.partialFingerprints).toEqual(both[1]?.partialFingerprints);
  });

  it('knows a finding again in a later run, wherever it stands, and tells agents apart', () => {
    const prints = (changes: object): unknown[] =>
      parse(sarifJson({ ...everyOutcome(), ...changes }, '1')).results.map((one) => one.partialFingerprints);
    const moved = { id: 'R2', placeOf: () => ({ file: 'moved.yaml', line: 90, column: 1 }) };
    expect(prints(moved)).toEqual(prints({}));
    expect(prints({ agentId: 'other' })[0]).not.toEqual(prints({})[0]);
  });

  it('points to the verdict when the scenario is gone', () => {
    const [gone] = parse(sarifJson({ ...everyOutcome(), placeOf: () => undefined }, '1')).results;
    expect(gone?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(
      '.testmuai/rook/projects/desk/agents/desk/runs/R1/scenarios/SC-03/verdict.yaml',
    );
  });

  it('a run that did not complete, or contradicts itself, is no successful execution', () => {
    const halted = parse(
      sarifJson(exportedRun([judged('SC-01', 'Pass')], { status: 'halted', reason: 'no luck' }), '1'),
    );
    expect(halted.log.runs[0]?.invocations?.[0]?.executionSuccessful).toBe(false);
    expect(notes(halted.log)).toEqual(['The run did not complete: halted, no luck.']);
    const lost = parse(sarifJson({ ...everyOutcome(), outcomes: [] }, '1'));
    expect(lost.log.runs[0]?.invocations?.[0]?.executionSuccessful).toBe(false);
    expect(notes(lost.log)[0]).toMatch(/contradict each other/);
  });

  it('keeps the gravest findings within the limit of GitHub, and says how many were cut', () => {
    const grades = Array.from({ length: mostResults }, (_, index) =>
      gradeOf('Unable to Verify', { criterion_id: `C${index + 1}` }),
    );
    const many = exportedRun([
      judged('SC-01', 'Unable to Verify', { criteria: grades }),
      judged('SC-02', 'Fail', { criteria: [gradeOf('Fail')] }),
    ]);
    const { runs } = JSON.parse(sarifJson(many, '1')) as Log; // parse() would compare 25,000 results
    expect(runs[0]?.results).toHaveLength(mostResults);
    expect(runs[0]?.results?.[0]?.properties?.scenario_id).toBe('SC-02');
    expect(runs[0]?.invocations?.[0]?.toolExecutionNotifications?.map(({ message }) => message.text)).toEqual([
      'More findings were cut, 1 in all: see the report.',
    ]);
  });

  it('nothing that agents wrote is a placeholder or a link', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const { message } of parse(sarifJson(hostileRun(text), '1')).results) {
          const said = message.text ?? '';
          expect(said.replaceAll('{{', '').replaceAll('}}', '')).not.toMatch(/\{\d+\}/);
          expect(said).not.toMatch(/(?<!\\)\]\(/);
          expect(said).not.toMatch(/[\u202A-\u202E\p{Surrogate}]/u);
        }
      }),
      { numRuns: 200 },
    );
  });
});
