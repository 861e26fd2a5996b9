import { type ConvertedProfile, convertProfile } from '../../engine/author/convert/convert-profile';
import { unattendedReason } from '../../engine/tools/permission/headless';
import { EnvStore } from '../../engine/workspace/env-store';
import { selectProfileId } from '../../engine/workspace/select';
import type { Workspace } from '../../engine/workspace/workspace';
import { ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { confirm } from '../confirm';
import { locateAgent } from '../locate';
import { printWarning } from '../prose';
import { shownPath } from '../terminal/shown-path';

/** `rook profile convert <id>`: a recipe profile of the old kind becomes hooks, in place (behaviour §13). */
export async function convertLegacy(
  id: string,
  flags: { yes?: boolean },
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const chosen = selectProfileId(agent, id);
  if (!chosen.ok) return chosen;
  const converted = await convertProfile(workspace, agent, chosen.value);
  if (!converted.ok) return converted;
  const { profileFile, scripts, backup, warnings, secrets } = converted.value;
  const stored = await keepValues(workspace, converted.value, flags.yes === true);
  for (const message of warnings) printWarning({ message: message.replace(/\.$/, '') });
  const open = secrets.filter(({ variable }) => !stored.has(variable)).map(({ variable }) => variable);
  return ok({
    document: {
      ok: true,
      profile_id: chosen.value,
      profile_path: profileFile,
      scripts,
      backup,
      warnings,
      env: secrets.map(({ variable, purpose }) => ({ variable, purpose, stored: stored.has(variable) })),
    },
    text: () =>
      [
        `Converted profile ${chosen.value} to hooks.`,
        `  profile  ${shownPath(profileFile)}`,
        ...scripts.map((script) => `  script   ${shownPath(script)}`),
        `  before   ${shownPath(backup)}`,
        ...(open.length > 0 ? [`Set its values: rook env set ${open.join(' ')}.`] : []),
        `Try it: rook profile test ${chosen.value}.`,
        '',
      ].join('\n'),
  });
}

/**
 * Puts credentials that stood in the recipe into the store of the workspace, when that is allowed: by --yes, or by the
 * person at the terminal. @returns the variables that have their value there now.
 */
async function keepValues(
  workspace: Workspace,
  { secrets }: ConvertedProfile,
  yes: boolean,
): Promise<ReadonlySet<string>> {
  if (secrets.length === 0) return new Set();
  const names = secrets.map(({ variable }) => variable);
  const unattended = unattendedReason({ yes: false, terminal: process.stdin.isTTY === true, env: process.env });
  const question = `Keep the values of ${names.join(', ')} in the store of this workspace (rook env)? [y/N] `;
  if (!yes && (unattended !== undefined || !(await confirm(question)))) return new Set();
  const kept = await EnvStore.of(process.env, workspace.root).set(
    new Map(secrets.map(({ variable, value }) => [variable, value])),
  );
  if (kept.ok) return new Set(names);
  printWarning(kept.error); // the profile is converted all the same
  return new Set();
}
