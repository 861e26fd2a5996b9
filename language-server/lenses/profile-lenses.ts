import { basename } from 'node:path';
import { asRecord } from '../../engine/workspace/plain-value';
import type { ProfileReading } from '../../engine/workspace/profile-file';
import type { RookFile } from '../../engine/workspace/rook-file';
import { fileOfActiveProfile } from '../../engine/workspace/rules/agent-snapshot';
import type { FileView } from '../../engine/workspace/rules/file-view';
import { resolveScript } from '../../engine/workspace/script-path';
import { hookPhases } from '../../schemas/phase';
import { uriOf } from '../documents/file-uri';
import { type Lens, lineOf, top } from './lens';

/** Use and test a profile, show what it needs of the environment, and open its scripts. */
export function profileLenses(
  uri: string,
  { path, agentDir, workspaceRoot }: Extract<RookFile, { agentDir: string }>,
  { document, legacy }: ProfileReading,
  files: FileView,
): Lens[] {
  const profile = asRecord(document.value);
  const hooks = asRecord(profile?.hooks) ?? {};
  const active = fileOfActiveProfile(files, agentDir);
  const isActive = active !== undefined && basename(active) === basename(path);
  const lenses: Lens[] = [
    isActive ? lens('Active Profile', 'rook.chooseProfile', uri) : lens('Use Profile', 'rook.useProfile', uri),
    legacy ? lens('Convert to Hooks', 'rook.convertProfile', uri) : lens('Test Profile', 'rook.testProfile', uri),
  ];
  if (Array.isArray(profile?.env) && profile.env.length > 0)
    lenses.push({
      range: lineOf(document, ['env']),
      command: command('Show Environment', 'rook.showEnvironment', uri),
    });
  for (const phase of hookPhases) {
    const entry = hooks[phase];
    const script = asRecord(entry)?.script ?? entry;
    if (typeof script !== 'string' || script === '') continue;
    const { resolved } = resolveScript(script, agentDir, workspaceRoot, (file) => files.isFile(file));
    if (resolved === undefined) continue; // the problems say that it is not there
    const range = lineOf(document, asRecord(entry) ? ['hooks', phase, 'script'] : ['hooks', phase]);
    lenses.push({ range, command: command('Open Script', 'vscode.open', uriOf(resolved)) });
  }
  return lenses;
}

function lens(title: string, id: string, uri: string): Lens {
  return { range: top, command: command(title, id, uri) };
}

function command(title: string, id: string, uri: string) {
  return { title, command: id, arguments: [uri] };
}
