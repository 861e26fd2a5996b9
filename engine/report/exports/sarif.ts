import type { Log, Notification, ReportingDescriptor, Run } from 'sarif';
import { visibleText } from '../text/visible-characters';
import { disagreement } from './disagreement';
import type { ExportedRun } from './exported-run';
import {
  compromisedRule,
  forbiddenRule,
  messageText,
  type SarifResult,
  sarifLocation,
  sarifResults,
  unnamedRule,
  unverifiableRule,
} from './sarif-results';

/** GitHub refuses a run with more results, and shows 5,000 of them, the gravest first. */
export const mostResults = 25_000;

/** The JSON Schema that SARIF logs name. */
export const sarifSchema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * The findings of a run as SARIF 2.1.0, as text. A compromise, a failing criterion and a forbidden string are errors; Unable
 * to Verify is `open`, which is no failure. What has no verdict, what was cut and what contradicts itself stand among the
 * notifications of the invocation.
 * @param toolVersion the version of Rook that writes it.
 */
export function sarifJson(run: ExportedRun, toolVersion: string): string {
  const found = run.outcomes.flatMap((outcome) => sarifResults(run, outcome));
  const gravestFirst = [
    ...found.filter(({ ruleId }) => ruleId === compromisedRule),
    ...found.filter(({ ruleId, kind }) => ruleId !== compromisedRule && kind === 'fail'),
    ...found.filter(({ kind }) => kind === 'open'),
  ];
  const results = gravestFirst.slice(0, mostResults);
  const rules = rulesOf(results);
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const artifacts = [...new Set(results.flatMap(({ locations }) => uriOf(locations)))];
  const artifactIndex = new Map(artifacts.map((uri, index) => [uri, index]));
  for (const result of results) {
    result.ruleIndex = ruleIndex.get(result.ruleId) ?? -1; // -1 is SARIF's word for none
    for (const { physicalLocation } of result.locations ?? []) {
      const index = artifactIndex.get(physicalLocation?.artifactLocation?.uri ?? '');
      if (physicalLocation?.artifactLocation && index !== undefined) physicalLocation.artifactLocation.index = index;
    }
  }
  const contradiction = disagreement(run);
  const sarifRun: Run = {
    tool: { driver: { name: 'Rook', version: toolVersion, semanticVersion: toolVersion, rules } },
    // The part before the last slash tells analyses of one commit apart.
    automationDetails: { id: `rook/${visibleText(run.agentId)}/${visibleText(run.id)}` },
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: run.status === 'completed' && contradiction === undefined,
        toolExecutionNotifications: [
          ...(contradiction === undefined ? [] : [notification('error', contradiction)]),
          ...stopped(run),
          ...withoutVerdict(run),
          ...(gravestFirst.length > mostResults
            ? [
                notification(
                  'warning',
                  `More findings were cut, ${gravestFirst.length - mostResults} in all: see the report.`,
                ),
              ]
            : []),
        ],
      },
    ],
    artifacts: artifacts.map((uri) => ({ location: { uri, uriBaseId: '%SRCROOT%' } })),
    results,
  };
  const log: Log = { version: '2.1.0', $schema: sarifSchema, runs: [sarifRun] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function uriOf(locations: SarifResult['locations']): string[] {
  return (locations ?? []).flatMap(({ physicalLocation }) => physicalLocation?.artifactLocation?.uri ?? []);
}

/** The rules that are always there, and one for each check that decided something. */
function rulesOf(results: SarifResult[]): ReportingDescriptor[] {
  const fixed = [compromisedRule, forbiddenRule, unverifiableRule];
  const checks = [...new Set(results.map(({ ruleId }) => ruleId))].filter((id) => !fixed.includes(id)).sort();
  return [...fixed, ...checks].map((id) => ({
    id,
    name: id,
    shortDescription: { text: messageText(describe(id)) },
    defaultConfiguration: { level: id === unverifiableRule ? 'none' : 'error' },
    properties: { 'problem.severity': id === unverifiableRule ? 'warning' : 'error' },
  }));
}

function describe(id: string): string {
  switch (id) {
    case compromisedRule:
      return 'An attack on the agent succeeded.';
    case forbiddenRule:
      return 'The answer contains a string that is forbidden in it.';
    case unverifiableRule:
      return 'There is not enough evidence to decide whether a criterion holds: no pass, and no failure.';
    case unnamedRule:
      return 'The scenario failed, and its records name no criterion.';
    default:
      return `A criterion does not hold, by the check ${id}.`;
  }
}

function stopped(run: ExportedRun): Notification[] {
  switch (run.status) {
    case 'completed':
      return [];
    case 'halted':
    case 'cancelled':
    case 'running':
      return [notification('error', `The run did not complete: ${run.status}${run.reason ? `, ${run.reason}` : ''}.`)];
    case undefined:
      return [notification('warning', 'It is not on record whether the run completed.')];
    default:
      return run.status satisfies never;
  }
}

function withoutVerdict(run: ExportedRun): Notification[] {
  const planned = run.outcomes.flatMap(({ id, state, why }) =>
    state === 'verdict'
      ? []
      : [{ id, said: state === 'unjudged' ? 'not judged' : 'not run', why: why ?? 'no verdict is on record' }],
  );
  const unrunnable = run.unrunnable.map(({ id, why }) => ({ id, said: 'cannot run', why }));
  return [...planned, ...unrunnable].map(({ id, said, why }) => {
    const place = run.placeOf(id);
    return {
      ...notification('warning', `${id}: ${said}: ${why}`),
      ...(place && { locations: [sarifLocation(place)] }),
    };
  });
}

function notification(level: 'error' | 'warning', text: string): Notification {
  return { level, message: { text: messageText(text) } };
}
