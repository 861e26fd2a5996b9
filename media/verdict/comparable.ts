/** Texts with fewer words are compared at a glance. */
const fewestWords = 5;
/** Longer texts are not compared by themselves, in UTF-16 units. */
const longest = 50_000;
/** With a smaller share of words in common, two texts say different things, and what differs says nothing. */
const leastInCommon = 0.5;

/**
 * Whether a diff of two texts tells a reader anything: both are longer than a few words, and most of their words are the
 * same. (What is expected is often a sentence about an answer, and what was achieved another one.)
 */
export function areComparable(one: string, other: string): boolean {
  if (one === other || one.length > longest || other.length > longest) return false;
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (Math.min(a.size, b.size) < fewestWords) return false;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return (2 * common) / (a.size + b.size) >= leastInCommon;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
}
