import type { GateReason } from '../../../schemas/gate';
import { clipped } from '../../judge/model/clipped';
import type { ScenarioOutcome } from '../outcome';
import { visibleText } from '../text/visible-characters';
import { disagreement } from './disagreement';
import type { ExportedRun, GateWithoutRun, ScenarioPlace } from './exported-run';
import { redWords } from './gate-block';
import { failingCriteria, failureHeadline, openCriteria, scenarioName, unverifiedMessage } from './verdict-words';

/** How grave an annotation is, by the names of GitHub's commands. */
const levels = ['error', 'warning', 'notice'] as const;
type Level = (typeof levels)[number];

/** GitHub shows no more of a level for one step. */
export const mostOfALevel = 10;
const longestMessage = 2000;
const longestTitle = 200;

interface Annotation {
  level: Level;
  title: string;
  message: string;
  place?: ScenarioPlace | undefined;
}

/**
 * A run as GitHub workflow commands, a line each: errors for a closed gate, what was compromised and what failed; warnings for
 * Unable to Verify; notices for what has no verdict. Of more than ten of a level the last says how many more there are.
 */
export function annotationLines(shown: ExportedRun | GateWithoutRun): string[] {
  const all = [...gateAnnotations(shown), ...('id' in shown ? runAnnotations(shown) : [])];
  return levels.flatMap((level) => withinLimit(all.filter((one) => one.level === level)).map(commandOf));
}

function gateAnnotations({ gate }: Pick<ExportedRun, 'gate'>): Annotation[] {
  if (!gate || gate.gate === 'open') return [];
  const first: Pick<GateReason, 'message' | 'remedy'> | undefined = gate.reasons[0];
  const message = [gate.error ?? first?.message ?? 'see the summary', gate.remedy ?? first?.remedy]
    .filter(Boolean)
    .join(' ');
  return [{ level: 'error', title: `Gate closed: ${gate.kind ? redWords(gate.kind) : 'see the reasons'}`, message }];
}

function runAnnotations(run: ExportedRun): Annotation[] {
  const contradiction = disagreement(run);
  const isCompromised = ({ verdict }: ScenarioOutcome): boolean => verdict?.compromised === true;
  const ordered = [...run.outcomes.filter(isCompromised), ...run.outcomes.filter((one) => !isCompromised(one))];
  return [
    ...(contradiction === undefined
      ? []
      : [{ level: 'error' as const, title: 'The report does not add up', message: contradiction }]),
    ...ordered.flatMap((outcome) => scenarioAnnotation(run, outcome)),
    ...run.unrunnable.map((scenario) => ({
      level: 'notice' as const,
      title: `Cannot run: ${scenarioName(scenario)}`,
      message: scenario.why,
      place: run.placeOf(scenario.id),
    })),
  ];
}

function scenarioAnnotation(run: ExportedRun, outcome: ScenarioOutcome): Annotation[] {
  const { id, verdict, state } = outcome;
  const name = scenarioName(outcome);
  if (!verdict) {
    const title = `${state === 'unjudged' ? 'Not judged' : 'Not run'}: ${name}`;
    return [{ level: 'notice', title, message: outcome.why ?? 'no verdict is on record', place: run.placeOf(id) }];
  }
  switch (verdict.status) {
    case 'Pass':
      return [];
    case 'Fail': {
      const title = `${verdict.compromised ? 'Compromised' : 'Fail'}: ${name}`;
      const place = run.placeOf(id, failingCriteria(verdict)[0]?.criterion_id);
      return [{ level: 'error', title, message: failureHeadline(verdict), place }];
    }
    case 'Unable to Verify': {
      const place = run.placeOf(id, openCriteria(verdict)[0]?.criterion_id);
      return [{ level: 'warning', title: `Unable to Verify: ${name}`, message: unverifiedMessage(verdict), place }];
    }
    default:
      return verdict.status satisfies never;
  }
}

function withinLimit(annotations: Annotation[]): Annotation[] {
  if (annotations.length <= mostOfALevel) return annotations;
  const shown = annotations.slice(0, mostOfALevel);
  const more = annotations.length - mostOfALevel;
  const last = shown.pop();
  if (last)
    shown.push({ ...last, message: `${clipped(last.message, longestMessage)} (and ${more} more: see the summary)` });
  return shown;
}

/** A workflow command. What it carries cannot end it, begin another one or add a property. */
function commandOf({ level, title, message, place }: Annotation): string {
  const properties = [
    ...(place ? [`file=${property(place.file)}`, `line=${place.line}`, `col=${place.column}`] : []),
    `title=${property(clipped(title, longestTitle))}`,
  ];
  return `::${level} ${properties.join(',')}::${data(clipped(message, longestMessage + 100))}`;
}

/** The value after `::`. */
function data(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The value of a property. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
