import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GateEvidence } from '../../../engine/gate/evidence';
import { decideGate } from '../../../engine/gate/gate';
import type { JsonRecord } from '../../../engine/gate/json-text';
import { type Policy, strictPolicy } from '../../../engine/gate/policy';
import type { GateResult } from '../../../schemas/gate';
import { ok } from '../../../schemas/result';

const folder = join(import.meta.dirname, '../../../examples/gate-fixtures');

/** A fixture's documents, anew each time, so that a test may change them. */
export function pairOf(name: string): { run: JsonRecord; report: JsonRecord } {
  const read = (file: string): JsonRecord => JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
  return { run: read('run.json'), report: read('report.json') };
}

/** What stands at a path of a document, as the object that a test changes. */
export function at(document: JsonRecord, ...path: (string | number)[]): JsonRecord {
  return path.reduce((value, step) => value[step] as JsonRecord, document); // fixtures have what a test names
}

export const expectedIds = ['SC-001', 'SC-002', 'SC-003'];

/** Decides about two documents, as if they lay in one folder. @param expected null: without --expected. */
export function gateOf(
  { run, report }: { run?: JsonRecord; report?: JsonRecord },
  policy: Policy = strictPolicy,
  expected: readonly string[] | null = expectedIds,
): Promise<GateResult> {
  const evidence: GateEvidence = {
    ...(run && { run: { file: 'run.json', document: run } }),
    ...(report && { report: { file: 'report.json', document: report } }),
  };
  return decideGate({ policy, evidence: ok(evidence), ...(expected && { expected }) });
}
