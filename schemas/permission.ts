import * as z from 'zod';

/** Lists of permission rules, `tool(subject)` with an optional `@phase` (behaviour §9). */
export const PermissionRules = z.looseObject({
  allow: z.array(z.string()).nullish(),
  deny: z.array(z.string()).nullish(),
});
export type PermissionRules = z.infer<typeof PermissionRules>;

/** One thing that a person decided when asked: it counts for one workspace and one target only. */
export const PermissionGrant = z.looseObject({
  /** The workspace's absolute path. */
  workspace: z.string(),
  /** What is tested: `<project>/<agent>/<profile>`. */
  target: z.string(),
  effect: z.enum(['allow', 'deny']),
  rule: z.string(),
  at: z.string(),
});
export type PermissionGrant = z.infer<typeof PermissionGrant>;

/** `grants.json` in the global home. */
export const GrantsFile = z.looseObject({ version: z.literal(1), grants: z.array(PermissionGrant) });
export type GrantsFile = z.infer<typeof GrantsFile>;

/** `settings.json` in the global home. Unknown keys belong to others. */
export const UserSettingsFile = z.looseObject({
  permissions: PermissionRules.nullish(),
  tool_hooks: z.looseObject({ extra_programs: z.array(z.string().min(1)).nullish() }).nullish(),
});
export type UserSettingsFile = z.infer<typeof UserSettingsFile>;
