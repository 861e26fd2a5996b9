import type { ScenarioEntry } from '../engine/workspace/agent-files';
import { readScenarioText, type ScenarioReading } from '../engine/workspace/scenario-file';
import type { DocumentPath } from '../schemas/criterion';
import type { CallExpectation, Scenario } from '../schemas/scenario';

/** A criterion as the tree shows it before anything has run. */
export interface OutlinedCriterion {
  id: string;
  statement: string;
  /** 0-based. */
  line: number;
}

/** What the tree needs of a scenario file. Lines are 0-based. */
export interface ScenarioOutline {
  entry: ScenarioEntry;
  line: number;
  criteria: OutlinedCriterion[];
  /** Where each forbidden text stands. */
  forbiddenLines: ReadonlyMap<string, number>;
  requirementsLine: number;
  signalsLine: number;
}

/** Reads a scenario file's text once: its model, and the line of everything that can become a test. */
export function outlineScenario(text: string, file: string): ScenarioOutline {
  const reading = readScenarioText(text, file);
  const { id, title, scenario, problems } = reading;
  const lineAt = reading.document.lineOf;
  return {
    entry: { id, title, file, text, ...(scenario && { scenario }), problems },
    line: lineAt([]),
    criteria: scenario ? criteriaOf(scenario, lineAt) : [],
    forbiddenLines: forbiddenLinesOf(reading, lineAt),
    requirementsLine: lineAt(['verification_requires'], 'key'),
    signalsLine: lineAt(['redteam', 'success_signals'], 'key'),
  };
}

function criteriaOf(scenario: Scenario, lineAt: (path: DocumentPath) => number): OutlinedCriterion[] {
  return [
    ...scenario.criteria.map(({ id, statement, path }) => ({ id, statement, line: lineAt(path) })),
    ...scenario.calls.map((call, index) => ({
      id: `CALL-${String(index + 1).padStart(2, '0')}`,
      statement: callStatement(call),
      line: lineAt(call.path),
    })),
  ];
}

function callStatement({ server, tool, expect, arguments: wanted }: CallExpectation): string {
  const name = server ? `${server}.${tool}` : tool;
  switch (expect) {
    case 'called':
      return `${name} was called`;
    case 'not_called':
      return `${name} was not called`;
    case 'called_with':
      return `${name} was called with ${JSON.stringify(wanted ?? {})}`;
    default:
      return expect satisfies never;
  }
}

function forbiddenLinesOf(
  { scenario, document }: ScenarioReading,
  lineAt: (path: DocumentPath) => number,
): Map<string, number> {
  const lines = new Map<string, number>();
  const root = document.value as { forbidden?: unknown } | undefined; // only asked for what it may not have
  const flat = Array.isArray(root?.forbidden) ? root.forbidden.length : 0;
  for (const [index, text] of (scenario?.forbidden ?? []).entries()) {
    const path = index < flat ? ['forbidden', index] : ['expectation', 'forbidden', index - flat];
    if (!lines.has(text)) lines.set(text, lineAt(path));
  }
  return lines;
}

/** The line of a criterion of a verdict, those that only a verdict brings (FORBIDDEN, VERIFY, COMPROMISED) included. */
export function lineOfCriterion(outline: ScenarioOutline, criterionId: string, forbiddenText?: string): number {
  const own = outline.criteria.find(({ id }) => id === criterionId);
  if (own) return own.line;
  if (forbiddenText !== undefined) return outline.forbiddenLines.get(forbiddenText) ?? outline.line;
  if (criterionId.startsWith('VERIFY-')) return outline.requirementsLine;
  if (criterionId === 'COMPROMISED') return outline.signalsLine;
  return outline.line;
}
