import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findProfileFile, readFeatures } from '../engine/workspace/agent-files';
import { readProfileText } from '../engine/workspace/profile-file';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { selectProfileId } from '../engine/workspace/select';
import {
  type AgentRef,
  type ProjectRef,
  readWorkspace,
  type Workspace,
  yamlFiles,
} from '../engine/workspace/workspace';
import type { Profile } from '../schemas/profile';
import type { Refusal } from '../schemas/result';
import { outlineScenario, type ScenarioOutline } from './scenario-outline';

/** An agent with its scenarios and the profile that a run would use. */
export interface AgentOutline {
  agent: AgentRef;
  project: ProjectRef;
  scenarios: ScenarioOutline[];
  /** Names of its features, by id; empty unless they were asked for. */
  features: ReadonlyMap<string, string>;
  profile?: Profile;
  /** Why no profile can be used. */
  profileTrouble?: string;
}

/** A Rook workspace as it was last read. */
export interface WorkspaceOutline {
  root: string;
  workspace?: Workspace;
  /** Why it cannot be read now; the rest is then what was read before. */
  trouble?: Refusal;
  agents: AgentOutline[];
}

/** Files read at once: enough to keep the disk busy, few enough to leave the event loop free. */
const batchSize = 64;

/** Reads one Rook workspace again and again; files that nobody has reported as changed are not parsed again. */
export class WorkspaceIndex {
  private readonly outlines = new Map<string, ScenarioOutline>();
  private readonly profiles = new Map<string, { text: string; profile?: Profile; trouble?: string }>();
  private last: WorkspaceOutline;

  constructor(readonly root: string) {
    this.last = { root, agents: [] };
  }

  /** Says that a file is not what it was. */
  forget(file: string): void {
    this.outlines.delete(file);
  }

  /** Compares files with what was read of them, and forgets those that have changed since. */
  async forgetChanged(files: readonly string[]): Promise<void> {
    for (let start = 0; start < files.length; start += batchSize) {
      const batch = files.slice(start, start + batchSize);
      await Promise.all(
        batch.map(async (file) => {
          const known = this.outlines.get(file);
          if (known && (await readTextIfPresent(file)) !== known.entry.text) this.outlines.delete(file);
        }),
      );
    }
  }

  /** Says that any file may have changed. */
  forgetAll(): void {
    this.outlines.clear();
  }

  /** What was read last. */
  get outline(): WorkspaceOutline {
    return this.last;
  }

  /** Reads what is not known yet. A workspace that cannot be read keeps its agents, and says why. */
  async read(options: { features?: boolean } = {}): Promise<WorkspaceOutline> {
    const workspace = await readWorkspace(this.root);
    if (!workspace.ok) {
      this.last = { ...this.last, trouble: workspace.error };
      return this.last;
    }
    const agents: AgentOutline[] = [];
    const seen = new Set<string>();
    for (const project of workspace.value.projects) {
      for (const agent of project.agents)
        agents.push(await this.readAgent(project, agent, seen, options.features === true));
    }
    for (const file of this.outlines.keys()) if (!seen.has(file)) this.outlines.delete(file);
    this.last = { root: this.root, workspace: workspace.value, agents };
    return this.last;
  }

  private async readAgent(
    project: ProjectRef,
    agent: AgentRef,
    seen: Set<string>,
    wantsFeatures: boolean,
  ): Promise<AgentOutline> {
    const files = await yamlFiles(agent.scenariosDir);
    for (const file of files) seen.add(file);
    const scenarios: ScenarioOutline[] = [];
    for (let start = 0; start < files.length; start += batchSize) {
      const batch = files.slice(start, start + batchSize);
      scenarios.push(...(await Promise.all(batch.map((file) => this.readScenario(file)))).flat());
      if (start + batchSize < files.length) await nextTurn(); // small files are read at once: others must have their turn
    }
    const features = wantsFeatures ? await readFeatures(agent) : new Map<string, string>();
    return { agent, project, scenarios, features, ...(await this.readActiveProfile(agent)) };
  }

  private async readScenario(file: string): Promise<ScenarioOutline[]> {
    const known = this.outlines.get(file);
    if (known) return [known];
    const text = await readTextIfPresent(file);
    if (text === undefined) return []; // removed since the folder was listed
    const outline = outlineScenario(text, file);
    this.outlines.set(file, outline);
    return [outline];
  }

  /** The profile that decides which scenarios can run. Its scripts are looked at by a run only. */
  private async readActiveProfile(agent: AgentRef): Promise<{ profile?: Profile; profileTrouble?: string }> {
    const id = selectProfileId(agent);
    if (!id.ok) return { profileTrouble: id.error.message };
    const file = await findProfileFile(agent, id.value);
    const text = file === undefined ? undefined : await readTextIfPresent(file);
    if (file === undefined || text === undefined) return { profileTrouble: `there is no profile ${id.value}` };
    let known = this.profiles.get(file);
    if (known?.text !== text) {
      // The same text keeps the same object: what was computed from it stays good.
      const { profile, problems } = readProfileText(text, file);
      const problem = problems.find(({ severity }) => severity === 'error') ?? problems[0];
      known = profile
        ? { text, profile }
        : { text, trouble: `profile ${id.value} (${basename(file)}): ${problem?.message ?? 'cannot be read'}` };
      this.profiles.set(file, known);
    }
    return known.profile
      ? { profile: known.profile }
      : { profileTrouble: known.trouble ?? 'the profile cannot be read' };
  }
}
