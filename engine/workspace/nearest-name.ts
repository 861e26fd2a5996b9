/**
 * The candidate that a misspelt name most likely meant: smallest edit distance, with swapped neighbours counted once,
 * at most a third of the name's length; else the only one that it begins or that begins it. Undefined when none is near.
 * What says the opposite is never near: `not_called` for `was_called` would turn a verdict round.
 */
export function nearestName(name: string, all: readonly string[]): string | undefined {
  const candidates = all.filter((candidate) => !isOpposite(name, candidate));
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(name.length - candidate.length) > limit) continue; // each letter more, or less, is an edit
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance };
  }
  if (best) return best.candidate;
  const kin = name.length < 4 ? [] : candidates.filter((other) => startsSame(name.toLowerCase(), other.toLowerCase()));
  return kin.length === 1 ? kin[0] : undefined;
}

/**
 * The candidate that a name is surely a misspelling of: one but for case and separators (`ignoreCase`), with two neighbours
 * swapped, one letter wrong in four or more, or two in eight or more. For names that may also mean something of their own.
 */
export function misspeltName(name: string, candidates: readonly string[]): string | undefined {
  const fold = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const letters = (text: string): string => [...text].sort().join('');
  const near = candidates.flatMap((candidate) => {
    if (isOpposite(name, candidate)) return [];
    const [written, meant] = [fold(name), fold(candidate)];
    const limit = meant.length >= 8 ? 2 : meant.length >= 4 || letters(written) === letters(meant) ? 1 : 0;
    if (Math.abs(written.length - meant.length) > limit) return []; // each letter more, or less, is an edit
    const distance = editDistance(written, meant);
    return distance <= limit ? [{ candidate, distance }] : [];
  });
  return near.sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

const negations = ['not', 'no', 'non', 'never', 'without'];

/** True when one of the two negates and the other does not. A misspelt negation is one, too (`nto_called`). */
function isOpposite(name: string, candidate: string): boolean {
  const words = (text: string): string[] => text.toLowerCase().split(/[^a-z]+/);
  const [written, meant] = [words(name), words(candidate)];
  if (meant.some((word) => negations.includes(word)))
    return !written.some((word) => word.startsWith('no') || editDistance(word, 'not') <= 1);
  return (
    written.some((word) => negations.includes(word)) ||
    ['un', 'non', 'not'].some((prefix) => written.join('').startsWith(prefix + (meant[0] ?? '')) && meant[0] !== '')
  );
}

function startsSame(a: string, b: string): boolean {
  return a.length > 3 && b.length > 3 && (a.startsWith(b) || b.startsWith(a));
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
