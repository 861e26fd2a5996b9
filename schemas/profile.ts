import * as z from 'zod';
import { type HookPhase, hookPhases } from './phase';

/** Slugs name profiles: a run pins the id, so it must be stable and safe as a file name (behaviour §13). */
export const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a slug: lower-case letters, digits and dashes');

const seconds = z.number().min(0);

export const HookObject = z.looseObject({
  script: z
    .string()
    .min(1)
    .describe("Path of the script: absolute, or relative to the agent's folder or the workspace."),
  timeout_seconds: seconds.nullish().describe('Time limit of one invocation, in seconds.'),
  delay_seconds: seconds
    .nullish()
    .describe('Least time since the end of the preceding phase, in seconds. Only the rest of it is waited for.'),
});

/** A hook as written in a profile: null (absent), a path, or an object with limits. */
export const HookEntry = z.union([z.null(), z.string().min(1), HookObject]);
export type HookEntry = z.infer<typeof HookEntry>;

export const EnvReference = z.looseObject({
  variable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
    .describe('Name of an environment variable that the hooks read. There is no field for its value.'),
  purpose: z.string().nullish().describe('What the value is for; shown when it is missing.'),
});
export type EnvReference = z.infer<typeof EnvReference>;

export const Capabilities = z.looseObject({
  multi_turn: z.boolean().nullish().describe('A hook returns a conversation handle.'),
  calls: z.boolean().nullish().describe('Hook output has the tool calls the agent really made.'),
  usage: z.boolean().nullish().describe('Hook output has token counts.'),
  attachments: z.boolean().nullish().describe('Hooks read ROOK_ATTACHMENTS.'),
});

const hookField = (phase: HookPhase, when: string) => HookEntry.optional().describe(`The ${phase} hook, run ${when}.`);

/** `profiles/<id>.yaml` as users write it. Unknown keys are data, not errors (behaviour §1). */
export const ProfileFile = z.looseObject({
  id: Slug.describe('Stable slug; runs pin it.'),
  name: z.string().nullish().describe('Shown to people; free to change.'),
  hooks: z
    .looseObject({
      prepare: hookField('prepare', 'once per run'),
      open: hookField('open', 'before each scenario'),
      execute: hookField('execute', 'once per turn; required'),
      close: hookField('close', "after each scenario's turns"),
      collect: hookField('collect', 'after close, to fetch evidence'),
    })
    .describe('Which script implements each phase of the lifecycle.'),
  env: z.array(EnvReference).nullish().describe('Environment variables that must have a value before a run.'),
  capabilities: Capabilities.nullish().describe('What the hooks have been observed to return.'),
  hook_env: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullish()
    .describe('Further variables for every hook; ${VAR} is resolved when a hook runs.'),
  concurrency: z.int().min(1).max(8).nullish().describe('Scenarios in flight at once, 1 to 8.'),
});
export type ProfileFile = z.infer<typeof ProfileFile>;

/** A recipe profile of the old kind: `kind/invoke/result` and no `hooks`. Recognised, never run (behaviour §2). */
export const LegacyProfileFile = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  kind: z.string(),
  invoke: z.looseObject({}),
  hooks: z.undefined().optional(),
});
export type LegacyProfileFile = z.infer<typeof LegacyProfileFile>;

export interface Hook {
  phase: HookPhase;
  script: string;
  timeoutSeconds?: number;
  delaySeconds?: number;
}

/** A profile with the defaults filled in. */
export interface Profile {
  id: string;
  name: string;
  hooks: Partial<Record<HookPhase, Hook>>;
  env: EnvReference[];
  capabilities: { multi_turn: boolean; calls: boolean; usage: boolean; attachments: boolean };
  hookEnv: Record<string, string>;
  concurrency: number;
}

/** Reads the optional parts of a checked profile file into one shape. */
export function toProfile(file: ProfileFile): Profile {
  const hooks: Partial<Record<HookPhase, Hook>> = {};
  for (const phase of hookPhases) {
    const entry = file.hooks[phase];
    if (entry === null || entry === undefined) continue;
    hooks[phase] =
      typeof entry === 'string'
        ? { phase, script: entry }
        : {
            phase,
            script: entry.script,
            ...(typeof entry.timeout_seconds === 'number' && { timeoutSeconds: entry.timeout_seconds }),
            ...(typeof entry.delay_seconds === 'number' && { delaySeconds: entry.delay_seconds }),
          };
  }
  const declared = file.capabilities ?? {};
  return {
    id: file.id,
    name: file.name ?? file.id,
    hooks,
    env: file.env ?? [],
    capabilities: {
      multi_turn: declared.multi_turn === true,
      calls: declared.calls === true,
      usage: declared.usage === true,
      attachments: declared.attachments === true,
    },
    hookEnv: Object.fromEntries(Object.entries(file.hook_env ?? {}).map(([name, value]) => [name, String(value)])),
    concurrency: file.concurrency ?? 1,
  };
}
