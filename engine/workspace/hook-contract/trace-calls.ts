import { type Flow, goesOn, inTurn } from './flow';
import { localFunctions } from './local-functions';
import { constantOf, constantText, meaningOf } from './meaning';
import { lookupOf } from './phase-value';
import { bare, keyOf, kid, kids, type ScriptNode } from './script-node';
import { stdoutWrite } from './stdout-writes';
import type { Tracer } from './trace';
import { found, memberRead } from './trace-names';
import type { Place } from './trace-record';

/** How often a function that may print is followed anew. */
const mostEntries = 6;

export function call(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const callee = bare(kid(node, 'callee'));
  const given = kids(node, 'arguments');
  const called = meaningOf(tracer.script, callee);
  if (called === 'require') tracer.note(constantText(tracer.script, given[0]) ?? './unknown');
  if (called !== undefined && /^(eval|Function|vm\.\w+|import)$/.test(called)) tracer.foreign = true;
  const lookup = lookupOf(tracer.script, node);
  if (lookup && found(tracer, node)) tracer.taken.add(node);
  const { functions, sure } = localFunctions(tracer.script, callee, tracer.phase);
  let flow = goesOn;
  if (callee?.type === 'MemberExpression') {
    tracer.live.set(callee, place.sure || tracer.live.get(callee) === true);
    flow = memberRead(tracer, callee, place, true);
  } else if (callee && functions.length === 0) flow = tracer.visit(callee, place);
  const direct = runsArgument(node, callee, called);
  for (const argument of given) {
    const inner = direct === undefined ? [] : localFunctions(tracer.script, argument, tracer.phase).functions;
    if (inner.length === 0) flow = inTurn(flow, tracer.visit(argument, place));
    for (const one of inner) enter(tracer, one, direct === 'once' ? place : tracer.within(place));
  }
  const write = stdoutWrite(tracer.script, node);
  if (write) tracer.writes.push({ ...write, branches: place.branches, sure: place.sure, repeated: false });
  if (called === 'process.exit') {
    const code = given[0] ? constantOf(tracer.script, given[0])?.value : 0;
    return inTurn(flow, { ...goesOn, next: false, exited: code === 0 || code === undefined });
  }
  if (lookup)
    for (const one of localFunctions(tracer.script, node, tracer.phase).functions) enterLater(tracer, one, place);
  const maker = callee && tracer.script.bindings.get(callee);
  if (node.type === 'NewExpression' && maker?.kind === 'class') construct(tracer, maker.declaration, place);
  const flows = functions.map((one) =>
    enter(tracer, one, sure && functions.length === 1 ? place : tracer.within(place)),
  );
  const [only] = flows;
  if (!only || flows.length > 1 || !sure) return flow;
  const waited = functions[0]?.async !== true || tracer.script.parents.get(node)?.type === 'AwaitExpression';
  return inTurn(flow, waited ? only : { ...only, next: true });
}

function construct(tracer: Tracer, declaration: ScriptNode, place: Place): void {
  for (const member of kids(kid(declaration, 'body'), 'body'))
    if (member.kind === 'constructor') for (const body of [kid(member, 'value')]) if (body) enter(tracer, body, place);
}

/** How a call runs the functions that it is handed: at once, on some paths, or some time. */
function runsArgument(
  node: ScriptNode,
  callee: ScriptNode | undefined,
  called: string | undefined,
): 'once' | 'maybe' | undefined {
  if (node.type === 'NewExpression') return called === 'Promise' ? 'once' : undefined;
  switch (callee?.type === 'MemberExpression' ? keyOf(callee) : undefined) {
    case 'then':
      return kids(node, 'arguments').length === 1 ? 'once' : 'maybe';
    case 'finally':
      return 'once';
    case 'catch':
    case 'forEach':
    case 'map':
    case 'flatMap':
    case 'filter':
    case 'find':
    case 'some':
    case 'every':
    case 'reduce':
      return 'maybe';
    default:
      return undefined;
  }
}

export function enter(tracer: Tracer, one: ScriptNode, place: Place): Flow {
  if (tracer.running.has(one) || tracer.steps <= 0) return goesOn;
  const before = tracer.entered.get(one);
  const again = tracer.writing.has(one) && (before?.times ?? 0) < mostEntries;
  if (before && (before.sure || !place.sure) && !again) return before.flow;
  tracer.running.add(one);
  tracer.live.set(one, place.sure || tracer.live.get(one) === true);
  tracer.all(
    kids(one, 'params').filter(({ type }) => type !== 'Identifier'),
    place,
  );
  const body = kid(one, 'body');
  const inner = body ? tracer.visit(body, place) : goesOn;
  tracer.running.delete(one);
  const flow: Flow = {
    next: inner.next || inner.returned || one.generator === true,
    returned: false,
    broke: false,
    exited: inner.exited,
  };
  tracer.entered.set(one, { flow, sure: place.sure || before?.sure === true, times: (before?.times ?? 0) + 1 });
  return flow;
}

/** A function that somebody else calls: when, and how often, is not known. */
export function enterLater(tracer: Tracer, one: ScriptNode, place: Place): Flow {
  if (!tracer.called.has(one)) {
    tracer.called.add(one);
    enter(tracer, one, tracer.callback(place));
  }
  return goesOn;
}
