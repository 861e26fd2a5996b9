import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type RedKind, redKinds } from '../../schemas/gate';
import { ok, type Result, refuse } from '../../schemas/result';
import { checkShape } from '../workspace/check-shape';
import { isMissing, readTextIfPresent } from '../workspace/read-text';
import { readJsonBytes } from './json-text';

/** What must become of a fixture: the gate opens, or is closed for this. */
const Outcome = z.enum(['open', ...redKinds]);
export type Outcome = 'open' | RedKind;

/** `expected.json` of a fixture (examples/gate-fixtures/README.md). */
const Expectation = z.looseObject({
  about: z.string(),
  expected: z.string().describe('The ids of the scenarios, as --expected takes them.'),
  strict: Outcome,
  general: Outcome,
  message: z.string().optional().describe('A part of the first reason.'),
});
export type Expectation = z.infer<typeof Expectation>;

/** A fixture: its name, and the text of each of its files. */
export interface Fixture {
  name: string;
  files: Readonly<Record<string, string>>;
}

const names = ['run.json', 'report.json', 'expected.json'];

/** Reads the fixtures of a folder, each a folder in it with an `expected.json`. */
export async function readFixtures(folder: string): Promise<Result<Fixture[]>> {
  let entries: string[];
  try {
    const found = await readdir(folder, { withFileTypes: true });
    entries = found.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return refuse(`there is no folder ${folder}`, 'Name the folder of your fixtures.');
    throw error;
  }
  const fixtures: Fixture[] = [];
  for (const name of entries.sort()) {
    const files: Record<string, string> = {};
    for (const file of names) {
      const text = await readTextIfPresent(join(folder, name, file));
      if (text !== undefined) files[file] = text;
    }
    if (files['expected.json'] !== undefined) fixtures.push({ name, files });
  }
  if (fixtures.length > 0) return ok(fixtures);
  return refuse(
    `${folder} has no fixtures`,
    'A fixture is a folder with run.json, report.json and expected.json; examples/gate-fixtures shows how.',
  );
}

/** What a fixture says must become of it. */
export function expectationOf({ name, files }: Fixture): Result<Expectation> {
  const file = `${name}/expected.json`;
  const read = readJsonBytes(Buffer.from(files['expected.json'] ?? ''), file);
  if (!read.ok) return read;
  const { value, problems } = checkShape(Expectation, read.value);
  return value ? ok(value) : refuse(problems[0]?.message ?? 'its shape is unknown', problems[0]?.remedy, { file });
}
