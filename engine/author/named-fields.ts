import type { Path } from './draft';
import { leavesOf, nameIn, normalisedName } from './reading/leaves';
import { parsePath, valuesAt } from './reading/path';
import type { Reply } from './reading/reply';

/** What a person's words say about fields of a reply. */
export interface NamedFields {
  /** Fields that are meant, each once. */
  meant: Path[];
  /** Fields that are said to be wrong. */
  refused: Path[];
  /** Paths that lead nowhere in the reply, as they were written. */
  nowhere: string[];
}

interface Mention {
  path: Path;
  /** Written as a path, such as `data.text`, not as a word that might be one of the sentence. */
  explicit: boolean;
  /** Told outright: `the answer is in …`, `take …`. */
  told: boolean;
  stance: 'meant' | 'refused' | 'aside';
}

const negation = /\b(?:not|never|no|wrong|wrongly|avoid|except|without|ignore|skip|stop)\b|n['’]t\b/i;
const negatedAfter =
  /^["'`\]]*\s*(?:field|key|value)?\s*(?:is|are|was)?\s*(?:(?:not|never|wrong|incorrect)\b|n['’]t\b|the wrong\b|too\b)/i;
/** A field that is in order is spoken of beside the matter. */
const inOrder = /^["'`\]]*\s*(?:field|key|value)?\s*(?:is|are|looks?)\s*(?:ok|okay|fine|good)\b/i;
const wanting = /\b(?:take|use|read|choose|pick|should|must|want|need|belongs?|prefer)\b/i;
const telling = [
  /\b(?:answer|reply|output|it)\s+(?:is|are|stands|should be|must be|comes|lies)(?:\s+(?:really|actually|in|at|from|under|inside|the|a|field|key|path|called|named))*\s*["'`]?$/i,
  /\b(?:take|use|read|want|pick|choose)(?:\s+(?:it|the|answer|from|in|at|field|key|path))*\s*["'`]?$/i,
];
const contrast = /\b(?:instead of|rather than)\b/i;

/**
 * The fields of a reply that a sentence names, by the part that each has in it: `not`, `instead of`, `rather than`, `wrong`
 * and the like take a name out. Nothing is guessed: who names several fields as the right one has named none.
 */
export function namedFields(what: string, reply: Reply): NamedFields {
  const mentions: Mention[] = [];
  const nowhere: string[] = [];
  for (const clause of what.split(/[,;!?\n]+|[.:](?=\s|$)|\bbut\b|\band\b/i)) {
    for (const found of clause.matchAll(/\$?[\w$.[\]*"'=?-]*[\w\]]/g)) {
      const word = found[0].replace(/^["']+|(?<!\[)["']+$/g, '');
      const path = pathOf(word, reply);
      const explicit = /^\$|[.[]/.test(word);
      if (!path && explicit && /^\$/.test(word)) nowhere.push(word);
      if (!path) continue;
      const before = clause.slice(0, found.index);
      const after = clause.slice(found.index + found[0].length);
      const told = telling.some((pattern) => pattern.test(before));
      mentions.push({ path, explicit, told, stance: stanceOf(before, after) });
    }
  }
  const refused = unique(mentions.filter(({ stance }) => stance === 'refused'));
  const keys = new Set(refused.map((path) => JSON.stringify(path)));
  const left = mentions.filter(({ stance, path }) => stance === 'meant' && !keys.has(JSON.stringify(path)));
  const surest = [left.filter(({ told }) => told), left.filter(({ explicit }) => explicit), left].map(unique);
  const meant = surest.find((paths) => paths.length === 1) ?? unique(left);
  return { meant, refused, nowhere };
}

/** What a sentence says of a name that stands between these parts of its clause. */
function stanceOf(before: string, after: string): Mention['stance'] {
  const turned = contrast.exec(before);
  const follows = contrast.exec(after);
  if (turned || follows) {
    const head = turned ? before.slice(0, turned.index) : before + after.slice(0, follows?.index);
    // `use this instead of that` wants the first, `that is returned instead of this` the second.
    const wantsFirst = head.trim() === '' || wanting.test(head) || /\b(?:is|stands) (?:in|at)\b/i.test(head);
    const meant = wantsFirst === !turned;
    if (/\banswer is\b(?! (?:in|at)\b)/i.test(head) && !wanting.test(head)) return 'aside'; // either may be meant
    return meant !== negation.test(head) ? 'meant' : 'refused';
  }
  if (inOrder.test(after)) return 'aside';
  return negation.test(before) || negatedAfter.test(after) ? 'refused' : 'meant';
}

function unique(mentions: readonly Mention[]): Path[] {
  return [...new Map(mentions.map(({ path }) => [JSON.stringify(path), path])).values()];
}

/** A path that leads somewhere in the reply, or the one field of the reply that has this name. */
function pathOf(word: string, reply: Reply): Path | undefined {
  if (reply.format === 'text') return undefined;
  const root = reply.format === 'json' ? reply.value : Array.isArray(reply.value) ? reply.value.at(-1) : undefined;
  const isPath = /^\$|[.[]/.test(word);
  const path = isPath ? parsePath(word) : undefined;
  if (path?.ok && valuesAt(root, path.value).length > 0) return path.value;
  if (isPath || commonWords.has(word.toLowerCase())) return undefined;
  const named = leavesOf(root).filter(({ path: leaf }) => normalisedName(nameIn(leaf)) === normalisedName(word));
  return named.length === 1 ? named[0]?.path : undefined;
}

/** Words of a sentence about a reply that are rarely meant as the name of a field. */
const commonWords = new Set(
  'the is in it a an of not at to wrong field answer reply header auth should be instead key path url'.split(' '),
);
