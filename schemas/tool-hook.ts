import * as z from 'zod';

/** When a tool hook runs; `stop` hooks are stored and never run (behaviour §9). */
export const toolHookEvents = ['pre-tool', 'post-tool', 'stop'] as const;
export const ToolHookEvent = z.enum(toolHookEvents);
export type ToolHookEvent = z.infer<typeof ToolHookEvent>;

/** A command of the user's that runs around the tool calls of a model. */
export const ToolHook = z.object({ event: ToolHookEvent, command: z.string().min(1) });
export type ToolHook = z.infer<typeof ToolHook>;

/** A list of tool hooks as tools write it: the list itself, or an object that holds it (behaviour §14). */
export const ToolHookList = z.union([z.array(ToolHook), z.strictObject({ hooks: z.array(ToolHook) })]);
export type ToolHookList = z.infer<typeof ToolHookList>;

/** `tool-hooks.json` in the global home: the hooks of each workspace, by its absolute path. */
export const ToolHooksFile = z.looseObject({
  version: z.literal(1),
  workspaces: z.record(z.string(), z.array(ToolHook)),
});
export type ToolHooksFile = z.infer<typeof ToolHooksFile>;
