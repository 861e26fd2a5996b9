/** A judge that explains by rule, from the fenced data alone, as an incorruptible model would; and grades as rule-judge does. */
import { gradeByRule, piecesOf } from './rule-judge.mjs';

/** @param {string} prompt @returns {Record<string, unknown>} the answer to whatever a judge is asked */
export function answerByRule(prompt) {
  if (prompt.includes('What is the root cause?')) return causeByRule(prompt);
  if (prompt.includes('Sum the run up')) return narrativeByRule(prompt);
  return gradeByRule(prompt);
}

/** @param {string} prompt */
function causeByRule(prompt) {
  const [verdict] = piecesOf(prompt).map(({ text }) => JSON.parse(text));
  const [criterion] = verdict.criteria_that_do_not;
  const quote = verdict.diagnosis?.split('\n', 1)[0] ?? criterion?.evidence ?? '';
  return {
    cause: `It came out so because of this: ${quote}`,
    remedy: 'Mend what the quotation shows.',
    confidence: 'Medium',
    fault: verdict.diagnosis === undefined ? 'agent' : 'hook',
    where: criterion?.criterion_id ?? '',
    summary: 'Explained by rule.',
    quotes: [quote],
  };
}

/** @param {string} prompt */
function narrativeByRule(prompt) {
  const totals = JSON.parse(/ the totals\n(\{.*\})\n/.exec(prompt)?.[1] ?? '{}');
  const [first] = piecesOf(prompt).map(({ text }) => JSON.parse(text));
  return {
    narrative: `${totals.failed} of ${totals.planned} failed, ${first.scenarios[0]} among them.`,
    next: [`Look at ${first.scenarios[0]}.`],
  };
}
