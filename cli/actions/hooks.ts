import { resolve } from 'node:path';
import { readHookFile, ToolHookRegistry } from '../../engine/tools/tool-hooks/registry';
import { RookHome } from '../../engine/workspace/home';
import { nearestName } from '../../engine/workspace/nearest-name';
import { joinCommand } from '../../engine/workspace/tool-hook-command';
import { ok, type Result, refuse } from '../../schemas/result';
import { type ToolHook, toolHookEvents } from '../../schemas/tool-hook';
import type { Answer, GlobalFlags } from '../answer';
import { locateWorkspace } from '../locate';
import { columns } from '../terminal/columns';
import { visibleInOneLine } from '../terminal/visible-text';

/** `rook hooks list`. */
export async function listHooks(globals: GlobalFlags): Promise<Result<Answer>> {
  const registry = await registryOf(globals);
  if (!registry.ok) return registry;
  const hooks = await registry.value.list();
  if (!hooks.ok) return hooks;
  return ok({
    document: { hooks: hooks.value.map(numbered) },
    text: () =>
      hooks.value.length === 0
        ? 'There are no tool hooks in this workspace. Add one with rook hooks add.\n'
        : columns(
            hooks.value.map((hook, index) => [
              `#${index + 1}`,
              hook.event,
              visibleInOneLine(hook.command) + (hook.event === 'stop' ? '  (stored, never run)' : ''),
            ]),
            { indent: '' },
          ),
  });
}

/** `rook hooks add <event> <command…>`, or `--from <file>`. */
export async function addHook(
  event: string | undefined,
  words: string[],
  from: string | undefined,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const hooks = await hooksToAdd(event, words, from);
  if (!hooks.ok) return hooks;
  const registry = await registryOf(globals);
  if (!registry.ok) return registry;
  const all = await registry.value.add(hooks.value);
  if (!all.ok) return all;
  const first = all.value.length - hooks.value.length;
  const added = all.value.map(numbered).slice(first);
  return ok({
    document: { ok: true, added },
    text: () =>
      added.map((hook) => `Added #${hook.number}: ${hook.event} ${visibleInOneLine(hook.command)}\n`).join('') ||
      'The list is empty: nothing was added.\n',
  });
}

/** `rook hooks remove <number>`. */
export async function removeHook(text: string, globals: GlobalFlags): Promise<Result<Answer>> {
  const number = /^#?\d+$/.test(text) ? Number(text.replace('#', '')) : Number.NaN;
  if (!(number >= 1)) return refuse(`${JSON.stringify(text)} is no number of a hook`, 'See rook hooks list.');
  const registry = await registryOf(globals);
  if (!registry.ok) return registry;
  const removed = await registry.value.remove(number);
  if (!removed.ok) return removed;
  return ok({
    document: { ok: true, removed: { number, ...removed.value } },
    text: () => `Removed #${number}: ${removed.value.event} ${visibleInOneLine(removed.value.command)}\n`,
  });
}

async function hooksToAdd(
  event: string | undefined,
  words: string[],
  from: string | undefined,
): Promise<Result<ToolHook[]>> {
  if (from !== undefined) {
    if (event !== undefined) return refuse('--from and a hook of its own are given', 'Leave one of them out.');
    return readHookFile(resolve(from));
  }
  const form = 'rook hooks add <event> <command…>, for example rook hooks add pre-tool node hooks/check.mjs {tool}';
  if (event === undefined) return refuse('no event is given', form);
  const known = toolHookEvents.find((one) => one === event);
  if (!known) {
    const near = nearestName(event, toolHookEvents);
    return refuse(
      `there is no event ${event}${near ? `; did you mean ${near}?` : ''}`,
      `Events are ${toolHookEvents.join(', ')}.`,
    );
  }
  if (words.length === 0) return refuse('no command is given', form);
  const unclear = words.length > 1 && words.find((word) => word.includes('"') && word.includes("'"));
  if (unclear)
    return refuse(`${unclear} holds both kinds of quotation marks`, 'Put it into a script, and name the script.');
  // One word is a whole command, quoted for the shell; several are its parts.
  const [only] = words;
  return ok([{ event: known, command: words.length === 1 && only !== undefined ? only : joinCommand(words) }]);
}

async function registryOf(globals: GlobalFlags): Promise<Result<ToolHookRegistry>> {
  const workspace = await locateWorkspace(globals);
  return workspace.ok ? ok(new ToolHookRegistry(RookHome.of(process.env), workspace.value.root)) : workspace;
}

function numbered(hook: ToolHook, index: number) {
  return { number: index + 1, ...hook, runs: hook.event !== 'stop' };
}
