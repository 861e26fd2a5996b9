import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';

export const repository = resolve(import.meta.dirname, '../..');

type Fields = Record<string, unknown>;

/** Writes Rook workspaces into a temporary folder, with no more in them than a test is about. */
export class WorkspaceBuilder {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-workspace-')));

  /** `.testmuai/rook` of this workspace. */
  get rookDir(): string {
    return join(this.root, '.testmuai/rook');
  }

  /** An agent's folder; project and agent are `desk` unless named. */
  agentDir(project = 'desk', agent = project): string {
    return join(this.rookDir, 'projects', project, 'agents', agent);
  }

  /** Writes a file below the workspace's root and returns its path. Objects become YAML. */
  file(path: string, content: string | Fields): string {
    const file = resolve(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : stringify(content));
    return file;
  }

  /** An agent with nothing in it. */
  agent(agentDir = this.agentDir()): this {
    this.file(join(agentDir, 'agent.yaml'), { name: 'Desk' });
    return this;
  }

  /** A profile whose hooks all are one script. */
  profile(id: string, phases: string[], more: Fields = {}, agentDir = this.agentDir()): this {
    const hooks = Object.fromEntries(phases.map((phase) => [phase, 'scripts/hook.mjs']));
    this.file(join(agentDir, 'profiles', `${id}.yaml`), { id, hooks, ...more });
    return this;
  }

  /** The script that `profile` names. */
  hook(source: string, agentDir = this.agentDir()): this {
    this.file(join(agentDir, 'scripts/hook.mjs'), source);
    return this;
  }

  /** A scenario that passes when the answer contains "done", unless its fields say otherwise. */
  scenario(id: string, more: Fields = {}, agentDir = this.agentDir()): this {
    const criterion = { statement: 'It is done.', check: 'contains', value: 'done' };
    const fields = { local_id: id, title: `Scenario ${id}`, goal: `Do ${id}.`, acceptance_criteria: [criterion] };
    this.file(join(agentDir, 'scenarios', `${id}.yaml`), { ...fields, ...more });
    return this;
  }

  /** The text of a file below the root. */
  read(path: string): string {
    return readFileSync(resolve(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(resolve(this.root, path));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A copy of `examples/<name>` without the runs that are there. */
export function copyOfExample(name: string): WorkspaceBuilder {
  const workspace = new WorkspaceBuilder();
  cpSync(join(repository, 'examples', name), workspace.root, {
    recursive: true,
    filter: (source) => !/[\\/](runs|cache|\.state)$/.test(source),
  });
  return workspace;
}

/**
 * What a hook script does in each phase, as source text; other phases succeed and say nothing. What a phase returns is
 * printed as JSON.
 */
export function hookScript(phases: Record<string, string>): string {
  const cases = Object.entries(phases).map(([phase, source]) => `  ${phase}: async () => { ${source} },`);
  return `import fs, { readFileSync, writeFileSync, appendFileSync } from 'node:fs';
import path from 'node:path';
const { env } = process;
const phases = {
${cases.join('\n')}
};
const print = (value) => process.stdout.write(JSON.stringify(value));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const forever = () => new Promise(() => setInterval(() => {}, 1000));
const note = (name, text) => appendFileSync(process.env.ROOK_WORKSPACE + '/' + name, text + '\\n');
const result = await phases[process.argv[2]]?.();
if (result !== undefined) print(result);
`;
}

/** An agent that answers "done" to everything. */
export const doneHook = hookScript({ execute: "print({ output: 'done' });" });
