import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import type { Derivation, FileView } from './file-view';
import type { ScriptAnalyser } from './rule-context';

/** The variables that a script reads, and whether these are all. */
export interface ScriptEnvironment {
  variables: readonly string[];
  /** False when it, or what it imports or starts, may read others: computed names, packages, other programs. */
  complete: boolean;
}

interface OwnEnvironment extends ScriptEnvironment {
  /** Files that it imports, as written. */
  imports: readonly string[];
}

/** What a script and the files that it imports read of the environment; undefined when nothing can be told. */
export function environmentOf(files: FileView, script: string, analyse: ScriptAnalyser): ScriptEnvironment | undefined {
  const seen = new Set<string>();
  const variables = new Set<string>();
  let complete = true;
  const visit = (path: string): boolean => {
    if (seen.has(path)) return true;
    seen.add(path);
    const own = files.derive(path, environmentBy(analyse));
    if (!own) return false;
    for (const name of own.variables) variables.add(name);
    if (!own.complete) complete = false;
    for (const name of own.imports) if (!visit(join(dirname(path), name))) complete = false;
    return true;
  };
  return visit(script) ? { variables: [...variables], complete } : undefined;
}

const derivations = new WeakMap<ScriptAnalyser, Derivation<OwnEnvironment | undefined>>();

function environmentBy(analyse: ScriptAnalyser): Derivation<OwnEnvironment | undefined> {
  const known = derivations.get(analyse) ?? {
    of: (text: string, path: string): OwnEnvironment | undefined => {
      const { facts } = analyse(text, { path });
      if (!facts) return undefined;
      return {
        variables: [...new Set(facts.env.map(({ name }) => name))],
        complete: facts.envComplete && !reachesOthers(text),
        imports: facts.imports.map(({ name }) => name),
      };
    },
  };
  derivations.set(analyse, known);
  return known;
}

/** Whether a script names packages, which may read the environment by themselves, or starts programs, which inherit it. */
function reachesOthers(text: string): boolean {
  const names = [...text.matchAll(/\b(?:from|import|require)\b\s*\(?\s*['"`]([^'"`\n]+)['"`]/g)].map(
    ([, name = '']) => name,
  );
  return names.some(
    (name) => /child_process|worker_threads|cluster/.test(name) || !(name.startsWith('.') || isBuiltin(name)),
  );
}
