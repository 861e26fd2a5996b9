import * as z from 'zod';

/** The systems for which `rook ci init` writes pipelines. */
export const ciSystems = ['github', 'gitlab', 'jenkins'] as const;
export const CiSystem = z.enum(ciSystems);
export type CiSystem = z.infer<typeof CiSystem>;

/** What `rook ci init --json` prints. */
export const CiInitResult = z.looseObject({
  ok: z.boolean(),
  written: z.array(z.string()).describe('Paths relative to the root of the repository.'),
});
export type CiInitResult = z.infer<typeof CiInitResult>;
