import { parse } from 'yaml';
import { markGoal } from './placeholders';
import { parseMarkedJson, quoteLargeIntegers, type SketchBody } from './request-sketch';
import { decoded, queryPairs } from './url-parts';

/**
 * The body that a text is. JSON is taken for JSON also when its kind says otherwise, as documents that show `curl -d '{…}'`
 * without a header mean it.
 * @param type of the content; `curl` when the material names none and curl would send a form; empty when unknown.
 */
export function sketchBody(given: string, type: string, warnings: string[]): SketchBody {
  const exact = /^\s*[[{]/.test(given) ? quoteLargeIntegers(given) : { text: given, numbers: [] };
  const { text } = exact;
  if (exact.numbers.length > 0)
    warnings.push(
      `Too large to be sent exactly as a number by a script, and sent as text: ${exact.numbers.join(', ')}. If the agent refuses it, write a shorter one.`,
    );
  const mime = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const form = mime === 'application/x-www-form-urlencoded' || mime === 'curl';
  const looksJson = /^\s*[[{]/.test(text);
  const json =
    looksJson || /[/+]json$/.test(mime) ? (parseMarkedJson(text) ?? parseMarkedJson(markGoal(text))) : undefined;
  if (json && (looksJson || /json$/.test(mime))) {
    if (mime === 'curl')
      warnings.push('The body is JSON and is sent as application/json; curl would have called it a form.');
    return { kind: 'json', value: json.value };
  }
  const loose = looksJson ? looseJson(markGoal(text)) : undefined;
  if (loose !== undefined) {
    warnings.push(
      'The body is not quite JSON (quotes, commas or names without quotes): it is sent as the JSON that it means.',
    );
    return { kind: 'json', value: loose };
  }
  if (/[/+]json$/.test(mime))
    warnings.push(
      'The body is said to be JSON and is not: it is sent as text, and a goal with quotes in it may break it.',
    );
  if (form && /^[^\s={}<>]+=/.test(text))
    return {
      kind: 'form',
      fields: queryPairs(text).map(([name, value]) => [decoded(name), decoded(value ?? '')] as const),
    };
  return { kind: 'text', text, type: form || mime === '' ? 'text/plain' : type };
}

/** Nobody writes more than this by hand. */
const longestLoose = 4000;

/** What a text such as `{'message': 'hi'}` means; undefined when it is no mapping or list with texts in it. */
function looseJson(text: string): unknown {
  try {
    const value: unknown =
      text.includes(':') && text.length < longestLoose ? parse(text.replaceAll('\t', ' ')) : undefined;
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
