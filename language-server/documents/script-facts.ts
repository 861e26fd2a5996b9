import type { HookFacts } from '../../engine/workspace/hook-contract/finding';
import type { RuleContext, ScriptAnalyser } from '../../engine/workspace/rules/rule-context';

interface Known {
  text: string;
  path: string;
  analyse: ScriptAnalyser;
  facts: HookFacts | undefined;
}

/** An editor asks about one script again and again while somebody looks at it. */
let last: Known | undefined;

/** What an open script is known to do; undefined while what analyses it is not loaded, or nothing can be told. */
export function scriptFacts(text: string, path: string, { analyse }: RuleContext): HookFacts | undefined {
  if (!analyse) return undefined;
  if (last?.text !== text || last.path !== path || last.analyse !== analyse)
    last = { text, path, analyse, facts: analyse(text, { path }).facts };
  return last.facts;
}
