/** Where the values of a field that are not fixed are looked for. */
export type Suggestion =
  | 'script'
  | 'variable'
  | 'reference'
  | 'category'
  | 'feature'
  | 'tag'
  | 'server'
  | 'tool'
  | 'schema-file'
  | 'project'
  | 'own-id';

/** One of the values that a field takes. */
export interface Choice {
  value: string;
  meaning: string;
}

/** What may be known of a mapping's other keys: the text that is written for one. */
export type Written = (key: string) => string | undefined;

export type Fields = Readonly<Record<string, Field>>;

/** What is to know of a field of a file, for completion and hover. */
export interface Field {
  /** What it says, in one or two sentences of Markdown. */
  meaning: string;
  /** What it takes, in words. */
  type: string;
  default?: string;
  needed?: true;
  choices?: readonly Choice[];
  suggests?: Suggestion;
  /** Its keys, when it is a mapping; those of a criterion depend on its check. */
  fields?: Fields | ((written: Written) => Fields);
  /** Its entries, when it is a list. */
  items?: Field;
  /** What stands under any key, when the names are free. */
  any?: Field;
  /** The section of docs/ that explains it, `files-and-hooks.md#hooks`. */
  docs?: string;
}

/** `true` and `false`, with what `true` means. */
export function flagChoices(meaning: string): Choice[] {
  return [
    { value: 'true', meaning },
    { value: 'false', meaning: 'The same as leaving it out.' },
  ];
}

/** The keys of a mapping, as far as they are known. */
export function fieldsOf(field: Field, written: Written): Fields {
  return typeof field.fields === 'function' ? field.fields(written) : (field.fields ?? {});
}
