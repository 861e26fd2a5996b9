import { goalNameScore } from '../../literal-secrets/field-names';
import type { HookFacts, HookFinding } from '../finding';
import { constantOf, isWhole, meaningOf } from '../meaning';
import { isPhase } from '../phase-value';
import type { Script } from '../script';
import { bare, keyOf, kid, kids, type ScriptNode, slots, textOf } from '../script-node';
import { finding, type ScriptView, seesAllOfExecute } from '../script-view';
import type { Trace } from '../trace-record';

const remedy =
  'Read the goal from standard input until its end: for await (const chunk of process.stdin) chunks.push(chunk).';

/** Where the goal of execute comes from (behaviour §3: on standard input, never as an argument). */
export function goalSource(view: ScriptView): HookFacts['goalFrom'] {
  if (!view.phases.includes('execute') && view.dispatch.kind !== 'none') return undefined;
  const trace = view.trace('execute');
  const reading = readsStdin(view.script, trace);
  if (reading !== 'no') return reading === 'yes' ? 'stdin' : undefined;
  if (argvGoal(view.script, trace)) return 'argv';
  return seesAllOfExecute(view) ? 'nowhere' : undefined;
}

/** A goal that is looked for among the arguments, or not at all. One that is read from standard input, too, is for calls by hand. */
export function unreadGoal(view: ScriptView): HookFinding[] {
  const trace = view.trace('execute');
  const { script } = view;
  const argument = argvGoal(script, trace);
  // Where the phase is the goal, it goes where goals go, and tells nothing apart.
  const isMixedUp = argument !== undefined && isPhase(script, argument) && view.dispatch.handles.length === 0;
  if (!seesAllOfExecute(view, isMixedUp) || readsStdin(script, trace) !== 'no') return [];
  if (argument) {
    const message = isPhase(script, argument)
      ? 'the one argument of a hook is the phase: here the agent is asked "execute", not the goal'
      : 'the goal is no argument: a hook gets the phase alone, so there is nothing here';
    return [finding('hook-goal-from-argv', 'warning', argument, message, remedy)];
  }
  const site = view.dispatch.sites.get('execute') ?? kids(script.program, 'body')[0] ?? script.program;
  const line = { ...site, end: endOfLine(script.text, site) };
  const message =
    'execute never reads standard input, where the goal is: the agent is not asked what the scenario asks';
  return [finding('hook-stdin-unread', 'warning', line, message, remedy)];
}

function endOfLine(text: string, { start, end }: ScriptNode): number {
  const lineEnd = /\r?\n|$/.exec(text.slice(start, end));
  return lineEnd ? start + lineEnd.index : end;
}

/** Whether standard input is read; undefined when something may read it that cannot be followed. */
function readsStdin(script: Script, trace: Trace): 'yes' | 'no' | undefined {
  let doubtful = false;
  for (const node of trace.live.keys()) {
    const meaning = /^(Identifier|MemberExpression)$/.test(node.type) ? meaningOf(script, node) : undefined;
    if (meaning !== undefined && /^(process\.stdin|Bun\.stdin|Deno\.stdin)\b/.test(meaning)) return 'yes';
    if (meaning === 'process' && isWhole(script, node)) doubtful = true;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const reading = readsInCall(script, node);
      if (reading === 'yes') return 'yes';
      doubtful ||= reading === undefined;
    }
    const name = node.type === 'Identifier' ? textOf(node, 'name') : node.type === 'Literal' ? node.value : undefined;
    if (typeof name === 'string' && /stdin/i.test(name) && !isOfChild(script, node)) doubtful = true;
  }
  return doubtful ? undefined : 'no';
}

/** `child.stdin` of a process that the script has started is not its own. */
function isOfChild(script: Script, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  return parent?.type === 'MemberExpression' && kid(parent, 'property') === node;
}

/** Files that are standard input by number or name, and children that inherit it. */
function readsInCall(script: Script, call: ScriptNode): 'yes' | 'no' | undefined {
  const called = meaningOf(script, kid(call, 'callee')) ?? '';
  const given = kids(call, 'arguments');
  if (/^fs\.(promises\.)?(read|open|createReadStream|fstat)|^(fs|tty)\.ReadStream/.test(called)) {
    const file = constantOf(script, given[0])?.value;
    if (file === 0 || (typeof file === 'string' && /^\/dev\/(stdin|fd\/0)$|^\/proc\/self\/fd\/0$/.test(file)))
      return 'yes';
    const numbered = bare(given[0]);
    if (file === undefined && numbered?.type === 'Identifier' && /fd|handle/i.test(textOf(numbered, 'name')))
      return undefined;
    return field(given.at(-1), 'fd') ? undefined : 'no';
  }
  if (!called.startsWith('child_process.')) return 'no';
  const options = given.slice(1).map((one) => bare(one));
  const stdio = options.map((one) => field(one, 'stdio')).find((one) => one !== undefined);
  if (stdio) {
    const first = bare(stdio).type === 'ArrayExpression' ? slots(bare(stdio), 'elements')[0] : stdio;
    const value = constantOf(script, first)?.value;
    if (value === 'inherit' || value === 0) return 'yes';
    return typeof value === 'string' ? 'no' : undefined;
  }
  const known = options.every((one) =>
    /^(ArrayExpression|ObjectExpression|ArrowFunctionExpression|FunctionExpression)$/.test(one.type),
  );
  const spread = options.some((one) => kids(one, 'properties').some(({ type }) => type === 'SpreadElement'));
  return (known && !spread) || (called === 'child_process.spawn' && given.length <= 2) ? 'no' : undefined;
}

function field(options: ScriptNode | undefined, name: string): ScriptNode | undefined {
  const literal = bare(options);
  if (literal?.type !== 'ObjectExpression') return undefined;
  const property = kids(literal, 'properties').find((one) => keyOf(one) === name);
  return property && kid(property, 'value');
}

/** Where execute takes a goal from the arguments: any but the phase, or the phase itself under the name of a goal. */
function argvGoal(script: Script, trace: Trace): ScriptNode | undefined {
  return argvGoals(script, trace).sort((a, b) => a.start - b.start)[0];
}

function argvGoals(script: Script, trace: Trace): ScriptNode[] {
  const found: ScriptNode[] = [];
  for (const node of trace.live.keys()) {
    const meaning = /^(MemberExpression|CallExpression)$/.test(node.type) ? meaningOf(script, node) : undefined;
    if (meaning !== undefined && /^process\.argv\.([3-9]|\d\d+)$/.test(meaning)) found.push(node);
    const joined = node.type === 'CallExpression' && /^process\.argv\.slice\(\d+\)\.join(\(\))?$/.test(meaning ?? '');
    if (joined) found.push(node);
    if (node.type !== 'VariableDeclarator') continue;
    const id = kid(node, 'id');
    const parts = id?.type === 'Identifier' ? [id] : id ? slots(id, 'elements') : [];
    const named = parts
      .map((part) => (part?.type === 'RestElement' ? kid(part, 'argument') : part))
      .filter((part) => part?.type === 'Identifier');
    for (const name of named) {
      const means = name && meaningOf(script, name);
      if (!name || means === undefined) continue;
      if (/^process\.argv\.([3-9]|\d\d+)$/.test(means) || /^process\.argv\.slice\([3-9]\)$/.test(means))
        found.push(name);
      if (means === 'process.argv.2' && goalNameScore(textOf(name, 'name')) >= 74) found.push(name);
    }
  }
  return found;
}
