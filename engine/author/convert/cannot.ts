import { refuse } from '../../../schemas/result';

/** A recipe that cannot be converted: why, by the names of its own keys. */
export function cannot(what: string, remedy: string): ReturnType<typeof refuse> {
  return refuse(`the recipe cannot be converted: ${what}`, remedy);
}

/** What remains when conversion cannot do it. */
export const byHand = 'Write the hook script by hand, or have one written: rook profile add.';
