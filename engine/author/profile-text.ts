import { Document } from 'yaml';
import type { ProfileFile } from '../../schemas/profile';
import type { ObservedCapabilities } from '../lifecycle/observed-capabilities';
import type { Draft } from './draft';
import { phasesOf } from './script/write-script';

/** Limit of one turn where a profile says nothing (behaviour §2), in seconds. */
const defaultTurnSeconds = 300;

/** The profile of a draft. @param script path of its script, as the profile names it. */
export function profileFileOf(
  draft: Draft,
  id: string,
  script: string,
  observed: ObservedCapabilities = { multi_turn: false, calls: false, usage: false },
): ProfileFile {
  const { timeoutSeconds } = draft.target;
  const longer = timeoutSeconds !== undefined && timeoutSeconds > defaultTurnSeconds;
  const hooks = Object.fromEntries(
    phasesOf(draft).map((phase) => [
      phase,
      phase === 'execute' && longer ? { script, timeout_seconds: timeoutSeconds + 10 } : script,
    ]),
  );
  const { multi_turn, calls, usage } = observed;
  return {
    id,
    name: id,
    hooks,
    ...(draft.env.length > 0 && { env: [...draft.env] }),
    capabilities: { multi_turn, calls, usage },
    concurrency: 1,
  };
}

/** The text of a new profile file. @param comment lines at its head. */
export function profileText(file: ProfileFile, comment: readonly string[]): string {
  const document = new Document(file);
  if (comment.length > 0) document.commentBefore = comment.map((line) => ` ${line}`).join('\n');
  return document.toString({ lineWidth: 0 });
}
