import type { ScenarioOutcome } from '../outcome';
import { disagreement } from './disagreement';
import type { ExportedRun, ScenarioPlace } from './exported-run';
import { failureHeadline, failureText, scenarioName, unverifiedMessage, unverifiedText } from './verdict-words';
import { type XmlElement, xmlDocument } from './xml';

export interface JUnitOptions {
  /** What tells that there is no decision: Unable to Verify, not judged, not run, cannot run. Default skipped. */
  unverifiable?: 'skipped' | 'error';
}

/** A test case, and what the counts of its suite have to know of it. */
interface TestCase {
  element: XmlElement;
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  seconds?: number;
}

/**
 * A run as JUnit XML: a suite for each feature, a test case for each planned scenario and for each that could not run.
 * Fail is a failure. Unable to Verify is neither pass nor failure: it is skipped with its reason and remedy, or an error by
 * option. Times are the agent's, in seconds; one that was not measured is left out. A run whose report and records
 * contradict each other gets an error of its own, whatever the option.
 */
export function junitXml(run: ExportedRun, options: JUnitOptions = {}): string {
  const undecided = options.unverifiable ?? 'skipped';
  const suites = new Map<string, TestCase[]>();
  const add = (suite: string, one: TestCase): void => {
    suites.set(suite, [...(suites.get(suite) ?? []), one]);
  };
  const contradiction = disagreement(run);
  if (contradiction !== undefined) add(run.agentId, contradictionCase(run, contradiction));
  for (const outcome of run.outcomes) add(outcome.featureId ?? run.agentId, scenarioCase(run, outcome, undecided));
  for (const { id, title, why } of run.unrunnable) {
    const message = `Cannot run: ${why}`;
    add(
      run.agentId,
      testCase(run, { id, title }, { kind: undecided, message, type: 'unrunnable', place: run.placeOf(id) }),
    );
  }
  const all = [...suites.values()].flat();
  return xmlDocument({
    name: 'testsuites',
    attributes: { name: run.name ?? `Rook ${run.id}`, ...countsOf(all) },
    children: [...suites].map(([name, cases]) => ({
      name: 'testsuite',
      attributes: { name, ...countsOf(cases), timestamp: timestampOf(run.created) },
      children: [propertiesOf(run), ...cases.map(({ element }) => element)],
    })),
  });
}

/** What a test case says beside its name. */
interface CaseContent {
  kind: TestCase['kind'];
  message?: string;
  /** What went wrong in one word, for readers that group by it. */
  type?: string;
  text?: string;
  place?: ScenarioPlace | undefined;
  seconds?: number | undefined;
}

function scenarioCase(run: ExportedRun, outcome: ScenarioOutcome, undecided: 'skipped' | 'error'): TestCase {
  const { verdict, state } = outcome;
  const place = run.placeOf(outcome.id);
  if (!verdict) {
    const said = state === 'unjudged' ? 'Not judged' : 'Not run';
    return testCase(run, outcome, {
      kind: undecided,
      type: state,
      message: `${said}: ${outcome.why ?? 'no verdict is on record'}`,
      place,
    });
  }
  const seconds = typeof verdict.latency_ms === 'number' ? verdict.latency_ms / 1000 : undefined;
  switch (verdict.status) {
    case 'Pass':
      return testCase(run, outcome, { kind: 'passed', place, seconds });
    case 'Fail':
      return testCase(run, outcome, {
        kind: 'failure',
        message: failureHeadline(verdict),
        type: verdict.compromised ? 'compromised' : 'Fail',
        text: failureText(verdict),
        place,
        seconds,
      });
    case 'Unable to Verify':
      return testCase(run, outcome, {
        kind: undecided,
        message: unverifiedMessage(verdict),
        type: 'Unable to Verify',
        text: unverifiedText(verdict),
        place,
        seconds,
      });
    default:
      return verdict.status satisfies never;
  }
}

function contradictionCase(run: ExportedRun, message: string): TestCase {
  return testCase(
    run,
    { id: 'The report and the records agree', title: '' },
    { kind: 'error', message, type: 'inconsistent' },
  );
}

function testCase(
  run: ExportedRun,
  scenario: Pick<ScenarioOutcome, 'id' | 'title' | 'featureId'>,
  { kind, message, type, text, place, seconds }: CaseContent,
): TestCase {
  const outcome: XmlElement[] =
    kind === 'passed'
      ? []
      : [
          {
            name: kind,
            // A skipped element has no type in JUnit's schema.
            attributes: { message, ...(kind !== 'skipped' && { type }) },
            ...(text !== undefined && { text }),
          },
        ];
  return {
    kind,
    ...(seconds !== undefined && { seconds }),
    element: {
      name: 'testcase',
      attributes: {
        name: scenarioName(scenario),
        classname: [run.agentId, scenario.featureId].filter(Boolean).join('.'),
        time: seconds === undefined ? undefined : seconds.toFixed(3),
        file: place?.file,
        line: place?.line,
      },
      children: outcome,
    },
  };
}

/** The counts of a suite, and its time when that of any of its cases was measured. */
function countsOf(cases: TestCase[]): Record<string, string | number | undefined> {
  const count = (kind: TestCase['kind']): number => cases.filter((one) => one.kind === kind).length;
  const measured = cases.flatMap(({ seconds }) => seconds ?? []);
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: measured.length === 0 ? undefined : measured.reduce((sum, one) => sum + one, 0).toFixed(3),
  };
}

function propertiesOf(run: ExportedRun): XmlElement {
  const values = { run_id: run.id, agent: run.agentId, profile: run.profileId, status: run.status, reason: run.reason };
  return {
    name: 'properties',
    attributes: {},
    children: Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name: 'property', attributes: { name, value } }],
    ),
  };
}

/** JUnit's schema has times without fractions and zone; they are UTC. */
function timestampOf(created: string | undefined): string | undefined {
  const time = Date.parse(created ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 19);
}
