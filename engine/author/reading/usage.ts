import type { Place, UsagePlaces } from '../draft';
import { leavesOf, normalisedName } from './leaves';
import { isOneValue, type Reply } from './reply';

/** Names of the two token counts, as agents write them; normalised. */
const usageNames: readonly (readonly [string, string])[] = [
  ['inputtokens', 'outputtokens'],
  ['prompttokens', 'completiontokens'],
  ['prompttokencount', 'candidatestokencount'],
  ['promptevalcount', 'evalcount'],
  ['tokensin', 'tokensout'],
  ['inputtokencount', 'outputtokencount'],
];

/** Where the token counts stand: two whole numbers with names that go together. */
export function findUsage(reply: Reply): UsagePlaces | undefined {
  const counts = placesOf(reply, (value) => Number.isInteger(value) && Number(value) >= 0);
  for (const [input, output] of usageNames) {
    const pair = [counts.get(input), counts.get(output)];
    if (pair[0] && pair[1]) return { input: pair[0], output: pair[1] };
  }
  const plain = (name: string) => counts.get(`usage.${name}`) ?? counts.get(`tokens.${name}`);
  const [input, output] = [plain('input') ?? plain('prompt'), plain('output') ?? plain('completion')];
  return input && output ? { input, output } : undefined;
}

/** The last place of each name, and of `parent.name`, whose value is of the wanted kind; names are normalised. */
function placesOf(reply: Reply, wanted: (value: unknown) => boolean): Map<string, Place> {
  const found = new Map<string, Place>();
  const note = (value: unknown, take: Place['take']): void => {
    for (const leaf of leavesOf(value)) {
      if (!wanted(leaf.value)) continue;
      const names = leaf.path.filter((part) => typeof part === 'string').map(normalisedName);
      const place = { path: leaf.path, ...(take && { take }) };
      for (const name of [names.at(-1) ?? '', names.slice(-2).join('.')])
        if (take === 'last' || !found.has(name)) found.set(name, place);
    }
  };
  if (isOneValue(reply)) note(reply.value, undefined);
  else if (Array.isArray(reply.value)) for (const event of reply.value) note(event, 'last');
  return found;
}
