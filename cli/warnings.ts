import type { LoadedProfile, ScenarioEntry } from '../engine/workspace/agent-files';
import { literalProblems } from '../engine/workspace/literal-secrets/literal-problems';
import { readProfileText } from '../engine/workspace/profile-file';
import type { LocatedProblem } from '../schemas/problem';
import type { Refusal } from '../schemas/result';
import { printWarning } from './prose';

/** Says what is odd, though not wrong enough to stop the run, in the profile and in the scenarios that may run. */
export function warnBeforeRun(profile: LoadedProfile, entries: ScenarioEntry[], only: string[] | undefined): void {
  const selected = entries.filter((entry) => entry.scenario && (only === undefined || only.includes(entry.id)));
  const problems = [...readProfileText(profile.text, profile.file).problems, ...selected.flatMap((e) => e.problems)];
  for (const problem of problems) if (problem.severity === 'warning') printWarning(problemToRefusal(problem));
  for (const script of new Set(Object.values(profile.scripts)))
    for (const problem of literalProblems(script)) printWarning(problemToRefusal(problem));
}

/** A problem found in a file, with its place. */
export function problemToRefusal(problem: LocatedProblem): Refusal {
  const { message, remedy, file, line, column } = problem;
  return { message, ...(remedy && { remedy }), place: { file, line, column } };
}
