import { type Binding, initOf } from './bindings';
import { isChanged } from './changed-bindings';
import type { Script } from './script';
import { bare, cooked, keyOf, kid, kids, plainTemplate, type ScriptNode, slots, textOf } from './script-node';

/**
 * What an expression stands for, as a dotted path from a global or a module: `process.argv.2`, `child_process.spawn`,
 * `axios.post`, `fs.promises.readFile`, `child_process.spawn()` for what a call returns, `./lib.mjs.run`. Names, aliases,
 * destructuring, `require` and imports lead to the same path; `node:` is left out. Undefined when it cannot be told.
 */
export function meaningOf(script: Script, node: ScriptNode | undefined): string | undefined {
  const expression = bare(node);
  if (!expression) return undefined;
  if (script.meanings.has(expression)) return script.meanings.get(expression);
  script.meanings.set(expression, undefined); // a name that is made of itself has no meaning
  const meaning = find(script, expression);
  script.meanings.set(expression, meaning);
  return meaning;
}

function find(script: Script, node: ScriptNode): string | undefined {
  switch (node.type) {
    case 'Identifier': {
      const binding = script.bindings.get(node);
      return binding ? ofBinding(script, binding) : tidy(textOf(node, 'name'));
    }
    case 'MemberExpression': {
      const base = meaningOf(script, kid(node, 'object'));
      const key = keyOf(node) ?? constantKey(script, node);
      if (base !== undefined && isLastArgument(script, node, base)) return 'process.argv.2';
      return base === undefined || key === undefined ? undefined : member(base, key);
    }
    case 'AwaitExpression':
      return meaningOf(script, kid(node, 'argument'));
    case 'ImportExpression': {
      const source = constantText(script, kid(node, 'source'));
      return source === undefined ? undefined : moduleName(source);
    }
    case 'NewExpression':
    case 'CallExpression':
      return ofCall(script, node);
    case 'AssignmentExpression':
      return textOf(node, 'operator') === '=' ? meaningOf(script, kid(node, 'right')) : undefined;
    default:
      return undefined;
  }
}

