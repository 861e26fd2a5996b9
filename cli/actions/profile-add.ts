import { type AddOutcome, addProfile } from '../../engine/author/add-profile';
import { formatPath, parsePath } from '../../engine/author/reading/path';
import type { ReadingHints } from '../../engine/author/refine-draft';
import { currentNode } from '../../engine/lifecycle/hook-command';
import { type AgentRef, yamlFiles } from '../../engine/workspace/workspace';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { openTools, placeForAuthor, surfaceOf } from '../author/author-host';
import { candidateDocuments, candidatesText } from '../author/candidates';
import { firstScenario } from '../author/first-scenario';
import { readMaterial } from '../author/read-material';
import type { AddFlags } from '../commands/profile-author';
import { Interrupts } from '../interrupts';
import { configuredJudge } from '../judge';
import { printRefusal, printWarning } from '../prose';
import { columns } from '../terminal/columns';
import { shownPath } from '../terminal/shown-path';
import { visibleLines } from '../terminal/visible-text';

/** `rook profile add [name]` (behaviour §13): writes a profile from material, by trying the real target. */
export async function addNewProfile(
  name: string | undefined,
  flags: AddFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  if (flags.goal?.trim() === '')
    return refuse('--goal is empty', 'Leave it out, or say what the agent is to be asked.');
  const hints = readHints(flags);
  if (!hints.ok) return hints;
  const material = await readMaterial(flags);
  if (!material.ok) return material;
  const place = await placeForAuthor(flags, globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const judge = await configuredJudge(workspace, true);
  if (!judge.ok) return judge;
  const interrupts = new Interrupts(() => void process.stderr.write('Stopping. Ctrl+C again leaves at once.\n'));
  try {
    const outcome = await addProfile({
      workspace,
      agent,
      material: material.value,
      ...(name !== undefined && { name }),
      ...(flags.force && { force: true }),
      ...(flags.goal !== undefined && { goal: flags.goal }),
      ...(flags.operation !== undefined && { option: flags.operation }),
      hints: hints.value,
      ...(judge.value && { judge: judge.value }),
      ...(judge.value?.key && { hidden: [judge.value.key.variable] }),
      node: currentNode(),
      env: process.env,
      signal: interrupts.signal,
      surface: surfaceOf(flags, place.value),
      openTools: (profileId) => openTools(profileId, flags, place.value),
      onProcesses: (endAllNow) => {
        interrupts.endAllNow = endAllNow;
      },
    });
    if (!outcome.ok) return outcome;
    const isFirst = (await yamlFiles(agent.scenariosDir)).length === 0;
    return ok(answerOf(outcome.value, agent, isFirst, interrupts.exitCode));
  } catch (error) {
    interrupts.abandon(); // hooks live in groups of their own: without us nobody would end them
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** Where a person says that things stand. */
function readHints(flags: AddFlags): Result<ReadingHints> {
  const hints: ReadingHints = {};
  for (const name of ['answer', 'conversation', 'usage', 'calls'] as const) {
    const text = flags[name];
    if (text === undefined) continue;
    const path = parsePath(text);
    if (!path.ok) return refuse(`--${name}: ${path.error.message}`, path.error.remedy);
    hints[name] = path.value;
  }
  return ok(hints);
}

function answerOf(outcome: AddOutcome, agent: AgentRef, nothingToRun: boolean, signalCode: number | undefined): Answer {
  if (!outcome.ok) return failureOf(outcome, signalCode);
  const { profileId, profileFile, scriptFile, output, observed, env, active, attempts, warnings } = outcome;
  for (const message of warnings) printWarning({ message });
  return {
    document: {
      ok: true,
      profile_id: profileId,
      profile_path: profileFile,
      scripts: [scriptFile],
      output,
      observed,
      env,
      active,
      attempts,
      ...(warnings.length > 0 && { warnings }),
    },
    text: () => {
      const seen = (['multi_turn', 'calls', 'usage'] as const).map((name) => [
        name,
        observed[name] ? 'observed' : 'not observed',
      ]);
      const kept = env.filter(({ stored }) => stored).map(({ variable }) => variable);
      const lacking = env.filter(({ variable, stored }) => !stored && !process.env[variable]);
      return [
        `\nThe agent said:\n${visibleLines(output)
          .map((line) => `  ${line}`)
          .join('\n')}\n`,
        `\nProfile ${profileId} is written${active ? `, and is the one that agent ${agent.id} uses` : ''}.\n`,
        columns([['profile', shownPath(profileFile)], ['script', shownPath(scriptFile)], ...seen]),
        lacking.length > 0
          ? `\nGive values to its variables: ${lacking.map(({ variable }) => `rook env set ${variable}`).join(', ')}.\n`
          : '',
        kept.length > 0 ? `\nKept in your home, for this workspace: ${kept.join(', ')} (rook env).\n` : '',
        nothingToRun && active
          ? firstScenario(agent.scenariosDir)
          : active
            ? '\nNext: rook run\n'
            : `\nNext: rook profile use ${profileId}, then rook run\n`,
      ].join('');
    },
  };
}

function failureOf(outcome: Extract<AddOutcome, { ok: false }>, signalCode: number | undefined): Answer {
  const { profileId, keptIn, error, diagnosis, candidates = [], attempts, cancelled } = outcome;
  const remedy = cancelled ? 'It was stopped: run it again when it may go on.' : remedyOf(outcome);
  printRefusal({
    message: `no profile was written: ${diagnosis ? `${diagnosis.summary}\n` : ''}${error}${candidatesText(candidates)}`,
    remedy: `${remedy}\nWhat was tried is in ${shownPath(keptIn)}.`,
  });
  return {
    document: {
      ok: false,
      profile_id: profileId,
      error,
      remedy,
      ...(diagnosis && { diagnosis }),
      ...(candidates.length > 0 && { candidates: candidateDocuments(candidates) }),
      attempts,
      kept_in: keptIn,
    },
    text: () => '',
    exitCode: cancelled && signalCode !== undefined ? signalCode : 1,
  };
}

function remedyOf({ candidates = [], remedy, diagnosis }: Extract<AddOutcome, { ok: false }>): string {
  const [first] = candidates;
  if (first) return `Say where the answer stands, such as --answer '${formatPath(first.place.path)}'.`;
  return remedy ?? diagnosis?.next ?? 'Look at the script, or give other material.';
}
