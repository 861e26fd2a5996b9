import { join } from 'node:path';
import type { RunJudge } from '../../../engine/judge/model/run-judge';
import { configureJudge } from '../../../engine/judge/providers/configure-judge';
import { readWorkspace } from '../../../engine/workspace/workspace';
import { formatRefusal } from '../../../schemas/result';
import { hookScript, repository, type WorkspaceBuilder } from '../workspace-builder';
import { jsonNotes } from './run-workspace';

export const commandJudge = join(repository, 'test/integration/judge-provider/command-judge.mjs');

/** A criterion that the scripted judges decide by its quoted words, or misbehave over when it has a mark. */
export const says = (words: string, mark = '') => ({
  statement: `The answer says "${words}"${mark}`,
  check: 'llm_judge',
});

/** A workspace whose agent answers always the same, with SC-001 in it. */
export function answering(workspace: WorkspaceBuilder, answer: string, scenario: object = {}): WorkspaceBuilder {
  return workspace
    .agent()
    .profile('local', ['execute'], { capabilities: { calls: true } })
    .hook(hookScript({ execute: `return { output: ${JSON.stringify(answer)}, calls: [] };` }))
    .scenario('SC-001', { acceptance_criteria: [says('approved')], ...scenario });
}

/** The judge that an environment names, as the command line makes it. */
export async function judgeFrom(
  workspace: WorkspaceBuilder,
  env: NodeJS.ProcessEnv,
  changes: Partial<RunJudge> = {},
): Promise<RunJudge> {
  const read = await readWorkspace(workspace.root);
  if (!read.ok) throw new Error(formatRefusal(read.error));
  const path = { PATH: process.env.PATH ?? '' };
  const found = await configureJudge({ workspace: read.value, root: workspace.root, env: { ...path, ...env } });
  if (!found.ok) throw new Error(formatRefusal(found.error));
  if (found.value.kind !== 'judge') throw new Error(`no judge but ${found.value.kind}`);
  return { ...found.value.judge, ...changes };
}

/** A command as the judge, in these manners; what it is asked is noted. */
export function commandFrom(
  workspace: WorkspaceBuilder,
  manners: string[] = [],
  changes: Partial<RunJudge> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<RunJudge> {
  const command = [process.execPath, commandJudge, ...manners].map((word) => JSON.stringify(word)).join(' ');
  const notes = join(workspace.root, 'judge-notes');
  return judgeFrom(workspace, { ROOK_JUDGE_COMMAND: command, JUDGE_NOTES: notes, ...env }, changes);
}

/** The questions that a command judge has got. */
export function questions(workspace: WorkspaceBuilder): { prompt: string; env: string[] }[] {
  return jsonNotes(workspace, 'judge-notes');
}
