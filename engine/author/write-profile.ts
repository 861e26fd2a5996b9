import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { EnvReference } from '../../schemas/profile';
import { ok, type Result } from '../../schemas/result';
import { keepObserved, type ObservedCapabilities } from '../lifecycle/observed-capabilities';
import { loadProfile } from '../workspace/agent-files';
import { ensureGitignore } from '../workspace/gitignore';
import { agentLayout } from '../workspace/layout';
import { useProfile } from '../workspace/pointers';
import { readTextIfPresent } from '../workspace/read-text';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { writeFileAtomically } from '../workspace/write-file';
import type { Draft } from './draft';
import { FileChanges } from './file-changes';
import { profileFileOf, profileText } from './profile-text';
import { formatPlace } from './reading/path';
import { refuseLiterals } from './refuse-literals';
import { writeScript } from './script/write-script';

export interface ProfileToWrite {
  workspace: Workspace;
  agent: AgentRef;
  id: string;
  draft: Draft;
  script: string;
  observed: ObservedCapabilities;
  /** What it was written from, in words. */
  from: string;
}

export interface WrittenProfile {
  profileFile: string;
  scriptFile: string;
  /** Whether it is the active one now. */
  active: boolean;
  /** Where what was replaced is kept. */
  backups: string[];
}

/** Where the files of a generated profile are. The draft has no secrets, so it may be shared like the profile itself. */
export function authoredFiles(agent: AgentRef, id: string): { profile: string; script: string; draft: string } {
  const { profilesDir, scriptsDir } = agentLayout(agent.agentDir);
  return {
    profile: join(profilesDir, `${id}.yaml`),
    script: join(scriptsDir, `${id}.mjs`),
    draft: join(profilesDir, '.authored', `${id}.json`),
  };
}

/**
 * Writes a profile, its script, and the draft that both were made from; the profile is the last, and what was written goes
 * away again when one of them cannot be. What is replaced is kept as `<file>.bak`. It becomes active when no other is.
 * Refused is a script with a literal credential in it (behaviour §13); then nothing is written.
 */
export async function writeProfile(request: ProfileToWrite): Promise<Result<WrittenProfile>> {
  const { workspace, agent, id, draft, script, observed, from } = request;
  const literal = refuseLiterals(script);
  if (literal) return literal;
  const files = authoredFiles(agent, id);
  const text = profileText(profileFileOf(draft, id, `scripts/${id}.mjs`, observed), [
    `Written by rook profile add from ${from.split('\n')[0]}.`,
    'The capabilities are what was observed. The script is yours to change.',
  ]);
  const other = files.profile.replace(/yaml$/, 'yml');
  await ensureGitignore(workspace.rookDir);
  const changes = new FileChanges();
  try {
    const before = await readTextIfPresent(files.script);
    // A script that is still as Rook has written it holds nobody's work.
    if (before !== undefined && !(await readDraft(agent, id, before))) await changes.backUp(files.script, script);
    await changes.backUp(files.profile, text);
    await changes.backUp(other, text);
    await changes.write(files.script, script);
    await changes.write(files.draft, draftText(draft, script));
    await changes.write(files.profile, text);
    await changes.remove(other);
  } catch (error) {
    await changes.undo();
    throw error;
  }
  const loaded = await loadProfile(agent, id, workspace.root);
  if (loaded.ok) await keepObserved(agent.profilesDir, loaded.value, observed);
  const active = agent.activeProfileId === undefined || agent.activeProfileId === id;
  if (active) await useProfile(workspace, agent, id);
  return ok({ profileFile: files.profile, scriptFile: files.script, active, backups: changes.backups });
}

const DraftFile = z.looseObject({
  script_sha256: z.string(),
  draft: z.looseObject({
    target: z.looseObject({ kind: z.enum(['http', 'command', 'websocket', 'mcp']) }),
    reading: z.looseObject({ answer: z.looseObject({ path: z.array(z.unknown()) }) }).exactOptional(),
    env: z.array(EnvReference),
  }),
});

/** Keeps the draft of a script, so that `rook profile fix` can write it anew. */
export async function keepDraft(file: string, draft: Draft, script: string): Promise<void> {
  await writeFileAtomically(file, draftText(draft, script));
}

function draftText(draft: Draft, script: string): string {
  return `${JSON.stringify({ script_sha256: sha256(script), draft }, null, 2)}\n`;
}

/** The draft of a profile's script; undefined when there is none, or the script was changed by hand since. */
export async function readDraft(agent: AgentRef, id: string, script: string): Promise<Draft | undefined> {
  try {
    const kept = DraftFile.parse(JSON.parse(await readFile(authoredFiles(agent, id).draft, 'utf8')));
    // git may have changed the ends of lines: that is nobody's change.
    if (![script, script.replaceAll('\r\n', '\n')].map(sha256).includes(kept.script_sha256)) return undefined;
    const draft = kept.draft as unknown as Draft; // written by keepDraft; a damaged one mostly makes no script
    writeScript(draft, { profileId: id });
    if (!hostsOf(draft).every((host) => script.includes(host))) return undefined;
    if (draft.reading) formatPlace(draft.reading.answer);
    return draft;
  } catch {
    return undefined; // no draft, or none that can be read: the script is taken for one of the user's own
  }
}

/**
 * The hosts that a draft speaks of. The script is what a person has looked at and approved: a draft that was changed beside
 * it must not send credentials anywhere else.
 */
function hostsOf({ target }: Draft): string[] {
  return JSON.stringify(target).match(/\b(?:https?|wss?):\/\/[^/"\\?#\s]+/gi) ?? [];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
