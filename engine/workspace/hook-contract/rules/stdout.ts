import { setsFailure } from '../dispatch';
import type { HookFinding } from '../finding';
import { meaningOf } from '../meaning';
import type { Script } from '../script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode } from '../script-node';
import { finding, printingPhases, type ScriptView } from '../script-view';
import type { TracedWrite } from '../trace-record';

/** What a hook writes to standard output beside its one JSON object (behaviour §3). */
export function strayOutput(view: ScriptView): HookFinding[] {
  if (view.redirected) return [];
  const found = new Map<ScriptNode, HookFinding>();
  for (const phase of printingPhases(view)) {
    const { writes, gaveUp } = view.trace(phase);
    if (gaveUp) continue;
    for (const write of writes) {
      const { call, kind, sure, by } = write;
      if (kind === 'json' && isNoObject(view.script, write)) found.set(call, notAnObject(write));
      // In other phases standard input is empty, and so is what is printed.
      if (kind === 'goal' && phase === 'execute' && !failsAfter(view.script, call)) found.set(call, goalItself(write));
      if (kind !== 'text') continue;
      const failing = failsAfter(view.script, call);
      if (found.get(call)?.severity === 'error') continue;
      const severity = failing ? 'hint' : sure ? 'error' : 'warning';
      const message = failing
        ? `${by} writes to standard output, but the diagnosis of a hook that fails is what it writes to standard error`
        : isShown(view.script, write)
          ? `${by} shows an object as text, which is no JSON`
          : `${by} writes text to standard output, which is for the one JSON object: the hook fails`;
      const remedy =
        isShown(view.script, write) && !failing ? 'Print it with JSON.stringify.' : 'Write it with console.error.';
      found.set(call, finding('hook-stdout-not-json', severity, call, message, remedy));
    }
  }
  return [...found.values()];
}

function isShown(script: Script, { call, by }: TracedWrite): boolean {
  const [first, second] = kids(call, 'arguments');
  const value = bare(first);
  if (!value || second || !by.startsWith('console.')) return false;
  if (value.type === 'ObjectExpression') return true;
  return (
    value.type === 'Identifier' &&
    bare(kid(script.bindings.get(value)?.declaration, 'init'))?.type === 'ObjectExpression'
  );
}

/** A list, a text or a number as JSON is no object. */
function isNoObject(script: Script, { value }: TracedWrite): boolean {
  const expression = bare(value);
  const isText =
    expression?.type === 'Literal' || expression?.type === 'TemplateLiteral' || expression?.type === 'ArrayExpression';
  return isText && !isPiece(script, expression);
}

/** JSON.stringify('…') within a longer text is a piece of JSON that is put together by hand. */
function isPiece(script: Script, value: ScriptNode): boolean {
  const stringify = script.parents.get(value);
  const around = stringify && script.parents.get(stringify);
  return around?.type === 'BinaryExpression' || around?.type === 'TemplateLiteral';
}

function notAnObject({ call, value, by }: TracedWrite): HookFinding {
  const what = bare(value)?.type === 'ArrayExpression' ? 'a list' : 'a single value';
  return finding(
    'hook-stdout-not-json',
    'warning',
    call,
    `${by} prints ${what} where one JSON object belongs: the hook fails`,
    'Print one JSON object: {"output": "<the answer>"}.',
  );
}

function goalItself({ call, by }: TracedWrite): HookFinding {
  return finding(
    'hook-stdout-not-json',
    'warning',
    call,
    `${by} prints the goal as it came, where one JSON object belongs: the hook fails, save for a goal that is one`,
    'Write it with console.error, or print the answer: JSON.stringify({ output }).',
  );
}

/** Whether the process ends as failed right after a statement: what it printed is then no result. */
export function failsAfter(script: Script, node: ScriptNode): boolean {
  let statement = node;
  let list = script.parents.get(node);
  while (list && list.type !== 'BlockStatement' && list.type !== 'Program' && list.type !== 'SwitchCase') {
    if (/Function/.test(list.type)) return false;
    statement = list;
    list = script.parents.get(list);
  }
  if (!list) return false;
  const statements = kids(list, list.type === 'SwitchCase' ? 'consequent' : 'body');
  // `process.exitCode = 1` may stand before, too.
  return statements.some(
    (one) =>
      (one.start > statement.start && one.type === 'ThrowStatement') ||
      (one.type === 'ExpressionStatement' && setsFailure(script, bare(kid(one, 'expression')) ?? one)),
  );
}

/** Two results on one path (behaviour §3: one JSON object). */
export function repeatedOutput(view: ScriptView): HookFinding[] {
  if (view.redirected) return [];
  const found = new Map<ScriptNode, HookFinding>();
  for (const phase of printingPhases(view)) {
    const { writes, gaveUp } = view.trace(phase);
    // Pieces of one document are written one after the other.
    if (gaveUp || writes.some(({ kind }) => kind === 'unknown' || kind === 'goal')) continue;
    const results = writes.filter(({ kind, call }) => kind === 'json' && !failsAfter(view.script, call));
    for (const [index, second] of results.entries()) {
      // Whether a second print that has a condition of its own is ever reached, only its values tell; a first one that
      // has one, and goes on to the second, lacks its return.
      const first = second.sure ? results.slice(0, index).find((one) => onOnePath(one, second)) : undefined;
      if (!first && !second.repeated) continue;
      const surely = first?.sure === true && second.sure;
      if (found.get(second.call)?.severity === 'error') continue;
      const message = first
        ? `this prints a second result after the one of line ${lineOf(view.script, first.call)}: standard output is for one JSON object`
        : 'this prints a result each time around the loop: standard output is for one JSON object';
      const remedy = 'Collect what there is to tell in one object, and print it once, at the end.';
      found.set(second.call, finding('hook-stdout-twice', surely ? 'error' : 'warning', second.call, message, remedy));
    }
  }
  return [...found.values()];
}

