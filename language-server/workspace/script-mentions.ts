import { TextDocument } from 'vscode-languageserver-textdocument';
import { asRecord } from '../../engine/workspace/plain-value';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { Derivation, FileView } from '../../engine/workspace/rules/file-view';
import type { RuleContext, ScriptAnalyser } from '../../engine/workspace/rules/rule-context';
import { environmentOf } from '../../engine/workspace/rules/script-environment';
import { findHookScripts } from '../../engine/workspace/script-path';
import { parseYaml } from '../../engine/workspace/yaml-document';
import { toRange } from '../documents/rook-document';
import type { NamedPlace } from './agent-outline';

/** A file of an agent's folder. */
export type AgentFile = Extract<RookFile, { agentDir: string }>;

const hooks: Derivation<unknown> = { of: (text, path) => ({ hooks: asRecord(parseYaml(text, path).value)?.hooks }) };

/** The hook scripts of a saved profile that are there, absolute. */
export function hookScriptsOf({ path, agentDir, workspaceRoot }: Omit<AgentFile, 'kind'>, files: FileView): string[] {
  return findHookScripts(files.derive(path, hooks), agentDir, workspaceRoot, (one) => files.isFile(one)).found;
}

/** Variables that the scripts of a saved profile are known to read, ROOK_* left out; none while nothing can be told. */
export function readVariables(profile: Omit<AgentFile, 'kind'>, { files, analyse }: RuleContext): string[] {
  if (!analyse) return [];
  const names = hookScriptsOf(profile, files).flatMap(
    (script) => environmentOf(files, script, analyse)?.variables ?? [],
  );
  return [...new Set(names)].sort();
}

/** Where a saved script reads variables, ROOK_* among them; none while nothing can be told. */
export function mentionsIn(script: string, { files, analyse }: RuleContext): readonly NamedPlace[] {
  return (analyse && files.derive(script, mentionsBy(analyse))) ?? [];
}

const derivations = new WeakMap<ScriptAnalyser, Derivation<NamedPlace[]>>();

function mentionsBy(analyse: ScriptAnalyser): Derivation<NamedPlace[]> {
  const known = derivations.get(analyse) ?? {
    of: (text: string, path: string): NamedPlace[] => {
      const { facts } = analyse(text, { path });
      const document = TextDocument.create('', '', 0, text.replace(/^\uFEFF/, ' '));
      return [...(facts?.env ?? []), ...(facts?.rookVariables ?? [])]
        .sort((a, b) => a.range.start - b.range.start)
        .map(({ name, range }) => ({ name, range: toRange(document, range) }));
    },
  };
  derivations.set(analyse, known);
  return known;
}
