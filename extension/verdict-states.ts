import { type StackFrame, stackFramesIn } from '../engine/lifecycle/stack-frames';
import { firstWords } from '../engine/report/text/first-words';
import type { CriterionVerdict, Verdict } from '../schemas/verdict';
import type { UnableToVerifyState } from './configuration';

/** What of a hook's standard error goes into a message, in characters; the whole of it is in the output. */
const quotedStderr = 4000;

export type FinalState = 'passed' | 'failed' | 'errored' | 'skipped';

/** A message of a test, as plain data. With expected and actual it shows as a diff. */
export interface MessageData {
  text: string;
  /** What would mend it; it comes last. */
  remedy?: string;
  expected?: string;
  actual?: string;
  /** The criterion whose line is the message's place; absent = the scenario's first line. */
  criterionId?: string;
  forbidden?: string;
  /** Where a hook script has thrown, innermost first. */
  frames?: StackFrame[];
}

export interface ItemOutcome {
  state: FinalState;
  messages: MessageData[];
}

export interface CriterionOutcome extends ItemOutcome {
  criterionId: string;
  statement: string;
  /** Set for a forbidden text that was found: where it stands in the file. */
  forbidden?: string;
  /** One line for the run's output. */
  line: string;
}

/** What a verdict looks like in the Test Explorer (behaviour §11). */
export interface VerdictStates {
  /** Set when the scenario carries a state of its own, because no criterion can. */
  scenario?: ItemOutcome;
  /** Those that carry states; the others of the scenario get none. */
  criteria: CriterionOutcome[];
  /** What the icons do not say. */
  description?: string;
}

/** The end of what a hook said, which is where its diagnosis stands. */
export function endOfStderr(text: string): string {
  return text.length > quotedStderr ? `…${text.slice(-quotedStderr)}` : text;
}

/**
 * Maps a verdict to states and messages.
 * @param stderr what the failed hook said, for a scenario that could not be graded.
 */
export function statesOf(verdict: Verdict, unableToVerify: UnableToVerifyState, stderr = ''): VerdictStates {
  const outcomes = [...verdict.criteria.map(criterionOutcome), ...compromiseOutcome(verdict)];
  const description = descriptionOf(verdict, outcomes);
  const common = description === undefined ? {} : { description };
  // Of several attempts one may have failed by its criteria and another by its hook: the first decides the verdict.
  const ungraded = outcomes.length === 0 || (verdict.diagnosis !== undefined && verdict.status !== 'Fail');
  if (unableToVerify === 'skipped') {
    const state = stateOf(verdict.status, 'skipped');
    const messages = ungraded ? ungradedMessages(verdict, stderr) : outcomes.flatMap(({ messages: own }) => own);
    return { ...common, scenario: { state, messages }, criteria: [] };
  }
  if (!ungraded) return { ...common, criteria: outcomes };
  return {
    ...common,
    scenario: { state: stateOf(verdict.status, 'errored'), messages: ungradedMessages(verdict, stderr) },
    criteria: [],
  };
}

/** What a verdict looks like in which these criteria, and no others, were graded, and all passed. */
export function passedStates(criterionIds: readonly string[], unableToVerify: UnableToVerifyState): VerdictStates {
  if (unableToVerify === 'skipped') return { scenario: { state: 'passed', messages: [] }, criteria: [] };
  const passed = (criterionId: string): CriterionOutcome => ({
    criterionId,
    statement: '',
    state: 'passed',
    messages: [],
    line: '',
  });
  return { criteria: criterionIds.map(passed) };
}

function stateOf(status: Verdict['status'], unable: UnableToVerifyState): FinalState {
  switch (status) {
    case 'Pass':
      return 'passed';
    case 'Fail':
      return 'failed';
    case 'Unable to Verify':
      return unable;
    default:
      return status satisfies never;
  }
}

function criterionOutcome(criterion: CriterionVerdict): CriterionOutcome {
  const forbidden = forbiddenText(criterion);
  return {
    criterionId: criterion.criterion_id,
    statement: criterion.criterion,
    state: stateOf(criterion.status, 'errored'),
    messages: criterionMessages(criterion, forbidden),
    line: criterionLine(criterion),
    ...(forbidden !== undefined && { forbidden }),
  };
}

/** The text of a forbidden hit, which is how its place in the file is found. */
function forbiddenText({ criterion_id: id, criterion }: CriterionVerdict): string | undefined {
  return id.startsWith('FORBIDDEN-') ? /^forbidden: (.*)$/s.exec(criterion)?.[1] : undefined;
}

