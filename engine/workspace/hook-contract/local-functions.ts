import { initOf } from './bindings';
import { meaningOf } from './meaning';
import { tableOf } from './phase-table';
import { lookedUp, lookupOf } from './phase-value';
import { functionAround, type Script } from './script';
import { bare, isFunction, keyOf, kid, type ScriptNode } from './script-node';
import { stdoutWrite } from './stdout-writes';

/** The functions of the script that an expression may stand for, and whether it surely stands for the only one. */
export interface LocalFunctions {
  functions: ScriptNode[];
  sure: boolean;
}

const none: LocalFunctions = { functions: [], sure: false };

/** Which functions of the script a callee or an argument may be, in a phase: by name, in a table, as a method. */
export function localFunctions(script: Script, node: ScriptNode | undefined, phase: string, depth = 0): LocalFunctions {
  const expression = bare(node);
  if (!expression || depth > 8) return none;
  if (isFunction(expression)) return { functions: [expression], sure: true };
  if (expression.type === 'Identifier') {
    const binding = script.bindings.get(expression);
    if (binding?.kind === 'function') return { functions: [binding.declaration], sure: true };
    const init = binding && initOf(binding);
    return init ? localFunctions(script, init, phase, depth + 1) : none;
  }
  const found = lookedUp(script, expression, phase);
  if (found !== undefined) return found === 'missing' ? none : localFunctions(script, found, phase, depth + 1);
  if (expression.type === 'LogicalExpression') {
    const parts = [kid(expression, 'left'), kid(expression, 'right')].map((part) =>
      localFunctions(script, part, phase, depth + 1),
    );
    return { functions: parts.flatMap(({ functions }) => functions), sure: false };
  }
  if (expression.type !== 'MemberExpression') return none;
  const key = lookupOf(script, expression) ? phase : keyOf(expression);
  if (key === undefined) return none;
  if (key === 'call' || key === 'apply') {
    const called = localFunctions(script, kid(expression, 'object'), phase, depth + 1);
    if (called.functions.length > 0) return called;
  }
  const entry = tableOf(script, kid(expression, 'object'))?.entries.get(key);
  if (entry) return localFunctions(script, entry, phase, depth + 1);
  if (meaningOf(script, expression) !== undefined) return none; // of a module, or a global
  const methods = script.methods.get(key) ?? [];
  return {
    functions: [...methods],
    sure: methods.length === 1 && bare(kid(expression, 'object'))?.type === 'ThisExpression',
  };
}

/** The functions in which something may be written to standard output, themselves or in what they call. */
export function writingFunctions(script: Script): ReadonlySet<ScriptNode> {
  const callers = new Map<ScriptNode, Set<ScriptNode>>();
  const add = (callee: ScriptNode, caller: ScriptNode): void => {
    const set = callers.get(callee);
    if (set) set.add(caller);
    else callers.set(callee, new Set([caller]));
  };
  for (const type of ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
    for (const inner of script.ofType(type)) add(inner, functionAround(script, inner));
  for (const name of script.ofType('Identifier'))
    for (const callee of localFunctions(script, name, '').functions) add(callee, functionAround(script, name));
  for (const member of script.ofType('MemberExpression'))
    for (const callee of script.methods.get(keyOf(member) ?? '') ?? []) add(callee, functionAround(script, member));
  const writing = new Set<ScriptNode>();
  const waiting = script
    .ofType('CallExpression')
    .filter((call) => stdoutWrite(script, call) !== undefined)
    .map((call) => functionAround(script, call));
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (writing.has(one)) continue;
    writing.add(one);
    waiting.push(...(callers.get(one) ?? []));
  }
  return writing;
}
