import { type Binding, bindingsOf } from './bindings';
import type { ParsedText } from './parse-script';
import { below, isFunction, keyOf, kid, kids, type ScriptNode, textOf } from './script-node';

/** A parsed script with what its rules ask for again and again. Made in one walk. */
export interface Script {
  text: string;
  program: ScriptNode;
  parents: ReadonlyMap<ScriptNode, ScriptNode>;
  /** All nodes of a type, in the order of the text. */
  ofType(type: string): readonly ScriptNode[];
  bindings: ReadonlyMap<ScriptNode, Binding>;
  /** Members of TypeScript's enums that are texts: `Phase.Open`. */
  enums: ReadonlyMap<string, ReadonlyMap<string, ScriptNode>>;
  /** Methods of classes and functions in objects, by name. */
  methods: ReadonlyMap<string, readonly ScriptNode[]>;
  /** The return statements of a function, those of functions within it left out. */
  returnsOf(one: ScriptNode): readonly ScriptNode[];
  /** What expressions were found to mean, see meaning.ts. */
  meanings: Map<ScriptNode, string | undefined>;
}

/** Looks through a tree once. Its depth is bounded by the parser's own, which is recursive, too. */
export function indexScript(text: string, parsed: ParsedText, program: ScriptNode): Script {
  const parents = new Map<ScriptNode, ScriptNode>();
  const byType = new Map<string, ScriptNode[]>();
  const enums = new Map<string, ReadonlyMap<string, ScriptNode>>();
  const methods = new Map<string, ScriptNode[]>();
  const waiting: ScriptNode[] = [program];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const list = byType.get(node.type);
    if (list) list.push(node);
    else byType.set(node.type, [node]);
    for (const child of below(node).reverse()) {
      parents.set(child, node);
      waiting.push(child);
    }
    if (node.type === 'TSEnumDeclaration') enums.set(textOf(kid(node, 'id'), 'name'), enumMembers(node));
    const body = kid(node, 'value');
    const name = keyOf(node);
    const isMember = node.type === 'MethodDefinition' || node.type === 'Property' || node.type === 'PropertyDefinition';
    if (!isMember || !isFunction(body) || name === undefined) continue;
    const same = methods.get(name);
    if (same) same.push(body);
    else methods.set(name, [body]);
  }
  const returns = new Map<ScriptNode, ScriptNode[]>();
  for (const node of byType.get('ReturnStatement') ?? []) {
    const around = enclosing(parents, node) ?? program;
    returns.set(around, [...(returns.get(around) ?? []), node]);
  }
  return {
    text,
    program,
    parents,
    returnsOf: (one) => returns.get(one) ?? [],
    ofType: (type) => byType.get(type) ?? [],
    bindings: bindingsOf(parsed),
    enums,
    methods,
    meanings: new Map(),
  };
}

function enumMembers(declaration: ScriptNode): ReadonlyMap<string, ScriptNode> {
  const members = kid(declaration, 'body') ? kids(kid(declaration, 'body'), 'members') : kids(declaration, 'members');
  return new Map(
    members.flatMap((member): [string, ScriptNode][] => {
      const value = kid(member, 'initializer');
      const name = keyOf(member);
      return value && name !== undefined ? [[name, value]] : [];
    }),
  );
}

/** The nearest function around a node, or the program. */
export function functionAround({ parents, program }: Script, node: ScriptNode): ScriptNode {
  return enclosing(parents, node) ?? program;
}

function enclosing(parents: ReadonlyMap<ScriptNode, ScriptNode>, node: ScriptNode): ScriptNode | undefined {
  let current = parents.get(node);
  while (current && !isFunction(current)) current = parents.get(current);
  return current;
}
