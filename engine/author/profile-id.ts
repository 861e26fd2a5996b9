import { Slug } from '../../schemas/profile';
import { ok, type Result, refuse } from '../../schemas/result';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { foreignScript, inTheWay } from './in-the-way';

/** Longer ids make names of files that some systems do not take. */
const longestId = 100;

/** A refusal of what cannot be the id of a profile; undefined for what can. */
export function refusedId(id: string): ReturnType<typeof refuse> | undefined {
  if (!Slug.safeParse(id).success)
    return refuse(
      `${JSON.stringify(id)} cannot be the id of a profile`,
      'An id has small letters, digits and dashes, and no dash first.',
    );
  if (id.length <= longestId) return undefined;
  const message = `the id of a profile has ${longestId} characters at most, and this one ${id.length}`;
  return refuse(message, 'Give a shorter name.');
}

/**
 * The id of a new profile: the name that was given, else the suggested one. Refused is what is in the way of it, with
 * `force` only a script that is not this profile's own.
 */
export async function chooseProfileId(
  request: { name?: string; force?: boolean; workspace: Workspace; agent: AgentRef },
  suggested: string,
): Promise<Result<string>> {
  const { name, agent, workspace, force } = request;
  const id = name ?? suggested.slice(0, longestId);
  const refused = refusedId(id);
  if (refused) return refused;
  if (force) {
    const foreign = await foreignScript(workspace, agent, id);
    return foreign ?? ok(id);
  }
  const there = await inTheWay(agent, id);
  if (there.length === 0) return ok(id);
  return refuse(
    `${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} there already`,
    'Give another name, or --force to replace it.',
  );
}
