// Made from the files in engine/judge/checks/ by scripts/generate-check-registry.mjs: npm run generate.
import { check as callCountCheck } from './checks/call-count';
import { check as callOrderCheck } from './checks/call-order';
import { check as calledCheck } from './checks/called';
import { check as calledWithCheck } from './checks/called-with';
import { check as containsCheck } from './checks/contains';
import { check as equalsCheck } from './checks/equals';
import { check as fileExistsCheck } from './checks/file-exists';
import { check as fileMatchesCheck } from './checks/file-matches';
import { check as jsonPathCheck } from './checks/json-path';
import { check as jsonSchemaCheck } from './checks/json-schema';
import { check as llmJudgeCheck } from './checks/llm-judge';
import { check as maxLatencyMsCheck } from './checks/max-latency-ms';
import { check as maxTokensCheck } from './checks/max-tokens';
import { check as maxTurnsCheck } from './checks/max-turns';
import { check as mcpProbeCheck } from './checks/mcp-probe';
import { check as notCalledCheck } from './checks/not-called';
import { check as regexCheck } from './checks/regex';
import { check as scriptCheck } from './checks/script';

/** Every check by its name. */
export const checks = {
  call_count: callCountCheck,
  call_order: callOrderCheck,
  called: calledCheck,
  called_with: calledWithCheck,
  contains: containsCheck,
  equals: equalsCheck,
  file_exists: fileExistsCheck,
  file_matches: fileMatchesCheck,
  json_path: jsonPathCheck,
  json_schema: jsonSchemaCheck,
  llm_judge: llmJudgeCheck,
  max_latency_ms: maxLatencyMsCheck,
  max_tokens: maxTokensCheck,
  max_turns: maxTurnsCheck,
  mcp_probe: mcpProbeCheck,
  not_called: notCalledCheck,
  regex: regexCheck,
  script: scriptCheck,
} as const;
