import { misspeltName } from '../../nearest-name';
import { initOf } from '../bindings';
import { isChanged } from '../changed-bindings';
import type { HookFinding } from '../finding';
import { constantOf, isWhole, meaningOf } from '../meaning';
import type { PrintedShape } from '../printed-shapes';
import type { Script } from '../script';
import { bare, keyOf, kid, kids, type ScriptNode } from '../script-node';
import { finding, type ScriptView, seesAllOfExecute } from '../script-view';
import { failsAfter } from './stdout';

/** Names under which people put the answer. */
const otherNames = [
  'answer',
  'reply',
  'response',
  'text',
  'message',
  'result',
  'content',
  'completion',
  'Output',
  'outputs',
];

/** An execute that prints no answer (behaviour §3: `output`, or `agent_reply`, a text that is not blank). */
export function missingAnswer(view: ScriptView): HookFinding[] {
  if (!view.phases.includes('execute') || view.redirected) return [];
  const trace = view.trace('execute');
  if (trace.gaveUp || view.dispatch.kind === 'unknown') return [];
  if (trace.writes.length === 0) return seesAllOfExecute(view) && !mayPrint(view) ? [printsNothing(view)] : [];
  const { shapes } = view.printed('execute');
  return onePerLiteral(shapes).flatMap((shape): HookFinding[] => {
    const severity =
      shapes.length === 1 && shape.write.sure && trace.live.get(shape.literal) === true ? 'error' : 'warning';
    const answer = shape.fields.get('output') ?? shape.fields.get('agent_reply');
    // What is set, or spread over it, later may be the answer.
    const settled = !shape.touched && (lastWord(shape, 'output') ?? lastWord(shape, 'agent_reply'));
    if (settled) return badAnswer(view.script, settled, severity);
    if (answer || shape.open || failsAfter(view.script, shape.write.call) || failsAfter(view.script, shape.literal))
      return [];
    const names = [...shape.fields.keys()];
    const meant =
      names.find((name) => otherNames.includes(name)) ?? names.find((name) => misspeltName(name, ['output']));
    const message = 'execute prints an object without output: there is no answer to judge, and the hook fails';
    const remedy =
      meant === undefined
        ? 'Put the answer of the agent, as text, into the field output.'
        : `Call ${meant} output: that is the field which is judged.`;
    return [finding('hook-output-missing', severity, shape.literal, message, remedy)];
  });
}

function onePerLiteral(shapes: readonly PrintedShape[]): PrintedShape[] {
  return [...new Map(shapes.map((shape) => [shape.literal, shape])).values()];
}

function badAnswer(script: Script, answer: ScriptNode, severity: HookFinding['severity']): HookFinding[] {
  const expression = bare(answer);
  const constant = constantOf(script, expression)?.value;
  const isUndefined = meaningOf(script, expression) === 'undefined' || constant === null;
  const blank = typeof constant === 'string' && constant.trim() === '';
  const other =
    expression.type === 'ObjectExpression'
      ? 'an object'
      : expression.type === 'ArrayExpression'
        ? 'a list'
        : typeof constant === 'number' || typeof constant === 'boolean'
          ? `a ${typeof constant}`
          : undefined;
  if (!isUndefined && !blank && other === undefined) return [];
  const what = isUndefined ? 'nothing' : (other ?? 'a blank text');
  return [
    finding(
      'hook-output-missing',
      severity,
      answer,
      `the output of execute is always ${what}: it must be the answer of the agent, a text that is not blank`,
      'Print what the agent answered; when it did not, throw, so that the hook fails with a diagnosis.',
    ),
  ];
}

/** Streams and children may write to standard output, too. */
function mayPrint({ script, trace }: ScriptView): boolean {
  for (const node of trace('execute').live.keys()) {
    const meaning = /^(Identifier|MemberExpression)$/.test(node.type) ? meaningOf(script, node) : undefined;
    if (meaning !== undefined && /^(process\.stdout|Bun\.|Deno\.)/.test(meaning)) return true;
    if ((meaning === 'process' || meaning === 'console') && isWhole(script, node)) return true;
    if (meaning !== undefined && /^console\.(log|info|debug)$/.test(meaning)) return true;
    if (
      node.type === 'CallExpression' &&
      /^(child_process|fs\.(write|promises\.write|createWriteStream|append|open))/.test(
        meaningOf(script, kid(node, 'callee')) ?? '',
      )
    )
      return true;
    if (node.type === 'Literal' && node.value === 'inherit') return true;
  }
  return false;
}

