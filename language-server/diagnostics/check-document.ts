import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import { messageOf } from '../../engine/workspace/read-text';
import { checkFile } from '../../engine/workspace/rules/check-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
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
}

/**
 * Checks a document by the rules that `rook check` has, too. Nothing is executed; other files are read as they are saved.
 * @param docs leads each code to its explanation; without it there are no links.
 */
export function checkDocument(document: RookDocument, context: RuleContext, docs?: DocsLinks): CheckResult {
  const { problems, places, scripts } = checkFile(document.file, document, context);
  return {
    diagnostics: problems.map((problem) => toDiagnostic(document, problem, docs)),
    dependencies: places,
    scripts,
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

/** Says in the file itself that a fault of ours kept it from being checked: silence would look like a clean file. */
export function couldNotCheck(error: unknown): Diagnostic {
  const message = `Rook could not check this file: ${messageOf(error)}`;
  return ofWholeFile('not-checked', DiagnosticSeverity.Information, message);
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
