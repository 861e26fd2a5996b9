import type { Refusal, Result } from '../../../schemas/result';
import { hideLiterals } from '../hide-literals';
import type { FoundSecret, Recognised } from '../material';

/**
 * What was recognised, or why not, with every sentence of it fit to be seen: a credential that a sentence quotes is
 * replaced by the name of its variable. Each place that writes a sentence keeps them out already; this is the last gate.
 */
export function fitToBeSeen<T extends Recognised | { kind: 'notes' }>(result: Result<T>): Result<T> {
  if (!result.ok) return { ok: false, error: hiddenRefusal(result.error) };
  const { value } = result;
  if (!('secrets' in value)) return result;
  const hide = (text: string): string => hideLiterals(withoutValues(text, value.secrets)).text;
  return {
    ok: true,
    value: {
      ...value,
      what: hide(value.what),
      options: value.options.map((option) => ({ ...option, label: hide(option.label) })),
      warnings: value.warnings.map(hide),
    },
  };
}

function hiddenRefusal(refusal: Refusal): Refusal {
  const { message, remedy } = refusal;
  return {
    ...refusal,
    message: hideLiterals(message).text,
    ...(remedy !== undefined && { remedy: hideLiterals(remedy).text }),
  };
}

/** Shorter values are words of any sentence. */
const shortest = 6;

function withoutValues(text: string, secrets: readonly FoundSecret[]): string {
  return secrets.reduce(
    (hidden, { variable, value }) => (value.length < shortest ? hidden : hidden.replaceAll(value, `$${variable}`)),
    text,
  );
}