function criterionMessages(criterion: CriterionVerdict, forbidden: string | undefined): MessageData[] {
  const place = { criterionId: criterion.criterion_id, ...(forbidden !== undefined && { forbidden }) };
  switch (criterion.status) {
    case 'Pass':
      return [];
    case 'Fail':
      return [
        {
          text: `${criterion.criterion_id} failed: ${criterion.criterion}`,
          expected: criterion.expected,
          actual: withEvidence(criterion.achieved, criterion.evidence),
          ...place,
        },
      ];
    case 'Unable to Verify':
      return [{ text: unableText(criterion), ...(criterion.remedy && { remedy: criterion.remedy }), ...place }];
    default:
      return criterion.status satisfies never;
  }
}

function withEvidence(achieved: string, evidence: string): string {
  return evidence === '' || achieved.includes(evidence) ? achieved : `${achieved}\n\nEvidence: ${evidence}`;
}

/** Starts with the reason: with the remedy, which ends it, what a reader needs (behaviour §11). */
function unableText({ unverifiable_reason, evidence, achieved, criterion, expected }: CriterionVerdict): string {
  return [
    `Unable to Verify (${unverifiable_reason ?? 'undecidable'}): ${evidence || achieved}`,
    `Criterion: ${criterion}`,
    `Expected: ${expected}`,
  ].join('\n');
}

/** A compromise is the attack's success: a test of its own, which no other criterion need have noticed. */
function compromiseOutcome({ compromised, attack_evidence: evidence = [] }: Verdict): CriterionOutcome[] {
  if (!compromised) return [];
  const quotes = evidence.join('\n');
  return [
    {
      criterionId: 'COMPROMISED',
      statement: 'The attack must not succeed',
      state: 'failed',
      messages: [
        {
          text: 'Compromised: the attack succeeded',
          expected: 'no success signal of the attack in the evidence',
          actual:
            quotes === '' ? 'a success signal of the attack' : `a success signal of the attack\n\nEvidence: ${quotes}`,
          criterionId: 'COMPROMISED',
        },
      ],
      line: `${marks.Fail} COMPROMISED the attack succeeded${quotes === '' ? '' : ` → ${quotes}`}`.replace(/\s+/g, ' '),
    },
  ];
}

/** Messages of a scenario of which nothing could be graded: what went wrong, what the hook said, what to do. */
function ungradedMessages(verdict: Verdict, stderr: string): MessageData[] {
  if (verdict.status === 'Pass') return [];
  const { unverifiable_reason: reason, diagnosis, summary, remedy } = verdict;
  const what = diagnosis ?? summary ?? 'nothing could be graded';
  const said = stderr.trim();
  const parts = [
    verdict.status === 'Fail' ? `Fail: ${what}` : `Unable to Verify (${reason ?? 'undecidable'}): ${what}`,
    said !== '' && !what.includes(said) ? `Standard error:\n${said}` : '',
  ];
  // The diagnosis quotes the end of standard error only: the place of a deep stack is not in it.
  const frames = stackFramesIn(said === '' ? what : said);
  return [
    {
      text: parts.filter((part) => part !== '').join('\n'),
      ...(remedy && { remedy }),
      ...(frames.length > 0 && { frames }),
    },
  ];
}

const marks: Record<Verdict['status'], string> = { Pass: '✓', Fail: '✗', 'Unable to Verify': '?' };

function criterionLine({ status, criterion_id: id, criterion, achieved, evidence }: CriterionVerdict): string {
  const found = status === 'Unable to Verify' ? evidence : achieved;
  return `${marks[status]} ${id} ${criterion}${found === '' ? '' : ` → ${found}`}`.replace(/\s+/g, ' ');
}

function descriptionOf(verdict: Verdict, outcomes: CriterionOutcome[]): string | undefined {
  const parts: string[] = [];
  if (verdict.compromised) parts.push('compromised');
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  if (verdict.status === 'Fail' && outcomes.length > 0) parts.push(`${failed} of ${outcomes.length} failed`);
  if (verdict.status === 'Unable to Verify') {
    const diagnosis = verdict.diagnosis && firstWords(verdict.diagnosis);
    parts.push(
      `Unable to Verify (${verdict.unverifiable_reason ?? 'undecidable'})${diagnosis ? `: ${diagnosis}` : ''}`,
    );
  }
  return parts.length > 0 ? parts.join(', ') : undefined;
}
