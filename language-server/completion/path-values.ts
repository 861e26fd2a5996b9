import { isAbsolute, join, posix, relative } from 'node:path';
import type { FileView } from '../../engine/workspace/rules/file-view';
import { interpreterOf } from '../../engine/workspace/script-path';
import type { SuggestedValue } from './suggested-values';

/** Folders that no script of a workspace lies in. */
const skipped = /^(?:\..*|node_modules|dist|build|coverage|runs|profiles|scenarios|features)$/;
/** How deep the agent's own scripts are listed without being asked for. */
const deepest = 3;

/**
 * Paths that fit, as they would be written: relative to the agent's folder first, then to the workspace's root.
 * @param typed what stands before the cursor; its folders are looked into.
 */
export function pathValues(
  kind: 'script' | 'schema-file',
  typed: string,
  agentDir: string | undefined,
  workspaceRoot: string,
  files: FileView,
): SuggestedValue[] {
  const above = typed.replace(/[^/]*$/, '');
  if (isAbsolute(above) || above.split('/').includes('..')) return [];
  const fits = kind === 'script' ? isScript : isSchema;
  const places = [
    ...(agentDir === undefined ? [] : [{ base: agentDir, detail: "agent's folder" }]),
    { base: workspaceRoot, detail: 'workspace' },
  ];
  const nested =
    above === '' && agentDir !== undefined ? ownFiles(join(agentDir, 'scripts'), fits, files, deepest) : [];
  return [
    ...nested.map((path) => ({
      value: relative(agentDir ?? '', path).replaceAll('\\', '/'),
      detail: "agent's folder",
    })),
    ...places.flatMap(({ base, detail }) =>
      files.names(join(base, above)).flatMap((name): SuggestedValue[] => {
        if (skipped.test(name)) return [];
        const path = join(base, above, name);
        if (files.isFile(path)) return fits(name) ? [{ value: posix.join(above, name), detail }] : [];
        return files.names(path).length > 0 ? [{ value: `${posix.join(above, name)}/`, detail, folder: true }] : [];
      }),
    ),
  ];
}

function ownFiles(folder: string, fits: (name: string) => boolean, files: FileView, depth: number): string[] {
  if (depth === 0) return [];
  return files.names(folder).flatMap((name) => {
    if (skipped.test(name)) return [];
    const path = join(folder, name);
    if (files.isFile(path)) return fits(name) ? [path] : [];
    return ownFiles(path, fits, files, depth - 1);
  });
}

function isScript(name: string): boolean {
  return interpreterOf(name) !== undefined && !/\.(?:test|spec|config|d)\.[cm]?[jt]s$/.test(name);
}

function isSchema(name: string): boolean {
  return /\.(?:json|ya?ml)$/.test(name) && !/^(?:package(?:-lock)?|tsconfig.*)\.json$/.test(name);
}
