import { closeFloorSeconds, hookPhases } from '../../../schemas/phase';
import type { Problem } from '../../../schemas/problem';
import { asRecord } from '../plain-value';

/** Starting Node.js alone takes a part of a second. */
const leastSeconds = 1;
const hourSeconds = 3600;

/** Limits of hooks that are kept otherwise than written, or hardly meant: timeouts, and delays that nothing precedes (behaviour §2). */
export function hookLimitProblems(profile: unknown): Problem[] {
  const hooks = asRecord(asRecord(profile)?.hooks) ?? {};
  return hookPhases.flatMap((phase): Problem[] => {
    const hook = asRecord(hooks[phase]);
    const { timeout_seconds: timeout, delay_seconds: delay } = hook ?? {};
    const problems: Problem[] = [];
    const name = `hooks.${phase}`;
    if (typeof timeout === 'number' && timeout >= 0) {
      const path = ['hooks', phase, 'timeout_seconds'];
      if (phase === 'close' && timeout < closeFloorSeconds)
        problems.push({
          code: 'timeout-below-floor',
          severity: 'warning',
          message: `${name} never gets less than ${closeFloorSeconds} s, so that a session can be released; ${timeout} counts as ${closeFloorSeconds}`,
          remedy: `Write ${closeFloorSeconds} or more, or leave it out.`,
          path,
        });
      else if (timeout < leastSeconds)
        problems.push({
          code: 'timeout-below-floor',
          severity: 'warning',
          message: `${name} would be stopped after ${timeout} s, before most programs have started`,
          remedy: 'Write the limit in seconds, or leave it out for the default.',
          path,
        });
      else if (timeout > hourSeconds)
        problems.push({
          code: 'timeout-over-hour',
          severity: 'warning',
          message: `${name} may take ${timeout} s, which is over an hour: a hook that hangs would hold the run that long`,
          remedy:
            timeout % 1000 === 0
              ? `The limit is in seconds: did you mean ${timeout / 1000}?`
              : 'The limit is in seconds: write the longest time that one invocation really needs.',
          path,
        });
    }
    const nothingBefore =
      phase === 'prepare' || (phase === 'open' && (hooks.prepare === undefined || hooks.prepare === null));
    if (typeof delay === 'number' && delay > 0 && nothingBefore)
      problems.push({
        code: 'delay-without-effect',
        severity: 'warning',
        message: `${name}.delay_seconds has no effect: no phase runs before ${phase}, and the delay counts from the end of the preceding one`,
        remedy: 'Remove it, or put it on the phase that has to wait.',
        path: ['hooks', phase, 'delay_seconds'],
        at: 'key',
      });
    return problems;
  });
}
