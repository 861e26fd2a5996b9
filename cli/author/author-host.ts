import { resolve } from 'node:path';
import type { AuthorSurface } from '../../engine/author/author-surface';
import { unattendedReason } from '../../engine/tools/permission/headless';
import { Toolbox } from '../../engine/tools/toolbox';
import { beginWorkspace, missingBeginning } from '../../engine/workspace/begin-workspace';
import { EnvStore } from '../../engine/workspace/env-store';
import { type Result, refuse } from '../../schemas/result';
import type { GlobalFlags } from '../answer';
import { confirm } from '../confirm';
import { type AgentPlace, locateAgent } from '../locate';
import { printWarning } from '../prose';
import { permissionFor } from '../run-tools';
import { shownPath } from '../terminal/shown-path';
import { authorLines } from './author-lines';
import { terminalPerson } from './terminal-person';

/** What `add` and `fix` have in common on the command line. */
export interface AuthorFlags {
  allow?: string[];
  yes?: boolean;
  verbose?: boolean;
}

/** The surface of the author in a terminal: a person, when one is there; values go to the workspace's store. */
export function surfaceOf(flags: AuthorFlags, { workspace }: AgentPlace): AuthorSurface {
  const unattended = unattendedReason({
    yes: flags.yes === true,
    terminal: process.stdin.isTTY === true,
    env: process.env,
  });
  return {
    ...(unattended === undefined && { person: terminalPerson() }),
    ...(flags.yes && { keepsAll: true }),
    keepValue: async (variable, value) => {
      const kept = await EnvStore.of(process.env, workspace.root).set(new Map([[variable, value]]));
      if (!kept.ok) printWarning({ ...kept.error, message: `${variable} was not stored: ${kept.error.message}` });
    },
    onEvent: authorLines(flags.verbose === true),
  };
}

/** Rules, tool hooks and whoever can be asked, for the profile that is written. */
export async function openTools(
  profileId: string,
  flags: AuthorFlags,
  { workspace, agent }: AgentPlace,
): Promise<Result<Toolbox>> {
  const toolbox = await Toolbox.open({
    workspace,
    agent,
    profileId,
    env: process.env,
    permission: permissionFor(flags.yes === true, () => () => {}),
    allow: flags.allow ?? [],
  });
  if (toolbox.ok) for (const warning of toolbox.value.warnings) printWarning(warning);
  return toolbox;
}

/**
 * The agent that a profile is written for. Where there is none yet, a person is asked whether to begin a workspace in this
 * folder; `--yes` begins it, and says so.
 */
export async function placeForAuthor(flags: AuthorFlags, globals: GlobalFlags): Promise<Result<AgentPlace>> {
  const place = await locateAgent(globals);
  if (place.ok) return place;
  const { C, project, agent } = globals;
  const folder = resolve(C ?? '.');
  const missing = await missingBeginning(folder, { ...(project && { project }), ...(agent && { agent }) });
  if (!missing) return place;
  const where = shownPath(missing.agentDir);
  if (!flags.yes) {
    const unattended = unattendedReason({ yes: false, terminal: process.stdin.isTTY === true, env: process.env });
    const begin =
      unattended === undefined &&
      (await confirm(`There is no agent here yet. Begin one, ${missing.agent}, in ${where}? [y/N] `));
    if (!begin)
      return refuse(
        place.error.message,
        `Run this with --yes to begin one here, for an agent called ${missing.agent}. ${place.error.remedy ?? ''}`.trim(),
      );
  }
  await beginWorkspace(missing);
  process.stderr.write(`Began the agent ${missing.agent} in ${where}.\n`);
  return locateAgent(globals);
}
