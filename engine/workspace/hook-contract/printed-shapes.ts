import { type Binding, initOf } from './bindings';
import { isChanged } from './changed-bindings';
import { localFunctions } from './local-functions';
import { meaningOf } from './meaning';
import { callsOf, lookedUp } from './phase-value';
import type { Script } from './script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode, slots, textOf } from './script-node';
import type { Trace, TracedWrite } from './trace-record';

/** An object literal that ends up printed. */
export interface PrintedShape {
  literal: ScriptNode;
  fields: ReadonlyMap<string, ScriptNode>;
  /** Whether it may have further fields: a spread, a computed name, an assignment later. */
  open: boolean;
  /** Whether something may change its fields after it was made. */
  touched: boolean;
  write: TracedWrite;
}

export interface PrintedShapes {
  shapes: PrintedShape[];
  /** Whether these are all that is printed. */
  complete: boolean;
}

interface Found {
  shapes: Omit<PrintedShape, 'write'>[];
  complete: boolean;
}

const unknown: Found = { shapes: [], complete: false };
const nothing: Found = { shapes: [], complete: true };
const deepest = 16;

/** The objects that a script prints as JSON in a phase, as far as they are written down in it. */
export function printedShapes(script: Script, trace: Trace): PrintedShapes {
  const found = trace.writes
    .filter(({ kind }) => kind !== 'nothing')
    .map((write) => ({ write, ...(write.kind === 'json' ? shapesOf(script, trace, write.value, 0) : unknown) }));
  return {
    shapes: found.flatMap(({ write, shapes }) => shapes.map((shape) => ({ ...shape, write }))),
    complete: found.every(({ complete }) => complete),
  };
}

function shapesOf(script: Script, trace: Trace, node: ScriptNode | undefined, depth: number): Found {
  const expression = bare(node);
  if (!expression || depth > deepest) return unknown;
  if (isNothing(script, expression)) return nothing;
  switch (expression.type) {
    case 'ObjectExpression':
      return { shapes: [shapeOf(expression)], complete: true };
    case 'AwaitExpression':
      return shapesOf(script, trace, kid(expression, 'argument'), depth + 1);
    case 'ConditionalExpression':
      return union(
        [kid(expression, 'consequent'), kid(expression, 'alternate')]
          .filter((branch) => branch && trace.live.has(branch))
          .map((branch) => shapesOf(script, trace, branch, depth + 1)),
      );
    case 'Identifier':
      return ofName(script, trace, expression, depth);
    case 'CallExpression':
      return ofCall(script, trace, expression, depth);
    default:
      return unknown;
  }
}

function shapeOf(literal: ScriptNode): Omit<PrintedShape, 'write'> {
  const properties = kids(literal, 'properties');
  const fields = properties.flatMap((property): [string, ScriptNode][] => {
    const key = property.type === 'Property' ? keyOf(property) : undefined;
    const value = kid(property, 'value');
    return key !== undefined && value ? [[key, value]] : [];
  });
  return { literal, fields: new Map(fields), open: fields.length < properties.length, touched: false };
}

function union(all: readonly Found[]): Found {
  return { shapes: all.flatMap(({ shapes }) => shapes), complete: all.every(({ complete }) => complete) };
}

function opened({ shapes, complete }: Found): Found {
  return { shapes: shapes.map((shape) => ({ ...shape, open: true, touched: true })), complete };
}

function ofName(script: Script, trace: Trace, node: ScriptNode, depth: number): Found {
  const binding = script.bindings.get(node);
  if (!binding) return unknown;
  if (binding.kind === 'parameter') return ofParameter(script, trace, binding, depth);
  if (binding.kind !== 'variable') return unknown;
  const written = binding.assignments.filter(({ at }) => trace.live.has(at) || isWithinLive(script, trace, at));
  if (written.some(({ value }) => value === undefined)) return unknown;
  if (binding.settled && !initOf(binding)) return unknown; // a part of something
  const found = union(written.map(({ value }) => shapesOf(script, trace, value, depth + 1)));
  const isOpen = isChanged(script, binding) || isHandedOn(script, binding) || isSorted(script, binding, found);
  return isOpen ? opened(found) : found;
}

/** Of several shapes that a name may have only some get further, when a condition asks what it is: `if (result.error) …`. */
function isSorted(script: Script, { reads }: Binding, { shapes }: Found): boolean {
  return shapes.length > 1 && reads.some((read) => isAsked(script, read));
}

function sorted(script: Script, binding: Binding, found: Found): Found {
  return isSorted(script, binding, found) ? opened(found) : found;
}

