import { initOf } from './bindings';
import { isGoalText } from './goal-text';
import { constantOf, constantText, meaningOf } from './meaning';
import type { Script } from './script';
import { bare, cooked, isFunction, kid, kids, type ScriptNode, textOf } from './script-node';

/**
 * What is written to standard output: `json`, a whole document made by JSON.stringify; `text`, surely something else;
 * `goal`, standard input as it came; `nothing` but white space; `unknown`, such as a variable or a piece of JSON.
 */
export type WrittenKind = 'json' | 'text' | 'goal' | 'nothing' | 'unknown';

export interface StdoutWrite {
  /** The call that writes. */
  call: ScriptNode;
  kind: WrittenKind;
  /** What JSON.stringify was given, where it is plain. */
  value?: ScriptNode;
  /** How the script names it: `console.log`. */
  by: string;
}

const consoleWrites = new Set(['log', 'info', 'debug'].map((name) => `console.${name}`));
const consoleTexts = new Set(
  ['table', 'dir', 'dirxml', 'count', 'timeEnd', 'timeLog', 'group', 'groupCollapsed'].map((name) => `console.${name}`),
);

/** Whether a script turns standard output into something else: `console.log = console.error`, a console of its own. */
export function redirectsStdout(script: Script): boolean {
  const assigned = script.ofType('AssignmentExpression').some((node) => {
    const target = meaningOf(script, kid(node, 'left')) ?? '';
    return /^(console(\.\w+)?|process\.stdout(\.write)?)$/.test(target);
  });
  return (
    assigned ||
    script.ofType('CallExpression').some((node) => {
      const target = meaningOf(script, kids(node, 'arguments')[0]);
      const called = meaningOf(script, kid(node, 'callee')) ?? '';
      return (
        /^Object\.(assign|defineProperty|defineProperties)$/.test(called) &&
        /^(console|process\.stdout)$/.test(target ?? '')
      );
    })
  );
}

/** What a call writes to standard output; undefined when it writes nothing there. */
export function stdoutWrite(script: Script, call: ScriptNode): StdoutWrite | undefined {
  const by = meaningOf(script, kid(call, 'callee'));
  if (by === undefined) return undefined;
  const given = kids(call, 'arguments');
  const [first] = given;
  if (consoleTexts.has(by)) return { call, by, kind: given.length === 0 && /group/.test(by) ? 'nothing' : 'text' };
  if (consoleWrites.has(by)) {
    if (!first) return { call, by, kind: 'nothing' };
    if (given.length === 1 && isGoalText(script, first)) return { call, by, kind: 'goal' };
    return { call, by, ...(given.length === 1 ? printed(script, first, true) : severalPrinted(script, given)) };
  }
  if (by === 'process.stdout.write' || by === 'process.stdout.end')
    return {
      call,
      by,
      ...(first && !isFunction(bare(first)) ? printed(script, first, false) : { kind: 'nothing' as const }),
    };
  if (/^fs\.(writeSync|writeFileSync|write|writeFile|appendFileSync)$|^fs\.promises\.writeFile$/.test(by)) {
    const target = constantOf(script, first)?.value;
    const stdout = target === 1 || target === '/dev/stdout' || meaningOf(script, first) === 'process.stdout.fd';
    if (stdout) return { call, by, ...(given[1] ? printed(script, given[1], false) : { kind: 'unknown' as const }) };
  }
  return undefined;
}

type Printed = Pick<StdoutWrite, 'kind' | 'value'>;

