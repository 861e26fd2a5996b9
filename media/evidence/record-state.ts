/** The files of a scenario's record that can be opened, with what they hold. */
export const recordFiles = [
  { file: 'verdict.yaml', holds: 'the verdict: every criterion and its evidence' },
  { file: 'response.json', holds: 'what the agent answered' },
  { file: 'hooks.json', holds: 'every hook invocation and what it printed' },
  { file: 'request.json', holds: 'what was sent to the agent' },
  { file: 'snapshot.yaml', holds: 'the scenario as it was when it ran' },
] as const;

/** What other files hold, by their name. */
const otherFiles: Record<string, string> = {
  'collect.json': 'what collect read after the scenario',
  'judge-working.json': 'how the judge model came to its grades',
  'index.yaml': 'where each piece of evidence is from',
};

/** What a file of the record holds, by its name; undefined when only the agent or its hooks know. */
export function holdsOf(path: string): string | undefined {
  const name = path.split('/').at(-1) ?? path;
  return recordFiles.find(({ file }) => file === name)?.holds ?? otherFiles[name];
}

export type RecordState = { kind: 'present' } | { kind: 'absent' } | { kind: 'broken'; why: string };

/** What the view says of a record. Its entries read `name: not recorded` or `name: cannot be read (why)`. */
export function recordState(missing: readonly string[], file: string): RecordState {
  const entry = missing.find((text) => text.startsWith(`${file}: `));
  if (entry === undefined) return { kind: 'present' };
  const said = entry.slice(file.length + 2);
  return said === 'not recorded' ? { kind: 'absent' } : { kind: 'broken', why: said };
}

/** Records that are damaged, not only absent as in an old run. */
export function isTorn(missing: readonly string[]): boolean {
  return missing.some((entry) => entry.includes(': cannot be read'));
}
