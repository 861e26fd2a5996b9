import { unattendedReason } from '../engine/tools/permission/headless';
import { approvingPermission, headlessPermission, type Permission } from '../engine/tools/permission/permission';
import { readInputs } from '../engine/tools/tool-hooks/registry';
import { Toolbox } from '../engine/tools/toolbox';
import { parseRule } from '../engine/workspace/permission-rule';
import { openRun, storedValue } from '../engine/workspace/runs';
import { selectProfileId } from '../engine/workspace/select';
import { ok, type Refusal, type Result, refuse } from '../schemas/result';
import type { Answer } from './answer';
import type { RunFlags } from './commands/run';
import type { AgentPlace } from './locate';
import { printRefusal, printWarning } from './prose';
import { terminalPermission } from './terminal-permission';

/** Rules, MCP servers and tool hooks of a run, read from its flags and from what the user has kept. */
export async function toolsFor(
  flags: RunFlags,
  { workspace, agent }: AgentPlace,
  hold: () => () => void,
): Promise<Result<Toolbox>> {
  for (const text of flags.allow ?? []) {
    const rule = parseRule(text);
    if (!rule.ok) return refuse(`--allow: ${rule.error.message}`, `${rule.error.remedy} Nothing was run.`);
  }
  const hooks = flags.inputs === undefined ? ok([]) : await readInputs(flags.inputs, process.cwd());
  if (!hooks.ok) return hooks;
  const profileId = await profileIdOf(flags, { workspace, agent });
  if (!profileId.ok) return profileId;
  const toolbox = await Toolbox.open({
    workspace,
    agent,
    profileId: profileId.value,
    env: process.env,
    permission: permissionFor(flags.yes === true, hold),
    allow: flags.allow ?? [],
    hooks: hooks.value,
  });
  if (toolbox.ok) for (const warning of toolbox.value.warnings) printWarning(warning);
  return toolbox;
}

/** Who answers what no rule decides: a person, when one is there (behaviour §9). */
export function permissionFor(yes: boolean, hold: () => () => void): Permission {
  if (yes) return approvingPermission();
  const why = unattendedReason({ yes, terminal: process.stdin.isTTY === true, env: process.env });
  if (why !== undefined) return headlessPermission(why);
  return terminalPermission({ input: process.stdin, write: (text) => process.stderr.write(text), hold });
}

/** The answer when a deny rule forbids the run: nothing ran, and that is no fault of the command (behaviour §9). */
export function refusedRun(refusal: Refusal): Answer {
  printRefusal({ ...refusal, message: `the run was refused: ${refusal.message}` });
  return {
    document: {
      ok: true,
      halted: false,
      discarded: 'refused',
      reason: refusal.message,
      ...(refusal.remedy && { remedy: refusal.remedy }),
      credits: 0,
    },
    text: () => '',
    exitCode: 1,
  };
}

/** The profile that a run uses: the one that it was begun with, when it goes on. */
async function profileIdOf(flags: RunFlags, { agent }: AgentPlace): Promise<Result<string>> {
  if (flags.run === undefined) return selectProfileId(agent, flags.profile);
  const stored = await openRun(agent.runsDir, flags.run);
  if (!stored.ok) return stored;
  const pinned = storedValue(stored.value.file)?.pins?.profile_id;
  return pinned === undefined ? selectProfileId(agent, undefined) : ok(pinned);
}
