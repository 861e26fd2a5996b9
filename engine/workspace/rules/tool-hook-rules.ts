import { UserSettingsFile } from '../../../schemas/permission';
import type { Problem } from '../../../schemas/problem';
import { ToolHookList } from '../../../schemas/tool-hook';
import { checkShape } from '../check-shape';
import { RookHome } from '../home';
import { nearestName } from '../nearest-name';
import { asRecord } from '../plain-value';
import { readCommand } from '../tool-hook-command';
import { parseYaml } from '../yaml-document';
import type { Derivation } from './file-view';
import type { RuleContext } from './rule-context';

const extraPrograms: Derivation<string[]> = {
  of: (text, path) => UserSettingsFile.safeParse(parseYaml(text, path).value).data?.tool_hooks?.extra_programs ?? [],
};

const placeholders = ['tool', 'event', 'path'];

/** What is wrong with a list of tool hooks (behaviour §9): its shape, and commands that would be refused. */
export function toolHookProblems(value: unknown, { files, env }: RuleContext): Problem[] {
  const shape = checkShape(ToolHookList, value, [], 'the list').problems;
  const extra = files.derive(RookHome.of(env).path('settings.json'), extraPrograms) ?? [];
  const owner = Array.isArray(value) ? [] : ['hooks'];
  const hooks: unknown = Array.isArray(value) ? value : asRecord(value)?.hooks;
  const commands = (Array.isArray(hooks) ? hooks : []).flatMap((item: unknown, index): Problem[] => {
    const hook = asRecord(item);
    const path = [...owner, index];
    const { command, event } = hook ?? {};
    if (typeof command !== 'string' || command === '') return [];
    return [
      ...commandProblems(command, [...path, 'command'], extra),
      ...(event === 'stop'
        ? [
            {
              code: 'stop-hook',
              severity: 'information' as const,
              message: 'stop hooks are kept and never run',
              remedy: 'Use pre-tool or post-tool, or remove it.',
              path: [...path, 'event'],
            },
          ]
        : []),
    ];
  });
  return [...shape, ...commands];
}

function commandProblems(command: string, path: Problem['path'], extra: readonly string[]): Problem[] {
  const read = readCommand(command, extra);
  if (!read.ok) {
    const { message, remedy } = read.error;
    return [{ code: 'tool-hook-command', severity: 'error', message, ...(remedy && { remedy }), path }];
  }
  return [...command.matchAll(/\{(\w+)\}/g)].flatMap(([written, name = '']): Problem[] => {
    if (placeholders.includes(name)) return [];
    const near = nearestName(name, placeholders);
    return [
      {
        code: 'tool-hook-placeholder',
        severity: 'warning',
        message: `${written} is not replaced: the program gets it as it is`,
        remedy: near ? `Did you mean {${near}}?` : 'Replaced are {tool}, {event} and {path}.',
        path,
      },
    ];
  });
}
