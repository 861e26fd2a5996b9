/**
 * The analysis of hook scripts, with its parsers: a bundle of its own (dist/contract.js), so that nothing else is slower for
 * them. Load it with `await import('…/hook-contract/entry')` when there is a script to look at.
 */
export { analyseHookScript, isAnalysable, largestScript } from './analyse';
export {
  type HookCode,
  type HookFacts,
  type HookFinding,
  hookCodes,
  type Mention,
  type ScriptAnalysis,
  type ScriptContext,
} from './finding';
export { rookVariables } from './rook-variables';
