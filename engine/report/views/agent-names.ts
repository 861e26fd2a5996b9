import { basename, extname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ScenarioCategory } from '../../../schemas/scenario';
import { readFeatures } from '../../workspace/agent-files';
import { readTextIfPresent } from '../../workspace/read-text';
import { type ScenarioFacts, scenarioFacts } from '../../workspace/scenario-facts';
import { type AgentRef, yamlFiles } from '../../workspace/workspace';

/** After so many files others have their turn. */
const breath = 50;

/** What an agent's own files say of features and scenarios that a run has no records of; each is read once. */
export class AgentNames {
  private known: Promise<Map<string, string>> | undefined;
  private readonly facts = new Map<string, ScenarioFacts>();

  constructor(private readonly agent: AgentRef) {}

  /** Names of the features by their ids. */
  features(): Promise<Map<string, string>> {
    this.known ??= readFeatures(this.agent);
    return this.known;
  }

  /** The title of a scenario that could not run; its id when it is gone. */
  async titleOf(id: string): Promise<string> {
    return (await this.factsOf(join(this.agent.scenariosDir, `${id}.yaml`))).title;
  }

  /** Categories of the agent's scenarios beside those of a run. A file that cannot be read has none. */
  async categoriesBeside(ids: ReadonlySet<string>): Promise<ScenarioCategory[]> {
    const categories: ScenarioCategory[] = [];
    for (const [index, file] of (await yamlFiles(this.agent.scenariosDir)).entries()) {
      if (ids.has(basename(file, extname(file)))) continue;
      const { category } = await this.factsOf(file);
      if (category) categories.push(category);
      if (index % breath === breath - 1) await setImmediate();
    }
    return categories;
  }

  private async factsOf(file: string): Promise<ScenarioFacts> {
    const known = this.facts.get(file);
    if (known) return known;
    const text = await readTextIfPresent(file).catch(() => undefined);
    const facts = scenarioFacts(text, basename(file, extname(file)));
    this.facts.set(file, facts);
    return facts;
  }
}
