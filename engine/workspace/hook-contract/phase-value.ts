import { type Binding, initOf } from './bindings';
import { constantOf, constantText, frozen, meaningOf } from './meaning';
import { tableOf } from './phase-table';
import type { Script } from './script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode, slots, textOf } from './script-node';

/** Methods of a text that leave a phase name what it is. */
const sameText = new Set(['trim', 'toLowerCase', 'toString', 'valueOf', 'trimEnd', 'trimStart']);

/** Whether an expression is the phase that Rook has started the script for: its argument, or ROOK_HOOK. */
export function isPhase(script: Script, node: ScriptNode | undefined, depth = 0): boolean {
  const expression = bare(node);
  if (!expression || depth > 12) return false;
  const meaning = meaningOf(script, expression);
  if (meaning === 'process.argv.2' || meaning === 'process.env.ROOK_HOOK') return true;
  if (/^util\.parseArgs\(\)\.positionals\.0$/.test(meaning ?? '')) return true;
  switch (expression.type) {
    case 'Identifier': {
      const binding = script.bindings.get(expression);
      if (!binding) return false;
      if (binding.kind === 'parameter') return isPhaseParameter(script, binding, depth + 1);
      const init = initOf(binding);
      return init !== undefined && isPhase(script, init, depth + 1);
    }
    case 'LogicalExpression':
      // With a default for calls by hand.
      return textOf(expression, 'operator') !== '&&' && isPhase(script, kid(expression, 'left'), depth + 1);
    case 'CallExpression': {
      const callee = bare(kid(expression, 'callee'));
      if (meaningOf(script, callee) === 'String') return isPhase(script, kids(expression, 'arguments')[0], depth + 1);
      return (
        callee?.type === 'MemberExpression' &&
        sameText.has(keyOf(callee) ?? '') &&
        isPhase(script, kid(callee, 'object'), depth + 1)
      );
    }
    default:
      return false;
  }
}

/** Whether every call of a function hands it the phase in that place. */
function isPhaseParameter(script: Script, binding: Binding, depth: number): boolean {
  const owner = binding.declaration;
  if (!binding.settled && binding.assignments.some(({ initial }) => !initial)) return false;
  const index = slots(owner, 'params').findIndex(
    (parameter) => parameter === binding.identifier || kid(parameter, 'left') === binding.identifier,
  );
  if (index < 0) return false;
  const calls = callsOf(script, owner);
  return (
    calls !== undefined &&
    calls.length > 0 &&
    calls.every((call) => isPhase(script, kids(call, 'arguments')[index], depth))
  );
}

/** All calls of a function; undefined when it is also used otherwise, so that others may call it. */
export function callsOf(script: Script, owner: ScriptNode): ScriptNode[] | undefined {
  const parent = script.parents.get(owner);
  if (parent?.type === 'CallExpression' && kid(parent, 'callee') === owner) return [parent];
  const name =
    owner.type === 'FunctionDeclaration'
      ? kid(owner, 'id')
      : parent?.type === 'VariableDeclarator'
        ? kid(parent, 'id')
        : undefined;
  const binding = name && script.bindings.get(name);
  if (!binding?.settled) return undefined;
  const calls = binding.reads.map((read) => {
    const around = script.parents.get(read);
    return around?.type === 'CallExpression' && kid(around, 'callee') === read ? around : undefined;
  });
  return calls.some((call) => call === undefined) ? undefined : calls.filter((call) => call !== undefined);
}

/** A place where a script looks a phase up in a table: `handlers[phase]`, `handlers.get(phase)`. */
export function lookupOf(
  script: Script,
  node: ScriptNode | undefined,
): { table: ScriptNode; site: ScriptNode } | undefined {
  const expression = bare(node);
  const object = kid(expression, 'object');
  if (expression?.type === 'MemberExpression' && expression.computed === true && object)
    return isPhase(script, kid(expression, 'property')) ? { table: object, site: expression } : undefined;
  if (expression?.type === 'CallExpression') {
    const callee = bare(kid(expression, 'callee'));
    const map = kid(callee, 'object');
    const get = callee?.type === 'MemberExpression' && keyOf(callee) === 'get' && map;
    return get && isPhase(script, kids(expression, 'arguments')[0]) ? { table: map, site: expression } : undefined;
  }
  return undefined;
}

/** What a lookup finds for a phase: a value, `missing`, or undefined when it cannot be told. */
export function lookedUp(
  script: Script,
  node: ScriptNode | undefined,
  phase: string,
): ScriptNode | 'missing' | undefined {
  let expression = bare(node);
  for (let depth = 0; expression?.type === 'Identifier' && depth < 8; depth++) {
    const binding = script.bindings.get(expression);
    expression = binding && bare(initOf(binding));
  }
  const lookup = lookupOf(script, expression);
  const table = lookup && tableOf(script, lookup.table);
  if (!table) return undefined;
  return table.entries.get(phase) ?? (table.complete ? 'missing' : undefined);
}

