import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import { messageOf } from '../../engine/workspace/read-text';
import { checkFile } from '../../engine/workspace/rules/check-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { RuleFault } from '../../engine/workspace/rules/rule-run';
import type { LocatedProblem, ProblemSeverity } from '../../schemas/problem';
import { uriOf } from '../documents/file-uri';
import { type RookDocument, toRange } from '../documents/rook-document';
import type { DocsLinks } from './docs-links';

/** What is wrong with a document, and what else it depends on. */
export interface CheckResult {
  diagnostics: Diagnostic[];
  /** Absolute paths whose appearing, changing or vanishing changes the diagnostics. */
  dependencies: string[];
  /** The scripts that a profile names and that are there. */
  scripts: string[];
  /** Rules that have a fault themselves: ours, and told among the diagnostics, too. */
  faults: RuleFault[];
}

/**
 * Checks a document by the rules that `rook check` has, too. Nothing is executed; other files are read as they are saved.
 * @param docs leads each code to its explanation; without it there are no links.
 */
export function checkDocument(document: RookDocument, context: RuleContext, docs?: DocsLinks): CheckResult {
  const { problems, places, scripts, faults } = checkFile(document.file, document, context);
  return {
    diagnostics: problems.map((problem) => toDiagnostic(document, problem, docs)),
    dependencies: places,
    scripts,
    faults,
  };
}

function toDiagnostic({ text }: RookDocument, problem: LocatedProblem, docs: DocsLinks | undefined): Diagnostic {
  const href = docs?.linkOf(problem.code);
  return {
    range: toRange(text, problem.range),
    severity: severities[problem.severity],
    code: problem.code,
    ...(href && { codeDescription: { href } }),
    source: 'rook',
    message: withRemedy(problem),
    ...(problem.related && {
      relatedInformation: problem.related.map(({ file, line, column, message }) => {
        const start = { line: line - 1, character: column - 1 };
        return { location: { uri: uriOf(file), range: { start, end: start } }, message };
      }),
    }),
  };
}

/**
 * Reads and checks a document. A fault of ours is logged, and told in the file itself: silence would look like a clean file.
 * @returns no scripts when it is not known which ones the document names
 */
export function checkOrTell(
  path: string,
  read: () => RookDocument,
  context: RuleContext,
  { docs, failed }: { docs: DocsLinks; failed(message: string): void },
): Omit<CheckResult, 'scripts' | 'faults'> & { scripts?: string[] } {
  const log = (what: string, error: unknown): void =>
    failed(`${what} ${path}: ${error instanceof Error ? error.stack : String(error)}`);
  try {
    const result = checkDocument(read(), context, docs);
    for (const { rule, error } of result.faults) log(`The rule “${rule}” on`, error);
    return result;
  } catch (error) {
    log('Checking', error);
    const message = `Rook could not check this file: ${messageOf(error)}`;
    return { diagnostics: [ofWholeFile('not-checked', DiagnosticSeverity.Information, message)], dependencies: [] };
  }
}

/** A file that is there and cannot be read is not run: the same that `rook check` says. */
export function couldNotRead(why: string): Diagnostic {
  const message = `the file cannot be read: ${why}. Mend or remove the file.`;
  return ofWholeFile('unreadable', DiagnosticSeverity.Error, message);
}

function ofWholeFile(code: string, severity: DiagnosticSeverity, message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity, code, source: 'rook', message };
}

/** One line: lists of problems show no more than that. */
function withRemedy({ message, remedy }: LocatedProblem): string {
  if (!remedy) return message;
  return /[.?!]$/.test(message) ? `${message} ${remedy}` : `${message}. ${remedy}`;
}

const severities: Record<ProblemSeverity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
