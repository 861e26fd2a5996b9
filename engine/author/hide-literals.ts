import { isSecretName, looksRandom } from '../workspace/literal-secrets/credentials';
import { literalSecretsIn } from '../workspace/literal-secrets/literal-secrets';
import { looksUnguessable } from '../workspace/literal-secrets/unguessable';
import type { FoundSecret } from './material';

/** `the api key is abc123…`, `token: abc123…`: how people write credentials into notes. */
const inProse =
  /\b([A-Za-z][\w-]*(?: (?:key|token|secret|password))?)(?:\s+is\s*:?\s*|\s*[:=]\s*)["'`]?([^\s"'`,;]{6,})/g;

/**
 * Notes with each literal credential replaced by a variable, so that no model is sent one and no file holds one. What is
 * found by its form, by a name beside it, or in a URL.
 */
export function hideLiterals(text: string): { text: string; secrets: FoundSecret[] } {
  const spans = [...spansOf(text)].sort((a, b) => b.start - a.start || b.end - a.end);
  const secrets = new Map<string, FoundSecret>();
  let hidden = text;
  let before = text.length;
  for (const { start, end } of spans) {
    if (end > before) continue; // within one that is hidden already
    const value = text.slice(start, end);
    const known = secrets.get(value);
    const variable = known?.variable ?? `AGENT_SECRET${secrets.size === 0 ? '' : `_${secrets.size + 1}`}`;
    secrets.set(value, known ?? { variable, purpose: 'credential from the notes', value });
    hidden = `${hidden.slice(0, start)}$${variable}${hidden.slice(end)}`;
    before = start;
  }
  return { text: hidden, secrets: [...secrets.values()] };
}

function* spansOf(text: string): Generator<{ start: number; end: number }> {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  for (const { line, column, what } of literalSecretsIn(text)) {
    const start = (starts[line - 1] ?? 0) + column - 1;
    const rest = text.slice(start);
    const inUrl = what.includes('URL') ? /^[^\s/]*\/\/[^\s/:@]+:/.exec(rest)?.[0].length : undefined;
    const from = start + (inUrl ?? 0);
    const length = /^[^\s"'`,;<>@&#)]+/.exec(text.slice(from))?.[0].length ?? 0;
    if (length > 0) yield { start: from, end: from + length };
  }
  for (const match of text.matchAll(inProse)) {
    const [whole, name = '', value = ''] = match;
    const start = match.index + whole.length - value.length - (/["'`]$/.test(whole) ? 1 : 0);
    const words = name.replaceAll(' ', '_');
    const isCredential =
      isSecretName(words) && !/^[$«{<]/.test(value) && (looksRandom(value) || /pass|secret/i.test(words));
    if (isCredential) yield { start, end: start + value.length };
  }
  // Whatever looks unguessable, wherever it stands: in notes nothing tells for certain what it belongs to.
  for (const match of text.matchAll(/[\w+.~:%-]{16,}=*/g)) {
    const [word] = match;
    const [label = ''] = /^[A-Za-z][\w-]{0,20}[:=](?=.{16})/.exec(word) ?? [];
    const value = word.slice(label.length).replace(/[.:]+$/, '');
    if (looksUnguessable(value))
      yield { start: match.index + label.length, end: match.index + label.length + value.length };
  }
  for (const match of text.matchAll(/\b(Bearer|Basic|Token)\s+([^\s"'`,;<>]{8,})/gi)) {
    const [whole, , value = ''] = match;
    const start = match.index + whole.length - value.length;
    if (/\d/.test(value) && !value.startsWith('$')) yield { start, end: start + value.length };
  }
}
