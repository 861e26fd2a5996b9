import type { Binding } from '../bindings';
import type { HookFinding } from '../finding';
import { constantOf, meaningOf } from '../meaning';
import type { Script } from '../script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode, slots } from '../script-node';
import { finding, type ScriptView } from '../script-view';

const closing = /^(end|destroy|destroySoon)$/;

/** Programs whose standard input stays open: those that read it to its end wait until the time limit (behaviour §13). */
export function openChildInputs({ script }: ScriptView): HookFinding[] {
  return script.ofType('CallExpression').flatMap((call): HookFinding[] => {
    const called = meaningOf(script, kid(call, 'callee'));
    if (called !== 'child_process.spawn' && called !== 'child_process.execFile' && called !== 'child_process.exec')
      return [];
    if (!hasPipe(script, call)) return [];
    const declarator = script.parents.get(call);
    const name = declarator?.type === 'VariableDeclarator' ? kid(declarator, 'id') : undefined;
    const binding = name?.type === 'Identifier' ? script.bindings.get(name) : undefined;
    if (!binding?.settled) return [];
    const use = inputUse(script, binding);
    if (use === 'closed') return [];
    const remedy =
      use === 'written'
        ? `Call ${binding.name}.stdin.end() after the last write.`
        : `Call ${binding.name}.stdin.end(), or start it with stdio: ['ignore', 'pipe', 'pipe'].`;
    const message =
      use === 'written'
        ? 'the standard input of this program is written to and never ended: a program that reads to the end waits for ever'
        : 'the standard input of this program stays open: one that reads to the end waits until the time limit';
    return [
      finding(
        'hook-child-stdin-open',
        use === 'written' ? 'warning' : 'hint',
        kid(call, 'callee') ?? call,
        message,
        remedy,
      ),
    ];
  });
}

/** Whether the first of `stdio` is a pipe to this process, which is what happens when nothing is said. */
function hasPipe(script: Script, call: ScriptNode): boolean {
  const given = kids(call, 'arguments')
    .slice(1)
    .map((one) => bare(one))
    .filter((one) => !isFunction(one));
  const [last] = given.slice(-1);
  if (!last || last.type === 'ArrayExpression') return true;
  if (last.type !== 'ObjectExpression')
    return (
      given.length === 1 && meaningOf(script, kid(call, 'callee')) !== 'child_process.exec' && isList(script, last)
    );
  const properties = kids(last, 'properties');
  if (properties.some((one) => one.type !== 'Property' || keyOf(one) === undefined)) return false;
  const stdio = properties
    .map((one) => (keyOf(one) === 'stdio' ? bare(kid(one, 'value')) : undefined))
    .find((one) => one !== undefined);
  if (!stdio) return true;
  const first = stdio.type === 'ArrayExpression' ? slots(stdio, 'elements')[0] : stdio;
  const value = constantOf(script, first)?.value;
  return value === 'pipe' || value === 'overlapped';
}

/** A second argument of another name is a list of arguments when it is declared as one. */
function isList(script: Script, node: ScriptNode): boolean {
  return bare(kid(script.bindings.get(node)?.declaration, 'init'))?.type === 'ArrayExpression';
}

/** What is done with `child.stdin`. Where the child goes elsewhere, it may be closed there. */
function inputUse(script: Script, child: Binding): 'closed' | 'written' | 'untouched' {
  let written = false;
  for (const read of child.reads) {
    const member = script.parents.get(read);
    if (member?.type !== 'MemberExpression' || kid(member, 'object') !== read) return 'closed';
    const key = keyOf(member);
    if (key === undefined) return 'closed';
    if (/^(kill|disconnect)$/.test(key) && isAtOnce(script, member, child)) return 'closed';
    if (key !== 'stdin' && key !== 'stdio') continue;
    const use = methodOf(script, member);
    if (use === undefined || closing.test(use) || key === 'stdio') return 'closed';
    if (use === 'write') written = true;
  }
  return written ? 'written' : 'untouched';
}

