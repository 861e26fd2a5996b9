import { dirname, join, sep } from 'node:path';
import { ciFileGlobs, ciFileKind } from './ci/ci-file';

/** Files of an agent. `active-profile` is the pointer `profiles/active`. */
export type AgentFileKind = 'profile' | 'scenario' | 'feature' | 'agent' | 'active-profile';
/** Files of a project. `active-agent` is its pointer `active`. */
export type ProjectFileKind = 'project' | 'active-agent';
/**
 * Files of a workspace. `discovered-mcp` is the `.mcp.json` of other tools, `tool-hooks` the list in `.orkeon/`; a `script`
 * is known by the profiles that name it, not by its place.
 */
export type WorkspaceFileKind = 'settings' | 'mcp' | 'discovered-mcp' | 'tool-hooks' | 'script';

interface InWorkspace {
  path: string;
  /** The folder that holds `.testmuai`, known from the path alone. */
  workspaceRoot: string;
}

/** A file that is known by its place in a Rook workspace (behaviour §1), or that is a file of continuous integration. */
export type RookFile =
  | (InWorkspace & {
      kind: AgentFileKind;
      /** The agent's folder, from which script paths are tried first. */
      agentDir: string;
    })
  | (InWorkspace & { kind: ProjectFileKind; projectDir: string })
  | (InWorkspace & { kind: WorkspaceFileKind })
  | { kind: 'ci'; path: string };

export type RookFileKind = RookFile['kind'];

/** The files that are known by their place, as clients watch them. Braces do not nest, which not every client understands. */
export const rookFileGlobs = [
  '**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios,features}/*.{yaml,yml}',
  '**/.testmuai/rook/projects/*/agents/*/agent.yaml',
  '**/.testmuai/rook/projects/*/agents/*/profiles/active',
  '**/.testmuai/rook/projects/*/{project.yaml,active}',
  '**/.testmuai/rook/{settings,mcp}.json',
  '**/.mcp.json',
  '**/.orkeon/hooks.json',
  ...ciFileGlobs,
];

// The last `.testmuai` of the path counts: an agent under test may hold a Rook workspace of its own.
const insideRook = /^(.*)[\\/]\.testmuai[\\/]rook[\\/](.+)$/;
const inAgent =
  /^projects\/([^/]+)\/agents\/([^/]+)\/(?:(profiles|scenarios|features)\/(?!\.)[^/]+\.ya?ml|(agent\.yaml)|(profiles\/active))$/;
const inProject = /^projects\/([^/]+)\/(?:(project\.yaml)|active)$/;

/** What the file at an absolute path is; undefined for one that no rule is about, runs' copies among them. */
export function rookFileAt(path: string): RookFile | undefined {
  const inside = insideRook.exec(path);
  if (inside) return fileInRook(path, rootOf(inside[1] ?? ''), (inside[2] ?? '').replaceAll('\\', '/'));
  if (/[\\/]\.mcp\.json$/.test(path)) return { kind: 'discovered-mcp', path, workspaceRoot: dirname(path) };
  if (/[\\/]\.orkeon[\\/]hooks\.json$/.test(path))
    return { kind: 'tool-hooks', path, workspaceRoot: dirname(dirname(path)) };
  return ciFileKind(path) && !/[\\/](?:\.testmuai|node_modules)[\\/]/.test(path) ? { kind: 'ci', path } : undefined;
}

function fileInRook(path: string, workspaceRoot: string, name: string): RookFile | undefined {
  const rookDir = join(workspaceRoot, '.testmuai', 'rook');
  if (name === 'settings.json') return { kind: 'settings', path, workspaceRoot };
  if (name === 'mcp.json') return { kind: 'mcp', path, workspaceRoot };
  const project = inProject.exec(name);
  if (project) {
    const projectDir = join(rookDir, 'projects', project[1] ?? '');
    return { kind: project[2] === undefined ? 'active-agent' : 'project', path, workspaceRoot, projectDir };
  }
  const agent = inAgent.exec(name);
  if (!agent) return undefined;
  const [, projectName = '', agentName = '', folder, agentFile] = agent;
  const agentDir = join(rookDir, 'projects', projectName, 'agents', agentName);
  return { kind: agentFile ? 'agent' : kindIn(folder), path, agentDir, workspaceRoot };
}

function kindIn(folder: string | undefined): AgentFileKind {
  switch (folder) {
    case 'profiles':
      return 'profile';
    case 'scenarios':
      return 'scenario';
    case 'features':
      return 'feature';
    default:
      return 'active-profile';
  }
}

function rootOf(root: string): string {
  return root === '' || root.endsWith(':') ? root + sep : root;
}
