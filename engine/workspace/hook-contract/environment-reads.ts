import type { HookFacts, Mention } from './finding';
import { isForeign } from './foreign-code';
import { constantText, meaningOf } from './meaning';
import { listedNames } from './phase-value';
import type { Script } from './script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode } from './script-node';

type EnvironmentFacts = Pick<HookFacts, 'env' | 'rookVariables' | 'envComplete'>;

/**
 * The variables that a script reads: `process.env.NAME`, `process.env['NAME']`, `const { NAME } = process.env`, through
 * aliases and imports, and names of a list that is gone through. What is only written is not read.
 */
export function environmentReads(script: Script): EnvironmentFacts {
  const mentions: Mention[] = [];
  let complete = true;
  const add = (name: string, node: ScriptNode): void => {
    mentions.push({ name, range: { start: node.start, end: node.end } });
  };
  for (const node of script.ofType('MemberExpression')) {
    if (meaningOf(script, kid(node, 'object')) !== 'process.env') continue;
    const property = kid(node, 'property');
    const name = keyOf(node) ?? constantText(script, property);
    if (!property || isWritten(script, node)) continue;
    const names = name === undefined ? namesOf(script, property) : [name];
    if (names) for (const one of names) add(one, property);
    else complete = false;
  }
  for (const node of script.ofType('ObjectPattern')) {
    if (meaningOf(script, sourceOf(script, node)) !== 'process.env') continue;
    for (const property of kids(node, 'properties')) {
      const key = kid(property, 'key');
      const name = property.type === 'Property' ? keyOf(property) : undefined;
      if (key && name !== undefined) add(name, key);
      else complete = false;
    }
  }
  complete &&= !isHandedOn(script) && !readsElsewhere(script);
  return {
    env: mentions.filter(({ name }) => !name.startsWith('ROOK_')),
    rookVariables: mentions.filter(({ name }) => name.startsWith('ROOK_')),
    envComplete: complete,
  };
}

/** What a pattern takes apart: the value of its declaration or assignment, or of the parameter's default. */
function sourceOf(script: Script, pattern: ScriptNode): ScriptNode | undefined {
  const parent = script.parents.get(pattern);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return kid(parent, 'init');
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return kid(parent, 'right');
    case 'Property': {
      // const { env: { NAME } } = process
      const outer = script.parents.get(parent);
      const source = outer?.type === 'ObjectPattern' ? sourceOf(script, outer) : undefined;
      return meaningOf(script, source) === 'process' && keyOf(parent) === 'env' ? environmentOf(script) : undefined;
    }
    default:
      return undefined;
  }
}

/** Some expression of the script that means the environment, for a pattern that has no expression of its own. */
function environmentOf(script: Script): ScriptNode | undefined {
  const made: ScriptNode = { type: 'Identifier', name: 'process.env', start: 0, end: 0 };
  script.meanings.set(made, 'process.env');
  return made;
}

function isWritten(script: Script, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  if (parent?.type === 'UnaryExpression') return parent.operator === 'delete';
  return parent?.type === 'AssignmentExpression' && kid(parent, 'left') === node && parent.operator === '=';
}

/** The names that a variable goes through: `for (const name of ['A', 'B'])`, `['A', 'B'].filter((name) => …)`. */
function namesOf(script: Script, node: ScriptNode): string[] | undefined {
  const binding = script.bindings.get(bare(node));
  if (!binding) return undefined;
  let list: ScriptNode | undefined;
  if (binding.kind === 'parameter' && isFunction(binding.declaration)) {
    const call = script.parents.get(binding.declaration);
    const callee = call?.type === 'CallExpression' ? bare(kid(call, 'callee')) : undefined;
    const first = kids(binding.declaration, 'params')[0] === binding.identifier;
    if (callee?.type === 'MemberExpression' && first && keyOf(callee) !== 'reduce') list = kid(callee, 'object');
  } else if (binding.kind === 'variable') {
    const declaration = script.parents.get(binding.declaration);
    const loop = declaration && script.parents.get(declaration);
    if (loop?.type === 'ForOfStatement' && kid(loop, 'left') === declaration) list = kid(loop, 'right');
  }
  const names = listedNames(script, list);
  const known = names?.filter((name) => name !== undefined);
  return known && known.length === names?.length ? known : undefined;
}

/** Whether the environment as a whole goes somewhere: `{...process.env}`, `config(process.env)`. */
function isHandedOn(script: Script): boolean {
  const whole = [...script.ofType('MemberExpression'), ...script.ofType('Identifier')];
  return whole.some((node) => {
    const meaning = meaningOf(script, node);
    const parent = script.parents.get(node);
    if ((meaning !== 'process.env' && meaning !== 'process') || !parent) return false;
    switch (parent.type) {
      case 'MemberExpression':
        return kid(parent, 'object') !== node && !(kid(parent, 'property') === node && parent.computed !== true);
      case 'VariableDeclarator':
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        return false;
      case 'Property': // in a pattern: const { env } = process
        return script.parents.get(parent)?.type !== 'ObjectPattern';
      case 'AssignmentExpression':
        return kid(parent, 'left')?.type !== 'ObjectPattern';
      default:
        return true;
    }
  });
}

const starters = /^child_process\.(spawn|spawnSync|exec|execSync|execFile|execFileSync|fork)$/;

/** Whether code that is not here may read the environment: a child that inherits it, another file, a package. */
function readsElsewhere(script: Script): boolean {
  const imported = script.ofType('ImportDeclaration').some((node) => isOther(kid(node, 'source')?.value));
  return (
    imported ||
    script
      .ofType('ImportExpression')
      .some((node) => isOther(constantText(script, kid(node, 'source')) ?? './unknown')) ||
    script.ofType('CallExpression').some((node) => {
      const called = meaningOf(script, kid(node, 'callee')) ?? '';
      if (called === 'require') return isOther(constantText(script, kids(node, 'arguments')[0]) ?? './unknown');
      return starters.test(called) || /^(eval|Function|vm\.\w+|Bun\.spawn\w*)$/.test(called);
    })
  );
}

/** Packages may read variables of their own, also those that leave standard output alone (OPENAI_API_KEY). */
function isOther(source: unknown): boolean {
  return (
    typeof source === 'string' && (isForeign(source) || /^(openai|@anthropic-ai|@google|langsmith|pg)\b/.test(source))
  );
}
