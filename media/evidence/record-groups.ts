import type { RecordEntry, ScenarioView } from '../../schemas/panel-view';
import { recordFiles, recordState } from './record-state';

/** Files that stand together in the list: a folder, or the scenario's own. */
export interface RecordGroup {
  /** Empty for the scenario's own. */
  folder: string;
  files: ListedRecord[];
}

export interface ListedRecord {
  path: string;
  kind: RecordEntry['kind'];
  /** Bytes; undefined when the view does not list files. */
  size: number | undefined;
  /** What is wrong with it. */
  state: ReturnType<typeof recordState>;
}

/** The records in the order in which they are read, then what else is in the folder, by folder. */
export function recordGroups({ files, missing, attempt = 1 }: ScenarioView): RecordGroup[] {
  const listed = new Map((files ?? []).map((file) => [file.path, file]));
  const groups = new Map<string, ListedRecord[]>([['', []]]);
  const add = (folder: string, record: ListedRecord): void => {
    groups.set(folder, [...(groups.get(folder) ?? []), record]);
  };
  for (const { file } of recordFiles) {
    // What is missing is said of the attempt that is shown.
    const own = attempt === 1 || file === 'verdict.yaml' || file === 'snapshot.yaml';
    const found = listed.get(file);
    listed.delete(file);
    const said = own ? recordState(missing, file) : { kind: 'present' as const };
    const state = files && !found && said.kind === 'present' ? { kind: 'absent' as const } : said;
    add('', { path: file, kind: file.endsWith('.json') ? 'json' : 'text', size: found?.size, state });
  }
  for (const { path, kind, size } of listed.values()) {
    const [first = '', second = ''] = path.split('/');
    const folder = !path.includes('/') ? '' : first === 'attempts' ? `attempts/${second}` : first;
    const shown = folder === `attempts/${attempt}` ? recordState(missing, path.slice(folder.length + 1)) : undefined;
    add(folder, { path, kind, size, state: shown ?? { kind: 'present' } });
  }
  return [...groups].map(([folder, records]) => ({ folder, files: records }));
}
