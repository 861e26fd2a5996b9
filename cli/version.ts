/** Set by the bundler to the version in package.json (scripts/build.mjs). */
declare const ROOK_VERSION: string;

export const version = ROOK_VERSION;
