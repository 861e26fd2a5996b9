import type { ScenarioView } from '../../../schemas/panel-view';
import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';
import { code, fenced } from './markdown';

/**
 * A criterion as a block for an issue or a review. What agents and authors wrote is code in it: nothing there is markup, a
 * link, a mention or a reference, for every reader of Markdown. Escaping could not promise that: addresses become links.
 */
export function criterionMarkdown(view: ScenarioView, criterion: CriterionVerdict): string {
  return `${criterionBlock(criterion)}\n\n${origin(view)}\n`;
}

/** The whole verdict, its criteria in the order of the scenario. */
export function verdictMarkdown(view: ScenarioView, verdict: Verdict): string {
  const reason = verdict.unverifiable_reason ? ` (${code(verdict.unverifiable_reason)})` : '';
  const parts = [
    `### ${verdict.status}: ${code(view.scenarioId)} ${code(view.title)}`,
    ...(verdict.compromised ? ['**Compromised**', ...(verdict.attack_evidence ?? []).map(fenced)] : []),
    ...(reason ? [`**${verdict.status}**${reason}`] : []),
    ...(verdict.diagnosis ? [fenced(verdict.diagnosis)] : []),
    ...(verdict.remedy ? [`**Remedy:** ${code(verdict.remedy)}`] : []),
    ...verdict.criteria.map(criterionBlock),
    origin(view),
  ];
  return `${parts.join('\n\n')}\n`;
}

function criterionBlock(criterion: CriterionVerdict): string {
  const check = criterion.check ? `, check ${code(criterion.check)}` : '';
  const reason = criterion.unverifiable_reason ? ` (${code(criterion.unverifiable_reason)})` : '';
  return [
    `**${criterion.status}**${reason} ${code(criterion.criterion_id)} ${code(criterion.criterion)}`,
    `Expected${check}:`,
    fenced(criterion.expected),
    'Achieved:',
    fenced(criterion.achieved),
    `Evidence, confidence ${code(criterion.confidence)}:`,
    fenced(criterion.evidence),
    ...(criterion.remedy ? [`**Remedy:** ${code(criterion.remedy)}`] : []),
  ].join('\n\n');
}

function origin(view: ScenarioView): string {
  const profile = view.profileId ? `, profile ${code(view.profileId)}` : '';
  return `Scenario ${code(view.scenarioId)}, run ${code(view.runId)}${profile}.`;
}
