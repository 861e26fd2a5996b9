import type { ToolSubject } from '../judge/model/run-judge';
import { Flushes } from '../workspace/write-file';
import { connectJudge } from './attempt-judge';
import { secretsOf, withoutUndeclared } from './hook-environment';
import type { OpenedRun } from './opened-run';
import type { ProcessRunner } from './process-runner';
import { Redactor } from './redactor';
import type { RunContext } from './run-context';
import type { RunHost } from './run-request';

/** Makes what every hook and every judgement of a run shares. @param stop ends the run's work. */
export function openContext(host: RunHost, opened: OpenedRun, processes: ProcessRunner, stop: AbortSignal): RunContext {
  const { profile } = opened.loaded;
  const { judge } = host;
  const judgeKey = judge?.key && { [judge.key.variable]: judge.key.value };
  const redactor = new Redactor({ ...secretsOf(profile, opened.baseEnv), ...judgeKey });
  const tools = host.tools?.start({
    processes,
    node: host.node,
    redactor,
    stop,
    hidden: Object.keys(judgeKey ?? {}),
  });
  const toolsFor = tools ? ({ attemptDir }: ToolSubject) => tools.judgeTools(attemptDir) : host.judgeTools;
  return {
    runId: opened.file.id,
    run: opened.layout,
    workspaceRoot: host.workspace.root,
    projectId: host.agent.projectId,
    agentId: host.agent.id,
    agentDir: host.agent.agentDir,
    loaded: opened.loaded,
    // The judge's key is no business of the hooks, whichever variable it is in (behaviour §3).
    baseEnv: withoutUndeclared(opened.baseEnv, profile, Object.keys(judgeKey ?? {})),
    node: host.node,
    processes,
    redactor,
    stop,
    ...(tools && { tools }),
    ...(host.debugger && { debugger: host.debugger }),
    ...(judge && { judge: connectJudge(judge, toolsFor, processes, host.workspace.rookDir) }),
    flushes: new Flushes(),
    emit: host.onEvent,
  };
}
