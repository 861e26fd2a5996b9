import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toProfile } from '../../schemas/profile';
import { ok, type Result } from '../../schemas/result';
import type { LoadedProfile } from '../workspace/agent-files';
import { ensureGitignore } from '../workspace/gitignore';
import type { Workspace } from '../workspace/workspace';
import type { Draft } from './draft';
import { profileFileOf, profileText } from './profile-text';
import { refuseLiterals } from './refuse-literals';
import { writeScript } from './script/write-script';

/** A draft as a profile that can be tried, in a folder of its own that is no part of the workspace's files. */
export interface Staged {
  loaded: LoadedProfile;
  script: string;
  /** Absolute path of the script. */
  scriptFile: string;
}

/** Where the author keeps what it has not finished: `cache/author/<id>/`, which git does not see. */
export function stagingFolder(workspace: Workspace, profileId: string): string {
  return join(workspace.rookDir, 'cache', 'author', profileId);
}

/**
 * Writes the script of a draft into the staging folder, and makes the profile that runs it there. A literal credential is
 * refused: nothing secret is written into a workspace, not even here.
 */
export async function stage(workspace: Workspace, profileId: string, draft: Draft): Promise<Result<Staged>> {
  const script = writeScript(draft, { profileId });
  const literal = refuseLiterals(script);
  if (literal) return literal;
  const folder = stagingFolder(workspace, profileId);
  await ensureGitignore(workspace.rookDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const scriptFile = join(folder, `${profileId}.mjs`);
  await writeFile(scriptFile, script, { mode: 0o600 });
  const file = profileFileOf(draft, profileId, scriptFile);
  const profile = toProfile(file);
  const text = profileText(file, []);
  const scripts = Object.fromEntries(Object.keys(profile.hooks).map((phase) => [phase, scriptFile]));
  const revision = `sha256:${createHash('sha256').update(text).update(script).digest('hex')}`;
  const staged = join(folder, `${profileId}.yaml`);
  await writeFile(staged, text, { mode: 0o600 }); // next steps name it
  const loaded = { profile, file: staged, text, scripts, revision };
  return ok({ loaded, script, scriptFile });
}

/** Removes what was staged. */
export async function unstage(workspace: Workspace, profileId: string): Promise<void> {
  await rm(stagingFolder(workspace, profileId), { recursive: true, force: true, maxRetries: 5 });
}
