import { initOf } from './bindings';
import { type Flow, goesOn, inTurn } from './flow';
import { localFunctions } from './local-functions';
import { meaningOf } from './meaning';
import { tableOf } from './phase-table';
import { lookedUp, lookupOf } from './phase-value';
import { bare, below, isFunction, keyOf, kid, kids, type ScriptNode } from './script-node';
import type { Tracer } from './trace';
import type { Place } from './trace-record';

/** A declaration holds functions until they are called: `const open = async () => …`, `const hooks = {open() …}`. */
export function declarator(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const [id, init] = [kid(node, 'id'), kid(node, 'init')];
  if (id && id.type !== 'Identifier')
    tracer.all(
      below(id).filter(({ type }) => type !== 'Identifier'),
      place,
    );
  const value = bare(init);
  if (!init || !value) return goesOn;
  tracer.live.set(value, place.sure);
  const binding = id && tracer.script.bindings.get(id);
  if (!binding?.settled) return tracer.visit(init, place);
  if (isFunction(value)) return goesOn;
  const table = tableOf(tracer.script, value);
  if (table?.literal === value && value.type === 'ObjectExpression') return objectLiteral(tracer, value, place, true);
  if (table && table.literal !== value && value.type === 'CallExpression')
    return objectLiteral(tracer, table.literal, place, true);
  if (table?.literal === value && value.type === 'NewExpression') return goesOn;
  return tracer.visit(init, place);
}

/** @param held whether the functions in it wait until they are asked for. */
export function objectLiteral(tracer: Tracer, node: ScriptNode, place: Place, held: boolean): Flow {
  tracer.live.set(node, place.sure || tracer.live.get(node) === true);
  const parts = kids(node, 'properties').flatMap((property) => {
    const value = kid(property, 'value') ?? kid(property, 'argument');
    const key = property.computed === true ? kid(property, 'key') : undefined;
    const waits = held && localFunctions(tracer.script, value, tracer.phase).functions.length > 0;
    return waits ? [key] : [key, value];
  });
  return tracer.all(parts, place);
}

export function classBody(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const fields = kids(kid(node, 'body'), 'body').map((member) => {
    if (member.type === 'StaticBlock') return member;
    const value = member.type === 'PropertyDefinition' ? kid(member, 'value') : undefined;
    return isFunction(value) ? undefined : value;
  });
  return tracer.all([kid(node, 'superClass'), ...fields], place);
}

/** A function that is named but not called runs some time; a table that is handed on may be used as a whole. */
export function nameRead(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const binding = tracer.script.bindings.get(node);
  if (!binding) return goesOn;
  if (binding.kind === 'import') tracer.note(kid(binding.parent, 'source')?.value);
  for (const one of localFunctions(tracer.script, node, tracer.phase).functions) tracer.later(one, place);
  const init = initOf(binding);
  const table = init && tableOf(tracer.script, init);
  if (table && !isAskedOnly(tracer, node))
    for (const value of table.entries.values()) tracer.visit(value, tracer.callback(place));
  return goesOn;
}

/** Whether a table is only asked what it has. */
function isAskedOnly(tracer: Tracer, node: ScriptNode): boolean {
  const parent = tracer.script.parents.get(node);
  if (parent?.type === 'BinaryExpression') return true;
  const callee = parent?.type === 'CallExpression' ? bare(kid(parent, 'callee')) : undefined;
  const called = meaningOf(tracer.script, callee);
  // handler.call(hooks): what runs is the handler.
  if (callee?.type === 'MemberExpression' && /^(call|apply|bind)$/.test(keyOf(callee) ?? '')) return true;
  return (
    called !== undefined &&
    /^(Object\.(keys|hasOwn|freeze)|JSON\.stringify|Object\.prototype\.hasOwnProperty\.call)$/.test(called)
  );
}

/** @param called whether the functions behind it are entered by the call around it. */
export function memberRead(tracer: Tracer, node: ScriptNode, place: Place, called: boolean): Flow {
  const object = kid(node, 'object');
  const lookup = lookupOf(tracer.script, node);
  const table = tableOf(tracer.script, object);
  const key = lookup ? tracer.phase : keyOf(node);
  if (lookup && found(tracer, node)) tracer.taken.add(node);
  const literal = bare(object);
  let flow = goesOn;
  if (!table || (key === undefined && literal)) flow = tracer.all([object], place);
  else if (literal?.type === 'Identifier') tracer.live.set(literal, place.sure);
  else if (literal?.type === 'NewExpression') flow = tracer.visit(literal, place);
  if (node.computed === true) flow = inTurn(flow, tracer.all([kid(node, 'property')], place));
  const entry = key === undefined ? undefined : table?.entries.get(key);
  const { functions } = localFunctions(tracer.script, node, tracer.phase);
  if (!called) for (const one of functions) tracer.later(one, place);
  if (entry && functions.length === 0) tracer.live.set(entry, place.sure);
  return flow;
}

/** Whether a lookup finds something for this phase, in a table or as a method. */
export function found(tracer: Tracer, node: ScriptNode): boolean {
  const value = lookedUp(tracer.script, node, tracer.phase);
  return value === undefined ? tracer.script.methods.has(tracer.phase) : value !== 'missing';
}
