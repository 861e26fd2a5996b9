import { basename, dirname, join } from 'node:path';
import type { Problem } from '../../../schemas/problem';
import type { FileView } from './file-view';

/** A profile is found by the name of its file, and a run pins its id: two names for one profile. */
export function profileIdProblems(id: string | undefined, file: string): Problem[] {
  const name = basename(file).replace(/\.ya?ml$/, '');
  if (id === undefined || id === name) return [];
  const ending = /\.ya?ml$/.exec(file)?.[0] ?? '';
  return [
    {
      code: 'id-not-file-name',
      severity: 'information', // it runs; commands and verdicts only call it by two names
      message: `the id ${id} is not the name of the file (${name}), by which the profile is chosen`,
      remedy: `Rename the file to ${id}${ending}, or set the id to ${name}.`,
      path: ['id'],
    },
  ];
}

/** A second file of the same name with the other YAML ending: only the one that comes first is read. */
export function twinProblems(file: string, kind: 'profile' | 'scenario' | 'feature', files: FileView): Problem[] {
  if (!file.endsWith('.yml')) return [];
  const first = join(dirname(file), `${basename(file, '.yml')}.yaml`);
  if (!files.isFile(first)) return [];
  const code = kind === 'scenario' ? 'duplicate-scenario' : 'duplicate-id';
  const message =
    kind === 'scenario'
      ? `${basename(first)} has the id ${basename(file, '.yml')} as well: only that file runs`
      : `${basename(first)} has the same name: only that file is read as this ${kind}`;
  return [
    {
      code,
      severity: 'error',
      message,
      remedy: 'Remove one of the two files, or give one another id and name.',
      path: [],
    },
  ];
}

/** Another feature of the agent that has the same id. */
export function featureIdProblems(
  id: string,
  file: string,
  features: readonly { id: string; file: string }[],
): Problem[] {
  const other = features.find((one) => one.id === id && one.file !== basename(file));
  if (!other || other.file > basename(file)) return []; // told at the second of the two
  return [
    {
      code: 'duplicate-id',
      severity: 'warning',
      message: `${other.file} has the id ${id} as well: coverage counts the two as one`,
      remedy: 'Give one of them another id.',
      path: ['local_id'],
    },
  ];
}
