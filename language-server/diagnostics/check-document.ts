import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import { messageOf } from '../../engine/workspace/read-text';
import { findHookScripts } from '../../engine/workspace/script-path';
import type { LocatedProblem, ProblemSeverity } from '../../schemas/problem';
import { type RookDocument, toRange } from '../documents/rook-document';

/** What is wrong with a document, and what else it depends on. */
export interface CheckResult {
  diagnostics: Diagnostic[];
  /** Absolute paths whose appearing or vanishing changes the diagnostics. */
  dependencies: string[];
}

/**
 * Checks a document. Nothing is executed and no file is read.
 * @param exists tells whether a file stands at an absolute path; asked for the scripts that a profile names.
 */
export function checkDocument(document: RookDocument, exists?: (path: string) => boolean): CheckResult {
  const problems = [...document.reading.problems];
  let dependencies: string[] = [];
  if (document.kind === 'profile') {
    const { reading, file } = document;
    const scripts = findHookScripts(reading.document.value, file.agentDir, file.workspaceRoot, exists);
    problems.push(...scripts.problems.map(reading.document.locate));
    dependencies = scripts.tried;
  }
  return { diagnostics: inReadingOrder(problems.map((problem) => toDiagnostic(document, problem))), dependencies };
}

function toDiagnostic({ text }: RookDocument, problem: LocatedProblem): Diagnostic {
  return {
    range: toRange(text, problem.range),
    severity: severities[problem.severity],
    code: problem.code,
    source: 'rook',
    message: withRemedy(problem),
  };
}

/** Says in the file itself that a fault of ours kept it from being checked: silence would look like a clean file. */
export function couldNotCheck(error: unknown): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Information,
    code: 'not-checked',
    source: 'rook',
    message: `Rook could not check this file: ${messageOf(error)}`,
  };
}

/** One line: lists of problems show no more than that. */
function withRemedy({ message, remedy }: LocatedProblem): string {
  if (!remedy) return message;
  return /[.?!]$/.test(message) ? `${message} ${remedy}` : `${message}. ${remedy}`;
}

const severities: Record<ProblemSeverity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
};

function inReadingOrder(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(
    (a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
  );
}
