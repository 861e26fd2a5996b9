import { type Node, parse } from 'acorn';

/** What the text of a script declares and uses. */
export interface ScriptNames {
  /** Functions, constants, parameters and imports, each as often as it is declared. */
  declared: string[];
  /** Functions and imports at the top. */
  top: string[];
  /** Names that are read, property names left out. */
  used: string[];
}

/** Parses a script as Node.js 20 does, and lists its names. Throws a syntax error with its place. */
export function namesIn(source: string): ScriptNames {
  const program = parse(source, { ecmaVersion: 2023, sourceType: 'module' });
  const names: ScriptNames = { declared: [], top: [], used: [] };
  for (const node of program.body) {
    if (node.type === 'FunctionDeclaration') names.top.push(node.id.name);
    if (node.type === 'ImportDeclaration') for (const { local } of node.specifiers) names.top.push(local.name);
  }
  visit(program, names);
  return names;
}

type Field = readonly [string, unknown];

function visit(node: Node, names: ScriptNames): void {
  const fields: Field[] = Object.entries(node);
  const field = (name: string): unknown => fields.find(([key]) => key === name)?.[1];
  switch (node.type) {
    case 'Identifier':
      names.used.push(String(field('name')));
      return;
    case 'VariableDeclarator':
      declare(field('id'), names);
      break;
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      declare(field('id'), names);
      for (const parameter of list(field('params'))) declare(parameter, names);
      break;
    case 'CatchClause':
      declare(field('param'), names);
      break;
    case 'ImportDeclaration':
      for (const specifier of list(field('specifiers')))
        declare(Object.fromEntries(Object.entries(specifier)).local, names);
      return;
    default:
      break;
  }
  for (const [key, value] of fields) {
    const isName =
      (node.type === 'MemberExpression' && key === 'property') || (node.type === 'Property' && key === 'key');
    if (isName && field('computed') !== true) continue;
    if (key === 'id' || key === 'params' || key === 'param') {
      // Defaults in a pattern are read; the names in it were declared.
      for (const pattern of Array.isArray(value) ? list(value) : [value]) visitDefaults(pattern, names);
    } else for (const child of Array.isArray(value) ? list(value) : [value]) if (isNode(child)) visit(child, names);
  }
}

function declare(pattern: unknown, names: ScriptNames): void {
  if (!isNode(pattern)) return;
  const fields = Object.fromEntries(Object.entries(pattern)) as Record<string, unknown>;
  if (pattern.type === 'Identifier') names.declared.push(String(fields.name));
  for (const part of [fields.left, fields.argument, fields.value, ...list(fields.elements), ...list(fields.properties)])
    if (pattern.type !== 'Identifier') declare(part, names);
}

function visitDefaults(pattern: unknown, names: ScriptNames): void {
  if (!isNode(pattern) || pattern.type === 'Identifier') return;
  const fields = Object.fromEntries(Object.entries(pattern)) as Record<string, unknown>;
  if (pattern.type === 'AssignmentPattern' && isNode(fields.right)) visit(fields.right, names);
  for (const part of [fields.left, fields.argument, fields.value, ...list(fields.elements), ...list(fields.properties)])
    visitDefaults(part, names);
}

function list(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((item): item is object => typeof item === 'object' && item !== null) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
