import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { agentPath, generateWorkspace } from '../generated-workspace.mjs';

const runId = '2026-10-04T21-07-16Z';
const kinds = [
  ['functional', 'happy_path'],
  ['functional', 'negative'],
  ['non_functional', 'performance'],
  ['adversarial', 'prompt_injection'],
];

/** A run of an agent as it is on disk, its records written directly. Without all verdicts it goes on. */
export function recordedRun({ count, judged }) {
  const workspace = generateWorkspace({ count: 0, hooks: ['execute'], script: '' });
  const agentDir = join(workspace.root, agentPath);
  const dir = join(agentDir, 'runs', runId);
  const ids = Array.from({ length: count }, (_, index) => `SC-${String(index + 1).padStart(5, '0')}`);
  for (const [index, id] of ids.entries()) {
    const [kind, category] = kinds[index % kinds.length];
    mkdirSync(join(dir, 'scenarios', id), { recursive: true });
    const title = `A refund of order ${index + 1} is paid back within the window that the policy names`;
    writeFileSync(
      join(dir, 'scenarios', id, 'snapshot.yaml'),
      `local_id: ${id}\ntitle: ${title}\nfeature_id: F-00${index % 5}\nclass: ${kind}\ncategory: ${category}\ngoal: Please refund ORD-${index}.\nacceptance_criteria:\n  - { check: contains, value: "49.90 EUR" }\n`,
    );
  }
  const status = judged === count ? 'completed' : 'running';
  const included = ids.map((scenario_id) => ({
    scenario_id,
    why: 'a candidate, and nothing narrowed this run',
    confidence: 'high',
  }));
  const file = { version: 1, id: runId, agent_id: 'bench', created: '2026-10-04T21:07:16.380Z', status, included };
  writeFileSync(join(dir, 'run.yaml'), stringify(file, { lineWidth: 100 }));
  const run = { ...workspace, agentDir, dir, runId, ids };
  for (const [index, id] of ids.slice(0, judged).entries()) recordVerdict(run, id, index);
  return run;
}

/** Writes a verdict of five criteria; one in ten fails, one in ten cannot be verified. */
export function recordVerdict({ dir }, id, index) {
  const status = { 3: 'Fail', 7: 'Unable to Verify' }[index % 10] ?? 'Pass';
  const criteria = Array.from({ length: 5 }, (_, nth) => ({
    criterion_id: `C${nth + 1}`,
    criterion: 'The answer names the amount that is paid back, in the currency of the order, and the day it is paid.',
    check: 'contains',
    expected: 'the answer contains "49.90 EUR"',
    achieved: 'it is there',
    status: nth === 0 ? status : 'Pass',
    evidence: `"Your refund of 49.90 EUR for order ORD-${index} has been issued; it takes up to three days until it is there."`,
    confidence: 'High',
    ...(nth === 0 && status === 'Unable to Verify' && { unverifiable_reason: 'undecidable' }),
  }));
  const verdict = {
    scenario_id: id,
    run_id: runId,
    status,
    ...(status === 'Unable to Verify' && { unverifiable_reason: 'undecidable' }),
    criteria,
    forbidden_hits: [],
    latency_ms: 100 + index,
    turns: 1,
    usage: { input_tokens: 400 + index, output_tokens: 90 },
  };
  writeFileSync(join(dir, 'scenarios', id, 'verdict.yaml'), stringify(verdict, { lineWidth: 100 }));
}

/** The agent as a panel is given it. */
export function agentOf({ agentDir }) {
  return {
    id: 'bench',
    name: 'bench',
    projectId: 'bench',
    profileIds: ['bench'],
    agentDir,
    agentFile: join(agentDir, 'agent.yaml'),
    featuresDir: join(agentDir, 'features'),
    scenariosDir: join(agentDir, 'scenarios'),
    profilesDir: join(agentDir, 'profiles'),
    scriptsDir: join(agentDir, 'scripts'),
    runsDir: join(agentDir, 'runs'),
    activeProfileFile: join(agentDir, 'profiles/active'),
    durationsFile: join(agentDir, 'durations.json'),
  };
}
