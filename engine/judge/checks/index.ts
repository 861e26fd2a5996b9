import type { CheckName } from '../../../schemas/criterion';
import { unable } from '../grade';
import { callCount, called, calledWith, callOrder, notCalled } from './calls';
import type { Check } from './check';
import { jsonPath } from './json-path';
import { llmJudge } from './judge-model';
import { maxLatency, maxTokens, maxTurns } from './limits';
import { regex } from './regex';
import { contains, equals } from './text';

/** A check that is part of the format and that this version does not carry out: said, never guessed. */
const notYet =
  <K extends CheckName>(name: K): Check<K> =>
  (_parameters, _evidence, { statement }) =>
    unable(
      'undecidable',
      statement,
      `this version of Rook does not carry out the check ${name}`,
      `Use another check until ${name} is supported.`,
    );

/** Every check by its name; adding one means adding its parameters to the schema and its function here. */
export const checks: { readonly [K in CheckName]: Check<K> } = {
  regex,
  contains,
  equals,
  json_path: jsonPath,
  json_schema: notYet('json_schema'),
  called,
  not_called: notCalled,
  called_with: calledWith,
  call_order: callOrder,
  call_count: callCount,
  max_latency_ms: maxLatency,
  max_tokens: maxTokens,
  max_turns: maxTurns,
  file_exists: notYet('file_exists'),
  file_matches: notYet('file_matches'),
  mcp_probe: notYet('mcp_probe'),
  script: notYet('script'),
  llm_judge: llmJudge,
};
