import type { Totals } from '../../../schemas/report';

/** Numbers as words. "One" is left out: it is a pronoun more often than a number. */
const numerals = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const otherNumerals = /^(half|third|quarter|thirds|quarters|dozen|twenty|thirty|forty|fifty|hundred|thousand)$/;
const token = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.:@#-]*[\p{L}\p{N}_])?/gu;

/**
 * The first number in a text that is none of the totals, nor their pass rate in percent. An id, such as SC-004, must stand
 * in what was given.
 */
export function strayNumber(text: string, totals: Totals, given: string): string | undefined {
  const allowed = allowedNumbers(totals);
  const known = new Set(tokensOf(given));
  return tokensOf(text).find((word) => {
    if (/^\p{L}+$/u.test(word)) return isStrayNumeral(word, allowed);
    if (!/\p{N}/u.test(word)) return word.split(/[^\p{L}]+/u).some((part) => isStrayNumeral(part, allowed)); // two-thirds
    if (/\p{L}/u.test(word)) return !known.has(word);
    return word.split(/[:@#_-]/).some((part) => part !== '' && !allowed.has(part));
  });
}

/** The words of a text in lower case, a comma between thousands left out. */
function tokensOf(text: string): string[] {
  return (
    text
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .toLowerCase()
      .match(token) ?? []
  );
}

function isStrayNumeral(word: string, allowed: ReadonlySet<string>): boolean {
  const value = numerals.indexOf(word);
  return value >= 0 ? !allowed.has(String(value + 2)) : otherNumerals.test(word);
}

function allowedNumbers(totals: Totals): Set<string> {
  const counts = Object.values(totals).filter((value) => Number.isInteger(value));
  const percent = (totals.pass_rate ?? 0) * 100;
  const rates = totals.pass_rate === null ? [] : [0, 1, 2].map((digits) => percent.toFixed(digits));
  const floors = totals.pass_rate === null ? [] : [Math.floor(percent), Math.floor(percent * 10) / 10];
  return new Set([...counts, ...rates, ...floors].map(String));
}
