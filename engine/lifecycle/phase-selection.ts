import { type RunPhase, runPhases } from '../../schemas/phase';
import { ok, type Result, refuse } from '../../schemas/result';

/**
 * The phases that a run goes through: all, or those of `--phases` in lifecycle order, or all but the suffix of `--skip`
 * (behaviour §4). A new run starts at the beginning; a later part needs `--run`.
 */
export function selectPhases(request: { phases?: string[]; skip?: string[]; continuing: boolean }): Result<RunPhase[]> {
  if (request.phases && request.skip) {
    return refuse('--phases and --skip cannot be used together', 'Name the phases to run, or the ones to leave out.');
  }
  const named = request.phases ?? request.skip;
  if (!named) return ok([...runPhases]);
  const unknown = named.find((name) => !isRunPhase(name));
  if (unknown !== undefined) return refuse(`there is no phase ${unknown}`, `The phases are ${runPhases.join(', ')}.`);
  const wanted = runPhases.filter((phase) => named.includes(phase) === (request.phases !== undefined));
  if (wanted.length === 0) return refuse('no phase is left to run', `Choose from ${runPhases.join(', ')}.`);
  const first = runPhases.indexOf(wanted[0] ?? 'prepare');
  const last = runPhases.indexOf(wanted.at(-1) ?? 'judge');
  const hole = runPhases.slice(first, last + 1).find((phase) => !wanted.includes(phase));
  if (hole)
    return refuse(
      `the selection has a hole: ${hole} is missing between ${wanted[0]} and ${wanted.at(-1)}`,
      `Add ${hole}.`,
    );
  if (first > 0 && !request.continuing) {
    return refuse(
      `a run cannot start at ${wanted[0]}: ${runPhases[first - 1]} has not run`,
      `Add the phases before it, or continue a run with --run <id>.`,
    );
  }
  return ok(wanted);
}

function isRunPhase(name: string): name is RunPhase {
  return (runPhases as readonly string[]).includes(name);
}
