import * as z from 'zod';

/** Name of an environment variable, as profiles declare it and people type it. */
export const EnvName = z
  .string()
  .regex(/^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

/** `env/<workspace>-<hash>.json` in the global home: the values of one workspace (behaviour §1). Unknown keys stay. */
export const EnvFile = z.looseObject({
  version: z.literal(1),
  /** The workspace's absolute path, for people: the name of the file is what is looked up. */
  workspace: z.string(),
  values: z.record(EnvName, z.string()),
});
export type EnvFile = z.infer<typeof EnvFile>;
