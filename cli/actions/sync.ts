import { hookRules } from '../../engine/workspace/rules/hook-registry';
import type { LocatedProblem } from '../../schemas/problem';
import { formatPlace, ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateWorkspace } from '../locate';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';
import { type CheckedTree, checkTree } from '../tree-check';

/**
 * `rook sync`: validates the tree. There is no hosted account to synchronise with, and it says so (behaviour §10).
 * An invalid tree is exit 1, so that a pipeline that synchronises before it runs stops in time.
 */
export async function sync(globals: GlobalFlags): Promise<Result<Answer>> {
  // What is wrong with a file of the workspace itself is found again when it is checked.
  const workspace = await locateWorkspace(globals, () => {});
  if (!workspace.ok) return workspace;
  const { project, agent } = globals;
  const tree = await checkTree(workspace.value, { ...(project && { project }), ...(agent && { agent }) });
  if (!tree.ok) return tree;
  const { counts } = tree.value;
  // A tree is valid with what is only advice, and whatever its scripts do: that is for rook check.
  const problems = tree.value.problems.filter(
    ({ code, severity }) => (severity === 'error' || severity === 'warning') && !Object.hasOwn(hookRules, code),
  );
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const shown = problems.map(({ file, line, column, severity, code, message, remedy }) => ({
    file,
    line,
    column,
    severity,
    code,
    message,
    ...(remedy && { remedy }),
  }));
  const failure = { error: invalid(errors), remedy: 'Mend the files, then run rook sync again.' };
  return ok({
    document: { ok: errors === 0, ...(errors > 0 && failure), offline: true, checked: counts, problems: shown },
    text: (paper) => syncText({ counts, problems }, errors, paper),
    exitCode: errors === 0 ? 0 : 1,
  });
}

function invalid(errors: number): string {
  return `the workspace has ${errors} ${errors === 1 ? 'error' : 'errors'}`;
}

function syncText(
  { counts, problems }: Pick<CheckedTree, 'counts' | 'problems'>,
  errors: number,
  paper: Paper,
): string {
  const lines = problems.map((problem) => problemLine(problem, paper));
  const checked = Object.entries(counts)
    .map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`)
    .join(', ');
  const verdict =
    errors === 0 ? paper.paint('green', 'The workspace is valid') : paper.paint('red', `${invalid(errors)}`);
  return [
    ...lines,
    `${verdict.replace(/^the/, 'The')}: ${checked}.\n`,
    'Local only: nothing was sent or fetched.\n',
  ].join('');
}

function problemLine({ file, line, column, severity, message, remedy }: LocatedProblem, { paint }: Paper): string {
  const where = formatPlace({ file: shownPath(file), line, column });
  const kind = paint(severity === 'error' ? 'red' : 'yellow', `${severity}:`);
  return `${where}: ${kind} ${visibleInOneLine(message)}\n${remedy ? `  ${visibleInOneLine(remedy)}\n` : ''}`;
}
