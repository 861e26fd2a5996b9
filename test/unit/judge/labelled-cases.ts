import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { Evidence } from '../../../engine/judge/evidence';
import { type AttemptJudgement, judgeAttempt, ungradedAttempt } from '../../../engine/judge/judge-attempt';
import type { JudgedFolders, JudgingMeans } from '../../../engine/judge/means';
import type { PatternMatcher } from '../../../engine/judge/pattern-matcher';
import { scenarioVerdict } from '../../../engine/judge/scenario-verdict';
import { parseHookOutput } from '../../../engine/lifecycle/hook-output';
import { answerOf, observe } from '../../../engine/lifecycle/observation';
import { readScriptAnswer } from '../../../engine/lifecycle/script-check';
import type { HookPhase } from '../../../schemas/phase';
import { type HookRecord, HooksFile } from '../../../schemas/record';
import type { Scenario } from '../../../schemas/scenario';
import { VerdictStatus } from '../../../schemas/verdict';
import { entryOf } from '../lifecycle/scenario-entries';

/** The cases; what their keys mean is in the README beside them. */
export const labelledFolder = join(import.meta.dirname, '../../fixtures/judging');

const record = z.record(z.string(), z.unknown());
const texts = z.record(z.string(), z.string());
const attemptKeys = {
  answer: z.string().optional(),
  turns: z.array(z.union([z.string(), record])).optional(),
  collect: record.optional(),
  prepare_failed: z.string().optional(),
  open_failed: z.string().optional(),
  latency_ms: z.number().nullable().optional(),
};
const AttemptCase = z.strictObject(attemptKeys);
type AttemptCase = z.infer<typeof AttemptCase>;

export const LabelledCase = z.strictObject({
  case: z.string(),
  because: z.string().optional(),
  scenario: record.optional(),
  ...attemptKeys,
  attempts: z.array(AttemptCase).optional(),
  files: texts.optional(),
  links: texts.optional(),
  binary: texts.optional(),
  script_prints: z.string().optional(),
  stored: z.string().optional(),
  verdict: z.enum(['Pass', 'Fail', 'Unable to Verify', 'does not load']),
  reason: z.string().optional(),
});
export type LabelledCase = z.infer<typeof LabelledCase>;

/** Every case, with the file it is in. */
export function labelledCases(): (LabelledCase & { file: string })[] {
  return readdirSync(labelledFolder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((file) => {
      const cases: unknown = parse(readFileSync(join(labelledFolder, file), 'utf8'), { merge: true });
      return z
        .array(LabelledCase)
        .parse(cases)
        .map((one) => ({ ...one, file }));
    });
}

/** What a case comes out as, in the words of its `verdict` and `reason`: `Unable to Verify (not_observable)`. */
export async function gradeLabelled(
  labelled: LabelledCase,
  patterns: PatternMatcher,
  more: Partial<JudgingMeans> = {},
): Promise<string> {
  if (labelled.stored !== undefined) return VerdictStatus.parse(labelled.stored);
  const { scenario, problems } = entryOf('SC-001', labelled.scenario ?? {});
  if (!scenario) return `does not load (${problems.map(({ code }) => code).join(', ')})`;
  const place = layOut(labelled);
  try {
    const { script_prints: prints } = labelled;
    const means: JudgingMeans = {
      patterns,
      folders: place.folders,
      ...(prints !== undefined && {
        runScript: async (script, _evidence, statement) => readScriptAnswer(script, statement, Buffer.from(prints)),
      }),
      ...more,
    };
    const attempts = labelled.attempts ?? [labelled];
    const judgements: AttemptJudgement[] = [];
    for (const [index, attempt] of attempts.entries())
      judgements.push(await judgeOne(scenario, index + 1, attempt, means));
    const verdict = scenarioVerdict(scenario.id, 'run', judgements, []);
    return verdict.unverifiable_reason ? `${verdict.status} (${verdict.unverifiable_reason})` : verdict.status;
  } finally {
    place.remove();
  }
}

async function judgeOne(
  scenario: Scenario,
  attempt: number,
  labelled: AttemptCase,
  means: JudgingMeans,
): Promise<AttemptJudgement> {
  const printed = labelled.turns ?? [{ output: labelled.answer }];
  const turns = printed.map((one, index) => turnOf(one, index + 1));
  const failed = turns.find(({ ok }) => !ok);
  if (failed) return ungradedAttempt(attempt, 'agent_never_ran', failed.error ?? 'execute failed', 'Mend it.');
  const collectFailed = labelled.collect?.failed;
  const collect = labelled.collect && hookRecord('collect', labelled.collect);
  const hooks = HooksFile.parse({ phases: { execute: { ran: true, ok: true, turns }, ...(collect && { collect }) } });
  const last = printed.at(-1);
  const evidence: Evidence = {
    answer: answerOf(turns.at(-1)?.data) ?? '',
    rawResponse: typeof last === 'string' ? last : JSON.stringify(last),
    observation: observe(hooks),
    callsComplete: collectFailed === undefined,
    ...(labelled.latency_ms !== null && { latencyMs: labelled.latency_ms ?? 100 }),
    turns: turns.length,
    collected: { ...turns.at(-1)?.data, ...collect?.data },
  };
  const fixture = labelled.prepare_failed ?? labelled.open_failed;
  return judgeAttempt(
    scenario,
    attempt,
    evidence,
    {
      ...(fixture !== undefined && { fixture }),
      ...(collectFailed !== undefined && { collect: String(collectFailed) }),
    },
    means,
  );
}

/** The record of a turn, by the contract for what execute prints. */
function turnOf(printed: string | Record<string, unknown>, turn: number): HookRecord {
  return { ...hookRecord('execute', printed), turn };
}

function hookRecord(phase: HookPhase, printed: string | Record<string, unknown>): HookRecord {
  if (typeof printed !== 'string' && printed.failed !== undefined)
    return { ran: true, ok: false, error: `${phase} ${String(printed.failed)}` };
  const text = typeof printed === 'string' ? printed : JSON.stringify(printed);
  const parsed = parseHookOutput(Buffer.from(text), phase);
  if (!parsed.ok) return { ran: true, ok: false, error: parsed.error.message };
  // What JSON.parse returned is JSON.
  return { ran: true, ok: true, data: (parsed.value.data ?? {}) as NonNullable<HookRecord['data']> };
}

/** Writes the files of a case into a temporary folder. */
function layOut({ files = {}, links = {}, binary = {} }: LabelledCase): { folders: JudgedFolders; remove(): void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-judging-')));
  const at = (path: string): string => join(root, path);
  const made = (path: string): string => {
    mkdirSync(dirname(at(path)), { recursive: true });
    return at(path);
  };
  for (const name of ['workspace', 'agent', 'state', 'outside']) mkdirSync(at(name));
  for (const [path, text] of Object.entries(files)) writeFileSync(made(path), text);
  for (const [path, base64] of Object.entries(binary)) writeFileSync(made(path), Buffer.from(base64, 'base64'));
  for (const [path, target] of Object.entries(links)) symlinkSync(at(target), made(path));
  return {
    folders: { workspace: at('workspace'), agent: at('agent'), state: at('state') },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
