import { setV8Flag } from '../engine/v8-flags';

/*
 * Each hook is a fork of this process, which costs the more the larger the process is: seen were 0.8 ms for a fork of the
 * runner as it was, and 0.35 ms for one of a bare loop.
 */

/**
 * Keeps V8's young generation from growing to 16 MiB for good, and collects what large answers leave behind when the heap has
 * grown by half, not fourfold. To be called before anything is read.
 */
export function keepHeapSmall(): void {
  setV8Flag('--semi-space-growth-factor', 1);
  setV8Flag('--heap-growing-percent', 50);
}

/**
 * Lets V8 compile only what is really hot: code, and what its compilers need, is set aside for good, and a run waits for
 * hooks, not for its own code; other commands end before what is compiled would pay. What a check does over a large answer
 * is hot, and must be done within its time limit.
 */
export function keepCodeSmall(): void {
  setV8Flag('--interrupt-budget', 2_000_000);
}
