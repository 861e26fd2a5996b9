import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type AddOutcome, type AddRequest, addProfile } from '../../../engine/author/add-profile';
import type { AuthorEvent } from '../../../engine/author/author-surface';
import type { Trial } from '../../../engine/author/trial';
import { tryProfile } from '../../../engine/author/try-profile';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { approvingPermission } from '../../../engine/tools/permission/permission';
import { Toolbox } from '../../../engine/tools/toolbox';
import { loadProfile } from '../../../engine/workspace/agent-files';
import { selectAgentIn } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import { formatRefusal, type Result } from '../../../schemas/result';
import type { WorkspaceBuilder } from '../workspace-builder';

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${formatRefusal(result.error)}\n${result.error.remedy ?? ''}`);
  return result.value;
}

const home = mkdtempSync(join(tmpdir(), 'rook-author-home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

export interface Authored {
  result: Result<AddOutcome>;
  /** Values that were kept, by variable. */
  kept: Map<string, string>;
  events: AuthorEvent[];
  env: NodeJS.ProcessEnv;
}

/** Writes a profile from material, by the code that every surface uses; nobody is asked, and everything is approved. */
export async function author(
  workspace: WorkspaceBuilder,
  text: string,
  changes: Partial<Omit<AddRequest, 'workspace' | 'agent' | 'material'>> & { source?: string } = {},
): Promise<Authored> {
  const opened = must(await openWorkspace(workspace.root));
  const agent = must(selectAgentIn(opened, {}));
  const env = { ...process.env, ROOK_HOME: home };
  const kept = new Map<string, string>();
  const events: AuthorEvent[] = [];
  const { source = 'a test', ...more } = changes;
  const result = await addProfile({
    workspace: opened,
    agent,
    material: { text, folder: workspace.root, source },
    node: currentNode(),
    env,
    signal: new AbortController().signal,
    surface: {
      keepsAll: true,
      keepValue: async (variable, value) => void kept.set(variable, value),
      onEvent: (event) => void events.push(event),
    },
    openTools: (profileId) =>
      Toolbox.open({ workspace: opened, agent, profileId, env, permission: approvingPermission() }),
    ...more,
  });
  return { result, kept, events, env };
}

/** Tries the profile `it` that was written, by the code that runs use. */
export async function tryWritten(
  workspace: WorkspaceBuilder,
  env: NodeJS.ProcessEnv,
  goals: readonly [string, ...string[]],
): Promise<Trial> {
  const opened = must(await openWorkspace(workspace.root));
  const agent = must(selectAgentIn(opened, {}));
  return must(
    await tryProfile({
      loaded: must(await loadProfile(agent, 'it', workspace.root)),
      workspaceRoot: workspace.root,
      agent,
      node: currentNode(),
      env,
      goals,
      signal: new AbortController().signal,
    }),
  );
}

/** What the author has learned on the way, for the message of a test that fails. */
export function learned(events: readonly AuthorEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'learned' ? [event.what] : event.type === 'recognised' ? [event.what] : [],
  );
}

/** The text of every file below a folder. */
export function allText(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
