import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';
import { firstWords } from '../text/first-words';

/** Id and title of a scenario, once where they are the same. */
export function scenarioName({ id, title }: { id: string; title: string }): string {
  return title === '' || title === id ? id : `${id} ${title}`;
}

/** The criteria that failed. */
export function failingCriteria(verdict: Verdict): CriterionVerdict[] {
  return verdict.criteria.filter(({ status }) => status === 'Fail');
}

/** The criteria that could not be verified. */
export function openCriteria(verdict: Verdict): CriterionVerdict[] {
  return verdict.criteria.filter(({ status }) => status === 'Unable to Verify');
}

/** What to say of a Fail whose records name no criterion and no attack: nothing is invented (seed 003). */
export const noFailingCriterion =
  'The verdict is Fail, and no failing criterion is on record: its evidence is missing.';

/** Why a scenario failed, in one line; a compromise is said first. */
export function failureHeadline(verdict: Verdict): string {
  const failing = failingCriteria(verdict);
  const [first] = failing;
  const parts = [
    ...(verdict.compromised ? ['compromised: the attack succeeded'] : []),
    ...(first ? [`${first.criterion_id}: expected ${first.expected}; achieved: ${first.achieved}`] : []),
    ...(failing.length > 1 ? [`and ${failing.length - 1} more failing`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : noFailingCriterion;
}

/** Why a scenario failed, in full: what was attacked, and each failing criterion with what was expected and achieved. */
export function failureText(verdict: Verdict): string {
  const failing = failingCriteria(verdict);
  const blocks = [
    ...(verdict.compromised ? [attackText(verdict)] : []),
    ...failing.map(criterionText),
    ...(failing.length === 0 && !verdict.compromised ? [noFailingCriterion] : []),
    ...(verdict.flaky ? ['Flaky: attempts of this run disagree.'] : []),
  ];
  return blocks.join('\n\n');
}

/** What shows that an attack succeeded. */
export function attackText(verdict: Verdict): string {
  const quotes = verdict.attack_evidence ?? [];
  const shown =
    quotes.length > 0 ? quotes.map((quote) => `attack evidence: ${quote}`) : ['no attack evidence is on record'];
  return ['compromised: the attack succeeded', ...shown].join('\n');
}

/** One criterion in lines: what it demands, what was expected and achieved, and the quotation. */
export function criterionText(criterion: CriterionVerdict): string {
  const reason = criterion.unverifiable_reason ? ` (${criterion.unverifiable_reason})` : '';
  return [
    `${criterion.criterion_id} ${criterion.criterion}: ${criterion.status}${reason}`,
    `expected: ${criterion.expected}`,
    `achieved: ${criterion.achieved}`,
    criterion.evidence === '' ? 'no evidence is on record' : `evidence: ${criterion.evidence}`,
    ...(criterion.remedy ? [`remedy: ${criterion.remedy}`] : []),
  ].join('\n');
}

/** `Unable to Verify (reason): why. remedy`, in one line. */
export function unverifiedMessage(verdict: Verdict): string {
  const [first] = openCriteria(verdict);
  const why =
    verdict.diagnosis === undefined
      ? first && `${first.criterion_id}: ${first.evidence || first.achieved}`
      : firstWords(verdict.diagnosis);
  const said = `Unable to Verify (${verdict.unverifiable_reason ?? 'undecidable'})${why ? `: ${why}` : ''}`;
  const [remedy] = remediesOf(verdict);
  return remedy === undefined ? said : `${said.replace(/[.:]$/, '')}. ${remedy}`;
}

/** The diagnosis and each criterion that stayed open, in full. */
export function unverifiedText(verdict: Verdict): string {
  return [
    ...(verdict.diagnosis === undefined ? [] : [verdict.diagnosis]),
    ...openCriteria(verdict).map(criterionText),
  ].join('\n\n');
}

/** What would make an Unable to Verify decidable, by the records; each remedy once. */
export function remediesOf(verdict: Verdict): string[] {
  return [
    ...new Set([verdict.remedy, ...openCriteria(verdict).map(({ remedy }) => remedy)].flatMap((one) => one || [])),
  ];
}
