/** Where something was found in a file: 1-based line and column, as editors and compilers print them. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** Something a user can cause and mend: what was found, and what to do about it. */
export interface Refusal {
  message: string;
  remedy?: string;
  place?: Place;
  /** The environment variables that have no value, when that is what is wrong: a surface can ask for them. */
  missing?: readonly string[];
}

/** The outcome of an operation that a user's input can make fail. Faults of ours throw instead. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Refusal };

/** A successful outcome. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** An outcome that the user's input made impossible. */
export function refuse(message: string, remedy?: string, place?: Place): { ok: false; error: Refusal } {
  return { ok: false, error: { message, ...(remedy && { remedy }), ...(place && { place }) } };
}

/** `file:line:column`, with the parts that are known. */
export function formatPlace(place: Place): string {
  return [place.file, place.line, place.line === undefined ? undefined : place.column]
    .filter((part) => part !== undefined)
    .join(':');
}

/** One line for a terminal or a notification: place, message. */
export function formatRefusal(error: Refusal): string {
  return error.place ? `${formatPlace(error.place)}: ${error.message}` : error.message;
}
