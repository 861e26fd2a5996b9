import * as z from 'zod';
import type { ResponseFile } from '../../schemas/record';
import { type UnverifiableReason, verdictStatuses } from '../../schemas/verdict';
import { type Evidence, shorten } from '../judge/evidence';
import { fail, type Grade, pass, unable } from '../judge/grade';
import type { RunScriptCheck } from '../judge/means';
import { checkShape, kindOf } from '../workspace/check-shape';
import { asRecord } from '../workspace/plain-value';
import { messageOf } from '../workspace/read-text';
import { resolveScript, scriptNotFound } from '../workspace/script-path';
import type { AttemptRecords } from './attempt-records';
import { hookCommand } from './hook-command';
import { hookEnvironment } from './hook-environment';
import { type RunContext, runPart } from './run-context';
import { endOf, failureOf, stdoutLimit } from './run-hook';

/** Time limit of a check of the user's own, in milliseconds. */
const scriptLimitMs = 60_000;

/** Most characters of one field of its answer that a verdict takes in. */
const longestField = 4000;

/** What a check prints on standard output (behaviour §7). Unknown keys are its own. */
const ScriptAnswer = z.looseObject({
  status: z.enum(verdictStatuses),
  expected: z.string().nullish(),
  achieved: z.string().nullish(),
  evidence: z.string().nullish(),
  reason: z.enum(['not_observable', 'undecidable']).nullish(),
  remedy: z.string().nullish(),
});

const contract =
  'Print one JSON object on standard output: {"status": "Pass" | "Fail" | "Unable to Verify", "expected": "…", "achieved": "…", "evidence": "…"}.';

/**
 * Runs checks of the user's own over one attempt: `<script> check`, in the environment of a hook, with the evidence as
 * JSON on standard input. Whatever goes wrong with it is an Unable to Verify with the diagnosis, never a pass or failure.
 */
export function scriptChecks(
  run: RunContext,
  records: AttemptRecords,
  response: ResponseFile,
  limitMs = scriptLimitMs,
): RunScriptCheck {
  return async (script, evidence, statement) => {
    const { resolved, tried } = resolveScript(script, run.agentDir, run.workspaceRoot);
    if (resolved === undefined) {
      const remedy = "Write the script, or mend its path: it is relative to the agent's folder or to the workspace.";
      return unable('undecidable', statement, scriptNotFound(script, tried), remedy);
    }
    const command = hookCommand(resolved, 'check', run.node);
    const { scenario, attempt, conversation } = records;
    const env = hookEnvironment(run.loaded.profile, run.baseEnv, {
      ...runPart(run),
      phase: 'check',
      stateDir: records.layout.stateDir,
      scenarioId: scenario.id,
      attempt,
      ...(records.hooks.session !== undefined && { session: records.hooks.session }),
      ...(conversation !== undefined && { conversation }),
    });
    const outcome = await run.processes.run({
      command,
      cwd: run.workspaceRoot,
      env: { ...env, ...run.node.env },
      stdin: JSON.stringify(evidenceFor(evidence, statement, records, response)),
      timeoutMs: limitMs,
      stdoutLimit,
      signal: run.stop,
      filterStderr: (emit) => run.redactor.stream(emit),
    });
    const failure = failureOf(outcome, 'check', command[0] ?? '', limitMs, run.workspaceRoot);
    if (failure !== undefined) {
      const remedy =
        outcome.ended === 'cancelled' ? 'Judge the run again.' : `Mend ${script}, then judge the run again.`;
      return unable('undecidable', statement, `${script}: ${failure}`, remedy);
    }
    return readScriptAnswer(script, statement, outcome.stdout, endOf(outcome.stderr, run.workspaceRoot));
  };
}

/** What a check gets: the records in the names that they have on disk. `calls` is absent when nobody could observe them. */
function evidenceFor(evidence: Evidence, statement: string, records: AttemptRecords, response: ResponseFile): object {
  const { calls, callsGap, usage, usageGap } = evidence.observation;
  const { scenario, attempt } = records;
  return {
    version: 1,
    scenario_id: scenario.id,
    attempt,
    statement,
    goal: scenario.goal,
    output: evidence.answer,
    raw_response: evidence.rawResponse,
    transcript: response.transcript,
    turns: evidence.turns,
    ...(evidence.latencyMs !== undefined && { latency_ms: evidence.latencyMs }),
    ...(calls && { calls }),
    ...(callsGap !== undefined && { calls_gap: callsGap }),
    ...(usage && { usage }),
    ...(usageGap !== undefined && { usage_gap: usageGap }),
    collect_failed: !evidence.callsComplete,
    data: evidence.collected ?? {},
  };
}

/**
 * Reads the answer of a check by its contract; what breaks the contract is said, and decides nothing.
 * @param said how its standard error ends, in words.
 */
export function readScriptAnswer(script: string, statement: string, stdout: Buffer, said = ''): Grade {
  const broken = (what: string): Grade => unable('undecidable', statement, `${script} ${what}${said}`, contract);
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(stdout).trim();
    if (text === '') return broken('printed nothing on standard output');
    value = JSON.parse(text);
  } catch (error) {
    return broken(`printed something that is not one JSON object: ${messageOf(error)}`);
  }
  if (!asRecord(value))
    return broken(`printed ${value === null ? 'null' : kindOf(value)} where one JSON object belongs`);
  const { value: answer, problems } = checkShape(ScriptAnswer, value, [], 'the answer');
  if (!answer) return broken(`printed an answer that breaks the contract: ${problems[0]?.message ?? 'unknown'}`);
  return toGrade(answer, script, statement, broken);
}

function toGrade(
  answer: z.infer<typeof ScriptAnswer>,
  script: string,
  statement: string,
  broken: (what: string) => Grade,
): Grade {
  const [expected, achieved, evidence] = [answer.expected, answer.achieved, answer.evidence].map((text) =>
    shorten((text ?? '').trim(), longestField),
  ) as [string, string, string]; // three in, three out
  switch (answer.status) {
    case 'Pass':
      return evidence === ''
        ? broken('says Pass without evidence')
        : pass(expected || statement, achieved || 'it holds', evidence);
    case 'Fail':
      return evidence === '' && achieved === ''
        ? broken('says Fail without evidence')
        : fail(expected || statement, achieved || 'it does not hold', evidence || achieved);
    case 'Unable to Verify': {
      const reason: UnverifiableReason = answer.reason ?? 'undecidable';
      const why = evidence || achieved || `${script} could not tell`;
      return unable(reason, expected || statement, why, answer.remedy || `See what ${script} needs.`);
    }
    default:
      return answer.status satisfies never;
  }
}