/** Whether there is a path on which both run: the branches of one lead on to the other. */
function onOnePath(one: TracedWrite, other: TracedWrite): boolean {
  const [short, long] = one.branches.length < other.branches.length ? [one, other] : [other, one];
  if (!short.branches.every((branch, index) => long.branches[index] === branch)) return false;
  // When a callback runs is not known.
  return long.branches.slice(short.branches.length).every((branch) => branch > 0);
}

function lineOf(script: Script, { start }: ScriptNode): number {
  return script.text.slice(0, start).split('\n').length;
}

/** What process.exit cuts off: output that is still on its way, or work that has only begun. */
export function earlyExit(view: ScriptView): HookFinding[] {
  const { script } = view;
  const traces = printingPhases(view).map((phase) => view.trace(phase));
  return script.ofType('CallExpression').flatMap((call): HookFinding[] => {
    if (meaningOf(script, kid(call, 'callee')) !== 'process.exit') return [];
    const statement = script.parents.get(call);
    const list = statement?.type === 'ExpressionStatement' ? script.parents.get(statement) : undefined;
    const statements = kids(list, list?.type === 'SwitchCase' ? 'consequent' : 'body');
    const before = statement && statements[statements.indexOf(statement) - 1];
    const expression = before?.type === 'ExpressionStatement' ? bare(kid(before, 'expression')) : undefined;
    if (expression?.type !== 'CallExpression' || setsFailure(script, call)) return [];
    const started = startedOnly(script, expression);
    if (started !== undefined) {
      const message = `process.exit() ends the process while ${started}() is still waiting: what it would print is lost`;
      return [
        finding(
          'hook-exit-before-flush',
          'error',
          call,
          message,
          `Write await ${started}() before it, or leave process.exit() out.`,
        ),
      ];
    }
    const isResult = traces.some(({ writes }) => writes.some((one) => one.call === expression && one.kind === 'json'));
    if (!isResult || kids(expression, 'arguments').some((one) => isFunction(bare(one)))) return [];
    const message =
      'process.exit() may cut off what was just written: standard output is written later where it is a pipe (macOS, Windows)';
    return [
      finding(
        'hook-exit-before-flush',
        'hint',
        call,
        message,
        'Set process.exitCode, and let the script come to its end.',
      ),
    ];
  });
}

/**
 * What is surely still to come after a call that nobody waits for: an async function of the script that waits before it can
 * print anything, or what a promise is to be followed by. The name of what was called.
 */
function startedOnly(script: Script, call: ScriptNode): string | undefined {
  const callee = kid(call, 'callee');
  if (callee?.type === 'MemberExpression' && /^(?:then|catch|finally)$/.test(keyOf(callee) ?? '')) {
    const before = bare(kid(callee, 'object'));
    if (before?.type !== 'CallExpression') return undefined;
    return meaningOf(script, kid(before, 'callee')) === 'fetch' ? 'fetch' : startedOnly(script, before);
  }
  const binding = callee && script.bindings.get(callee);
  const owner =
    binding?.kind === 'function'
      ? binding.declaration
      : binding?.settled
        ? bare(kid(binding.declaration, 'init'))
        : undefined;
  if (!binding || owner?.async !== true) return undefined;
  const statements = kids(kid(owner, 'body'), 'body');
  const first = statements.findIndex((one) => !isQuiet(one));
  const waiting = statements[first];
  return waiting && waits(script, waiting) ? binding.name : undefined;
}

/** Whether a statement of a function always waits for something. */
function waits(script: Script, statement: ScriptNode): boolean {
  if (statement.type === 'ForOfStatement' && statement.await === true) return true;
  if (statement.type !== 'VariableDeclaration' && statement.type !== 'ExpressionStatement') return false;
  return script.ofType('AwaitExpression').some((one) => {
    if (one.start < statement.start || one.end > statement.end) return false;
    let outer: ScriptNode | undefined = one;
    while (outer && outer !== statement) {
      if (isFunction(outer) || /^(?:Conditional|Logical)Expression$/.test(outer.type)) return false;
      outer = script.parents.get(outer);
    }
    return true;
  });
}

/** Whether a statement prints nothing, waits for nothing and ends nothing: it gives a name to a plain value. */
function isQuiet(statement: ScriptNode): boolean {
  if (isFunction(statement)) return true;
  if (statement.type !== 'VariableDeclaration') return false;
  return kids(statement, 'declarations').every((one) => {
    const value = bare(kid(one, 'init'));
    const isEmpty = kids(value, 'elements').length + kids(value, 'properties').length === 0;
    return !value || value.type === 'Literal' || (isEmpty && /^(?:Array|Object)Expression$/.test(value.type));
  });
}
