import { join } from 'node:path';

/** The folder that makes a folder a Rook workspace (behaviour §1). */
export const rookFolder = join('.testmuai', 'rook');

/** Paths of an agent's files. Every reader and writer takes them from here. */
export interface AgentLayout {
  agentDir: string;
  agentFile: string;
  featuresDir: string;
  scenariosDir: string;
  profilesDir: string;
  scriptsDir: string;
  runsDir: string;
  activeProfileFile: string;
  durationsFile: string;
}

export function agentLayout(agentDir: string): AgentLayout {
  return {
    agentDir,
    agentFile: join(agentDir, 'agent.yaml'),
    featuresDir: join(agentDir, 'features'),
    scenariosDir: join(agentDir, 'scenarios'),
    profilesDir: join(agentDir, 'profiles'),
    scriptsDir: join(agentDir, 'scripts'),
    runsDir: join(agentDir, 'runs'),
    activeProfileFile: join(agentDir, 'profiles', 'active'),
    durationsFile: join(agentDir, 'durations.json'),
  };
}

/** Paths inside `runs/<id>/` (behaviour §5). */
export function runLayout(runDir: string) {
  return {
    runDir,
    runFile: join(runDir, 'run.yaml'),
    reportFile: join(runDir, 'report.yaml'),
    agentFile: join(runDir, 'agent.yaml'),
    featuresFile: join(runDir, 'features.yaml'),
    profileFile: join(runDir, 'profile.yaml'),
    hooksFile: join(runDir, 'hooks.json'),
    rcaWorkingFile: join(runDir, 'rca-working.json'),
    runStateDir: join(runDir, 'run-state'),
    /** In a merged run: what a shard has on record beside its scenarios. */
    shardDir: (index: number) => join(runDir, 'shards', String(index)),
    scenariosDir: join(runDir, 'scenarios'),
    scenarioDir: (scenarioId: string) => join(runDir, 'scenarios', scenarioId),
  };
}
export type RunLayout = ReturnType<typeof runLayout>;

/** Paths of one attempt's records: the first lives in the scenario's folder, later ones in `attempts/<n>/`. */
export function attemptLayout(scenarioDir: string, attempt: number) {
  const dir = attempt === 1 ? scenarioDir : join(scenarioDir, 'attempts', String(attempt));
  return {
    dir,
    requestFile: join(dir, 'request.json'),
    responseFile: join(dir, 'response.json'),
    hooksFile: join(dir, 'hooks.json'),
    evidenceDir: join(dir, 'evidence'),
    stateDir: join(dir, 'hook-state'),
  };
}
export type AttemptLayout = ReturnType<typeof attemptLayout>;

/** Paths of a scenario's own records in a run. */
export function scenarioLayout(scenarioDir: string) {
  return {
    scenarioDir,
    snapshotFile: join(scenarioDir, 'snapshot.yaml'),
    verdictFile: join(scenarioDir, 'verdict.yaml'),
  };
}
