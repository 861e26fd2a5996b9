import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Report } from '../../schemas/report';
import type { RunFile } from '../../schemas/run';
import type { LoadedProfile } from '../workspace/agent-files';
import { type RunLayout, scenarioLayout } from '../workspace/layout';
import { readTextIfPresent } from '../workspace/read-text';
import type { AgentRef } from '../workspace/workspace';
import { writeFileAtomically } from '../workspace/write-file';
import type { Plan } from './plan';

/**
 * Writes what a run is pinned to: the agent, its features, the profile and a copy of every scenario, as they are now.
 * run.yaml comes last: a run folder that has it is complete enough to be continued.
 */
export async function writeRunStart(
  run: RunLayout,
  file: RunFile,
  plan: Plan,
  agent: AgentRef,
  profile: LoadedProfile,
  features: Map<string, string>,
): Promise<void> {
  await mkdir(run.runStateDir, { recursive: true, mode: 0o700 });
  await writeFile(run.agentFile, (await readTextIfPresent(agent.agentFile)) ?? stringify({ local_id: agent.id }));
  await writeFile(
    run.featuresFile,
    stringify({ features: [...features].map(([id, name]) => ({ local_id: id, name })) }),
  );
  await writeFile(run.profileFile, profile.text);
  for (const [index, { entry }] of plan.included.entries()) {
    const dir = run.scenarioDir(entry.id);
    mkdirSync(dir, { recursive: true });
    writeFileSync(scenarioLayout(dir).snapshotFile, entry.text);
    if (index % 50 === 49) await setImmediate(); // thousands of copies leave room for others
  }
  await writeRunFile(run, file);
}

/** Writes run.yaml. */
export async function writeRunFile(run: RunLayout, file: RunFile): Promise<void> {
  await writeFileAtomically(run.runFile, stringify(file, { lineWidth: 100 }));
}

/** Writes report.yaml. */
export async function writeReport(run: RunLayout, report: Report): Promise<void> {
  await writeFileAtomically(run.reportFile, stringify(report, { lineWidth: 100 }));
}
