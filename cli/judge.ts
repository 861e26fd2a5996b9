import type { RunJudge } from '../engine/judge/model/run-judge';
import { configureJudge } from '../engine/judge/providers/configure-judge';
import type { Workspace } from '../engine/workspace/workspace';
import { ok, type Result } from '../schemas/result';
import { printWarning } from './prose';

/** The judge model that is configured (behaviour §12); undefined when there is none that can be asked here. */
export async function configuredJudge(workspace: Workspace, askAnew: boolean): Promise<Result<RunJudge | undefined>> {
  const judge = await configureJudge({ workspace, root: workspace.root, env: process.env, askAnew });
  if (!judge.ok) return judge;
  switch (judge.value.kind) {
    case 'none':
      return ok(undefined);
    case 'judge':
      return ok(judge.value.judge);
    case 'editor':
      printWarning({
        message: 'the judge that is configured is a language model of VS Code, which only VS Code can ask',
        remedy: 'Set ROOK_JUDGE_PROVIDER and what goes with it to have a judge here, too.',
      });
      return ok(undefined);
    default:
      return judge.value satisfies never;
  }
}
