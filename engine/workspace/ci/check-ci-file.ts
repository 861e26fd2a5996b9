import type { LocatedProblem } from '../../../schemas/problem';
import { RuleRun } from '../rules/rule-run';
import { parseYaml } from '../yaml-document';
import { type CiFile, type CiFileKind, type CiTrap, ciFileKind } from './ci-file';
import { commandTraps } from './command-traps';
import { jqTraps } from './jq-traps';
import { readJenkins, readScript } from './read-shell-ci';
import { readGithub, readGitlab } from './read-yaml-ci';
import { plainWords } from './rook-calls';
import { commandsOf, exitCodeOnly, hiddenFailure, reportWithoutId } from './verdict-traps';
import { usesRook, workflowTraps } from './workflow-traps';

const rules: Readonly<Record<string, (file: CiFile) => CiTrap[]>> = {
  'settings of a workflow': workflowTraps,
  'exit codes alone': exitCodeOnly,
  'reports without an id': reportWithoutId,
  'hidden failures': hiddenFailure,
  commands: commandTraps,
  jq: jqTraps,
};

/**
 * Looks for what turns a red release green in a file of continuous integration (seed 004): an error when it can, a
 * warning for what makes it unsafe otherwise. A file that does not use rook has no problem, nor has one that cannot be
 * parsed: others say so. `# rook-ignore-next-line CODE` silences a rule for the line below.
 * @param path where the file is; nothing is read from disk.
 * @param kind what it is, when its path does not say so: a script that a pipeline names.
 * @param run gets the faults of rules.
 */
export function checkCiFile(
  text: string,
  path: string,
  kind = ciFileKind(path),
  run = new RuleRun(),
): LocatedProblem[] {
  return ciProblemsIn(text, path, kind, run) ?? [];
}

/** As {@link checkCiFile}; undefined when the file is not looked at, since it does not use rook. */
export function ciProblemsIn(
  text: string,
  path: string,
  kind = ciFileKind(path),
  run = new RuleRun(),
): LocatedProblem[] | undefined {
  if (!kind || !/rook/i.test(text)) return undefined;
  const file = readCiFile(kind, text.replace(/^\uFEFF/, ''), path);
  if (!file?.jobs.some(({ steps }) => steps.some(usesRook))) return undefined;
  const starts = lineStarts(file.text);
  const ignored = ignoredLines(file.text);
  const seen = new Set<string>();
  const traps = Object.entries(rules).flatMap(([name, rule]) => run.one(name, () => rule(file)) ?? []);
  return traps
    .sort((one, other) => one.range.start - other.range.start)
    .flatMap(({ range, ...trap }): LocatedProblem[] => {
      const line = starts.findLastIndex((start) => start <= range.start) + 1;
      const key = `${trap.code} ${range.start}`;
      if (seen.has(key) || ignored.get(line)?.has(trap.code)) return [];
      seen.add(key);
      return [{ ...trap, path: [], file: path, line, column: range.start - (starts[line - 1] ?? 0) + 1, range }];
    });
}

/** The shell scripts that a pipeline starts, as it names them: they are part of it wherever they are. */
export function scriptsNamedIn(text: string, path: string): string[] {
  const kind = ciFileKind(path);
  const file = kind && kind !== 'script' && text.includes('.sh') ? readCiFile(kind, text, path) : undefined;
  const names = (file ? commandsOf(file) : []).flatMap((command) => {
    const [program, first] = plainWords(command);
    const script = /^(?:.*\/)?(?:bash|sh)$/.test(program?.text ?? '') ? first : program;
    return script && /^[\w./-]+\.(?:sh|bash)$/.test(script.text) ? [script.text] : [];
  });
  return [...new Set(names)];
}

function readCiFile(kind: CiFileKind, text: string, path: string): CiFile | undefined {
  switch (kind) {
    case 'github':
    case 'gitlab': {
      const document = parseYaml(text, path);
      if (document.syntaxProblems.length > 0) return undefined;
      return kind === 'github' ? readGithub(document) : readGitlab(document);
    }
    case 'jenkins':
      return readJenkins(text);
    case 'script':
      return readScript(text);
    default:
      return kind satisfies never;
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** 1-based lines, and the codes that are silenced in them. */
function ignoredLines(text: string): Map<number, Set<string>> {
  const ignored = new Map<number, Set<string>>();
  for (const [index, line] of text.split('\n').entries()) {
    const codes = /(?:#|\/\/)\s*rook-ignore-next-line\s+([\w,\s-]+)/.exec(line)?.[1];
    if (codes) ignored.set(index + 2, new Set(codes.split(/[\s,]+/)));
  }
  return ignored;
}
