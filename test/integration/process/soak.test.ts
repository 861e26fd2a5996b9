import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository, type WorkspaceBuilder } from '../workspace-builder';
import { notes, processesOf, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const rook = join(repository, 'dist/rook.js');
const kills = 200;
const scenarios = 20;

/** Hooks in the shell: they start in a few milliseconds, so that a kill falls anywhere between them. */
const hook = `case "$1" in
  open) echo "{\\"conversation\\": \\"c-$ROOK_SCENARIO_ID\\"}" ;;
  execute)
    cat > /dev/null
    echo "$ROOK_SCENARIO_ID" >> "$ROOK_WORKSPACE/executed"
    echo "{\\"output\\": \\"done $ROOK_SCENARIO_ID\\", \\"usage\\": {\\"input\\": 3, \\"output\\": 2}}" ;;
  collect) echo "{\\"calls\\": [{\\"name\\": \\"greet\\", \\"arguments\\": {\\"id\\": \\"$ROOK_SCENARIO_ID\\"}}]}" ;;
esac
`;

/** Passes, failures and undecided ones in turn. */
function suite(): WorkspaceBuilder {
  const workspace = build().agent();
  workspace.file(join(workspace.agentDir(), 'scripts/hook.sh'), hook);
  workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
    id: 'local',
    hooks: Object.fromEntries(['open', 'execute', 'close', 'collect'].map((phase) => [phase, 'scripts/hook.sh'])),
    capabilities: { multi_turn: true, calls: true, usage: true },
    concurrency: 4,
  });
  for (let i = 1; i <= scenarios; i++) {
    const id = `SC-${String(i).padStart(2, '0')}`;
    const tool = i % 3 === 0 ? 'never_called' : 'greet';
    const criteria = [
      { check: 'contains', value: 'done' },
      ...(i % 4 === 0 ? [{ check: 'llm_judge', statement: 'It is kind.' }] : []),
    ];
    workspace.scenario(id, {
      acceptance_criteria: criteria,
      calls: [{ tool, expect: 'called' }],
      ...(i % 5 === 0 && { setup_messages: ['hello'] }),
    });
  }
  return workspace;
}

function start(workspace: WorkspaceBuilder, args: string[]): ChildProcess & { out: () => string } {
  const child = spawn(process.execPath, [rook, 'run', '--json', ...args], {
    cwd: workspace.root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return Object.assign(child, { out: () => text });
}

function newestRun(workspace: WorkspaceBuilder): string | undefined {
  const runs = join(workspace.agentDir(), 'runs');
  return existsSync(runs)
    ? readdirSync(runs)
        .filter((id) => existsSync(join(runs, id, 'run.yaml')))
        .sort()
        .at(-1)
    : undefined;
}

/** Reads every record of a run; a torn one throws. What was read before, and is the same, is not parsed again. */
class RecordReader {
  private readonly sound = new Set<string>();

  /** @returns the verdicts that are there, as text. */
  read(runDir: string): Map<string, string> {
    const verdicts = new Map<string, string>();
    for (const entry of readdirSync(runDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.tmp')) continue;
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      if (!this.sound.has(text)) {
        if (entry.name.endsWith('.json')) JSON.parse(text);
        if (entry.name.endsWith('.yaml')) expect(parse(text), file).toBeTypeOf('object');
        this.sound.add(text);
      }
      if (entry.name === 'verdict.yaml') verdicts.set(file, text);
    }
    return verdicts;
  }
}

/** What a report says of the agent: all but times and names of the run. */
function essence(report: {
  totals: object;
  clusters: object;
  metrics: { tokens_in?: number; turns_total?: number };
}): object {
  const { totals, clusters, metrics } = report;
  return { totals, clusters, tokens: metrics.tokens_in, turns: metrics.turns_total };
}

/** A small generator of numbers between 0 and 1, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.skipIf(process.platform === 'win32')('a runner that is killed again and again (POSIX shell hooks)', () => {
  it(`at ${kills} random instants and continued each time loses nothing, tears nothing and ends with the same report`, {
    timeout: 900_000,
  }, async () => {
    const undisturbed = suite();
    const calmStart = Date.now();
    const calm = start(undisturbed, []);
    await once(calm, 'close');
    // Kills fall anywhere in what a whole run takes; a continued one has less to do and often gets through.
    const wholeRunMs = Date.now() - calmStart;
    const expected = essence(JSON.parse(calm.out()).report);

    const seed = Number(process.env.ROOK_SOAK_SEED ?? Date.now() % 1_000_000);
    const next = random(seed);
    const workspace = suite();
    let runId: string | undefined;
    let finishedRuns = 0;
    let midRun = 0;
    const reader = new RecordReader();
    let known = new Map<string, string>();
    for (let kill = 1; kill <= kills; kill++) {
      const executedBefore = notes(workspace, 'executed').length;
      const child = start(workspace, runId === undefined ? [] : ['--run', runId]);
      const ended = once(child, 'close');
      const timer = setTimeout(() => child.kill('SIGKILL'), next() * wholeRunMs);
      const [code] = await ended;
      clearTimeout(timer);
      const about = `kill ${kill}, ROOK_SOAK_SEED=${seed}`;
      runId ??= newestRun(workspace);
      const records = runId === undefined ? known : reader.read(join(workspace.agentDir(), 'runs', runId));
      for (const [file, text] of known) expect(records.get(file), `${about}: ${file}`).toBe(text);
      const done = [...known.keys()].map((file) => file.split('/').at(-2));
      const again = notes(workspace, 'executed')
        .slice(executedBefore)
        .filter((id) => done.includes(id));
      expect(again, `${about}: finished scenarios that were executed again`).toEqual([]);
      if (code !== 0) {
        if (records.size > 0 && records.size < scenarios) midRun++;
        known = records;
        continue;
      }
      // It got through before the kill came: this run is done, and the next one starts.
      expect(essence(JSON.parse(child.out()).report), about).toEqual(expected);
      finishedRuns++;
      runId = undefined;
      known = new Map();
    }
    const last = start(workspace, runId === undefined ? [] : ['--run', runId]);
    await once(last, 'close');
    expect(essence(JSON.parse(last.out()).report)).toEqual(expected);
    expect(processesOf(workspace.root)).toEqual([]);
    // The kills did fall into the work, and the work did go on in between.
    expect(midRun).toBeGreaterThan(kills / 10);
    expect(finishedRuns).toBeGreaterThan(0);
  });
});
