import { type FixOutcome, fixProfile } from '../../engine/author/fix-profile';
import { currentNode } from '../../engine/lifecycle/hook-command';
import { selectProfileId } from '../../engine/workspace/select';
import { ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { openTools, surfaceOf } from '../author/author-host';
import { candidateDocuments, candidatesText } from '../author/candidates';
import type { FixFlags } from '../commands/profile-author';
import { Interrupts } from '../interrupts';
import { locateAgent } from '../locate';
import { printRefusal, printWarning } from '../prose';
import { shownPath } from '../terminal/shown-path';
import { visibleLines } from '../terminal/visible-text';

/** `rook profile fix [id]` (behaviour §13): runs a profile, diagnoses it, and repairs what can be repaired. */
export async function fixOldProfile(
  id: string | undefined,
  flags: FixFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const chosen = selectProfileId(agent, id);
  if (!chosen.ok) return chosen;
  const surface = surfaceOf(flags, place.value);
  const interrupts = new Interrupts(() => void process.stderr.write('Stopping. Ctrl+C again leaves at once.\n'));
  try {
    const outcome = await fixProfile({
      workspace,
      agent,
      profileId: chosen.value,
      ...(flags.what !== undefined && { what: flags.what }),
      ...(flags.goal !== undefined && { goal: flags.goal }),
      node: currentNode(),
      env: process.env,
      signal: interrupts.signal,
      surface,
      openTools: (profileId) => openTools(profileId, flags, place.value),
      shown: shownPath,
      onProcesses: (endAllNow) => {
        interrupts.endAllNow = endAllNow;
      },
    });
    return outcome.ok ? ok(answerOf(outcome.value, interrupts.exitCode, surface.person !== undefined)) : outcome;
  } catch (error) {
    interrupts.abandon(); // hooks live in groups of their own: without us nobody would end them
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** @param shown whether a person has seen the diff already, before the question */
function answerOf(outcome: FixOutcome, signalCode: number | undefined, shown: boolean): Answer {
  const { ok: answers, profileId, changed, diff, output, diagnosis, next, error, cancelled } = outcome;
  const { understood, warnings, candidates = [] } = outcome;
  for (const message of warnings) printWarning({ message });
  if (!answers) {
    // That the script is left alone is the first thing to know.
    const parts = outcome.byHand ? [error, diagnosis?.summary] : [diagnosis?.summary, error];
    const why = parts.filter((text) => text !== undefined).join('\n');
    // It answered, and what was wrong with the answer could not be mended.
    const head = output !== undefined && !diagnosis ? 'was not repaired' : 'does not answer';
    printRefusal({
      message: `profile ${profileId} ${head}: ${why === '' ? 'the reason is not known' : why}${candidatesText(candidates)}`,
      ...(next !== undefined && { remedy: next }),
    });
  }
  return {
    document: {
      ok: answers,
      profile_id: profileId,
      changed,
      diff,
      ...(output !== undefined && { output }),
      diagnosis: diagnosis ?? null,
      ...(next !== undefined && { next }),
      ...(!answers && error !== undefined && { error }),
      ...(outcome.byHand && { by_hand: true }),
      ...(understood.length > 0 && { understood }),
      ...(warnings.length > 0 && { warnings }),
      ...(candidates.length > 0 && { candidates: candidateDocuments(candidates) }),
    },
    text: () => {
      if (!answers) return '';
      const said =
        output === undefined
          ? ''
          : `\nThe agent said:\n${visibleLines(output)
              .map((line) => `  ${line}`)
              .join('\n')}\n`;
      const head = changed
        ? `${diagnosis ? `It was wrong: ${diagnosis.summary}\n\n` : ''}${shown ? '' : `${diff}\n`}Profile ${profileId} is repaired.\n`
        : `Profile ${profileId} answers: nothing was changed.\n`;
      return `${head}${said}${next === undefined ? '' : `\n${next}\n`}`;
    },
    ...(!answers && { exitCode: cancelled && signalCode !== undefined ? signalCode : 1 }),
  };
}
