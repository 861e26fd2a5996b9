import type { Fragment } from '../script-parts';
import { usage } from './reading';

/** Token counts of a reply that nobody has seen: the names that agents use, in `usage` and the like, or at the top. */
export const usualUsage: Fragment = {
  needs: [usage],
  code: `/** Token counts, wherever agents usually put them. */
function usualUsage(body) {
  const inputs = ['input_tokens', 'prompt_tokens', 'inputTokens', 'promptTokens', 'promptTokenCount', 'input', 'prompt'];
  const outputs = ['output_tokens', 'completion_tokens', 'outputTokens', 'completionTokens', 'candidatesTokenCount', 'output'];
  for (const place of [body?.usage, body?.usageMetadata, body?.tokens, body?.metadata?.usage, body?.response?.usage, body]) {
    const [input, output] = [inputs, outputs].map((names) => names.map((name) => place?.[name]).find(Number.isInteger));
    const counts = usage(input, output);
    if (counts) return counts;
  }
  return undefined;
}`,
};
