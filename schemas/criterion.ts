import * as z from 'zod';

/** A position in a parsed document: keys and indexes from the root. */
export type DocumentPath = readonly (string | number)[];

/** One acceptance criterion, which was read by the rules of its check. */
export interface Criterion {
  id: string;
  statement: string;
  /** Name of the check; each is a file in `engine/judge/checks/`. */
  check: string;
  /** What the check's own schema has made of its parameters. */
  parameters: unknown;
  path: DocumentPath;
}

/** A criterion as written; the parameters of its check (behaviour §7 and §14) stand beside these keys. */
export const CriterionFile = z.union([
  z.string().min(1),
  z.looseObject({
    id: z.string().min(1).nullish(),
    statement: z.string().nullish().describe('What must hold, in words.'),
    check: z.string().nullish().describe('How it is decided; llm_judge when absent.'),
  }),
]);
