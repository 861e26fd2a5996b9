import { stringify } from 'yaml';
import { parseYaml } from '../../../workspace/yaml-document';
import type { Redaction } from '../redaction';
import type { Tally } from '../redaction-spans';

/**
 * A file of a run with everything masked. YAML folds long texts, also in the middle of a word: when something shows up
 * there once that is undone, the file is written anew from its values, each masked as a whole.
 */
export async function redactedText(path: string, text: string, redaction: Redaction, tally: Tally): Promise<string> {
  const masked = await redaction.text(text, tally);
  if (!/\.ya?ml$/i.test(path)) return masked;
  const unfolded = unfold(masked);
  if (unfolded === masked || (await redaction.text(unfolded)) === unfolded) return masked;
  const { value, syntaxProblems } = parseYaml(masked, path);
  if (syntaxProblems.length > 0) return redaction.text(unfolded, tally); // torn: as its text is
  return stringify(await redaction.value(value, tally), { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Escapes that YAML has and JSON has not, as JSON writes these characters. */
const escapes: Record<string, string> = {
  '0': '\\u0000',
  a: '\\u0007',
  v: '\\u000b',
  e: '\\u001b',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
};

/** Text of YAML without the breaks that folding put in, its escapes as JSON has them: the forms that secrets are known by. */
function unfold(text: string): string {
  return text
    .replace(/\\\r?\n[ \t]*\\?/g, '')
    .replace(/\r?\n[ \t]+/g, ' ')
    .replace(/\\(?:x([0-9A-Fa-f]{2})|([0aveNLP_ ]))/g, (_whole, hex: string | undefined, letter = '') =>
      hex === undefined ? (escapes[letter] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
