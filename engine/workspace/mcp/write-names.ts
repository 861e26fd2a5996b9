import {
  aboutNouns,
  ambiguous,
  asking,
  askingWhether,
  beside,
  gluing,
  inflection,
  joined,
  joining,
  objects,
  plainStateNouns,
  pluralNouns,
  shortGluing,
  stateNouns,
  things,
  turning,
  writing,
} from './name-words';

/** MCP asks for at most 128. */
const longestName = 256;

/** What an MCP server says of a tool; nobody checks it but the server. */
export interface ToolHints {
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
}

/**
 * Why a tool must not be called while judging; undefined when it only reads, as far as can be told. A judge looks, it
 * never touches. Something must say that a tool only reads: the server, by `readOnlyHint: true`, or a name that is that of
 * a question. A name like a write is refused whatever the server says.
 */
export function writeReason(name: string, hints: ToolHints | undefined): string | undefined {
  if (hints?.destructiveHint === true) return 'the server marks it as destructive (destructiveHint: true)';
  if (hints?.readOnlyHint === false) return 'the server marks it as writing (readOnlyHint: false)';
  if (name.length > longestName)
    return `its name is longer than ${longestName} characters: what it does cannot be told`;
  if (asks(name)) return undefined;
  const word = writeWord(name);
  if (hints?.readOnlyHint === true)
    return word && `it is named like a write (${word}), and that it only reads is the server's own word`;
  if (word) return `it is named like a write (${word})`;
  const seen = wordOfWrite(readName(name));
  return `nothing says that it only reads: ${seen ? `it is named like a write (${seen})` : 'its name is not that of a question'}, and the server does not mark it as reading (readOnlyHint: true)`;
}

/** Whether a tool that is refused would be called, were it marked as reading at the server. */
export function wouldPassMarked(name: string, hints: ToolHints | undefined): boolean {
  return hints?.readOnlyHint === undefined && writeReason(name, { ...hints, readOnlyHint: true }) === undefined;
}

/** A tool's name in words. */
interface ToolName {
  /** `deleteUser`, `delete_user`, `delete-user`, `HTTPDelete` and `users.delete` all hold the word delete. */
  words: string[];
  /** The same, and what stands between separators with its capitals folded: `dElete_user`. */
  all: string[];
  /** Where the words begin that are the tool's own, after a name like `billing.`. */
  own: number;
  /** Without separators and capitals. */
  whole: string;
}

function readName(name: string): ToolName {
  const plain = name.normalize('NFKC');
  const prefix = /^.*(?:[./:]|__)(?=[^./:]*[A-Za-z])/.exec(plain)?.[0] ?? '';
  const words = wordsOf(plain);
  return {
    words,
    all: [...new Set([...words, ...lettersOf(plain)])],
    own: wordsOf(prefix).length,
    whole: lettersOf(plain).join(''),
  };
}

/** Whether a name is that of a question by itself, so that nobody needs to say that the tool only reads. */
function asks(name: string): boolean {
  if (!/^[\x20-\x7e]+$/.test(name)) return false; // in letters whose words are not known
  const read = readName(name);
  const { words, all, own } = read;
  if (saysState(words)) return true;
  // What is next is often taken when it is asked for.
  if (writeWord(name) !== undefined || wordOfWrite(read) !== undefined || all.includes('next')) return false;
  // `find_and_zap`: what is joined must be another thing, or another question.
  const goesOn = (word = ''): boolean => isThing(word) || asking.has(word);
  if (words.some((word, index) => joining.has(word) && !goesOn(words[index + 1]))) return false;
  return asking.has(words[own] ?? '') && words[own] !== 'status';
}

/** `account_balance`, `billing.order_status`, `status_of_order`: a noun of state, and nothing but things around it. */
function saysState(words: string[]): boolean {
  const last = words.at(-1) ?? '';
  const isPlain = words[0] === 'status' || plainStateNouns.has(last);
  return (
    (isPlain || stateNouns.has(last)) &&
    words.every((word) => stateNouns.has(word) || isThing(word) || beside.has(word)) &&
    (isPlain || !words.some((word) => ambiguous.has(word))) &&
    (words[0] !== 'balance' || words.length === 1)
  );
}

/**
 * The word for which a name counts as that of a write, also when the server marks the tool as reading. A name that begins
 * like a question is excused for what names a thing as well; for a verb only when it ends in what is asked about one.
 */
function writeWord(name: string): string | undefined {
  const read = readName(name);
  const { words, all, own, whole } = read;
  if (saysState(words)) return undefined;
  const turned = turnAt(words, own);
  if (turned !== undefined) return turned;
  const [first = '', last = ''] = [words[own], words.at(-1)];
  if (asking.has(first) && !words.some((word) => joining.has(word))) {
    const isAbout = words.length > own + 2 && (stateNouns.has(last) || aboutNouns.has(last));
    return isAbout || askingWhether.has(first) ? undefined : wordOfWrite(read);
  }
  return (
    wordOfWrite(read) ??
    [...gluing].find((verb) => whole.startsWith(verb) && !all.some((word) => isInflected(word, verb))) ??
    all.find((word) => ambiguous.has(word) || isGlued(word, shortGluing))
  );
}

/** A word, or two, that write wherever they stand. */
function wordOfWrite({ words, all }: ToolName): string | undefined {
  return (
    all.find((word) => writing.has(word)) ??
    all.find((word) => hasLongVerb(word) || isGlued(word, writing)) ??
    words.flatMap((_, index) => turnAt(words, index) ?? [])[0]
  );
}

/** `check_in` at this place, or `check_guest_in` at the end of the name. */
function turnAt(words: string[], index: number): string | undefined {
  const verb = words[index] ?? '';
  const turns = Object.hasOwn(turning, verb) ? turning[verb] : undefined;
  const [next = '', last = ''] = [words[index + 1], words.at(-1)];
  if (turns?.has(next)) return `${verb} ${next}`;
  return verb === 'check' && index < words.length - 1 && turns?.has(last) ? `${verb} … ${last}` : undefined;
}

/** Whether one of the verbs is grown together with other words: `sendemail`, `bulkwrite`, `getset`, `readwrite`. */
function isGlued(word: string, verbs: ReadonlySet<string>): boolean {
  return Array.from(word, (_, at) => [word.slice(0, at), word.slice(at)] as const).some(([before, after]) => {
    if (verbs.has(before)) return isThing(after) || objects.has(after.replace(/s$/, '')) || joined.has(after);
    const leads = joined.has(before) || (asking.has(before) && !askingWhether.has(before));
    return leads && writing.has(after);
  });
}

function hasLongVerb(word: string): boolean {
  return [...gluing].some(
    (verb) => word !== verb && (word.endsWith(verb) || (word.startsWith(verb) && !isInflected(word, verb))),
  );
}

/** `deleted` begins with a verb, as `deleteuser` does, and does not write. */
function isInflected(word: string, verb: string): boolean {
  return word.startsWith(verb) && (inflection.test(word.slice(verb.length)) || pluralNouns.has(word));
}

function isThing(word: string): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].some((one) => things.has(one));
}

function wordsOf(name: string): string[] {
  return lettersOf(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2'));
}

function lettersOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