/** `console.log('asking', url)` joins with spaces; `%j` is JSON. */
function severalPrinted(script: Script, given: readonly ScriptNode[]): Printed {
  const format = constantText(script, given[0]);
  if (format === undefined)
    return { kind: given.some((one) => one.type === 'SpreadElement') ? 'unknown' : listPrinted(script, given) };
  if (/^\s*%[jso]\s*$/.test(format))
    return {
      kind: format.includes('j') ? 'json' : 'unknown',
      ...(given[1] && format.includes('j') && { value: given[1] }),
    };
  return { kind: /^\s*(%|$|[{])/.test(format) ? 'unknown' : 'text' };
}

function listPrinted(script: Script, given: readonly ScriptNode[]): WrittenKind {
  const kinds = given.map((one) => printed(script, one, true).kind);
  return kinds.includes('text') || kinds.filter((kind) => kind === 'json').length > 1 ? 'text' : 'unknown';
}

/** @param shown whether an object is shown as console.log does, `{ output: 'hi' }`, which is no JSON. */
function printed(script: Script, node: ScriptNode, shown: boolean, depth = 0): Printed {
  const expression = bare(node);
  if (depth > 8) return { kind: 'unknown' };
  switch (expression.type) {
    case 'CallExpression':
      return ofCall(script, expression, shown, depth);
    case 'Identifier': {
      const binding = script.bindings.get(expression);
      const init = binding && initOf(binding);
      return init ? printed(script, init, shown, depth + 1) : { kind: 'unknown' };
    }
    case 'ObjectExpression':
    case 'ClassExpression':
      return { kind: shown || expression.type === 'ClassExpression' ? 'text' : 'unknown' };
    case 'ArrayExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { kind: shown ? 'text' : 'unknown' };
    case 'BinaryExpression':
      return joined(script, sumOf(expression), shown, depth);
    case 'TemplateLiteral':
      return joined(script, templateParts(expression), shown, depth);
    default: {
      const constant = constantOf(script, expression);
      return constant ? { kind: textKind(String(constant.value), shown) } : { kind: 'unknown' };
    }
  }
}

function ofCall(script: Script, call: ScriptNode, shown: boolean, depth: number): Printed {
  const callee = bare(kid(call, 'callee'));
  const called = meaningOf(script, callee);
  const value = kids(call, 'arguments')[0];
  if (called === 'JSON.stringify') return { kind: 'json', ...(value && { value }) };
  if (called === 'util.inspect') return { kind: 'text' };
  if (called === 'util.format') return severalPrinted(script, kids(call, 'arguments'));
  if (called === 'Buffer.from' && value) return printed(script, value, false, depth + 1);
  const object = kid(callee, 'object');
  const trimmed = /^(trim|trimEnd|trimStart|toString|concat)$/.test(textOf(kid(callee, 'property'), 'name'));
  if (object && trimmed && callee?.type === 'MemberExpression') return printed(script, object, shown, depth + 1);
  return { kind: 'unknown' };
}

/** The pieces of a text: what is written down, and expressions. */
type Piece = string | ScriptNode;

function sumOf(node: ScriptNode): Piece[] {
  const pieces: Piece[] = [];
  const waiting: ScriptNode[] = [node];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const [left, right] = [bare(kid(one, 'left')), bare(kid(one, 'right'))];
    if (one.type === 'BinaryExpression' && textOf(one, 'operator') === '+' && left && right) waiting.push(right, left);
    else pieces.push(one);
  }
  return pieces;
}

function templateParts(node: ScriptNode): Piece[] {
  const expressions = kids(node, 'expressions');
  return kids(node, 'quasis').flatMap((quasi, at): Piece[] => {
    const expression = expressions[at];
    return [cooked(quasi) ?? '', ...(expression ? [expression] : [])];
  });
}

/** A text of several pieces: JSON when it is one document with white space around, else what it begins with tells. */
function joined(script: Script, pieces: readonly Piece[], shown: boolean, depth: number): Printed {
  const found = pieces.map((piece): Printed & { constant?: string } => {
    const constant = typeof piece === 'string' ? piece : constantOf(script, piece)?.value;
    if (constant !== undefined && constant !== null)
      return { kind: textKind(String(constant), shown), constant: String(constant) };
    return typeof piece === 'string' ? { kind: 'unknown' } : printed(script, piece, false, depth + 1);
  });
  const parts = found.filter(({ kind }) => kind !== 'nothing');
  const [first, ...rest] = parts;
  if (!first) return { kind: 'nothing' };
  if (rest.length === 0)
    return first.kind === 'json' ? { kind: 'json', ...(first.value && { value: first.value }) } : { kind: first.kind };
  if (first.constant !== undefined) return { kind: /^\s*[{[]/.test(first.constant) ? 'unknown' : 'text' };
  return {
    kind:
      first.kind === 'json' && rest.some(({ constant }) => /^\s*[^\s,:}\]]/.test(constant ?? '')) ? 'text' : 'unknown',
  };
}

/** What a whole text is; a piece of JSON that others may complete is unknown. */
function textKind(text: string, whole: boolean): WrittenKind {
  if (text.trim() === '') return 'nothing';
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? 'json' : whole ? 'text' : 'unknown';
  } catch {
    return whole && !/^\s*[{["]/.test(text) ? 'text' : /^\s*[A-Za-z#*>=.-]/.test(text) ? 'text' : 'unknown';
  }
}
