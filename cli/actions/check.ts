import { statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { problemSarifJson } from '../../engine/report/exports/problem-sarif';
import { repositoryRoot } from '../../engine/report/exports/repository';
import { diskRefusal } from '../../engine/workspace/disk-fault';
import { nearestName } from '../../engine/workspace/nearest-name';
import { docsOf, ruleCodes } from '../../engine/workspace/rules/registry';
import { openWorkspace, type Workspace } from '../../engine/workspace/workspace';
import { writeFileAtomically } from '../../engine/workspace/write-file';
import { type ProblemSeverity, problemSeverities } from '../../schemas/problem';
import { formatPlace, ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { CheckFlags } from '../commands/check';
import { locateWorkspace } from '../locate';
import type { Style } from '../terminal/paint';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';
import { checkTree, type FoundProblem } from '../tree-check';
import { version } from '../version';

/** How many problems there are of each severity, and in how many files was looked. */
type Counts = { files: number } & Record<ProblemSeverity, number>;

/** `rook check [paths…]`: every rule about the files of a workspace. An error is exit 1, so that a pipeline stops in time. */
export async function check(paths: string[], flags: CheckFlags, globals: GlobalFlags): Promise<Result<Answer>> {
  const disabled = knownCodes(flags.disable ?? []);
  if (!disabled.ok) return disabled;
  const chosen = chosenPaths(paths, globals);
  if (!chosen.ok) return chosen;
  const workspace = await workspaceOf(chosen.value, globals);
  if (!workspace.ok) return workspace;
  const { project, agent } = globals;
  const tree = await checkTree(workspace.value, {
    ...(project && { project }),
    ...(agent && { agent }),
    disabled: disabled.value,
  });
  if (!tree.ok) return tree;
  const isChosen = (file: string): boolean =>
    chosen.value.length === 0 || chosen.value.some((path) => isWithin(file, path));
  const files = tree.value.files.filter(isChosen);
  const problems = tree.value.problems.filter(({ file }) => isChosen(file));
  const found = [...files, ...problems.map(({ file }) => file)];
  if (chosen.value.length > 0 && found.length === 0) return nothingThere(paths);
  // A path of another workspace must not look like a clean one; within this one a shell's pattern names other files, too.
  const outside = chosen.value.findIndex(
    (path) => !isWithin(path, workspace.value.root) && !found.some((file) => isWithin(file, path)),
  );
  if (outside >= 0)
    return refuse(
      `${paths[outside]} is no part of the workspace ${workspace.value.root}`,
      'Check the files of each workspace with a call of its own.',
    );
  if (flags.sarif !== undefined) {
    const written = await writeSarif(flags.sarif, problems, workspace.value.root);
    if (!written.ok) return written;
  }
  const counts = countsOf(files, problems);
  const failure = { error: sentenceOf(counts), remedy: 'Mend the files, then run rook check again.' };
  return ok({
    document: {
      ok: counts.error === 0,
      ...(counts.error > 0 && failure),
      counts,
      problems: problems.map(problemDocument),
    },
    text: (paper) => checkText(problems, counts, paper),
    exitCode: counts.error === 0 ? 0 : 1,
  });
}

/** Switching off a code that no rule has would switch off nothing. */
function knownCodes(codes: readonly string[]): Result<ReadonlySet<string>> {
  const unknown = codes.find((code) => !Object.hasOwn(ruleCodes, code));
  if (unknown === undefined) return ok(new Set(codes));
  const near = nearestName(unknown, Object.keys(ruleCodes));
  return refuse(
    `--disable: no rule has the code ${unknown}`,
    near ? `Did you mean ${near}?` : 'The codes are listed in docs/diagnostics.md.',
  );
}

/** The paths, absolute. One that is not there is refused: a misspelt one must not look like a clean one. */
function chosenPaths(paths: readonly string[], { C }: GlobalFlags): Result<string[]> {
  const chosen = paths.map((path) => resolve(C ?? '.', path));
  const missing = chosen.findIndex((path) => !statSync(path, { throwIfNoEntry: false }));
  return missing === -1
    ? ok(chosen)
    : refuse(`there is no file or folder ${paths[missing]}`, 'Name one that is there, or none for all.');
}

/** The workspace of the current folder; given paths and no -C, that of the first path. */
async function workspaceOf([first]: readonly string[], globals: GlobalFlags): Promise<Result<Workspace>> {
  // What is wrong with a file of the workspace itself is found again when it is checked.
  const tell = (): void => {};
  if (first === undefined || globals.C !== undefined) return locateWorkspace(globals, tell);
  return openWorkspace(statSync(first).isDirectory() ? first : dirname(first), tell);
}

function nothingThere(paths: readonly string[]): ReturnType<typeof refuse> {
  return refuse(
    `nothing that Rook checks is at ${paths.join(', ')}`,
    'Checked are the files in .testmuai/rook/, the hook scripts that profiles name, and pipelines that use rook.',
  );
}

async function writeSarif(name: string, problems: readonly FoundProblem[], root: string): Promise<Result<true>> {
  if (name === '' || name === '-')
    return refuse('--sarif: standard output is not a file', 'Name a file: standard output has the answer itself.');
  const file = resolve(name);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return refuse(`--sarif: ${name} is a folder`, 'Name a file in it.');
  try {
    await writeFileAtomically(file, problemSarifJson(problems, await repositoryRoot(root), version));
    return ok(true as const);
  } catch (error) {
    const refusal = diskRefusal(error, 'run the command again');
    if (refusal) return refusal;
    throw error;
  }
}

function countsOf(files: readonly string[], problems: readonly FoundProblem[]): Counts {
  const counts: Counts = { files: files.length, error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}

function problemDocument({ code, severity, file, line, column, end, message, remedy, related }: FoundProblem): object {
  return {
    code,
    severity,
    file,
    line,
    column,
    ...(end && { end_line: end.line, end_column: end.column }),
    message,
    ...(remedy && { remedy }),
    ...(related && { related }),
    docs: docsOf(code),
  };
}

/** `2 errors and 1 hint in 14 files`. */
function sentenceOf(counts: Counts): string {
  const named = problemSeverities.flatMap((severity) => {
    const count = counts[severity];
    return count === 0 ? [] : [`${count} ${count === 1 || severity === 'information' ? severity : `${severity}s`}`];
  });
  const last = named.pop();
  const found = last === undefined ? 'nothing to mend' : named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  return `${found} in ${counts.files} ${counts.files === 1 ? 'file' : 'files'}`;
}

function checkText(problems: readonly FoundProblem[], counts: Counts, paper: Paper): string {
  const files = [...new Set(problems.map(({ file }) => file))];
  const groups = files.map((file) =>
    problems
      .filter((problem) => problem.file === file)
      .map((problem) => problemLines(problem, paper))
      .join(''),
  );
  const sentence = `${sentenceOf(counts)}.`;
  const verdict = paper.paint(
    counts.error > 0 ? 'red' : 'green',
    sentence.replace(/^./, (first) => first.toUpperCase()),
  );
  return [...groups, `${verdict}\n`].join('\n');
}

function problemLines({ file, line, column, severity, code, message, remedy }: FoundProblem, { paint }: Paper): string {
  const where = formatPlace({ file: shownPath(file), line, column });
  const head = `${where} ${paint(colours[severity], severity)} ${code} ${visibleInOneLine(message)}\n`;
  return remedy ? `${head}  ${visibleInOneLine(remedy)}\n` : head;
}

const colours: Record<ProblemSeverity, Style> = { error: 'red', warning: 'yellow', information: 'cyan', hint: 'dim' };

function isWithin(file: string, folder: string): boolean {
  const way = relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === file);
}
