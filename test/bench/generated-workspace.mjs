import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the agent of a generated workspace is. */
export const agentPath = '.testmuai/rook/projects/bench/agents/bench';

/** Writes a workspace of one agent with `count` scenarios and one hook script. */
export function generateWorkspace({ count, hooks, script, criteria = '  - { check: contains, value: done }' }) {
  const root = mkdtempSync(join(tmpdir(), 'rook-bench-'));
  const agent = join(root, agentPath);
  for (const folder of ['profiles', 'scenarios', 'scripts']) mkdirSync(join(agent, folder), { recursive: true });
  writeFileSync(join(agent, 'agent.yaml'), 'local_id: bench\n');
  const lines = hooks.map((phase) => `  ${phase}: scripts/hook.mjs`).join('\n');
  writeFileSync(join(agent, 'profiles/bench.yaml'), `id: bench\nhooks:\n${lines}\n`);
  const scriptFile = join(agent, 'scripts/hook.mjs');
  writeFileSync(scriptFile, script);
  for (let i = 1; i <= count; i++) {
    const id = `SC-${String(i).padStart(5, '0')}`;
    const text = `local_id: ${id}\ntitle: Scenario ${i}\nclass: functional\ncategory: happy_path\ngoal: Do the thing number ${i}.\nacceptance_criteria:\n${criteria}\n`;
    writeFileSync(join(agent, `scenarios/${id}.yaml`), text);
  }
  return { root, scriptFile, remove: () => rmSync(root, { recursive: true, force: true }) };
}
