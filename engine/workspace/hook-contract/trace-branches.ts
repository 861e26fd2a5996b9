import { either, type Flow, goesOn, inTurn } from './flow';
import { constantOf } from './meaning';
import { holds, isPhase, lookedUp } from './phase-value';
import { bare, kid, kids, type ScriptNode, textOf } from './script-node';
import type { Tracer } from './trace';
import { otherPhase, type Place } from './trace-record';

/** Whether a test tells this phase from one that the script does not know. */
function decide(tracer: Tracer, test: ScriptNode | undefined): boolean | undefined {
  const held = holds(tracer.script, test, tracer.phase);
  if (test && held !== undefined && held !== holds(tracer.script, test, otherPhase)) tracer.taken.add(test);
  return held;
}

export function condition(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const test = kid(node, 'test');
  const [consequent, alternate] = [kid(node, 'consequent'), kid(node, 'alternate')];
  const before = tracer.all([test], place);
  const held = decide(tracer, test);
  if (held !== undefined) return inTurn(before, tracer.all([held ? consequent : alternate], place));
  const [one, other] = [tracer.all([consequent], tracer.within(place)), tracer.all([alternate], tracer.within(place))];
  return inTurn(before, either(one, other));
}

export function logical(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const [left, right] = [kid(node, 'left'), kid(node, 'right')];
  const before = tracer.all([left], place);
  let runs: boolean | undefined;
  if (textOf(node, 'operator') === '??') {
    const found = lookedUp(tracer.script, left, tracer.phase);
    runs = found === undefined ? (isPhase(tracer.script, left) ? false : undefined) : found === 'missing';
  } else {
    const held = decide(tracer, left);
    runs = held === undefined ? undefined : held === (textOf(node, 'operator') === '&&');
  }
  if (runs === false) return before;
  const after = tracer.all([right], runs ? place : tracer.within(place));
  return inTurn(before, runs ? after : either(goesOn, after));
}

export function switchOn(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const discriminant = kid(node, 'discriminant');
  const cases = kids(node, 'cases');
  let flow = tracer.all([discriminant], place);
  const from = chosenCase(tracer, discriminant, cases);
  if (from === undefined) {
    for (const one of cases) {
      tracer.all([kid(one, 'test')], place);
      flow = either(flow, tracer.list(kids(one, 'consequent'), tracer.within(place)));
    }
    return { ...flow, next: true, broke: false };
  }
  for (const one of from < 0 ? [] : cases.slice(from)) tracer.live.set(one, place.sure);
  if (from >= 0)
    flow = inTurn(
      flow,
      tracer.list(
        cases.slice(from).flatMap((one) => kids(one, 'consequent')),
        place,
      ),
    );
  return { ...flow, next: flow.next || flow.broke, broke: false };
}

/** Which case a switch on the phase goes to: its index, -1 for none, undefined when it cannot be told. */
function chosenCase(
  tracer: Tracer,
  discriminant: ScriptNode | undefined,
  cases: readonly ScriptNode[],
): number | undefined {
  const onPhase = isPhase(tracer.script, discriminant);
  if (!onPhase && bare(discriminant)?.value !== true) return undefined;
  for (const [index, one] of cases.entries()) {
    const test = kid(one, 'test');
    if (!test) continue;
    const constant = onPhase ? constantOf(tracer.script, test)?.value : holds(tracer.script, test, tracer.phase);
    if (constant === undefined) return undefined;
    if (constant !== (onPhase ? tracer.phase : true)) continue;
    tracer.taken.add(test);
    return index;
  }
  return cases.findIndex((one) => !kid(one, 'test'));
}

export function loop(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const before = tracer.all(
    [kid(node, 'init'), kid(node, 'left'), kid(node, 'right'), kid(node, 'test'), kid(node, 'update')],
    place,
  );
  const inner = tracer.within(place);
  const from = tracer.writes.length;
  const body = tracer.all([kid(node, 'body')], inner);
  if (body.next)
    for (const write of tracer.writes.slice(from))
      if (write.branches.length === inner.branches.length) write.repeated = true;
  const endless = kid(node, 'test')?.value === true || (node.type === 'ForStatement' && !kid(node, 'test'));
  return inTurn(before, { ...body, next: !endless || body.broke, broke: false });
}

export function attempt(tracer: Tracer, node: ScriptNode, place: Place): Flow {
  const handler = kid(node, 'handler');
  const block = tracer.all([kid(node, 'block')], tracer.within(place, true));
  if (handler) tracer.live.set(handler, false);
  const caught = handler && tracer.all([kid(handler, 'body')], tracer.within(place));
  const flow = caught ? either(block, caught) : block;
  return inTurn(flow.next ? flow : { ...flow, next: true }, tracer.all([kid(node, 'finalizer')], place), flow.next);
}