/** The method that is called on `child.stdin`; undefined when it goes elsewhere: `goal.pipe(child.stdin)`. */
function methodOf(script: Script, input: ScriptNode): string | undefined {
  let around = script.parents.get(input);
  let inner = input;
  while (around?.type === 'ChainExpression' || around?.type === 'TSNonNullExpression') {
    inner = around;
    around = script.parents.get(around);
  }
  return around?.type === 'MemberExpression' && kid(around, 'object') === inner ? keyOf(around) : undefined;
}

/** A child that is stopped in the function that starts it needs no end of its input: a server, say. */
function isAtOnce(script: Script, member: ScriptNode, child: Binding): boolean {
  return script.parents.get(member)?.type === 'CallExpression' && child.settled;
}

const requests: Readonly<Record<string, number>> = {
  fetch: 1,
  'undici.fetch': 1,
  'node-fetch': 1,
  axios: 0,
  'axios.get': 1,
  'axios.delete': 1,
  'axios.head': 1,
  'axios.post': 2,
  'axios.put': 2,
  'axios.patch': 2,
  'axios.request': 0,
  'http.request': 1,
  'http.get': 1,
  'https.request': 1,
  'https.get': 1,
};

/** Requests that may wait for ever: the hook's time limit then ends them, and says nothing of why. */
export function requestsWithoutTimeout({ script }: ScriptView): HookFinding[] {
  if (hasOwnLimit(script)) return [];
  return script.ofType('CallExpression').flatMap((call): HookFinding[] => {
    const called = meaningOf(script, kid(call, 'callee')) ?? '';
    const place = Object.hasOwn(requests, called) ? requests[called] : undefined;
    if (place === undefined) return [];
    const given = kids(call, 'arguments');
    if (given.some(({ type }) => type === 'SpreadElement')) return [];
    const isHttp = /^https?\./.test(called);
    const options = isHttp ? given.filter((one) => !isFunction(bare(one))) : given.slice(place, place + 1);
    if (!options.every((one) => isPlain(script, one, isHttp))) return [];
    const literals = options.map((one) => bare(one)).filter(({ type }) => type === 'ObjectExpression');
    const limited = literals.some((one) =>
      kids(one, 'properties').some((property) => /^(signal|timeout)$/.test(keyOf(property) ?? '')),
    );
    if (limited || (called === 'axios' && literals.length === 0 && given.length > 0)) return [];
    const remedy = /fetch$/.test(called)
      ? 'Pass signal: AbortSignal.timeout(60_000), below the time limit of the phase.'
      : 'Pass timeout: 60_000, below the time limit of the phase.';
    const message =
      'this request has no time limit: a target that never answers is known only by the limit of the phase';
    return [finding('hook-request-without-timeout', 'hint', kid(call, 'callee') ?? call, message, remedy)];
  });
}

/** An object that is written down, without others spread into it; for http also the URL before it. */
function isPlain(script: Script, node: ScriptNode, isHttp: boolean): boolean {
  const expression = bare(node);
  if (expression.type === 'ObjectExpression')
    return kids(expression, 'properties').every((one) => one.type === 'Property' && keyOf(one) !== undefined);
  if (!isHttp) return false;
  return (
    constantOf(script, expression) !== undefined ||
    expression.type === 'TemplateLiteral' ||
    meaningOf(script, expression) === 'URL()'
  );
}

/** Time limits that a script sets for more than one request: a watchdog, defaults of axios, `request.setTimeout`. */
function hasOwnLimit(script: Script): boolean {
  const members = script.ofType('MemberExpression');
  if (
    members.some(
      (node) => keyOf(node) === 'setTimeout' || /^axios\.(defaults|interceptors)/.test(meaningOf(script, node) ?? ''),
    )
  )
    return true;
  const races = members.some((node) => meaningOf(script, node) === 'Promise.race');
  return script.ofType('CallExpression').some((call) => {
    if (meaningOf(script, kid(call, 'callee')) !== 'setTimeout') return false;
    const [callback] = kids(call, 'arguments');
    const text = callback ? script.text.slice(callback.start, callback.end) : '';
    return races || /exit|abort|destroy|reject/.test(text);
  });
}
