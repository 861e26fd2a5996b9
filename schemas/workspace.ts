import * as z from 'zod';

/** `.testmuai/rook/settings.json`. */
export const SettingsFile = z.looseObject({
  active_project_id: z.string().nullish(),
  judge: z
    .looseObject({
      provider: z.enum(['openai-compatible', 'anthropic', 'google', 'command', 'vscode']).nullish(),
      model: z.string().nullish(),
      base_url: z.string().nullish(),
      command: z.string().nullish(),
      timeout_seconds: z.number().min(1).nullish(),
      max_steps: z.int().min(1).nullish(),
    })
    .nullish()
    .describe('Which model grades llm_judge criteria.'),
});
export type SettingsFile = z.infer<typeof SettingsFile>;

/** `projects/<dir>/project.yaml`; the file may be absent. */
export const ProjectFile = z.looseObject({
  id: z.string().nullish(),
  local_id: z.string().nullish(),
  name: z.string().nullish(),
});
export type ProjectFile = z.infer<typeof ProjectFile>;

/** `agents/<agent>/agent.yaml`. */
export const AgentFile = z.looseObject({
  local_id: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
});
export type AgentFile = z.infer<typeof AgentFile>;

/** `features/<id>.yaml`. */
export const FeatureFile = z.looseObject({
  local_id: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  expected_behaviour: z.string().nullish(),
});
export type FeatureFile = z.infer<typeof FeatureFile>;
