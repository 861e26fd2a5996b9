import { type HookPhase, hookPhases } from '../../../schemas/phase';
import { constantOf, meaningOf } from './meaning';
import { tableOf } from './phase-table';
import { callsOf, isPhase, lookupOf } from './phase-value';
import { printedShapes } from './printed-shapes';
import type { Script } from './script';
import { bare, keyOf, kid, kids, type ScriptNode, textOf } from './script-node';
import type { Trace } from './trace-record';

/** How a script tells the phases apart. */
export interface Dispatch {
  /** `none`: not at all; `unknown`: it hands the phase to something that cannot be followed. */
  kind: 'none' | 'known' | 'unknown';
  /** The phases that it has something for. */
  handles: HookPhase[];
  /** What happens in a phase that it has nothing for: nothing, a failure, or something, so that it has something for all. */
  others: 'quiet' | 'fails' | 'works';
  sites: ReadonlyMap<HookPhase, ScriptNode>;
}

/** @param other the trace of a phase that no script knows. */
export function dispatchOf(script: Script, traces: ReadonlyMap<HookPhase, Trace>, other: Trace): Dispatch {
  const taken = hookPhases.filter((phase) => (traces.get(phase)?.taken.length ?? 0) > 0);
  const sites = new Map(
    taken.flatMap((phase): [HookPhase, ScriptNode][] => {
      const site = traces.get(phase)?.taken[0];
      return site ? [[phase, siteOf(script, site, phase)]] : [];
    }),
  );
  const escapes = phaseEscapes(script);
  const kind = escapes || other.gaveUp ? 'unknown' : taken.length === 0 && !asksForPhase(script) ? 'none' : 'known';
  return {
    kind,
    handles: taken,
    others: works(script, other) ? 'works' : fails(script, other) ? 'fails' : 'quiet',
    sites,
  };
}

/** The name of the phase in the dispatch: the entry of the table, the text that is compared. */
function siteOf(script: Script, site: ScriptNode, phase: HookPhase): ScriptNode {
  const lookup = lookupOf(script, site);
  const entry = lookup && tableOf(script, lookup.table)?.entries.get(phase);
  const property = entry && script.parents.get(entry);
  if (property?.type === 'Property' || property?.type === 'MethodDefinition') return kid(property, 'key') ?? property;
  return entry ?? script.methods.get(phase)?.map((method) => kid(script.parents.get(method), 'key'))[0] ?? site;
}

function asksForPhase(script: Script): boolean {
  const compared = script.ofType('BinaryExpression').some((node) => {
    const sides = [kid(node, 'left'), kid(node, 'right')];
    return sides.some((side) => isPhase(script, side)) && sides.some((side) => constantOf(script, side));
  });
  return (
    compared ||
    script.ofType('SwitchStatement').some((node) => isPhase(script, kid(node, 'discriminant'))) ||
    [...script.ofType('MemberExpression'), ...script.ofType('CallExpression')].some((node) => lookupOf(script, node))
  );
}

const working =
  /^(fetch|WebSocket|EventSource|axios(?!\.create$)|undici|ws|https?|net|tls|http2|child_process|fs\.(promises\.)?(write|append|rm|unlink|mkdir|copy|rename|open|create)|Bun\.|Deno\.)/;

/** Whether a phase without a name of its own gets something done. */
function works(script: Script, other: Trace): boolean {
  if (other.foreign || other.writes.some(({ kind }) => kind === 'unknown' || kind === 'goal')) return true;
  // `if (result) print(result)`, where there is no result in such a phase, prints nothing.
  const printed = printedShapes(script, other);
  if (!printed.complete || printed.shapes.length > 0) return true;
  for (const node of other.live.keys())
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const called = meaningOf(script, kid(node, 'callee'));
      if (called !== undefined && working.test(called)) return true;
    }
  return false;
}

/** Whether a phase that is not known surely ends in a failure. */
function fails(script: Script, other: Trace): boolean {
  for (const [node, sure] of other.live) {
    if (!sure) continue;
    if (node.type === 'ThrowStatement' && !isCaught(script, node, other)) return true;
    if (setsFailure(script, node)) return true;
    // handlers[phase]() of nothing is a TypeError.
    const callee = node.type === 'CallExpression' && node.optional !== true ? bare(kid(node, 'callee')) : undefined;
    const lookup =
      callee?.type === 'MemberExpression' && callee.optional !== true ? lookupOf(script, callee) : undefined;
    if (lookup && tableOf(script, lookup.table)?.complete && !isCaught(script, node, other)) return true;
  }
  return false;
}

