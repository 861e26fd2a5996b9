import type { HookFinding } from '../finding';
import { constantOf, meaningOf } from '../meaning';
import type { Script } from '../script';
import { bare, keyOf, kid, kids, type ScriptNode, slots } from '../script-node';
import { finding, printingPhases, type ScriptView } from '../script-view';

const remedy =
  "Read what it prints, or send it to standard error: stdio: ['ignore', 2, 2] (with 'pipe' first when it gets something to read).";

/**
 * Programs that write to the hook's own standard output where the hook prints its result, too (behaviour §3: nothing but white
 * space around it). A script that leaves the result to the program prints none itself, and is right.
 */
export function sharedOutput(view: ScriptView): HookFinding[] {
  if (view.redirected) return [];
  const found = new Map<ScriptNode, HookFinding>();
  for (const phase of printingPhases(view)) {
    const { live, writes, gaveUp } = view.trace(phase);
    // Only a result that comes in any case is there beside what the program prints.
    if (gaveUp || !writes.some(({ kind, sure }) => kind === 'json' && sure)) continue;
    for (const [call, sure] of live) {
      if (call.type !== 'CallExpression' || !sharesOutput(view.script, call)) continue;
      const message = `what this program prints ${sure ? 'gets' : 'may get'} onto the standard output of the hook, which is for its one JSON object: the hook fails`;
      found.set(call, finding('hook-child-output', 'warning', kid(call, 'callee') ?? call, message, remedy));
    }
  }
  return [...found.values()];
}

/** Whether a program is surely started with this process's own standard output. `exec` and `execFile` always read theirs. */
function sharesOutput(script: Script, call: ScriptNode): boolean {
  const called = meaningOf(script, kid(call, 'callee')) ?? '';
  if (!/^child_process\.(spawn|spawnSync|execSync|execFileSync|fork)$/.test(called)) return false;
  const options = bare(kids(call, 'arguments').slice(1).at(-1));
  if (options?.type !== 'ObjectExpression') return false;
  const properties = kids(options, 'properties');
  const index = properties.findLastIndex((one) => one.type === 'Property' && keyOf(one) === 'stdio');
  // What is spread after it may say otherwise.
  if (index < 0 || properties.slice(index).some(({ type }) => type === 'SpreadElement')) return false;
  const stdio = bare(kid(properties[index], 'value'));
  const output = stdio?.type === 'ArrayExpression' ? slots(stdio, 'elements')[1] : stdio;
  const value = constantOf(script, output)?.value;
  return (
    value === 'inherit' || value === 1 || /^process\.stdout(\.fd)?$/.test((output && meaningOf(script, output)) ?? '')
  );
}
