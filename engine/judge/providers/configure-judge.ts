import { ok, type Result } from '../../../schemas/result';
import { withoutCredentials } from '../../lifecycle/hook-environment';
import { type JudgeConfig, type JudgeSources, readJudgeConfig } from '../../workspace/judge-config';
import type { JudgeModel } from '../model/judge-model';
import type { RunJudge } from '../model/run-judge';
import { CommandJudge } from './command-judge';
import { ProviderJudge } from './provider-judge';

/** What came of looking for a judge. */
export type ConfiguredJudge =
  | { kind: 'none' }
  | { kind: 'judge'; judge: RunJudge }
  /** One of the editor's own models is configured: only the editor can connect it. */
  | { kind: 'editor'; model?: string; limits: Pick<RunJudge, 'timeoutMs' | 'maxSteps'> };

export interface JudgeHost extends JudgeSources {
  /** Where a command is started. */
  root: string;
  askAnew?: boolean;
}

/** The judge that the settings and the environment name, ready for a run. Nothing is asked, loaded or started yet. */
export async function configureJudge(host: JudgeHost): Promise<Result<ConfiguredJudge>> {
  const read = await readJudgeConfig(host);
  if (!read.ok) return read;
  const config = read.value;
  if (!config) return ok({ kind: 'none' });
  const { timeoutMs, maxSteps, key } = config;
  const limits = { timeoutMs, maxSteps };
  if (config.provider === 'vscode')
    return ok({ kind: 'editor', ...(config.model !== undefined && { model: config.model }), limits });
  const judge: RunJudge = {
    ...limits,
    ...(key && { key }),
    ...(host.askAnew && { askAnew: true }),
    connect: (processes) => modelOf(config, host, processes),
  };
  return ok({ kind: 'judge', judge });
}

function modelOf(config: JudgeConfig, host: JudgeHost, processes: Parameters<RunJudge['connect']>[0]): JudgeModel {
  const { provider, model, baseUrl, command, key } = config;
  if (command) {
    const env = withoutCredentials(host.env);
    return new CommandJudge({ command, cwd: host.root, env, processes, ...(model !== undefined && { model }) });
  }
  if (provider === 'command' || provider === 'vscode' || model === undefined)
    throw new Error('a configuration that was read is complete');
  return new ProviderJudge({ provider, model, ...(baseUrl !== undefined && { baseUrl }), ...(key && { key }) });
}
