import { type CancellationToken, SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver/node';
import { rookFileAt } from '../../engine/workspace/rook-file';
import type { FileView } from '../../engine/workspace/rules/file-view';
import { uriOf } from '../documents/file-uri';
import { nextTurn } from '../feature';
import { featuresOf, type NamedPlace, profilesOf, scenariosOf } from '../workspace/agent-outline';
import { fuzzyScore } from './fuzzy';

/** Nobody looks through more. */
const mostSymbols = 500;

/** The agents that files belong to: their folders, each once. */
export function agentDirsOf(paths: Iterable<string>): string[] {
  const dirs = new Set<string>();
  for (const path of paths) {
    const file = rookFileAt(path);
    if (file && 'agentDir' in file) dirs.add(file.agentDir);
  }
  return [...dirs].sort();
}

/**
 * The scenarios, profiles, features and criteria that fit what was typed, the best first, as they are saved.
 * @param token called off, what was found so far is given up.
 */
export async function workspaceSymbols(
  typed: string,
  agents: readonly string[],
  files: FileView,
  token: CancellationToken,
): Promise<WorkspaceSymbol[]> {
  const found: { symbol: WorkspaceSymbol; score: number }[] = [];
  const add = (file: string, place: NamedPlace, text: string, kind: SymbolKind, containerName: string): void => {
    const name = text === '' || text === place.name ? place.name : `${place.name}: ${text}`;
    const score = fuzzyScore(typed, name);
    if (score === undefined) return;
    const location = { uri: uriOf(file), range: place.range };
    found.push({ symbol: { name, kind, containerName, location }, score });
  };
  for (const agentDir of agents) {
    await nextTurn();
    if (token.isCancellationRequested) return [];
    const agent = agentDir.split(/[\\/]/).at(-1) ?? agentDir;
    for (const { file, id, title } of profilesOf(files, agentDir)) add(file, id, title, SymbolKind.Interface, agent);
    for (const { file, id, title } of featuresOf(files, agentDir)) add(file, id, title, SymbolKind.Namespace, agent);
    for (const { file, id, title, criteria } of scenariosOf(files, agentDir)) {
      add(file, id, title, SymbolKind.Class, agent);
      for (const criterion of criteria) add(file, criterion, criterion.statement, SymbolKind.Method, id.name);
    }
  }
  return found
    .sort((a, b) => b.score - a.score || (a.symbol.name < b.symbol.name ? -1 : 1))
    .slice(0, mostSymbols)
    .map(({ symbol }) => symbol);
}
