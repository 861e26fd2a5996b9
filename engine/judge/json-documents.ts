import { asRecord } from '../workspace/plain-value';
import type { Evidence } from './evidence';
import { jsonIn } from './json-in-text';

/** Fields in which a hook repeats the answer. */
const answerFields = ['output', 'agent_reply'];
/** Fields of the hook contract: they are Rook's, not the agent's. */
const contractFields = [...answerFields, 'conversation', 'usage', 'calls'];

/** The JSON that a criterion about JSON is decided from (behaviour §7). */
export interface JsonDocuments {
  /** The answer, when it is JSON or holds it. */
  answer?: { value: unknown };
  /**
   * What execute printed. Beside an answer that is JSON itself it comes without the fields that only repeat the answer:
   * an `output` that the agent never wrote would be found in them.
   */
  printed?: { value: unknown };
}

/** Reads answer and printed text as JSON, as far as they are. */
export function jsonDocuments({ answer, rawResponse }: Evidence): JsonDocuments {
  const own = jsonIn(answer);
  const printed = jsonIn(rawResponse);
  return { ...(own && { answer: own }), ...(printed && { printed: own ? withoutAnswer(printed) : printed }) };
}

function withoutAnswer(printed: { value: unknown }): { value: unknown } {
  const record = asRecord(printed.value);
  if (!record) return printed;
  return { value: Object.fromEntries(Object.entries(record).filter(([key]) => !answerFields.includes(key))) };
}

/** True when a hook has printed nothing but what its contract names: nothing there stands for an answer that is no JSON. */
export function isContractOnly(printed: unknown): boolean {
  const record = asRecord(printed);
  return record !== undefined && Object.keys(record).every((key) => contractFields.includes(key));
}

/** True when one of the names is of the hook contract: then its author means what execute printed. */
export function namesContract(names: string[]): boolean {
  return names.some((name) => contractFields.includes(name));
}
