import { isForeign } from './foreign-code';
import { constantOf, constantText, meaningOf } from './meaning';
import type { Script } from './script';
import { functionAround } from './script';
import { keyOf, kid, kids, type ScriptNode, slots, textOf } from './script-node';

/** What a script may do with where it stands. True also when that cannot be told: what is false is sure. */
export interface OwnPlace {
  /** It may ask for the name of its own file: a copy of it has another one. */
  ownName: boolean;
  /** It may ask for the name of the script that was started, which is another when it is loaded by one. */
  startedName: boolean;
  /** It may ask whether it was started itself, or behave differently when it was not. */
  started: boolean;
}

type Part = keyof OwnPlace;
const everything: readonly Part[] = ['ownName', 'startedName', 'started'];

/** Whether a script would notice that it has another name, or that another script loads it. Its folder is not asked about. */
export function ownPlace(script: Script): OwnPlace {
  const found = new Set<Part>([
    ...script.ofType('MetaProperty').flatMap((node) => ofMeta(script, node)),
    ...script.ofType('Identifier').flatMap((node) => (isReference(script, node) ? ofName(script, node) : [])),
    ...['Identifier', 'MemberExpression', 'CallExpression', 'ImportExpression', 'AwaitExpression'].flatMap((type) =>
      script.ofType(type).flatMap((node) => ofProcess(script, node)),
    ),
    ...script.ofType('Literal').flatMap((node) => ofEvent(node)),
    ...loaded(script),
  ]);
  return { ownName: found.has('ownName'), startedName: found.has('startedName'), started: found.has('started') };
}

/** `import.meta`. */
function ofMeta(script: Script, node: ScriptNode): readonly Part[] {
  if (textOf(kid(node, 'meta'), 'name') !== 'import') return []; // new.target
  const parent = script.parents.get(node);
  if (parent?.type !== 'MemberExpression') return everything;
  switch (keyOf(parent)) {
    case 'dirname':
    case 'resolve':
    case 'env':
      return [];
    case 'main':
      return ['started'];
    case 'filename':
      return ['ownName'];
    case 'url':
      return isForFolder(script, parent) ? [] : ['ownName'];
    default:
      return everything;
  }
}

