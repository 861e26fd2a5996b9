import { analyze, type Scope, type Variable } from 'eslint-scope';
import type { ParsedText } from './parse-script';
import { isNode, kid, type ScriptNode } from './script-node';

/** One place where a variable gets a value. */
export interface Assignment {
  /** The identifier that is written. */
  at: ScriptNode;
  /** What it gets; undefined when that is a part of something, or what a loop or an update makes. */
  value?: ScriptNode;
  /** Whether it stands where the variable is declared. */
  initial: boolean;
}

/** A name of the script: what declares it, and everywhere it is read. */
export interface Binding {
  name: string;
  kind: 'variable' | 'function' | 'class' | 'parameter' | 'import' | 'caught' | 'other';
  /** The declarator, function, class or import specifier; the function whose parameter it is. */
  declaration: ScriptNode;
  /** The identifier in its declaration. */
  identifier: ScriptNode;
  /** The declaration around it: an import, for a specifier. */
  parent?: ScriptNode;
  reads: ScriptNode[];
  assignments: Assignment[];
  /** Declared once, and never written after that. */
  settled: boolean;
}

/** What each identifier of a script that is read or written refers to; those that are not in it are global. */
export function bindingsOf({ program, sourceType }: ParsedText): Map<ScriptNode, Binding> {
  const found = new Map<ScriptNode, Binding>();
  if (!program) return found;
  const manager = analyze(program as unknown as Parameters<typeof analyze>[0], {
    ecmaVersion: 2022,
    sourceType: sourceType === 'module' ? 'module' : 'script',
    nodejsScope: sourceType === 'commonjs',
    fallback: 'iteration',
  }); // the parsers' trees are ESTree with more node types, which `fallback` walks through
  const known = new Map<Variable, Binding | undefined>();
  for (const scope of manager.scopes)
    for (const variable of scope.variables) {
      const binding = toBinding(variable, scope);
      known.set(variable, binding);
      if (binding) for (const { identifier } of [binding]) found.set(identifier, binding);
    }
  for (const scope of manager.scopes)
    for (const reference of scope.references) {
      const binding = reference.resolved ? known.get(reference.resolved) : undefined;
      const identifier: unknown = reference.identifier;
      if (binding && isNode(identifier)) found.set(identifier, binding);
    }
  return found;
}

function toBinding(variable: Variable, scope: Scope): Binding | undefined {
  const definition = variable.defs[0];
  const declaration: unknown = definition?.node;
  const identifier: unknown = definition?.name;
  if (!definition || !isNode(declaration) || !isNode(identifier)) return undefined;
  const parent: unknown = definition.parent;
  const assignments: Assignment[] = [];
  const reads: ScriptNode[] = [];
  for (const reference of variable.references) {
    const at: unknown = reference.identifier;
    if (!isNode(at)) continue;
    if (reference.isRead()) reads.push(at);
    if (!reference.isWrite()) continue;
    const value: unknown = reference.writeExpr;
    const whole = !reference.partial && !reference.isRead() && isNode(value);
    assignments.push({ at, ...(whole && { value }), initial: reference.init === true });
  }
  const kind = kinds[definition.type] ?? 'other';
  const settled = variable.defs.length === 1 && assignments.every(({ initial }) => initial) && scope.type !== 'with';
  return {
    name: variable.name,
    kind,
    declaration,
    identifier,
    ...(isNode(parent) && { parent }),
    reads,
    assignments,
    settled,
  };
}

const kinds: Record<string, Binding['kind']> = {
  Variable: 'variable',
  FunctionName: 'function',
  ClassName: 'class',
  Parameter: 'parameter',
  ImportBinding: 'import',
  CatchClause: 'caught',
};

/** The value that a settled variable was declared with, when the pattern is the name alone. */
export function initOf(binding: Binding): ScriptNode | undefined {
  return binding.kind === 'variable' && binding.settled && kid(binding.declaration, 'id') === binding.identifier
    ? kid(binding.declaration, 'init')
    : undefined;
}
