import { hookPhases, runPhases } from '../../../../schemas/phase';
import { misspeltName } from '../../nearest-name';
import type { HookFinding } from '../finding';
import { constantOf } from '../meaning';
import { isPhase } from '../phase-value';
import { bare, kid, kids, type ScriptNode, textOf } from '../script-node';
import { finding, type ScriptView } from '../script-view';

/**
 * Phases that the profile maps to the script and that it has nothing for (behaviour §3, seed 000 "Lifecycle"). Only where the
 * script is seen to tell phases apart, and what it does for the others is nothing or a failure.
 */
export function unhandledPhases(view: ScriptView): HookFinding[] {
  const { dispatch, context, script } = view;
  if (dispatch.kind !== 'known' || dispatch.others === 'works' || dispatch.handles.length === 0) return [];
  const missing = (context.phases ?? []).filter((phase) => !dispatch.handles.includes(phase));
  const site = [...dispatch.sites.values()].sort((a, b) => a.start - b.start)[0] ?? script.program;
  const has = dispatch.handles.join(', ');
  return missing.map((phase) => {
    const fails = dispatch.others === 'fails' || phase === 'execute';
    const then = fails
      ? dispatch.others === 'fails'
        ? 'it fails in that phase'
        : 'it prints nothing there, so the hook fails'
      : 'it does nothing in that phase, and counts as if it had';
    return finding(
      'hook-phase-unhandled',
      fails ? 'error' : 'warning',
      site,
      `the profile maps ${phase} to this script, which has something for ${has} only: ${then}`,
      `Handle ${phase} here, or take it out of the profile's hooks.`,
    );
  });
}

/** Names that a phase is compared with and that none has: `excute`. Other names are for calls by hand. */
export function unknownPhases({ script }: ScriptView): HookFinding[] {
  const compared: ScriptNode[] = [];
  for (const node of script.ofType('SwitchStatement'))
    if (isPhase(script, kid(node, 'discriminant')))
      for (const one of kids(node, 'cases')) for (const test of [kid(one, 'test')]) if (test) compared.push(test);
  for (const node of script.ofType('BinaryExpression')) {
    if (!/^[!=]==?$/.test(textOf(node, 'operator'))) continue;
    const [left, right] = [kid(node, 'left'), kid(node, 'right')];
    const other = isPhase(script, left) ? right : isPhase(script, right) ? left : undefined;
    if (other) compared.push(other);
  }
  return compared.flatMap((node) => {
    const name = constantOf(script, node)?.value;
    if (typeof name !== 'string' || (runPhases as readonly string[]).includes(name)) return [];
    const meant = misspeltName(name, hookPhases);
    if (meant === undefined) return [];
    const message = `no phase is called ${JSON.stringify(name)}: this never holds`;
    return [finding('hook-phase-unknown', 'warning', bare(node), message, `Write ${JSON.stringify(meant)}.`)];
  });
}
