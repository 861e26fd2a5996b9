import { JudgeAnswer, type JudgeGrade } from '../../../schemas/judge';
import { checkShape } from '../../workspace/check-shape';
import { sameJson } from '../json-in-text';
import { objectIn, objectsIn } from './json-answer';

export interface ReadAnswer {
  answer: JudgeAnswer;
  /** The grade of each criterion that was asked about. */
  grades: Map<string, JudgeGrade>;
  /** Criteria that were graded without having been asked for; their grades count for nothing. */
  dropped: string[];
}

/**
 * Reads what a judge answered (behaviour §7, §12). One that is not JSON, has an unknown status, lacks a criterion or
 * grades one twice is invalid as a whole.
 * @param asked ids of the criteria that the question was about.
 * @param evidence texts that the judge was given: grades that stand there already were written by somebody else.
 */
export function readAnswer(
  text: string,
  asked: readonly string[],
  evidence: readonly string[],
): ReadAnswer | { problem: string } {
  const found = objectIn(text, (value) => Array.isArray(value.criteria));
  if ('problem' in found) return found;
  if (isEcho(found.value.criteria, evidence))
    return { problem: 'the answer repeats grades that stand in the evidence' };
  const { value: answer, problems } = checkShape(JudgeAnswer, found.value, [], 'the answer');
  if (!answer) return { problem: problems[0]?.message ?? 'the answer had another shape' };
  const grades = new Map<string, JudgeGrade>();
  const dropped: string[] = [];
  for (const grade of answer.criteria) {
    const id = grade.criterion_id;
    if (!asked.includes(id)) dropped.push(id);
    else if (grades.has(id)) return { problem: `criterion ${id} was graded twice` };
    else grades.set(id, grade);
  }
  const missing = asked.filter((id) => !grades.has(id));
  if (missing.length > 0) return { problem: `there was no grade for ${missing.join(', ')}` };
  return { answer, grades, dropped };
}

/** Whether somebody wrote these very grades into the evidence. */
function isEcho(criteria: unknown, evidence: readonly string[]): boolean {
  if (!Array.isArray(criteria) || criteria.length === 0) return false;
  const written = withoutSpace(JSON.stringify(criteria));
  return evidence
    .filter((text) => text.includes('criteri'))
    .some(
      (text) =>
        withoutSpace(text).includes(written) ||
        objectsIn(text).objects.some((object) => sameJson(object.criteria, criteria)),
    );
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, '');
}
