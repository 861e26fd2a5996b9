import { extname } from 'node:path';
import { type HookPhase, hookPhases } from '../../../schemas/phase';
import { RuleRun } from '../rules/rule-run';
import { environmentReads } from './environment-reads';
import type { HookFacts, HookFinding, ScriptAnalysis, ScriptContext } from './finding';
import { withoutIgnored } from './ignored-lines';
import { ownPlace } from './own-place';
import { type ParsedText, parseText } from './parse-script';
import { childScripts, relativeImports } from './references';
import { sharedOutput } from './rules/child-output';
import { swallowedFailures } from './rules/failures';
import { goalSource, unreadGoal } from './rules/goal';
import { openChildInputs, requestsWithoutTimeout } from './rules/outside';
import { unhandledPhases, unknownPhases } from './rules/phases';
import { inventedEvidence, missingAnswer } from './rules/result';
import { earlyExit, repeatedOutput, strayOutput } from './rules/stdout';
import { unknownVariables } from './rules/variables';
import { indexScript } from './script';
import { type ScriptView, viewScript } from './script-view';

/** Longer texts are bundles of other people's code; nothing is said of them. UTF-16 units. */
export const largestScript = 512 * 1024;

const extensions = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']);

/** Whether a script is one that can be analysed, by its extension. */
export function isAnalysable(path: string): boolean {
  return extensions.has(extname(path).toLowerCase());
}

/**
 * What is wrong with a hook script by the contract of behaviour §3, and what it is known to do. Nothing is read or run: the
 * text alone decides, and where it does not, nothing is said. Never throws, whatever the text is.
 * @param text as in the file or the editor; byte order mark, hash-bang and CRLF may be in it. All ranges are UTF-16 offsets into it.
 */
export function analyseHookScript(text: string, context: ScriptContext): ScriptAnalysis {
  if (text.length > largestScript || !isAnalysable(context.path)) return { findings: [] };
  try {
    return analyse(text, extname(context.path).toLowerCase(), context);
  } catch (error) {
    if (error instanceof RangeError) return { findings: [] }; // nested deeper than the stack: no script of a person
    throw error;
  }
}

function analyse(text: string, extension: string, context: ScriptContext): ScriptAnalysis {
  const parsed = parseText(text, extension);
  const { program, comments } = parsed;
  const view = program && viewScript(indexScript(text, parsed, program), context);
  const problem = syntaxFinding(parsed, extension);
  if (problem) {
    // A repaired tree shows what is there, not what is missing: no other finding, and no fact that is complete.
    const facts = view && { ...factsOf(view), dispatch: 'unknown' as const, envComplete: false };
    if (facts) for (const field of ['handles', 'goalFrom', 'outputFields'] as const) delete facts[field];
    return { syntaxProblem: problem, findings: [problem], ...(facts && { facts }) };
  }
  if (!view) return { findings: [] };
  const facts = factsOf(view);
  const run = new RuleRun();
  const findings = run
    .all<HookFinding>({
      'phases that nothing handles': () => unhandledPhases(view),
      'unknown phases': () => unknownPhases(view),
      'unread goal': () => unreadGoal(view),
      'stray output': () => strayOutput(view),
      'repeated output': () => repeatedOutput(view),
      'missing answer': () => missingAnswer(view),
      'invented evidence': () => inventedEvidence(view),
      'early exit': () => earlyExit(view),
      'swallowed failures': () => swallowedFailures(view),
      'open input of children': () => openChildInputs(view),
      'output of children': () => sharedOutput(view),
      'unknown variables': () => unknownVariables(view, facts),
      'requests without a limit': () => requestsWithoutTimeout(view),
    })
    .sort((a, b) => a.range.start - b.range.start);
  const tooDeep = run.faults.find(({ error }) => error instanceof RangeError);
  if (tooDeep) throw tooDeep.error;
  return {
    findings: withoutIgnored(findings, text, comments),
    ...(run.faults.length > 0 && { faults: run.faults }),
    facts,
  };
}

/** The parser of TypeScript also checks what only the types say, and Node.js does not: that is no sure failure. */
function syntaxFinding({ syntaxProblem }: ParsedText, extension: string): HookFinding | undefined {
  return (
    syntaxProblem && {
      code: 'hook-syntax',
      severity: extension.endsWith('ts') ? 'warning' : 'error',
      message: `this is no valid script: ${syntaxProblem.message}`,
      remedy: 'Mend the syntax: Node.js does not start a script that it cannot read.',
      range: { start: syntaxProblem.start, end: syntaxProblem.end },
    }
  );
}

function factsOf(view: ScriptView): HookFacts {
  const { script, dispatch } = view;
  const known = dispatch.kind === 'known' && dispatch.others !== 'works';
  const goalFrom = goalSource(view);
  const outputFields = printedFields(view);
  return {
    dispatch: dispatch.kind,
    ...(known && { handles: dispatch.handles }),
    phaseSites: [...dispatch.sites].map(([phase, { start, end }]) => ({ phase, range: { start, end } })),
    ...(goalFrom !== undefined && { goalFrom }),
    ...environmentReads(script),
    ...(outputFields && { outputFields }),
    childScripts: childScripts(script),
    imports: relativeImports(script),
    ownPlace: ownPlace(script),
  };
}

/** The fields of all that is printed in any phase; undefined when some of it is not written down. */
function printedFields(view: ScriptView): string[] | undefined {
  const phases: readonly HookPhase[] = view.dispatch.kind === 'none' ? ['execute'] : hookPhases;
  const all = phases.map((phase) => view.printed(phase));
  const known = !view.redirected && phases.every((phase) => !view.trace(phase).foreign && !view.trace(phase).gaveUp);
  if (!known || all.some(({ complete, shapes }) => !complete || shapes.some(({ open }) => open))) return undefined;
  return [...new Set(all.flatMap(({ shapes }) => shapes.flatMap(({ fields }) => [...fields.keys()])))].sort();
}
