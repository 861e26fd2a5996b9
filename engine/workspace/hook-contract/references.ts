import type { Mention } from './finding';
import { constantText, meaningOf } from './meaning';
import type { Script } from './script';
import { bare, kid, kids, type ScriptNode } from './script-node';

/** The files that a script imports by a relative path, as written. */
export function relativeImports(script: Script): Mention[] {
  const sources = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'].flatMap(
    (type) => script.ofType(type).map((node) => kid(node, 'source')),
  );
  const required = script
    .ofType('CallExpression')
    .filter((call) =>
      /^(require|require\.resolve|import\.meta\.resolve)$/.test(meaningOf(script, kid(call, 'callee')) ?? ''),
    )
    .map((call) => kids(call, 'arguments')[0]);
  return mentions(script, [...sources, ...required]).filter(({ name }) => /^\.{1,2}\//.test(name));
}

/** Programs of the workspace that a script starts: arguments of a child process that look like a path of a script. */
export function childScripts(script: Script): Mention[] {
  const given = script.ofType('CallExpression').flatMap((call) => {
    const called = meaningOf(script, kid(call, 'callee')) ?? '';
    if (!/^child_process\.(spawn|spawnSync|execFile|execFileSync|fork)$/.test(called)) return [];
    const [program, list] = kids(call, 'arguments');
    return [program, ...(bare(list)?.type === 'ArrayExpression' ? kids(bare(list), 'elements') : [])];
  });
  return mentions(script, given).filter(({ name }) => /^[^-\s][^\s]*\.(m?[jt]s|c[jt]s|py|sh|rb)$/.test(name));
}

function mentions(script: Script, nodes: readonly (ScriptNode | undefined)[]): Mention[] {
  return nodes.flatMap((node) => {
    const name = constantText(script, node);
    return node && name !== undefined ? [{ name, range: { start: node.start, end: node.end } }] : [];
  });
}
