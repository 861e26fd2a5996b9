import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CiSystem, ciSystems } from '../../schemas/ci';
import { ok, type Result, refuse } from '../../schemas/result';
import { readTextIfPresent } from '../workspace/read-text';

/** What shows that a repository uses a system: a file or folder of it, or an address that Git fetches from. */
const signs: Record<CiSystem, { path: string; remote?: RegExp }> = {
  github: { path: '.github', remote: /^\s*url\s*=.*\bgithub\b/m },
  gitlab: { path: '.gitlab-ci.yml', remote: /^\s*url\s*=.*\bgitlab\b/m },
  jenkins: { path: 'Jenkinsfile' },
};

/** The system that a repository uses, from what is in it; when nothing or several show one, a person has to say it. */
export async function detectCiSystem(repository: string): Promise<Result<CiSystem>> {
  const config = (await readTextIfPresent(join(repository, '.git', 'config')).catch(() => '')) ?? ''; // a worktree has none
  const byFile: CiSystem[] = [];
  for (const system of ciSystems) if (await exists(join(repository, signs[system].path))) byFile.push(system);
  const found = byFile.length > 0 ? byFile : ciSystems.filter((system) => signs[system].remote?.test(config));
  const [only, ...others] = found;
  if (only && others.length === 0) return ok(only);
  const remedy = `Say which: ${ciSystems.map((system) => `rook ci init ${system}`).join(', ')}. Nothing was written.`;
  return only
    ? refuse(`this repository has files of ${found.join(' and ')}`, remedy)
    : refuse(`nothing in ${repository} shows which system runs its pipelines`, remedy);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false, // absent or out of reach: no sign either way
  );
}
