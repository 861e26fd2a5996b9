import type { Fixture } from '../engine/gate/fixtures';

/** Set by the bundler to the files of examples/gate-fixtures (scripts/build.mjs), so that they are there wherever the command is. */
declare const ROOK_GATE_FIXTURES: readonly Fixture[];

export const bundledFixtures = ROOK_GATE_FIXTURES;