/** `process.exit(1)`, `process.exitCode = 1`. */
export function setsFailure(script: Script, node: ScriptNode): boolean {
  if (node.type === 'CallExpression' && meaningOf(script, kid(node, 'callee')) === 'process.exit') {
    const code = constantOf(script, kids(node, 'arguments')[0])?.value;
    return typeof code === 'number' && code !== 0;
  }
  if (node.type !== 'AssignmentExpression' || meaningOf(script, kid(node, 'left')) !== 'process.exitCode') return false;
  const code = constantOf(script, kid(node, 'right'))?.value;
  return code === undefined || (code !== 0 && code !== '0' && code !== null);
}

/** Whether what is thrown there is caught by something that lets the process end with success. */
function isCaught(script: Script, node: ScriptNode, trace: Trace): boolean {
  let caught = false;
  for (let one = script.parents.get(node), inner = node; one; inner = one, one = script.parents.get(one))
    if (one.type === 'TryStatement' && kid(one, 'block') === inner && kid(one, 'handler')) caught = true;
  if (!caught) return false;
  return ![...trace.live.keys()].some((one) => setsFailure(script, one));
}

/** Whether the phase, or all arguments, go where they cannot be followed. */
function phaseEscapes(script: Script): boolean {
  const nodes = [
    ...script.ofType('Identifier'),
    ...script.ofType('MemberExpression'),
    ...script.ofType('CallExpression'),
  ];
  return nodes.some((node) => {
    const parent = script.parents.get(node);
    if (!parent) return false;
    if (/^process\.argv(\.slice\(\d+\))?$/.test(meaningOf(script, node) ?? ''))
      return argvEscapes(script, node, parent);
    return isPhase(script, node) && !isDeclared(script, node) && valueEscapes(script, node, parent);
  });
}

/** Names in a declaration or an import stand for themselves. */
function isDeclared(script: Script, node: ScriptNode): boolean {
  return script.bindings.get(node)?.identifier === node;
}

function argvEscapes(script: Script, node: ScriptNode, parent: ScriptNode): boolean {
  if (isDeclared(script, node)) return false;
  switch (parent.type) {
    case 'MemberExpression':
    case 'VariableDeclarator':
    case 'ImportSpecifier':
    case 'RestElement':
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return false;
    case 'Property': {
      const outer = script.parents.get(script.parents.get(parent) ?? parent);
      const parsed = outer?.type === 'CallExpression' && meaningOf(script, kid(outer, 'callee')) === 'util.parseArgs';
      return script.parents.get(parent)?.type !== 'ObjectPattern' && !parsed;
    }
    case 'CallExpression':
      return !/^console\.\w+$/.test(meaningOf(script, kid(parent, 'callee')) ?? '');
    default:
      return true;
  }
}

const asking = new Set(['includes', 'has', 'get', 'hasOwnProperty', 'call', 'padEnd', 'padStart']);

function valueEscapes(script: Script, node: ScriptNode, parent: ScriptNode): boolean {
  switch (parent.type) {
    case 'VariableDeclarator':
    case 'BinaryExpression':
    case 'SwitchStatement':
    case 'IfStatement':
    case 'UnaryExpression':
    case 'LogicalExpression':
    case 'TemplateLiteral':
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ImportSpecifier':
    case 'RestElement':
    case 'AssignmentPattern':
      return false;
    case 'ArrayPattern':
    case 'Property':
      return script.parents.get(parent)?.type === 'ObjectExpression';
    case 'ConditionalExpression':
      return kid(parent, 'test') !== node;
    case 'MemberExpression': {
      if (kid(parent, 'property') !== node)
        return !isPhase(script, script.parents.get(parent)) && keyOf(parent) !== 'length';
      if (parent.computed !== true) return false;
      const table = tableOf(script, kid(parent, 'object'));
      return table ? !table.complete : !hookPhases.some((phase) => script.methods.has(phase));
    }
    case 'CallExpression':
    case 'NewExpression': {
      const callee = bare(kid(parent, 'callee'));
      if (callee === node) return true;
      const called = meaningOf(script, callee) ?? '';
      if (
        /^(console\.\w+|String|Boolean|Object\.hasOwn|\w*Error|process\.stderr\.write|path\.\w+|fs\.\w+Sync)$/.test(
          called,
        )
      )
        return false;
      if (callee?.type === 'MemberExpression' && asking.has(keyOf(callee) ?? '')) return false;
      return !isFollowed(script, callee, kids(parent, 'arguments').indexOf(node));
    }
    default:
      return true;
  }
}

/** Whether a function of the script takes the phase as a parameter, in all its calls. */
function isFollowed(script: Script, callee: ScriptNode | undefined, index: number): boolean {
  const binding = callee?.type === 'Identifier' ? script.bindings.get(callee) : undefined;
  const owner = binding?.kind === 'function' ? binding.declaration : bare(kid(binding?.declaration, 'init'));
  const parameter = owner && kids(owner, 'params')[index];
  if (!owner || !callsOf(script, owner)) return false;
  const name = parameter?.type === 'AssignmentPattern' ? kid(parameter, 'left') : parameter;
  return name === undefined || (textOf(name, 'name') !== '' && isPhase(script, name));
}
