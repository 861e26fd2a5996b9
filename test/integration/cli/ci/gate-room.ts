import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { copyOfExample, repository, type WorkspaceBuilder } from '../../workspace-builder';
import { type JobResult, type JobStep, npmThatInstalls, runJob } from './job-runner';

export const bundle = join(repository, 'dist/rook.js');

/** Scenarios of the example that pass; the last asks an MCP server, which needs an approval and two rules. */
export const passing = ['SC-001', 'SC-007', 'SC-015'];

interface Job {
  steps: JobStep[];
  env?: Record<string, unknown>;
  strategy?: { matrix: { shard: number[] } };
}
export interface Workflow {
  env: Record<string, unknown>;
  jobs: Record<string, Job>;
}

/** A copy of the refund desk, in which pipelines are written and run. */
export class GateRoom {
  readonly workspace: WorkspaceBuilder = copyOfExample('refund-desk');
  readonly kept: { name: string; path: string }[] = [];
  private jobs = 0;

  get root(): string {
    return this.workspace.root;
  }

  workflow(): Workflow {
    return parse(this.workspace.read('.github/workflows/rook.yml'));
  }

  /** Runs a job of the workflow on a machine of its own; what actions would do is done in the same folder. */
  runJob(name: string, contexts: Record<string, string> = {}): JobResult {
    const { env, jobs } = this.workflow();
    const job = jobs[name];
    if (!job) throw new Error(`the workflow has no job ${name}`);
    const temp = join(this.root, '.jobs', String(++this.jobs));
    return runJob(job.steps, {
      workspace: this.root,
      temp,
      env: { ...env, ...job.env },
      path: npmThatInstalls(bundle, join(this.root, '.npm')),
      contexts: { 'github.run_id': '7', 'github.run_attempt': '1', ...contexts },
      onUses: ({ uses, with: options }) => this.act(uses, options),
    });
  }

  /** Forgets the runs and results, like a fresh checkout. */
  clean(): void {
    for (const path of ['rook-results', '.testmuai/rook/projects/harbour-goods/agents/refund-desk/runs'])
      rmSync(join(this.root, path), { recursive: true, force: true });
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  private act(uses: string, { name = '', path = '' }: Record<string, string>): void {
    if (uses.startsWith('actions/upload-artifact@')) this.kept.push({ name, path });
  }
}
