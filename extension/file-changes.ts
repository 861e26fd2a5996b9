/** What a changed path means for the tree: a scenario file, something that shapes the tree, or nothing. */
export type Change = 'scenario' | 'structure' | 'none';

const inRook = /(?:^|\/)\.testmuai(?:\/rook(?:\/(.*))?)?$/s;

/**
 * Sorts a change under `.testmuai/` by its path. Runs and caches are written by runs and never shape the tree;
 * a folder above the files may be the only thing reported when a whole tree is removed or moved in.
 */
export function classifyChange(path: string): Change {
  const match = inRook.exec(path.replaceAll('\\', '/'));
  if (!match) return 'none';
  const inside = match[1] ?? '';
  if (inside === '' || inside === 'settings.json' || inside === 'projects') return 'structure';
  const [top, , third, , folder, name, ...deeper] = inside.split('/');
  if (top !== 'projects') return 'none'; // cache, mcp.json, what else there may be
  if (third === undefined || third === 'active' || third === 'project.yaml') return 'structure';
  if (third !== 'agents') return 'none';
  if (folder === undefined || folder === 'agent.yaml') return 'structure';
  if (deeper.length > 0) return 'none';
  switch (folder) {
    case 'scenarios':
      return name === undefined ? 'structure' : isYaml(name) ? 'scenario' : 'none';
    case 'profiles':
      return name === undefined || name === 'active' || isYaml(name) ? 'structure' : 'none';
    default:
      return 'none'; // runs, scripts, features, state.json
  }
}

/** Files of our own atomic writes (`.name.yaml.123.tmp`) and editors' swap files are not YAML files of the user. */
function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name) && !name.startsWith('.');
}
