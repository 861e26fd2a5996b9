import type { RookFile } from '../../engine/workspace/rook-file';
import type { FileView } from '../../engine/workspace/rules/file-view';
import { phasesOfUsages, usagesOf } from '../../engine/workspace/rules/script-usages';
import { uriOf } from '../documents/file-uri';
import { type Lens, top } from './lens';

/** Which profiles run a script, and in which phases. */
export function scriptLenses(
  { path, workspaceRoot }: Extract<RookFile, { kind: 'script' | 'settings' | 'mcp' | 'discovered-mcp' | 'tool-hooks' }>,
  files: FileView,
): Lens[] {
  const usages = usagesOf(files, workspaceRoot, path);
  const profiles = [...new Set(usages.map(({ file }) => file))];
  return profiles.map((file) => {
    const own = usages.filter((usage) => usage.file === file);
    const title = `${own[0]?.profile}: ${phasesOfUsages(own).join(', ')}`;
    return { range: top, command: { title, command: 'vscode.open', arguments: [uriOf(file)] } };
  });
}