function isAsked(script: Script, read: ScriptNode): boolean {
  let node = read;
  let parent = script.parents.get(node);
  while (
    parent &&
    (looking.has(parent.type) || parent.type === 'MemberExpression' || parent.type === 'ChainExpression')
  ) {
    if (kid(parent, 'test') === node) return true;
    if (parent.type === 'LogicalExpression' && kid(parent, 'left') === node) return true;
    node = parent;
    parent = script.parents.get(node);
  }
  return parent?.type === 'SwitchStatement' && kid(parent, 'discriminant') === node;
}

/** The target of an assignment is no expression that runs; what stands around it is. */
function isWithinLive(script: Script, trace: Trace, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  return parent !== undefined && trace.live.has(parent);
}

/** Parents that only look at the value of a member. */
const looking = new Set([
  'BinaryExpression',
  'ConditionalExpression',
  'ExpressionStatement',
  'IfStatement',
  'LogicalExpression',
  'TemplateLiteral',
  'UnaryExpression',
]);

/** Whether others get hold of what a name holds, or of a part of it, and may change it. */
function isHandedOn(script: Script, binding: Binding): boolean {
  return binding.reads.some((read) => {
    let node = read;
    let parent = script.parents.get(node);
    while (
      parent?.type === 'ChainExpression' ||
      (parent?.type === 'MemberExpression' && kid(parent, 'object') === node)
    ) {
      node = parent;
      parent = script.parents.get(node);
    }
    if (parent?.type === 'CallExpression' && kids(parent, 'arguments').includes(node))
      return !/^(JSON\.stringify|console\.\w+)$/.test(meaningOf(script, kid(parent, 'callee')) ?? '');
    // result.calls.push(…), const part = result.usage
    if (node !== read) return !looking.has(parent?.type ?? '');
    return (
      parent?.type === 'NewExpression' || parent?.type === 'VariableDeclarator' || parent?.type === 'ArrayExpression'
    );
  });
}

/** What a function is called with, or what the promise before `.then` brings. */
function ofParameter(script: Script, trace: Trace, binding: Binding, depth: number): Found {
  const owner = binding.declaration;
  const index = slots(owner, 'params').indexOf(binding.identifier);
  if (index < 0 || isChanged(script, binding)) return unknown;
  const around = script.parents.get(owner);
  const callee = around?.type === 'CallExpression' ? bare(kid(around, 'callee')) : undefined;
  if (callee?.type === 'MemberExpression' && keyOf(callee) === 'then' && kids(around, 'arguments')[0] === owner)
    return sorted(script, binding, shapesOf(script, trace, kid(callee, 'object'), depth + 1));
  const calls = callsOf(script, owner)?.filter((call) => trace.live.has(call));
  if (!calls || calls.length === 0) return unknown;
  const found = union(calls.map((call) => shapesOf(script, trace, kids(call, 'arguments')[index], depth + 1)));
  return sorted(script, binding, found);
}

function ofCall(script: Script, trace: Trace, call: ScriptNode, depth: number): Found {
  const callee = bare(kid(call, 'callee'));
  if (lookedUp(script, callee, trace.phase) === 'missing') return nothing;
  const { functions, sure } = localFunctions(script, callee, trace.phase);
  if (functions.length > 0) {
    const found = union(functions.map((one) => returned(script, trace, one, depth)));
    return sure ? found : { ...opened(found), complete: false };
  }
  if (callee?.type !== 'MemberExpression') return unknown;
  const object = kid(callee, 'object');
  const handed = localFunctions(script, kids(call, 'arguments')[0], trace.phase).functions;
  switch (keyOf(callee)) {
    case 'then':
      return handed.length === 0 ? unknown : union(handed.map((one) => returned(script, trace, one, depth)));
    case 'catch':
      return union([
        shapesOf(script, trace, object, depth + 1),
        ...handed.map((one) => returned(script, trace, one, depth)),
      ]);
    case 'finally':
      return shapesOf(script, trace, object, depth + 1);
    default:
      return unknown;
  }
}

/** What a function returns, on the paths that may run. */
function returned(script: Script, trace: Trace, one: ScriptNode, depth: number): Found {
  if (!isFunction(one) || one.generator === true || depth > deepest) return unknown;
  const body = kid(one, 'body');
  if (body && body.type !== 'BlockStatement') return shapesOf(script, trace, body, depth + 1);
  const returns = script.returnsOf(one).filter((node) => trace.live.has(node));
  return union(
    returns.map((node) => {
      const argument = kid(node, 'argument');
      return argument ? shapesOf(script, trace, argument, depth + 1) : nothing;
    }),
  );
}

function isNothing(script: Script, node: ScriptNode): boolean {
  const expression = bare(node);
  const isNull = expression.type === 'Literal' && expression.value === null && expression.raw === 'null';
  return isNull || meaningOf(script, expression) === 'undefined' || textOf(expression, 'operator') === 'void';
}
