import { setsFailure } from '../dispatch';
import type { HookFinding } from '../finding';
import { constantOf, meaningOf } from '../meaning';
import type { Script } from '../script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode, textOf } from '../script-node';
import { finding, printingPhases, type ScriptView } from '../script-view';

/** Failures that leave the hook looking as if it had succeeded (behaviour §3: a non-zero exit is a failed hook). */
export function swallowedFailures(view: ScriptView): HookFinding[] {
  const { script } = view;
  const traces = printingPhases(view).map((phase) => view.trace(phase));
  const isLive = (node: ScriptNode): boolean => traces.some(({ live }) => live.has(node));
  const handlers = [
    ...script.ofType('CatchClause').map((node) => ({ body: kid(node, 'body'), error: kid(node, 'param'), at: node })),
    ...script.ofType('CallExpression').flatMap((node) => {
      const callee = bare(kid(node, 'callee'));
      const handed = bare(kids(node, 'arguments')[0]);
      const catching = callee?.type === 'MemberExpression' && keyOf(callee) === 'catch' && isFunction(handed);
      return catching ? [{ body: kid(handed, 'body'), error: kids(handed, 'params')[0], at: handed }] : [];
    }),
  ];
  return handlers.flatMap(({ body, error, at }): HookFinding[] => {
    if (!body || !isLive(at)) return [];
    const inside = insideOf(body);
    if (inside.some((node) => node.type === 'ThrowStatement' || setsFailure(script, node))) return [];
    const disguised = inside
      .flatMap((node) => (node.type === 'ObjectExpression' ? kids(node, 'properties') : []))
      .find((property) => {
        const value = kid(property, 'value');
        return /^(output|agent_reply)$/.test(keyOf(property) ?? '') && value && isOfError(script, value, error);
      });
    if (disguised && view.phases.includes('execute'))
      return [
        finding(
          'hook-failure-swallowed',
          'warning',
          disguised,
          'here a failure becomes the answer of the agent, and is judged as if the agent had said it',
          'Let it fail: write the reason with console.error and set process.exitCode = 1, or throw.',
        ),
      ];
    const exit = inside.find((node) => isSuccess(script, node));
    return exit
      ? [
          finding(
            'hook-failure-swallowed',
            'warning',
            exit,
            'what fails here ends with exit code 0, as if it had succeeded',
            'End with another code: process.exitCode = 1.',
          ),
        ]
      : [];
  });
}

/** All nodes of a handler, functions in it left out. */
function insideOf(body: ScriptNode): ScriptNode[] {
  const found: ScriptNode[] = [];
  const waiting = [body];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    for (const value of Object.values(node))
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value])
        if (
          typeof item === 'object' &&
          item !== null &&
          'type' in item &&
          'start' in item &&
          !isFunction(item as ScriptNode)
        )
          waiting.push(item as ScriptNode); // nodes have both; nothing else in a tree does
  }
  return found;
}

/** `process.exit()`, `process.exit(0)`. */
function isSuccess(script: Script, node: ScriptNode): boolean {
  if (node.type !== 'CallExpression' || meaningOf(script, kid(node, 'callee')) !== 'process.exit') return false;
  const [code] = kids(node, 'arguments');
  return !code || constantOf(script, code)?.value === 0;
}

/** A text that is made of the failure alone, or written down: nothing of the agent is in it. */
function isOfError(script: Script, node: ScriptNode, error: ScriptNode | undefined): boolean {
  const expression = bare(node);
  if (constantOf(script, expression)) return true;
  const name = textOf(error, 'name');
  switch (expression.type) {
    case 'Identifier':
      return name !== '' && textOf(expression, 'name') === name;
    case 'MemberExpression':
      return (
        /^(message|stack|name|code)$/.test(keyOf(expression) ?? '') &&
        isOfError(script, kid(expression, 'object') ?? expression, error)
      );
    case 'TemplateLiteral':
      return kids(expression, 'expressions').every((one) => isOfError(script, one, error));
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [kid(expression, 'left'), kid(expression, 'right')].every(
        (one) => one !== undefined && isOfError(script, one, error),
      );
    case 'CallExpression': {
      const callee = bare(kid(expression, 'callee'));
      if (meaningOf(script, callee) === 'String')
        return kids(expression, 'arguments').every((one) => isOfError(script, one, error));
      const object = kid(callee, 'object');
      return (
        callee?.type === 'MemberExpression' &&
        keyOf(callee) === 'toString' &&
        object !== undefined &&
        isOfError(script, object, error)
      );
    }
    default:
      return false;
  }
}