/** Whether a condition holds in a phase; undefined when it depends on something else. */
export function holds(script: Script, node: ScriptNode | undefined, phase: string, depth = 0): boolean | undefined {
  const expression = bare(node);
  if (!expression || depth > 24) return undefined;
  switch (expression.type) {
    case 'UnaryExpression': {
      const inner = holds(script, kid(expression, 'argument'), phase, depth + 1);
      return textOf(expression, 'operator') === '!' && inner !== undefined ? !inner : undefined;
    }
    case 'LogicalExpression':
      return bothOrEither(script, expression, phase, depth);
    case 'BinaryExpression':
      return compared(script, expression, phase);
    case 'CallExpression':
      return isMember(script, expression, phase);
    case 'Literal':
      return typeof expression.value === 'boolean' ? expression.value : undefined;
    case 'Identifier': {
      if (isPhase(script, expression)) return true;
      const binding = script.bindings.get(expression);
      const init = binding && initOf(binding);
      return init ? holds(script, init, phase, depth + 1) : undefined;
    }
    default: {
      if (isPhase(script, expression)) return true;
      const found = lookedUp(script, expression, phase);
      return found === 'missing' ? false : found && isFunction(bare(found)) ? true : undefined;
    }
  }
}

function bothOrEither(script: Script, node: ScriptNode, phase: string, depth: number): boolean | undefined {
  if (isPhase(script, node)) return true;
  const left = holds(script, kid(node, 'left'), phase, depth + 1);
  const right = holds(script, kid(node, 'right'), phase, depth + 1);
  switch (textOf(node, 'operator')) {
    case '&&':
      return left === false || right === false ? false : left && right;
    case '||':
      return left || right ? true : left === false && right === false ? false : undefined;
    default:
      return undefined;
  }
}

function compared(script: Script, node: ScriptNode, phase: string): boolean | undefined {
  const [left, right] = [kid(node, 'left'), kid(node, 'right')];
  const operator = textOf(node, 'operator');
  if (operator === 'in' && isPhase(script, left)) return hasEntry(script, right, phase);
  const other = isPhase(script, left) ? right : isPhase(script, right) ? left : undefined;
  if (!other) return undefined;
  const constant =
    bare(other)?.type === 'Identifier' && meaningOf(script, other) === 'undefined'
      ? { value: null }
      : constantOf(script, other);
  if (!constant) return undefined;
  const same = constant.value === phase;
  return operator === '===' || operator === '==' ? same : operator === '!==' || operator === '!=' ? !same : undefined;
}

/** `handlers.hasOwnProperty(phase)`, `Object.hasOwn(handlers, phase)`, `['open', 'close'].includes(phase)`, `set.has(phase)`. */
function isMember(script: Script, call: ScriptNode, phase: string): boolean | undefined {
  const callee = bare(kid(call, 'callee'));
  const [first, second] = kids(call, 'arguments');
  const called = meaningOf(script, callee);
  if (called === 'Boolean') return holds(script, first, phase, 20);
  if (called === 'Object.hasOwn' || called === 'Object.prototype.hasOwnProperty.call')
    return isPhase(script, second) ? hasEntry(script, first, phase) : undefined;
  if (callee?.type !== 'MemberExpression' || !isPhase(script, first)) return undefined;
  const object = kid(callee, 'object');
  switch (keyOf(callee)) {
    case 'hasOwnProperty':
      return hasEntry(script, object, phase);
    case 'has':
      return hasEntry(script, object, phase) ?? isListed(script, object, phase);
    case 'includes':
      return isListed(script, object, phase);
    default:
      return undefined;
  }
}

function hasEntry(script: Script, object: ScriptNode | undefined, phase: string): boolean | undefined {
  const table = tableOf(script, object);
  return table?.entries.has(phase) ? true : table?.complete ? false : undefined;
}

function isListed(script: Script, object: ScriptNode | undefined, phase: string): boolean | undefined {
  const names = listedNames(script, object);
  return names && (names.includes(phase) ? true : names.includes(undefined) ? undefined : false);
}

/** The texts of a list or a set that is written down; undefined stand for elements that are not constant. */
export function listedNames(script: Script, object: ScriptNode | undefined): (string | undefined)[] | undefined {
  let list = frozen(script, object);
  for (let depth = 0; list?.type === 'Identifier' && depth < 8; depth++) {
    const binding = script.bindings.get(list);
    const grows = binding?.reads.some((read) => {
      const around = script.parents.get(read);
      return (
        around?.type === 'MemberExpression' &&
        ['push', 'add', 'delete', 'splice', 'unshift'].includes(keyOf(around) ?? '')
      );
    });
    list = binding && !grows ? frozen(script, initOf(binding)) : undefined;
  }
  if (list?.type === 'NewExpression' && meaningOf(script, kid(list, 'callee')) === 'Set')
    list = bare(kids(list, 'arguments')[0]);
  if (list?.type === 'CallExpression') {
    const table =
      meaningOf(script, kid(list, 'callee')) === 'Object.keys'
        ? tableOf(script, kids(list, 'arguments')[0])
        : undefined;
    return table && [...table.entries.keys(), ...(table.complete ? [] : [undefined])];
  }
  return list?.type === 'ArrayExpression'
    ? slots(list, 'elements').map((element) => constantText(script, element))
    : undefined;
}
