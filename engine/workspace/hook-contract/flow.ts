/** How a piece of a script may end. */
export interface Flow {
  /** It may come to its end, so that what follows runs. */
  next: boolean;
  /** It may leave its function. */
  returned: boolean;
  /** It may leave its loop or switch, or go to the next turn of it. */
  broke: boolean;
  /** It may end the process with success. */
  exited: boolean;
}

/** It surely comes to its end, unless something fails. */
export const goesOn: Flow = { next: true, returned: false, broke: false, exited: false };

/** One after the other. @param reachable whether what comes before lets the end be reached at all. */
export function inTurn(first: Flow, second: Flow, reachable = true): Flow {
  return { ...either(first, second), next: first.next && second.next && reachable };
}

/** One or the other. */
export function either(one: Flow, other: Flow): Flow {
  return {
    next: one.next || other.next,
    returned: one.returned || other.returned,
    broke: one.broke || other.broke,
    exited: one.exited || other.exited,
  };
}
