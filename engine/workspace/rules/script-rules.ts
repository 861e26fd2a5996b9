import { hookPhases } from '../../../schemas/phase';
import type { LocatedProblem, Problem, RelatedPlace } from '../../../schemas/problem';
import { literalProblemsIn } from '../literal-secrets/literal-problems';
import type { HookScripts } from '../script-path';
import type { Derivation } from './file-view';
import type { RuleContext, ScriptAnalyser } from './rule-context';
import { RuleRun } from './rule-run';
import { phasesOfUsages, type ScriptUsage, usagesOf } from './script-usages';
import { withoutSilenced } from './silencing';

/** What is wrong with the text of a hook script, each with the places of the profiles that use it. */
export function scriptProblems(
  text: string,
  path: string,
  workspaceRoot: string,
  { files, analyse }: RuleContext,
  run: RuleRun,
): LocatedProblem[] {
  const usages = run.one('uses of a script', () => usagesOf(files, workspaceRoot, path)) ?? [];
  const problems = problemsOf(text, path, usages, analyse, run);
  const related = usages.map(
    ({ file, line, column, profile, phase }): RelatedPlace => ({
      file,
      line,
      column,
      message: `profile ${profile} runs it as ${phase}`,
    }),
  );
  return related.length > 0 ? problems.map((problem) => ({ ...problem, related })) : problems;
}

function problemsOf(
  text: string,
  path: string,
  usages: readonly ScriptUsage[],
  analyse: ScriptAnalyser | undefined,
  run: RuleRun,
): LocatedProblem[] {
  const phases = usages.length > 0 ? phasesOfUsages(usages) : undefined;
  const declared = [...new Set(usages.flatMap(({ variables }) => variables))];
  const analysis = run.one('contract of hooks', () => analyse?.(text, { path, phases, declared }));
  run.faults.push(...(analysis?.faults ?? []));
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const broken = (analysis?.findings ?? []).map((finding): LocatedProblem => {
    const line = starts.findLastIndex((start) => start <= finding.range.start) + 1;
    const column = finding.range.start - (starts[line - 1] ?? 0) + 1;
    return { ...finding, path: [], file: path, line, column };
  });
  return [...run.all({ 'literal credentials': () => literalProblemsIn(text, path) }), ...broken];
}

/** Tells at the line of a profile that the script behind it has errors or warnings, with their places. */
export function hookScriptProblems(
  scripts: HookScripts,
  workspaceRoot: string,
  { files, analyse }: RuleContext,
): (Problem & { related: RelatedPlace[] })[] {
  const told = new Set<string>();
  return hookPhases.flatMap((phase) => {
    const script = scripts.byPhase[phase];
    if (script === undefined || told.has(script)) return [];
    told.add(script);
    const usages = usagesOf(files, workspaceRoot, script);
    const problems = (files.derive(script, problemsBy(analyse, usages)) ?? []).filter(({ severity }) =>
      ['error', 'warning'].includes(severity),
    );
    const [first] = problems;
    if (!first) return [];
    const count = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    return [
      {
        code: 'hook-script',
        severity: 'information' as const,
        message: `the script of ${phase} has problems of its own: ${first.message}${count}`,
        path: ['hooks', phase],
        related: problems.map(({ file, line, column, message }) => ({ file, line, column, message })),
      },
    ];
  });
}

const withoutAnalyser: ScriptAnalyser = () => ({ findings: [] });
const derivations = new WeakMap<ScriptAnalyser, Map<string, Derivation<LocatedProblem[]>>>();
/** Profiles come and go: what is kept for a use that nobody has any more must not grow. */
const mostUses = 500;

/** What is wrong with a saved script that is used like this. */
function problemsBy(
  analyse: ScriptAnalyser = withoutAnalyser,
  usages: readonly ScriptUsage[],
): Derivation<LocatedProblem[]> {
  const key = JSON.stringify(usages.map(({ phase, variables }) => [phase, variables]));
  const byUse = derivations.get(analyse) ?? new Map<string, Derivation<LocatedProblem[]>>();
  derivations.set(analyse, byUse);
  const known = byUse.get(key) ?? {
    // A fault in a rule is told in the script itself.
    of: (text: string, path: string) =>
      withoutSilenced(problemsOf(text, path, usages, analyse, new RuleRun()), text, path),
  };
  if (byUse.size > mostUses) byUse.clear();
  byUse.set(key, known);
  return known;
}
