import { type GateEvidence, reasonOf } from '../../engine/gate/evidence';
import { readExpectedIds } from '../../engine/gate/expected-ids';
import { closed, decideGate } from '../../engine/gate/gate';
import { type Policy, strictPolicy } from '../../engine/gate/policy';
import { loadPolicy } from '../../engine/gate/policy-file';
import { readTarget } from '../../engine/gate/target';
import { compare } from '../../engine/report/comparison/compare';
import { comparedOf, readCompared } from '../../engine/report/comparison/read-compared';
import { readExportedRun } from '../../engine/report/exports/read-exported-run';
import type { AgentRef } from '../../engine/workspace/workspace';
import type { Comparison } from '../../schemas/comparison';
import type { GateResult } from '../../schemas/gate';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { GateFlags } from '../commands/gate';
import { writeExports, writeGithubSummary } from '../exports';
import { type AgentPlace, locateAgent } from '../locate';
import { printRefusal, printWarning } from '../prose';
import { gatePage } from '../verdicts/gate-page';

/**
 * `rook gate [target]`: decides by a policy, and answers with the decision, also when it is closed because there is nothing
 * to decide about: a pipeline reads one document and one exit code, whatever went wrong.
 */
export async function gateCommand(
  target: string | undefined,
  flags: GateFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const folder = process.cwd(); // what a shell has redirected lies there, whatever -C says
  const place = await locateAgent(globals);
  const policy = await loadPolicy(flags.policy ?? strictPolicy.source, folder);
  const evidence = await readTarget({
    ...(target !== undefined && { target }),
    ...(flags.report !== undefined && { reportFile: flags.report }),
    folder,
    runsDir: place.ok ? ok(place.value.agent.runsDir) : place,
  });
  const decided = policy.ok
    ? await decide(policy.value, evidence, flags, place)
    : closed({ ...strictPolicy, source: flags.policy ?? strictPolicy.source, name: 'none' }, [
        reasonOf('setup', policy.error),
      ]);
  const known = evidence.ok ? evidence.value : {};
  const result = await writeOut(decided, known, flags, place, policy.ok ? policy.value : strictPolicy);
  if (globals.json)
    for (const { message, remedy } of result.reasons) printRefusal({ message, ...(remedy && { remedy }) });
  return ok({ document: result, text: (paper) => gatePage(result, paper), exitCode: result.ok ? 0 : 1 });
}

async function decide(
  policy: Policy,
  evidence: Result<GateEvidence>,
  flags: GateFlags,
  place: Result<AgentPlace>,
): Promise<GateResult> {
  const expected = flags.expected === undefined ? undefined : readExpectedIds(flags.expected);
  if (expected && !expected.ok) return closed(policy, [reasonOf('setup', expected.error)]);
  const { base } = flags;
  return decideGate({
    policy,
    evidence,
    ...(place.ok && { agent: place.value.agent }),
    ...(expected && { expected: expected.value }),
    ...(base !== undefined && {
      compare: async (whole: GateEvidence) => (place.ok ? compareWith(base, whole, place.value.agent) : place),
    }),
  });
}

/** The run beside its base: from its folder, else from the report that lies there. */
async function compareWith(
  base: string,
  { run, report, stored }: GateEvidence,
  agent: AgentRef,
): Promise<Result<Comparison>> {
  const file = report?.path ?? run?.path ?? '';
  const head = stored ? await comparedOf(stored) : await readCompared(agent, file);
  if (!head.ok) return head;
  const before = await readCompared(agent, base);
  if (!before.ok) return before;
  const comparison = await compare(agent, before.value, head.value);
  if (comparison.ok) for (const note of comparison.value.notes ?? []) printWarning({ message: note });
  return comparison;
}

/** Writes the exports that were asked for, and GitHub's summary. An open gate whose reports cannot be written is closed. */
async function writeOut(
  decided: GateResult,
  evidence: GateEvidence,
  flags: GateFlags,
  place: Result<AgentPlace>,
  policy: Policy,
): Promise<GateResult> {
  let result = decided;
  const { stored } = evidence;
  const wanted = (['junit', 'sarif', 'markdown', 'html'] as const).filter((name) => flags[name] !== undefined);
  // The records are read once more for these, so only when there is somebody to show them to.
  const onGithub =
    flags.github !== false && (process.env.GITHUB_ACTIONS === 'true' || !!process.env.GITHUB_STEP_SUMMARY);
  const exported =
    stored && place.ok && (wanted.length > 0 || onGithub)
      ? await readExportedRun(stored, place.value.workspace, place.value.agent, {
          ...(decided.comparison && { comparison: decided.comparison }),
          gate: decided,
        })
      : undefined;
  if (wanted.length > 0) {
    const written = exported
      ? await writeExports(flags, exported)
      : refuse(
          `--${wanted.join(', --')}: the records of the run are not at hand, so nothing was written`,
          'Run the gate where the folder of the run is, or name that folder.',
        );
    if (!written.ok) {
      if (result.ok) result = closed(policy, [reasonOf('setup', written.error)], result);
      else printWarning(written.error);
    }
  }
  if (onGithub) {
    const shown = exported ? { ...exported, gate: result } : { gate: result };
    const summary = await writeGithubSummary(process.env, shown, (line) => process.stderr.write(`${line}\n`));
    if (!summary.ok) printWarning(summary.error);
  }
  return result;
}