function printsNothing(view: ScriptView): HookFinding {
  const first = kids(view.script.program, 'body')[0] ?? view.script.program;
  const site = view.dispatch.sites.get('execute') ?? first;
  const lineEnd = view.script.text.slice(site.start, site.end).search(/\r?\n/);
  const shown = { ...site, end: lineEnd < 0 ? site.end : site.start + lineEnd };
  const message = 'execute prints nothing to standard output: the hook fails';
  return finding(
    'hook-output-missing',
    'error',
    shown,
    message,
    'Print one JSON object: console.log(JSON.stringify({ output: answer })).',
  );
}

/** Calls and token counts that are written down instead of observed (behaviour §3, "Observation rules"). */
export function inventedEvidence(view: ScriptView): HookFinding[] {
  const found = new Map<ScriptNode, HookFinding>();
  for (const phase of view.phases.length > 0 ? view.phases : (['execute'] as const)) {
    if (phase !== 'execute' && phase !== 'collect') continue;
    for (const shape of view.printed(phase).shapes) {
      if (shape.touched) continue;
      const [calls, usage] = [lastWord(shape, 'calls'), lastWord(shape, 'usage')];
      if (calls) for (const one of inventedCalls(view.script, calls)) found.set(calls, one);
      if (usage && isConstant(view.script, usage, 'ObjectExpression'))
        found.set(
          usage,
          finding(
            'hook-usage-invented',
            'warning',
            usage,
            'these token counts are written down, not observed: token checks would be decided by them',
            'Print what the agent reported, and leave usage out when it reported nothing.',
          ),
        );
    }
  }
  return [...found.values()];
}

/** A field that nothing after it in the literal overrides. */
function lastWord({ literal, fields }: PrintedShape, name: string): ScriptNode | undefined {
  const value = fields.get(name);
  const overridden = kids(literal, 'properties').some(
    (one) => value && one.start > value.start && (one.type !== 'Property' || keyOf(one) === undefined),
  );
  return overridden ? undefined : value;
}

function inventedCalls(script: Script, calls: ScriptNode): HookFinding[] {
  if (!isConstant(script, calls, 'ArrayExpression')) return [];
  const empty = kids(literalOf(script, calls), 'elements').length === 0;
  return [
    finding(
      'hook-calls-invented',
      empty ? 'hint' : 'warning',
      calls,
      empty
        ? 'calls: [] says that the calls were observed and that none happened, here always: not_called then passes unseen'
        : 'these calls are written down, not observed: checks of calls would be decided by them',
      'Print the calls that were observed, and leave calls out when nobody could look.',
    ),
  ];
}

/** The literal itself, or that of a name which nothing is done to but printing it. */
function literalOf(script: Script, node: ScriptNode): ScriptNode | undefined {
  const expression = bare(node);
  if (expression.type !== 'Identifier') return expression;
  const binding = script.bindings.get(expression);
  if (!binding || isChanged(script, binding)) return undefined;
  const touched = binding.reads.some((read) => {
    const parent = script.parents.get(read);
    return parent?.type !== 'Property';
  });
  return touched ? undefined : bare(initOf(binding));
}

function isConstant(script: Script, node: ScriptNode, type: 'ObjectExpression' | 'ArrayExpression'): boolean {
  const literal = literalOf(script, node);
  return literal?.type === type && isWrittenDown(script, literal);
}

function isWrittenDown(script: Script, node: ScriptNode | undefined, depth = 0): boolean {
  const expression = bare(node);
  if (!expression || depth > 20) return false;
  if (expression.type === 'ArrayExpression')
    return kids(expression, 'elements').every((one) => isWrittenDown(script, one, depth + 1));
  if (expression.type === 'ObjectExpression')
    return kids(expression, 'properties').every(
      (one) =>
        one.type === 'Property' && keyOf(one) !== undefined && isWrittenDown(script, kid(one, 'value'), depth + 1),
    );
  return constantOf(script, expression) !== undefined;
}
