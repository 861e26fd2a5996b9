import type { Binding } from './bindings';
import { constantOf, meaningOf } from './meaning';
import type { Script } from './script';
import { bare, kid, kids, type ScriptNode, textOf } from './script-node';

/** Whether an expression is the goal as it came: all of standard input as a text, with or without the white space around it. */
export function isGoalText(script: Script, node: ScriptNode | undefined, depth = 0): boolean {
  const expression = bare(node);
  if (!expression || depth > 8) return false;
  switch (expression.type) {
    case 'AwaitExpression':
      return isGoalText(script, kid(expression, 'argument'), depth + 1);
    case 'Identifier': {
      const binding = script.bindings.get(expression);
      if (binding?.kind !== 'variable' || kid(binding.declaration, 'id') !== binding.identifier) return false;
      const init = kid(binding.declaration, 'init');
      return binding.settled ? isGoalText(script, init, depth + 1) : isGathered(script, binding, init);
    }
    case 'CallExpression':
      return isReading(script, expression, depth);
    default:
      return false;
  }
}

/** `readFileSync(0, 'utf8')`, `text(process.stdin)`, `new Response(process.stdin).text()`, and any of them trimmed. */
function isReading(script: Script, call: ScriptNode, depth: number): boolean {
  const callee = bare(kid(call, 'callee'));
  const called = meaningOf(script, callee);
  const [first, encoding] = kids(call, 'arguments');
  if (called === 'fs.readFileSync') return isStandardInput(script, first) && encoding !== undefined;
  if (called === 'stream/consumers.text') return meaningOf(script, first) === 'process.stdin';
  if (callee?.type !== 'MemberExpression') return false;
  const object = bare(kid(callee, 'object'));
  const method = textOf(kid(callee, 'property'), 'name');
  if (method === 'text')
    return (
      object?.type === 'NewExpression' &&
      meaningOf(script, kid(object, 'callee')) === 'Response' &&
      meaningOf(script, kids(object, 'arguments')[0]) === 'process.stdin'
    );
  return /^(trim|trimStart|trimEnd)$/.test(method) && isGoalText(script, object, depth + 1);
}

function isStandardInput(script: Script, file: ScriptNode | undefined): boolean {
  const value = constantOf(script, file)?.value;
  return value === 0 || value === '/dev/stdin' || meaningOf(script, file) === 'process.stdin.fd';
}

/** `let goal = ''; for await (const chunk of process.stdin) goal += chunk;` and nothing else that changes it. */
function isGathered(script: Script, { assignments }: Binding, init: ScriptNode | undefined): boolean {
  if (constantOf(script, init)?.value !== '') return false;
  const later = assignments.filter(({ initial }) => !initial);
  return later.length > 0 && later.every(({ at }) => isChunkAdded(script, script.parents.get(at)));
}

function isChunkAdded(script: Script, assignment: ScriptNode | undefined): boolean {
  const chunk = bare(kid(assignment, 'right'));
  if (assignment?.type !== 'AssignmentExpression' || textOf(assignment, 'operator') !== '+=') return false;
  const declarator = chunk && script.bindings.get(chunk)?.declaration;
  const declaration = declarator?.type === 'VariableDeclarator' ? script.parents.get(declarator) : undefined;
  const loop = declaration && script.parents.get(declaration);
  return loop?.type === 'ForOfStatement' && meaningOf(script, kid(loop, 'right')) === 'process.stdin';
}