function constantKey(script: Script, node: ScriptNode): string | undefined {
  const property = node.computed === true ? kid(node, 'property') : undefined;
  const value = property && constantOf(script, property)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Rook passes one argument only: the last one is the phase. */
function isLastArgument(script: Script, node: ScriptNode, base: string): boolean {
  const property = node.computed === true ? kid(node, 'property') : undefined;
  return (
    base === 'process.argv' &&
    property?.type === 'BinaryExpression' &&
    textOf(property, 'operator') === '-' &&
    meaningOf(script, kid(property, 'left')) === 'process.argv.length' &&
    kid(property, 'right')?.value === 1
  );
}

function ofCall(script: Script, node: ScriptNode): string | undefined {
  const callee = meaningOf(script, kid(node, 'callee'));
  if (callee === undefined) return undefined;
  const first = kids(node, 'arguments')[0];
  if (callee === 'require' || callee === 'module.createRequire()') {
    const source = constantText(script, first);
    return source === undefined ? undefined : moduleName(source);
  }
  if (callee === 'util.promisify') return meaningOf(script, first);
  const [, list, method] = /^(process\.argv(?:\.slice\(\d+\))?)\.(slice|at|shift|pop)$/.exec(callee) ?? [];
  if (list !== undefined && method !== undefined) {
    const value = first ? constantOf(script, first)?.value : 0;
    if (method === 'pop' || (method === 'at' && value === -1)) return 'process.argv.2';
    if (method === 'shift') return list === 'process.argv' ? undefined : member(list, '0');
    if (typeof value !== 'number' || value < 0) return undefined;
    return method === 'at' ? member(list, String(value)) : `process.argv.slice(${offsetOf(list) + value})`;
  }
  return `${callee}()`;
}

/** From which argument a list of arguments starts. */
function offsetOf(list: string): number {
  return Number(/slice\((\d+)\)$/.exec(list)?.[1] ?? 0);
}

function member(base: string, key: string): string {
  const sliced = /^process\.argv\.slice\(\d+\)$/.test(base) && /^\d+$/.test(key);
  return tidy(sliced ? `process.argv.${offsetOf(base) + Number(key)}` : `${base}.${key}`);
}

/** One path for what has several: `globalThis.process`, the default export of a module of Node.js. */
function tidy(path: string): string {
  return path
    .replace(/^(?:globalThis|global)\.(?=.)/, '')
    .replace(/^(\.{0,2}[^.]+)\.default(?=\.|$)/, '$1')
    .replace(/^fs\/promises(?=\.|$)/, 'fs.promises');
}

function moduleName(source: string): string {
  return tidy(source.replace(/^node:/, ''));
}

function ofBinding(script: Script, binding: Binding): string | undefined {
  if (binding.kind === 'import') {
    const source = kid(binding.parent, 'source')?.value;
    if (typeof source !== 'string') return undefined;
    const name = moduleName(source);
    if (binding.declaration.type !== 'ImportSpecifier') return name;
    const imported = kid(binding.declaration, 'imported');
    const key = textOf(imported, 'name') || textOf(imported, 'value');
    return key === 'default' ? name : member(name, key);
  }
  if (binding.kind !== 'variable' || !binding.settled) return undefined;
  const pattern = kid(binding.declaration, 'id');
  const init = kid(binding.declaration, 'init');
  if (!pattern || !init) return undefined;
  const base = meaningOf(script, init);
  return base === undefined ? undefined : withinPattern(script, pattern, binding.identifier, base);
}

/** What a name in a pattern stands for, when the whole pattern takes apart `base`. */
function withinPattern(script: Script, pattern: ScriptNode, name: ScriptNode, base: string): string | undefined {
  if (pattern === name) return base;
  switch (pattern.type) {
    case 'AssignmentPattern': {
      const left = kid(pattern, 'left');
      return left && withinPattern(script, left, name, base);
    }
    case 'ObjectPattern':
      for (const property of kids(pattern, 'properties')) {
        const value = kid(property, 'value');
        const key = keyOf(property);
        if (!value || key === undefined || value.end < name.start || value.start > name.start) continue;
        return withinPattern(script, value, name, member(base, key));
      }
      return undefined;
    case 'ArrayPattern':
      for (const [index, element] of slots(pattern, 'elements').entries()) {
        if (!element || element.end < name.start || element.start > name.start) continue;
        if (element.type !== 'RestElement') return withinPattern(script, element, name, member(base, String(index)));
        const list = /^process\.argv(\.slice\(\d+\))?$/.test(base);
        return list ? `process.argv.slice(${offsetOf(base) + index})` : undefined;
      }
      return undefined;
    default:
      return undefined;
  }
}

/** The value of an expression that is always the same: a literal, a name of one, a member of an enum, a sum of texts. */
export function constantOf(
  script: Script,
  node: ScriptNode | undefined,
  depth = 0,
): { value: string | number | boolean | null } | undefined {
  const expression = bare(node);
  if (!expression || depth > 12) return undefined;
  switch (expression.type) {
    case 'Literal': {
      const { value } = expression;
      const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return plain || (value === null && expression.raw === 'null') ? { value } : undefined;
    }
    case 'TemplateLiteral': {
      if (kids(expression, 'expressions').length === 0) {
        const value = plainTemplate(expression);
        return value === undefined ? undefined : { value };
      }
      const parts = kids(expression, 'expressions').map((part) => constantOf(script, part, depth + 1));
      if (parts.some((part) => part === undefined)) return undefined;
      return {
        value: kids(expression, 'quasis')
          .map((quasi, at) => `${cooked(quasi) ?? ''}${parts[at]?.value ?? ''}`)
          .join(''),
      };
    }
    case 'UnaryExpression': {
      const inner = constantOf(script, kid(expression, 'argument'), depth + 1);
      return textOf(expression, 'operator') === '-' && typeof inner?.value === 'number'
        ? { value: -inner.value }
        : undefined;
    }
    case 'BinaryExpression': {
      if (textOf(expression, 'operator') !== '+') return undefined;
      const left = constantOf(script, kid(expression, 'left'), depth + 1);
      const right = left && constantOf(script, kid(expression, 'right'), depth + 1);
      return typeof left?.value === 'string' && right ? { value: `${left.value}${right.value}` } : undefined;
    }
    case 'Identifier': {
      const binding = script.bindings.get(expression);
      const init = binding && initOf(binding);
      return init && constantOf(script, init, depth + 1);
    }
    case 'MemberExpression': {
      const member = constantMember(script, expression);
      return member && constantOf(script, member, depth + 1);
    }
    default:
      return undefined;
  }
}

/** The expression behind `NAMES.open`, of an object or an enum that is written down and never changed. */
function constantMember(script: Script, node: ScriptNode): ScriptNode | undefined {
  const object = bare(kid(node, 'object'));
  const key = keyOf(node);
  if (object?.type !== 'Identifier' || key === undefined) return undefined;
  const binding = script.bindings.get(object);
  if (!binding || !initOf(binding)) return script.enums.get(textOf(object, 'name'))?.get(key);
  const literal = frozen(script, initOf(binding));
  if (literal?.type !== 'ObjectExpression' || isChanged(script, binding)) return undefined;
  return kid(
    kids(literal, 'properties').findLast((one) => one.type === 'Property' && keyOf(one) === key),
    'value',
  );
}

/** The literal within `Object.freeze({…})`. */
export function frozen(script: Script, node: ScriptNode | undefined): ScriptNode | undefined {
  const expression = bare(node);
  return expression?.type === 'CallExpression' && meaningOf(script, kid(expression, 'callee')) === 'Object.freeze'
    ? bare(kids(expression, 'arguments')[0])
    : expression;
}

export function constantText(script: Script, node: ScriptNode | undefined): string | undefined {
  const value = constantOf(script, node)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Whether a name stands for all that it has: handed on, not asked for one member. */
export function isWhole(script: Script, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  return parent?.type !== 'MemberExpression' && parent?.type !== 'VariableDeclarator';
}
