/** Variables that say that a pipeline is running, whatever their value is (behaviour §9). */
const pipelineVariables = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'BUILDKITE', 'JENKINS_URL'] as const;

/** What decides whether a person can be asked. */
export interface Attendance {
  /** `--yes` was given. */
  yes: boolean;
  /** Standard input is a terminal. */
  terminal: boolean;
  env: NodeJS.ProcessEnv;
}

/** Why nobody can be asked, in words; undefined when a person can (behaviour §9: even `CI=false` counts). */
export function unattendedReason({ yes, terminal, env }: Attendance): string | undefined {
  if (yes) return '--yes was given';
  const variable = pipelineVariables.find((name) => env[name] !== undefined);
  if (variable) return `${variable} is set in the environment`;
  return terminal ? undefined : 'standard input is not a terminal';
}
