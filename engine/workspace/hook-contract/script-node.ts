/**
 * A node of a syntax tree, of whichever parser it came from (ESTree; TypeScript's own nodes are called TS…). The parsers
 * type their trees differently and loose trees hold less than their types say, so fields are asked for by name.
 */
export interface ScriptNode {
  readonly type: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is ScriptNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The node in a field, if there is one. */
export function kid(node: ScriptNode | undefined, field: string): ScriptNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

/** The nodes of a list, holes left out. */
export function kids(node: ScriptNode | undefined, field: string): ScriptNode[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The nodes of a list by position: `[, , phase]` has two holes. */
export function slots(node: ScriptNode, field: string): (ScriptNode | undefined)[] {
  const value = node[field];
  return Array.isArray(value) ? value.map((item: unknown) => (isNode(item) ? item : undefined)) : [];
}

/** A field that is text, such as the name of an identifier or an operator. */
export function textOf(node: ScriptNode | undefined, field: string): string {
  const value = node?.[field];
  return typeof value === 'string' ? value : '';
}

/** All nodes directly below a node. Types are left out: they do nothing when a script runs. */
export function below(node: ScriptNode): ScriptNode[] {
  const found: ScriptNode[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (typeFields.has(field)) continue;
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(item) && !isTypeOnly(item)) found.push(item);
  }
  return found;
}

const typeFields = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'implements',
]);

/** Nodes of TypeScript that hold an expression, or a declaration that runs. */
const runningTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumMember',
  'TSParameterProperty',
  'TSExportAssignment',
  'TSImportEqualsDeclaration',
  'TSExternalModuleReference',
]);

function isTypeOnly(node: ScriptNode): boolean {
  return (node.type.startsWith('TS') && !runningTypes.has(node.type)) || node.importKind === 'type';
}

/** What an expression is without brackets, optional chains, `await`-free casts and `!` of TypeScript around it. */
export function bare(node: ScriptNode): ScriptNode;
export function bare(node: ScriptNode | undefined): ScriptNode | undefined;
export function bare(node: ScriptNode | undefined): ScriptNode | undefined {
  let current = node;
  while (current) {
    switch (current.type) {
      case 'ChainExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
        current = kid(current, 'expression');
        break;
      default:
        return current;
    }
  }
  return current;
}

type FunctionNode = ScriptNode & {
  readonly type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression';
};

export function isFunction(node: ScriptNode | undefined): node is FunctionNode {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression'
  );
}

/** The name of a property, in `a.name`, `a['name']`, `{name: …}`, `[0]`; undefined when it is computed from something. */
export function keyOf(node: ScriptNode): string | undefined {
  const key = kid(node, node.type === 'MemberExpression' ? 'property' : node.type === 'TSEnumMember' ? 'id' : 'key');
  if (!key) return undefined;
  if (node.computed !== true && (key.type === 'Identifier' || key.type === 'PrivateIdentifier'))
    return textOf(key, 'name');
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value);
  if (key.type === 'TemplateLiteral' && kids(key, 'expressions').length === 0) return plainTemplate(key);
  return undefined;
}

/** The text of a template without expressions. */
export function plainTemplate(node: ScriptNode): string | undefined {
  return cooked(kids(node, 'quasis')[0]);
}

/** The text of one piece of a template. */
export function cooked(quasi: ScriptNode | undefined): string | undefined {
  const value = quasi?.value;
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : undefined;
}
