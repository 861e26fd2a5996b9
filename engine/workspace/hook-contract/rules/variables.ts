import { nearestName } from '../../nearest-name';
import type { HookFacts, HookFinding } from '../finding';
import { rookVariables } from '../rook-variables';
import type { ScriptView } from '../script-view';

const goals = /^ROOK_(GOAL|PROMPT|INPUT|MESSAGE|QUESTION|QUERY|TASK)$/;

/** ROOK_* variables that no hook gets (behaviour §3): Rook removes those of the user's environment unless they are declared. */
export function unknownVariables({ context }: ScriptView, facts: Pick<HookFacts, 'rookVariables'>): HookFinding[] {
  return facts.rookVariables.flatMap(({ name, range }): HookFinding[] => {
    if (Object.hasOwn(rookVariables, name) || context.declared?.includes(name)) return [];
    const near = nearestName(name, Object.keys(rookVariables));
    const remedy = goals.test(name)
      ? 'The goal comes on standard input of execute.'
      : near === undefined
        ? `These are there: ${Object.keys(rookVariables).join(', ')}. A variable of your own is named under env in the profile.`
        : `Write ${near}, or name ${name} under env in the profile if it is a variable of your own.`;
    const message = `Rook sets no variable ${name}: it has no value here`;
    return [{ code: 'hook-variable-unknown', severity: 'warning', message, remedy, range }];
  });
}
