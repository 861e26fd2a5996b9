import { type Binding, initOf } from './bindings';
import { isChanged } from './changed-bindings';
import { constantText, frozen, meaningOf } from './meaning';
import type { Script } from './script';
import { bare, isFunction, keyOf, kid, kids, type ScriptNode } from './script-node';

/** What stands behind the names of phases: `{open() {…}}`, `new Map([['open', …]])`. */
export interface PhaseTable {
  literal: ScriptNode;
  entries: ReadonlyMap<string, ScriptNode>;
  /** Whether there is nothing in it but the entries. */
  complete: boolean;
}

/** The table that an expression stands for; undefined when it is none that is written down. */
export function tableOf(script: Script, node: ScriptNode | undefined): PhaseTable | undefined {
  if (!node) return undefined;
  const binding = node.type === 'Identifier' ? script.bindings.get(node) : undefined;
  const key = binding ?? node;
  if (!tables.has(key)) tables.set(key, findTable(script, node));
  return tables.get(key);
}

const tables = new WeakMap<ScriptNode | Binding, PhaseTable | undefined>();

function findTable(script: Script, node: ScriptNode): PhaseTable | undefined {
  let literal = frozen(script, node);
  let changed = false;
  for (let depth = 0; literal?.type === 'Identifier' && depth < 8; depth++) {
    const binding = script.bindings.get(literal);
    if (!binding) return undefined;
    changed ||= isChanged(script, binding);
    literal = frozen(script, initOf(binding));
  }
  if (literal?.type === 'ObjectExpression') {
    const properties = kids(literal, 'properties');
    const entries = properties.flatMap((property): [string, ScriptNode][] => {
      const key =
        keyOf(property) ?? constantText(script, property.computed === true ? kid(property, 'key') : undefined);
      const value = kid(property, 'value');
      return property.type === 'Property' && key !== undefined && value ? [[key, value]] : [];
    });
    return { literal, entries: new Map(entries), complete: !changed && entries.length === properties.length };
  }
  const made = literal?.type === 'NewExpression' ? bare(kid(literal, 'callee')) : undefined;
  const maker = made && script.bindings.get(made);
  if (maker?.kind === 'class') return methodsOf(maker.declaration, changed);
  if (literal?.type === 'NewExpression' && meaningOf(script, kid(literal, 'callee')) === 'Map') {
    const pairs = kids(bare(kids(literal, 'arguments')[0]), 'elements');
    const entries = pairs.flatMap((pair): [string, ScriptNode][] => {
      const [name, value] = kids(pair, 'elements');
      const key = constantText(script, name);
      return key !== undefined && value ? [[key, value]] : [];
    });
    const complete =
      kids(literal, 'arguments').length === 1 && pairs.length === entries.length && !isFilled(script, literal);
    return { literal, entries: new Map(entries), complete };
  }
  return undefined;
}

/** An object of a class of the script has its methods, and what it inherits. */
function methodsOf(declaration: ScriptNode, changed: boolean): PhaseTable {
  const members = kids(kid(declaration, 'body'), 'body').filter((member) => member.static !== true);
  const entries = members.flatMap((member): [string, ScriptNode][] => {
    const key = keyOf(member);
    const value = kid(member, 'value');
    return key !== undefined && isFunction(value) && member.kind !== 'constructor' ? [[key, value]] : [];
  });
  const complete =
    !changed && !kid(declaration, 'superClass') && members.every((member) => keyOf(member) !== undefined);
  return { literal: declaration, entries: new Map(entries), complete };
}

/** Whether a map gets further entries: `handlers.set('close', …)`. */
function isFilled(script: Script, literal: ScriptNode): boolean {
  const declarator = script.parents.get(literal);
  const binding = declarator && script.bindings.get(kid(declarator, 'id') ?? declarator);
  return (
    !binding ||
    binding.reads.some((read) => {
      const around = script.parents.get(read);
      return around?.type === 'MemberExpression' && ['set', 'delete', 'clear'].includes(keyOf(around) ?? '');
    })
  );
}