/** Whether only the folder of `import.meta.url` counts: `new URL('./x', …)`, `createRequire(…)`, `dirname(fileURLToPath(…))`. */
function isForFolder(script: Script, url: ScriptNode): boolean {
  const call = script.parents.get(url);
  const callee = meaningOf(script, kid(call, 'callee'));
  const args = kids(call, 'arguments');
  if (call?.type === 'NewExpression' && /^(?:url\.)?URL$/.test(callee ?? ''))
    return args[1] === url && /^[^#?]/.test(constantText(script, args[0]) ?? '');
  if (call?.type !== 'CallExpression') return false;
  if (callee === 'module.createRequire') return true;
  const outer = script.parents.get(call);
  return (
    callee === 'url.fileURLToPath' &&
    outer?.type === 'CallExpression' &&
    meaningOf(script, kid(outer, 'callee')) === 'path.dirname'
  );
}

/** Names that CommonJS gives, and ways to code that is not written down. */
function ofName(script: Script, node: ScriptNode): readonly Part[] {
  const parent = script.parents.get(node);
  const key = parent?.type === 'MemberExpression' && kid(parent, 'object') === node ? keyOf(parent) : undefined;
  const isAsked = parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
  switch (textOf(node, 'name')) {
    case '__filename':
      return ['ownName'];
    case 'eval':
    case 'Function':
      return everything;
    case 'arguments': // those of the function that CommonJS puts around a file have its name
      return functionAround(script, node) === script.program ? everything : [];
    case 'globalThis':
    case 'global':
      return isAsked || key !== undefined ? [] : everything;
    case 'module':
      if (script.bindings.get(node) || isAsked || key === 'exports' || key === 'require' || key === 'paths') return [];
      if (key === 'parent' || key === 'children' || parent?.type === 'BinaryExpression') return ['started'];
      return everything;
    case 'require': {
      if (isAsked || key === 'resolve' || kid(parent, 'callee') === node) return [];
      if (parent?.type === 'VariableDeclarator' && kid(parent, 'id') === node) return [];
      const isAskedFor = parent && script.parents.get(parent)?.type === 'MemberExpression';
      return key === 'main' && !isAskedFor ? ['started'] : everything;
    }
    default:
      return [];
  }
}

/** Whether an identifier stands for a value, and is no name of a member. */
function isReference(script: Script, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  if (parent?.type === 'MemberExpression') return kid(parent, 'object') === node || parent.computed === true;
  const isKey = parent?.type === 'Property' || parent?.type === 'MethodDefinition';
  return !isKey || kid(parent, 'value') === node || parent.computed === true || parent.shorthand === true;
}

/** `process` and its `argv`, whose second entry is the script that was started. */
function ofProcess(script: Script, node: ScriptNode): readonly Part[] {
  const meaning = meaningOf(script, node);
  if (meaning === 'process.mainModule') return everything;
  if (meaning !== 'process' && meaning !== 'process.argv') return [];
  const sure = meaning === 'process' ? isPlainProcess(script, node) : isPlainList(script, node);
  return sure ? [] : ['startedName', 'ownName'];
}

function isPlainProcess(script: Script, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  if (parent?.type === 'AwaitExpression') return true; // itself looked at
  if (parent?.type === 'MemberExpression')
    return kid(parent, 'object') === node ? keyOf(parent) !== undefined : parent.computed !== true;
  if (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') return true;
  return isDeclared(
    script,
    node,
    (pattern) =>
      pattern.type === 'ObjectPattern' && kids(pattern, 'properties').every((one) => isPlainMember(script, one)),
  );
}

/** A member of `process` that gets a name: `argv` one that stands for it wherever it is used. */
function isPlainMember(script: Script, property: ScriptNode): boolean {
  const key = property.type === 'Property' ? keyOf(property) : undefined;
  if (key !== 'argv') return key !== undefined && key !== 'mainModule';
  const value = kid(property, 'value');
  return value?.type === 'Identifier' && script.bindings.get(value)?.settled === true;
}

function isPlainList(script: Script, node: ScriptNode): boolean {
  const parent = script.parents.get(node);
  if (parent?.type === 'MemberExpression' && kid(parent, 'object') === node) {
    const key = keyOf(parent);
    const call = script.parents.get(parent);
    const isCall = call?.type === 'CallExpression' && kid(call, 'callee') === parent;
    const given = isCall ? constantOf(script, kids(call, 'arguments')[0])?.value : undefined;
    if (key === 'length' || key === '0' || meaningOf(script, parent) === 'process.argv.2') return true;
    if (key === 'slice' || key === 'at')
      return typeof given === 'number' && (given >= 2 || (key === 'at' && given === -1));
    if (key === 'includes' || key === 'indexOf') return typeof given === 'string' && !/[\\/]/.test(given);
    return key !== undefined && /^\d+$/.test(key) && key !== '1';
  }
  return isDeclared(script, node, (pattern) => {
    const [program, started] = pattern.type === 'ArrayPattern' ? slots(pattern, 'elements') : [pattern, pattern];
    return started === undefined && program?.type !== 'RestElement' && pattern.type === 'ArrayPattern';
  });
}

/** Whether a value only gets a name, whose uses are looked at by themselves, or is taken apart in a way that is all right. */
function isDeclared(script: Script, node: ScriptNode, isRight: (pattern: ScriptNode) => boolean): boolean {
  const parent = script.parents.get(node);
  switch (parent?.type) {
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return true;
    case 'Property': // the name in a pattern, which is looked at where it is used
      return script.parents.get(parent)?.type === 'ObjectPattern' && script.bindings.get(node)?.settled === true;
    case 'VariableDeclarator': {
      const id = kid(parent, 'id');
      if (id === node) return true;
      if (id?.type === 'Identifier') return script.bindings.get(id)?.settled === true;
      return id !== undefined && isRight(id);
    }
    default:
      return false;
  }
}

/** What was thrown while loading comes to these as something else when another script loads it. */
function ofEvent({ value }: ScriptNode): readonly Part[] {
  return typeof value === 'string' && /^(?:uncaughtException(?:Monitor)?|unhandledRejection)$/.test(value)
    ? ['started']
    : [];
}

/** Code that is not here: packages may ask what was started. Files beside the script are for whoever can read them. */
function loaded(script: Script): readonly Part[] {
  const declared = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].flatMap((type) =>
    script.ofType(type).flatMap((node) => kid(node, 'source') ?? []),
  );
  const computed = script.ofType('ImportExpression').map((node) => kid(node, 'source'));
  const required = script
    .ofType('CallExpression')
    .filter((call) => meaningOf(script, kid(call, 'callee')) === 'require')
    .map((call) => kids(call, 'arguments')[0]);
  const isKnown = (source: string): boolean => /^\.{1,2}\//.test(source) || !isForeign(source);
  return [...declared, ...computed, ...required].every((node) => {
    const source = constantText(script, node);
    return source !== undefined && isKnown(source);
  })
    ? []
    : everything;
}
