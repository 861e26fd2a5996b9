import { setFlagsFromString } from 'node:v8';

/** In which major versions of V8 each flag was seen to work. Node.js 20, 22 and 24 have 11, 12 and 13. */
const seenIn = {
  '--semi-space-growth-factor': [11, 13],
  '--heap-growing-percent': [11, 13],
  '--interrupt-budget': [11, 11],
} as const;

/** A flag that shapes what this process costs, never what it does. */
export type V8Flag = keyof typeof seenIn;

/** Sets a flag of V8, where it has that flag: any other V8 would complain on standard error. */
export function setV8Flag(flag: V8Flag, value: number, v8 = process.versions.v8): void {
  const major = Number.parseInt(v8, 10);
  const [first, last] = seenIn[flag];
  if (major >= first && major <= last) setFlagsFromString(`${flag}=${value}`);
}
