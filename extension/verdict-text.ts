import type { ScenarioView } from '../schemas/panel-view';
import type { CriterionVerdict, Verdict } from '../schemas/verdict';

/**
 * A scenario of a run as text that can be compared with that of another run: what differs by nature, such as times and
 * ids of runs, is left out, and each criterion stands in lines of its own.
 */
export function comparableText(view: ScenarioView): string {
  const { scenarioId, title, goal, profileId, verdict, state } = view;
  const blocks = [
    [`${scenarioId} · ${title}`, ...field('Goal', goal), ...field('Profile', profileId)],
    verdict ? verdictLines(verdict) : [`Verdict: none. ${state ?? ''}`.trimEnd()],
    ...(verdict?.criteria ?? []).map(criterionLines),
    conversationLines(view),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function verdictLines(verdict: Verdict): string[] {
  const { compromised, attack_evidence: attack = [], unverifiable_reason: reason, diagnosis, remedy } = verdict;
  return [
    `Verdict: ${verdict.status}${reason ? ` (${reason})` : ''}`,
    ...(compromised ? field('Compromised', attack.join('\n') || 'yes') : []),
    ...field('Diagnosis', diagnosis),
    ...field('Remedy', remedy),
  ];
}

function criterionLines(criterion: CriterionVerdict): string[] {
  const { criterion_id: id, criterion: statement, status, unverifiable_reason: reason } = criterion;
  const details = [
    ...field('Expected', criterion.expected),
    ...field('Achieved', criterion.achieved),
    ...field('Evidence', criterion.evidence),
    ...field('Remedy', criterion.remedy),
  ];
  return [
    `${id}: ${status}${reason ? ` (${reason})` : ''}`,
    ...[...statement.split(/\r?\n/), ...details].map((line) => `  ${line}`),
  ];
}

function conversationLines({ response }: ScenarioView): string[] {
  if (!response) return [];
  const { transcript, output } = response;
  if (transcript.length === 0) return field('Answer', output);
  const turns = transcript.map(({ role, content }) => field(role === 'agent' ? 'Agent' : 'User', content));
  return ['Conversation', ...turns.flat().map((line) => `  ${line}`)];
}

/** `Name: text`; further lines of the text stand below it, indented. */
function field(name: string, text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const [first = '', ...rest] = text.trimEnd().split(/\r?\n/);
  return [`${name}: ${first}`, ...rest.map((line) => `  ${line}`)];
}
