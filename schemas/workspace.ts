import * as z from 'zod';
import { JudgeSettings } from './judge';
import { PermissionRules } from './permission';

/** `.testmuai/rook/settings.json`. */
export const SettingsFile = z.looseObject({
  active_project_id: z.string().nullish(),
  judge: JudgeSettings.nullish().describe('Which model grades llm_judge criteria.'),
  permissions: PermissionRules.nullish().describe('Rules of the workspace: it may deny, its allow rules are ignored.'),
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
