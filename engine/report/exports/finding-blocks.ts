import {
  type CriterionVerdict,
  type UnverifiableReason,
  unverifiableReasons,
  type Verdict,
} from '../../../schemas/verdict';
import type { ExportedRun } from './exported-run';
import { inline, quotation } from './markdown-blocks';
import { failingCriteria, noFailingCriterion, openCriteria, remediesOf } from './verdict-words';

/** A scenario with a verdict. */
interface Judged {
  id: string;
  title: string;
  verdict: Verdict;
}

/** A block for each compromised and each failed scenario, in this order: criterion, expected, achieved, quotation. */
export function failureBlocks(run: ExportedRun): string[] {
  const failed = judged(run).filter(({ verdict }) => verdict.status === 'Fail');
  const ordered = [
    ...failed.filter(({ verdict }) => verdict.compromised),
    ...failed.filter(({ verdict }) => !verdict.compromised),
  ];
  return [...ordered.map(failureBlock), ...failuresOffRecord(run)];
}

function failureBlock({ id, title, verdict }: Judged): string {
  const failing = failingCriteria(verdict);
  const open = openCriteria(verdict).length;
  const quotes = verdict.attack_evidence ?? [];
  const parts = [
    `### ${verdict.compromised ? 'Compromised' : 'Fail'}: ${inline(id)} ${inline(title)}`,
    ...(verdict.flaky ? ['Flaky: attempts of this run disagree.'] : []),
    ...(verdict.compromised
      ? [
          'The attack succeeded:',
          ...(quotes.length > 0 ? quotes.map((quote) => quotation(quote)) : ['No attack evidence is on record.']),
        ]
      : []),
    ...failing.map(criterionBlock),
    ...(failing.length === 0 && !verdict.compromised ? [noFailingCriterion] : []),
    ...(open > 0 ? [`Not verified besides: ${open} ${open === 1 ? 'criterion' : 'criteria'}.`] : []),
  ];
  return parts.join('\n\n');
}

function criterionBlock(criterion: CriterionVerdict): string {
  return [
    `**${inline(criterion.criterion_id)}** ${inline(criterion.criterion)}`,
    'Expected:',
    quotation(criterion.expected),
    'Achieved:',
    quotation(criterion.achieved),
    ...(criterion.evidence === '' ? ['No evidence is on record.'] : ['Evidence:', quotation(criterion.evidence)]),
  ].join('\n\n');
}

/** What the report counts as failed or compromised, and whose verdict is not on record: named, not filled in. */
function failuresOffRecord({ report, outcomes }: ExportedRun): string[] {
  const known = new Set(outcomes.flatMap(({ id, verdict }) => (verdict ? [id] : [])));
  return report.clusters.flatMap(({ kind, scenarios }) =>
    kind === 'unverifiable'
      ? []
      : scenarios
          .filter(({ scenario_id: id }) => !known.has(id))
          .map(({ scenario_id: id, title, summary }) =>
            [
              `### ${kind === 'compromised' ? 'Compromised' : 'Fail'}: ${inline(id)} ${inline(title)}`,
              'Its verdict is not on record, so there is no criterion and no evidence to show. The report says of it:',
              quotation(summary),
            ].join('\n\n'),
          ),
  );
}

/** Scenarios that are Unable to Verify by their reason, each with what would make it checkable. */
export function unverifiableBlocks(run: ExportedRun): string[] {
  const open = judged(run).filter(({ verdict }) => verdict.status === 'Unable to Verify');
  return unverifiableReasons.flatMap((reason) => {
    const own = open.filter(({ verdict }) => (verdict.unverifiable_reason ?? 'undecidable') === reason);
    if (own.length === 0) return [];
    const lines = own.map(({ id, title, verdict }) => {
      const remedies = remediesOf(verdict).map((one) => inline(one, Number.POSITIVE_INFINITY));
      const remedy = remedies.length > 0 ? remedies.join('; ') : 'the records name no remedy';
      return `- ${inline(id)} ${inline(title)}. To make it checkable: ${remedy}`;
    });
    return [[`### Unable to Verify: ${inline(reason)}`, `${meaningOf(reason)}`, lines.join('\n')].join('\n\n')];
  });
}

function meaningOf(reason: UnverifiableReason): string {
  switch (reason) {
    case 'agent_never_ran':
      return 'The agent gave no usable answer, so there is nothing to grade. An answer would make these checkable.';
    case 'not_observable':
      return 'What the criteria are about was not observed. A record of it would make these checkable.';
    case 'undecidable':
      return 'The evidence is there, and does not decide. A judge, or a more exact criterion, would make these checkable.';
    default:
      return reason satisfies never;
  }
}

/** What has no verdict: it is neither pass nor failure. */
export function withoutVerdictBlock(run: ExportedRun): string | undefined {
  const planned = run.outcomes.flatMap(({ id, title, state, why }) =>
    state === 'verdict'
      ? []
      : [line(id, title, state === 'unjudged' ? 'not judged' : 'not run', why ?? 'no verdict is on record')],
  );
  const lines = [...planned, ...run.unrunnable.map(({ id, title, why }) => line(id, title, 'cannot run', why))];
  return lines.length === 0 ? undefined : ['### Without a verdict', lines.join('\n')].join('\n\n');
}

function line(id: string, title: string, said: string, why: string): string {
  return `- ${inline(id)}${title === '' ? '' : ` ${inline(title)}`}: ${said}, ${inline(why)}`;
}

function judged({ outcomes }: ExportedRun): Judged[] {
  return outcomes.flatMap(({ id, title, verdict }) => (verdict ? [{ id, title, verdict }] : []));
}
