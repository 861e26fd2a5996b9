import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserSettingsFile } from '../../../schemas/permission';
import { ok, type Result, refuse } from '../../../schemas/result';
import { type ToolHook, ToolHookList, ToolHooksFile } from '../../../schemas/tool-hook';
import { checkShape } from '../../workspace/check-shape';
import type { RookHome } from '../../workspace/home';
import { isMissing, messageOf } from '../../workspace/read-text';
import { readCommand } from '../../workspace/tool-hook-command';
import { userSettingsName } from '../permission/load-policy';

const fileName = 'tool-hooks.json';

/** Programs beyond the usual ones that the user's settings allow for hooks. */
export async function extraPrograms(home: RookHome): Promise<Result<string[]>> {
  const settings = await home.read(userSettingsName, UserSettingsFile);
  return settings.ok ? ok(settings.value?.tool_hooks?.extra_programs ?? []) : settings;
}

/**
 * The tool hooks of a workspace. A session of the command line is the workspace itself: they stay until they are removed,
 * in the global home, so that nothing in a repository can add one.
 */
export class ToolHookRegistry {
  constructor(
    private readonly home: RookHome,
    private readonly workspace: string,
  ) {}

  get file(): string {
    return this.home.path(fileName);
  }

  async list(): Promise<Result<ToolHook[]>> {
    const file = await this.home.read(fileName, ToolHooksFile);
    return file.ok ? ok(file.value?.workspaces[this.workspace] ?? []) : file;
  }

  /** Adds hooks at the end, all or none. @returns the whole list. */
  async add(hooks: readonly ToolHook[]): Promise<Result<ToolHook[]>> {
    const extra = await extraPrograms(this.home);
    if (!extra.ok) return extra;
    const checked = checkHooks(hooks, extra.value);
    if (!checked.ok) return checked;
    return this.change((present) => [...present, ...hooks]);
  }

  /** Removes one hook by its number, counted from 1. @returns the removed one. */
  async remove(number: number): Promise<Result<ToolHook>> {
    const listed = await this.list();
    if (!listed.ok) return listed;
    const removed = listed.value[number - 1];
    if (!removed) {
      const count = listed.value.length;
      return refuse(
        `there is no hook #${number}`,
        count === 0
          ? 'There are no hooks in this workspace.'
          : `Hooks are numbered from 1 to ${count}: rook hooks list.`,
      );
    }
    const changed = await this.change((present) => present.filter((_, index) => index !== number - 1));
    return changed.ok ? ok(removed) : changed;
  }

  private async change(next: (present: ToolHook[]) => ToolHook[]): Promise<Result<ToolHook[]>> {
    const file = await this.home.update(fileName, ToolHooksFile, (present) => ({
      ...present,
      version: 1 as const,
      workspaces: { ...present?.workspaces, [this.workspace]: next(present?.workspaces[this.workspace] ?? []) },
    }));
    return file.ok ? ok(file.value.workspaces[this.workspace] ?? []) : file;
  }
}

/** Refuses the first hook whose command may not run. */
export function checkHooks(hooks: readonly ToolHook[], extra: readonly string[]): Result<true> {
  for (const { event, command } of hooks) {
    const read = readCommand(command, extra);
    if (!read.ok)
      return refuse(`the ${event} hook ${JSON.stringify(command)}: ${read.error.message}`, read.error.remedy);
  }
  return ok(true);
}

/** Reads `[{event, command}]` or `{hooks: […]}`. @param source what the text is, for messages. */
export function readHookList(text: string, source: string): Result<ToolHook[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`${source} is not JSON: ${messageOf(error)}`, listForm);
  }
  const shape = checkShape(ToolHookList, value);
  const [problem] = shape.problems;
  if (problem || !shape.value) return refuse(`${source}: ${problem?.message ?? 'it cannot be read'}`, listForm);
  return ok(Array.isArray(shape.value) ? shape.value : shape.value.hooks);
}

/** The hooks of `--inputs`: a JSON document, or `@file` with one, such as `@.orkeon/hooks.json`. */
export async function readInputs(inputs: string, folder: string): Promise<Result<ToolHook[]>> {
  return inputs.startsWith('@') ? readHookFile(resolve(folder, inputs.slice(1))) : readHookList(inputs, '--inputs');
}

/** The hooks of a file. */
export async function readHookFile(file: string): Promise<Result<ToolHook[]>> {
  try {
    return readHookList(await readFile(file, 'utf8'), file);
  } catch (error) {
    return refuse(
      isMissing(error) ? `there is no file ${file}` : `${file} cannot be read: ${messageOf(error)}`,
      'Name a file that holds a list of tool hooks.',
    );
  }
}

const listForm = 'Write {"hooks":[{"event":"pre-tool","command":"node hooks/check.mjs {tool} {path}"}]}.';
