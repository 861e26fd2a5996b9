import { type Refusal, refuse } from '../../schemas/result';
import type { Draft, HttpTarget, Path, TextTemplate } from './draft';
import { namedFields } from './named-fields';
import { formatPath } from './reading/path';
import type { Reply } from './reading/reply';
import type { ReadingHints } from './refine-draft';

/** What a person said is wrong (`--what`), as far as it can be understood without a model. */
export interface FixHints {
  hints: ReadingHints;
  draft: Draft;
  /** What was understood, each a sentence. */
  understood: string[];
  /** Places that are said not to be the answer. */
  refused: Path[];
  /** Why the words leave open which field is the answer: then nothing is written that no person has chosen. */
  undecided?: string;
  /** Set for what fix does not do. */
  stop?: Refusal;
}

/** More than this many characters say nothing that can be understood without a model. */
const mostWords = 2000;
const urlPattern = /https?:\/\/[^\s'"`]*[^\s'"`.,;:!?)]/gi;

/**
 * Looks in a person's words for what a draft is made of: a path or the name of a field that the reply has, a URL, the name
 * of a header (behaviour §13). Words that name nothing change nothing, and what is negated is not meant.
 */
export function readFixHints(what: string, draft: Draft, reply: Reply | undefined, profileId = '<id>'): FixHints {
  const words = what.slice(0, mostWords);
  const found: FixHints = { hints: {}, draft, understood: [], refused: [] };
  const { target } = draft;
  if (target.kind === 'http') {
    changeUrl(words, target, found, profileId);
    changeHeader(words, target, found);
  }
  if (reply) findFields(words.replaceAll(urlPattern, ' '), reply, found);
  return found;
}

function findFields(words: string, reply: Reply, found: FixHints): void {
  const part = partMeant(words);
  const { meant, refused, nowhere } = namedFields(words, reply);
  const [first] = meant;
  if (part !== 'answer') {
    if (!first || meant.length > 1) return;
    found.hints[part] = first;
    found.understood.push(`the ${part} stands at ${formatPath(first)}`);
    return;
  }
  found.refused = refused;
  for (const path of refused) found.understood.push(`the answer does not stand at ${formatPath(path)}`);
  if (first && meant.length === 1) {
    found.hints.answer = first;
    found.understood.push(`the answer stands at ${formatPath(first)}`);
  } else if (meant.length > 1) {
    found.undecided = `the words name several fields: ${meant.map(formatPath).join(', ')}`;
  } else if (nowhere.length > 0) {
    found.undecided = `nothing stands at ${nowhere.join(', ')} in the reply`;
  } else if (refused.length > 0) {
    found.undecided = 'the words say what the answer is not, and not where it stands';
  } else if (
    /\b(?:answer|reply|output)\b[^.;]*\b(?:wrong|incorrect|not right)\b|\bwrong (?:answer|field)\b/i.test(words)
  ) {
    found.undecided = 'the words say that the answer is wrong, and not where it stands';
    const { reading } = found.draft;
    if (reading) found.refused = [reading.answer.path];
  }
}

/** Which part of the answer a person speaks about; the answer, when they do not say. */
function partMeant(what: string): keyof ReadingHints {
  if (/\b(session|conversation|thread|handle)\b/i.test(what) && !/\banswer|reply\b/i.test(what)) return 'conversation';
  if (/\b(usage|tokens?|counts?)\b/i.test(what) && !/\bauth|bearer|answer\b/i.test(what)) return 'usage';
  if (/\b(tool|function)?[ _-]?calls\b/i.test(what) && !/\banswer\b/i.test(what)) return 'calls';
  return 'answer';
}

const negated = /\b(?:not|never|no|wrong|without)\b|n['’]t\b/i;
/** Words after which a URL is the one to use, and not one that is spoken of. */
const urlFollows =
  /(?:\b(?:url|address|endpoint)(?:\s+(?:is|should be|must be))?(?:\s+now)?\s*:?|\buse|\bmoved to|\bnow at)\s*["'`]?$/i;

/**
 * Another URL of the same origin, when the words say that it is the one to use; on this machine also one of another port:
 * an agent in development often moves there. Another host is never taken from words: the credentials of the profile would
 * go there.
 */
function changeUrl(what: string, target: HttpTarget, found: FixHints, profileId: string): void {
  for (const { 0: url, index } of what.matchAll(urlPattern)) {
    const clause =
      what
        .slice(0, index)
        .split(/[,;!?\n]|\.\s/)
        .at(-1) ?? '';
    if (!urlFollows.test(clause) || negated.test(clause)) continue;
    if (!isSameAgent(url, startOf(target.call.url))) {
      const { error } = refuse(
        `${url} is at another origin than the agent of this profile, and its credentials are not sent there`,
        `Write the profile anew with a request to that URL: rook profile add ${profileId} --force; or change the URL in the script by hand.`,
      );
      found.stop = error;
      return;
    }
    found.draft = { ...found.draft, target: { ...target, call: { ...target.call, url: [url] } } };
    found.understood.push(`the URL is ${url}`);
    return;
  }
}

/** The part of a URL before its first slot. */
function startOf([first]: TextTemplate): string {
  return typeof first === 'string' ? first : '';
}

/** Whether the credentials for one URL may go to the other. */
function isSameAgent(url: string, before: string): boolean {
  const [wanted, known] = [originOf(url), originOf(before)];
  if (wanted === undefined || known === undefined) return false;
  if (wanted === known) return true;
  const [one, other] = [new URL(wanted), new URL(known)];
  return one.protocol === other.protocol && one.hostname === other.hostname && isLoopback(one.hostname);
}

/** As `URL` writes hosts: numbers in full, names in small letters. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function originOf(url: string): string | undefined {
  // A slot may stand in the host: then the origin is not known.
  if (!/^https?:\/\/[^/?#]+[/?#]?/i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).origin;
}

/** `the auth header is X-Api-Key`: the credential goes there, without the scheme that belongs to Authorization. */
function changeHeader(what: string, target: HttpTarget, found: FixHints): void {
  if (!/\bheader\b/i.test(what)) return;
  const match = /\b(?:X-[\w-]+|[A-Za-z]+-(?:Key|Token|Auth|Authorization)|Authorization|Api-?Key)\b/i.exec(what);
  if (!match) return;
  const clause =
    what
      .slice(0, match.index)
      .split(/[,;.!?\n]/)
      .at(-1) ?? '';
  if (negated.test(clause)) return;
  const [name] = match;
  const holds = (value: TextTemplate): boolean => value.some((part) => typeof part === 'object' && 'env' in part);
  const at = target.call.headers.findIndex(
    ([header, value]) => holds(value) && header.toLowerCase() !== name.toLowerCase(),
  );
  if (at === -1) return;
  const isBearer = name.toLowerCase() === 'authorization';
  const headers = target.call.headers.map((header, index): HttpTarget['call']['headers'][number] => {
    if (index !== at) return header;
    const credential = header[1].filter((part) => typeof part === 'object');
    return [name, isBearer ? ['Bearer ', ...credential] : credential];
  });
  const current = found.draft.target.kind === 'http' ? found.draft.target : target;
  found.draft = { ...found.draft, target: { ...current, call: { ...current.call, headers } } };
  found.understood.push(`the credential goes into the header ${name}`);
}
