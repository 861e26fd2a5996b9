import { type RunPhase, runPhases } from '../../schemas/phase';
import { ok, type Result, refuse } from '../../schemas/result';

/**
 * The phases that a run goes through: all, or those of `--phases` in lifecycle order, or all but the suffix of `--skip`
 * (behaviour §4). A new run takes a prefix or a suffix that includes execute; any other part needs `--run`.
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
  if (request.skip && first > 0) {
    return refuse(
      `--skip leaves out the last phases only, and ${runPhases[0]} is the first`,
      'Name the phases to run with --phases.',
    );
  }
  const refusal = request.continuing ? undefined : notANewRun(wanted, first, last);
  return refusal ?? ok(wanted);
}

/** A new run goes through a prefix of the phases, or through a suffix that reaches the agent itself. */
function notANewRun(wanted: RunPhase[], first: number, last: number): Result<RunPhase[]> | undefined {
  if (first === 0) return undefined;
  if (!wanted.includes('execute')) {
    return refuse(
      `a new run cannot start at ${wanted[0]}: execute has not run`,
      'Add the phases before it, or continue a run with --run <id>.',
    );
  }
  if (last === runPhases.length - 1) return undefined;
  return refuse(
    `${wanted.join(', ')} is neither the beginning nor the end of the phases: ${runPhases[first - 1]} is missing before ${wanted[0]}`,
    `Add ${runPhases[first - 1]}, or all phases up to judge, or continue a run with --run <id>.`,
  );
}

function isRunPhase(name: string): name is RunPhase {
  return (runPhases as readonly string[]).includes(name);
}
