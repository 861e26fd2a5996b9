import { HookOutput } from '../../schemas/hook-output';
import type { HookPhase } from '../../schemas/phase';
import { ok, type Result, refuse } from '../../schemas/result';
import { checkShape, kindOf } from '../workspace/check-shape';
import { asRecord, deepestNesting, isTooDeep } from '../workspace/plain-value';

/** What a hook printed, understood. `data` is the object as printed; a phase that printed nothing has none. */
export interface ParsedOutput {
  data?: Record<string, unknown>;
  output?: HookOutput;
  /** The answer: `output`, or `agent_reply`, its other name. */
  answer?: string;
  notes: string[];
}

/**
 * Reads a hook's standard output by the contract of behaviour §3: one JSON object, nothing but white space around it,
 * valid UTF-8, an answer from execute. What is wrong is said in words that lead to the line to mend; nothing is guessed.
 */
export function parseHookOutput(stdout: Buffer, phase: HookPhase): Result<ParsedOutput> {
  const decoded = decodeUtf8(stdout);
  if (!decoded.ok) return decoded;
  const text = decoded.value.replace(/^\uFEFF/, '').trim();
  if (text === '') {
    return phase === 'execute'
      ? refuse('execute printed nothing on standard output', 'Print one JSON object: {"output": "<the answer>"}.')
      : ok({ notes: [] });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return strayText(text, phase, error instanceof Error ? error.message : String(error));
  }
  const data = asRecord(value);
  if (!data) {
    return refuse(
      `${phase} printed ${value === null ? 'null' : kindOf(value)} where one JSON object belongs`,
      'Print one JSON object: {"output": "<the answer>"}.',
    );
  }
  if (isTooDeep(data)) {
    return refuse(
      `${phase} printed JSON that is nested more than ${deepestNesting} levels deep`,
      'Print such a value as text, with JSON.stringify, or leave it out.',
    );
  }
  const { value: output, problems } = checkShape(HookOutput, data);
  const problem = problems[0];
  if (!output)
    return refuse(
      `${phase} printed JSON that breaks the contract: ${problem?.message ?? 'unknown field'}`,
      problem?.remedy,
    );
  const answer = output.output ?? output.agent_reply;
  if (phase === 'execute' && (answer === undefined || answer.trim() === '')) {
    const got = answer === undefined ? 'no output field' : 'an empty output';
    return refuse(
      `execute returned ${got}: there is no answer to judge`,
      'Put the answer of the agent, as text, into the field output.',
    );
  }
  const notes =
    output.output !== undefined && output.agent_reply !== undefined && output.output !== output.agent_reply
      ? ['output and agent_reply are both there and differ: output is used']
      : [];
  return ok({ data, output, ...(answer !== undefined && { answer }), notes });
}

/** Names the first line that is not JSON, which is where a stray print shows. */
function strayText(text: string, phase: HookPhase, reason: string): Result<ParsedOutput> {
  const firstLine = text.split(/\r?\n/, 1)[0] ?? '';
  const quoted = JSON.stringify(firstLine.length > 200 ? `${firstLine.slice(0, 200)}…` : firstLine);
  if (!text.startsWith('{')) {
    return refuse(
      `${phase} printed something else before its JSON object; the first stray line is ${quoted}`,
      'Standard output is for the one JSON object. Write progress and diagnostics to standard error (console.error).',
    );
  }
  const end = endOfObject(text);
  if (end !== undefined) {
    const rest = text.slice(end).trim().split(/\r?\n/, 1)[0] ?? '';
    return refuse(
      `${phase} printed something else after its JSON object; the first stray line is ${JSON.stringify(rest.slice(0, 200))}`,
      'Standard output is for the one JSON object. Write progress and diagnostics to standard error (console.error).',
    );
  }
  return refuse(
    `${phase} printed something that is not valid JSON (${reason}); it begins with ${quoted}`,
    'Print it with JSON.stringify.',
  );
}

/** Where the object that starts the text ends, when that much is valid JSON. */
function endOfObject(text: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) {
      try {
        JSON.parse(text.slice(0, i + 1));
        return i + 1;
      } catch {
        return undefined; // broken inside, too
      }
    }
  }
  return undefined;
}

function decodeUtf8(bytes: Buffer): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    const offset = firstInvalidByte(bytes);
    return refuse(
      `standard output is not valid UTF-8: byte ${offset} is 0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`,
      'Write the JSON as UTF-8; encode binary data, for example as base64.',
    );
  }
}

/** Offset of the first byte that no valid UTF-8 text has there: the longest valid prefix, by bisection. */
function firstInvalidByte(bytes: Buffer): number {
  const validPrefix = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (validPrefix(middle)) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, bytes.length - 1);
}
