import { createHash } from 'node:crypto';
import type { Location, Result } from 'sarif';
import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';
import type { ScenarioOutcome } from '../outcome';
import { visibleText } from '../text/visible-characters';
import type { ExportedRun, ScenarioPlace } from './exported-run';
import {
  attackText,
  criterionText,
  failingCriteria,
  noFailingCriterion,
  openCriteria,
  unverifiedMessage,
  unverifiedText,
} from './verdict-words';

/** The rules that no check names. */
export const compromisedRule = 'compromised';
export const forbiddenRule = 'forbidden';
export const unverifiableRule = 'unable-to-verify';
/** A Fail whose records name no criterion. */
export const unnamedRule = 'fail';

/** A finding before it has its place among the rules. */
export type SarifResult = Result & { ruleId: string };

/**
 * What SARIF says of one scenario: a result for a compromise, for each failing criterion and for each that could not be
 * verified. The latter are of kind `open` ("insufficient information to decide whether a problem exists", SARIF 2.1.0
 * §3.27.9) and so have the level `none`, the only one that §3.27.10 permits there: they are no failures.
 */
export function sarifResults(run: ExportedRun, outcome: ScenarioOutcome): SarifResult[] {
  const { verdict } = outcome;
  if (!verdict) return [];
  const findings = findingsOf(verdict);
  return findings.map((finding) => ({
    ruleId: finding.rule,
    ...(finding.open
      ? { kind: 'open' as const, level: 'none' as const }
      : { kind: 'fail' as const, level: 'error' as const }),
    message: { text: messageText(`${outcome.id}: ${finding.text}`) },
    locations: [locationOf(run, outcome.id, finding.criterion?.criterion_id ?? finding.place)],
    partialFingerprints: fingerprints(run.agentId, outcome.id, finding),
    properties: {
      scenario_id: visibleText(outcome.id),
      ...(finding.criterion && { criterion_id: visibleText(finding.criterion.criterion_id) }),
      status: finding.open ? 'Unable to Verify' : 'Fail',
      ...(finding.open && { unverifiable_reason: reasonOf(finding.criterion, verdict) }),
    },
  }));
}

interface Finding {
  rule: string;
  text: string;
  criterion?: CriterionVerdict;
  /** What stands for a criterion's id where there is none. */
  place?: string;
  open?: boolean;
}

function findingsOf(verdict: Verdict): Finding[] {
  if (verdict.status === 'Pass') return [];
  const failing = failingCriteria(verdict);
  const open = openCriteria(verdict);
  return [
    ...(verdict.compromised ? [{ rule: compromisedRule, text: attackText(verdict), place: 'COMPROMISED' }] : []),
    ...failing.map((criterion) => ({ rule: ruleOf(criterion), text: criterionText(criterion), criterion })),
    ...(verdict.status === 'Fail' && failing.length === 0 && !verdict.compromised
      ? [{ rule: unnamedRule, text: noFailingCriterion }]
      : []),
    ...open.map((criterion) => ({ rule: unverifiableRule, text: criterionText(criterion), criterion, open: true })),
    ...(verdict.status === 'Unable to Verify' && open.length === 0
      ? [{ rule: unverifiableRule, text: `${unverifiedMessage(verdict)}\n${unverifiedText(verdict)}`, open: true }]
      : []),
  ];
}

/** The check decides what kind of finding it is; a criterion without one is for a judge. */
function ruleOf(criterion: CriterionVerdict): string {
  return criterion.check === 'forbidden' ? forbiddenRule : (criterion.check ?? 'llm_judge');
}

function reasonOf(criterion: CriterionVerdict | undefined, verdict: Verdict): string {
  return criterion?.unverifiable_reason ?? verdict.unverifiable_reason ?? 'undecidable';
}

/** A criterion's line in the scenario; when that file is gone, the verdict in the run's folder. */
function locationOf(run: ExportedRun, scenarioId: string, criterionId: string | undefined): Location {
  const place = run.placeOf(scenarioId, criterionId) ?? {
    file: `${run.dirInRepository}/scenarios/${scenarioId}/verdict.yaml`,
    line: 1,
    column: 1,
  };
  return sarifLocation(place);
}

/** A place as SARIF has it: a URI relative to the repository. */
export function sarifLocation({ file, line, column }: ScenarioPlace): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: relativeUri(file), uriBaseId: '%SRCROOT%' },
      region: { startLine: line, startColumn: column },
    },
  };
}

function relativeUri(file: string): string {
  const segments = file.split('/').map((part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd')));
  return segments.join('/');
}

/**
 * The same from run to run, as long as scenario and criterion keep their ids; lines may move. Ids that only count what was
 * found (FORBIDDEN-01) give way to what was found. GitHub looks at `primaryLocationLineHash` alone.
 */
function fingerprints(agentId: string, scenarioId: string, { rule, criterion }: Finding): Record<string, string> {
  const subject = rule === forbiddenRule ? criterion?.criterion : (criterion?.criterion_id ?? rule);
  const hash = createHash('sha256')
    .update(JSON.stringify([agentId, scenarioId, subject]))
    .digest('hex');
  return { primaryLocationLineHash: `${hash.slice(0, 32)}:1`, 'rookCriterion/v1': hash };
}

/**
 * Text as a SARIF message: braces stand for placeholders and are doubled (§3.11.5), `](` would make a link of what an agent
 * wrote (§3.11.6). What a reader would not see is made visible.
 */
export function messageText(text: string): string {
  return visibleText(text).replaceAll('{', '{{').replaceAll('}', '}}').replaceAll('](', '\\](');
}
