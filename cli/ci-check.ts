import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { repositoryRoot } from '../engine/report/exports/repository';
import { ciProblemsIn, scriptsNamedIn } from '../engine/workspace/ci/check-ci-file';
import { type CiFileKind, ciFileKind } from '../engine/workspace/ci/ci-file';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { RuleRun } from '../engine/workspace/rules/rule-run';
import type { Workspace } from '../engine/workspace/workspace';
import type { LocatedProblem } from '../schemas/problem';

/** The folders in which continuous integration looks for its files, and those that `rook ci init` writes. */
const ciFolders = ['.', 'ci', '.github/workflows'];

/** A pipeline that uses rook, or a script of one, and what is wrong with it. */
export interface CheckedPipeline {
  file: string;
  text: string;
  problems: LocatedProblem[];
}

/**
 * The pipelines that use rook, in the workspace's folder and at the root of the repository around it;
 * the scripts that they start are looked at wherever they are.
 */
export async function checkPipelines({ root }: Workspace): Promise<CheckedPipeline[]> {
  const roots = [...new Set([root, await repositoryRoot(root)])];
  const texts = new Map<string, string>();
  const scripts = new Set<string>();
  for (const folder of roots.flatMap((one) => ciFolders.map((name) => join(one, name)))) {
    for (const name of await namesIn(folder)) {
      const file = join(folder, name);
      const text = ciFileKind(file) && (await textOf(file));
      if (text === undefined) continue;
      texts.set(file, text);
      for (const script of scriptsNamedIn(text, file)) for (const one of roots) scripts.add(resolve(one, script));
    }
  }
  const checked = [...texts].flatMap(([file, text]) => checkedPipeline(file, text));
  for (const file of scripts) {
    const text = texts.has(file) ? undefined : await textOf(file);
    if (text !== undefined) checked.push(...checkedPipeline(file, text, 'script'));
  }
  return checked;
}

function checkedPipeline(file: string, text: string, kind?: CiFileKind): CheckedPipeline[] {
  const run = new RuleRun();
  const problems = ciProblemsIn(text, file, kind, run);
  return problems ? [{ file, text, problems: [...run.notices(file), ...problems] }] : [];
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // there need be none
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** These files belong to others: one that cannot be read is not ours to report. */
async function textOf(file: string): Promise<string | undefined> {
  return readTextIfPresent(file).catch(() => undefined);
}
