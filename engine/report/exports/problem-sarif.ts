import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { LocatedProblem, ProblemSeverity } from '../../../schemas/problem';
import { ruleCodes } from '../../workspace/rules/registry';
import { repositoryPath } from './repository';
import { mostResults, sarifSchema } from './sarif';
import { messageText, sarifLocation } from './sarif-results';

/** A problem, and where the text that it marks ends. */
type Found = LocatedProblem & { end?: { line: number; column: number } };

/**
 * What is wrong with the files of a workspace as SARIF 2.1.0, as text: the rules that are broken, and each problem at its
 * place. Information and hints are notes.
 * @param root the folder that the paths are relative to.
 * @param toolVersion the version of Rook that writes it.
 */
export function problemSarifJson(problems: readonly Found[], root: string, toolVersion: string): string {
  const shown = [...problems].sort((a, b) => weight(a.severity) - weight(b.severity)).slice(0, mostResults);
  const codes = [...new Set(shown.map(({ code }) => code))].sort();
  const log: Log = {
    version: '2.1.0',
    $schema: sarifSchema,
    runs: [
      {
        tool: {
          driver: { name: 'Rook', version: toolVersion, semanticVersion: toolVersion, rules: codes.map(descriptor) },
        },
        // The part before the last slash tells analyses of one commit apart.
        automationDetails: { id: 'rook-check/' },
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true }],
        results: shown.map((problem) => resultOf(problem, codes.indexOf(problem.code), root)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(problem: Found, ruleIndex: number, root: string): Result {
  const { code, severity, message, remedy, file, line, column, end } = problem;
  const path = repositoryPath(root, file);
  const location = sarifLocation({ file: path, line, column });
  const region = location.physicalLocation?.region;
  if (region && end) Object.assign(region, { endLine: end.line, endColumn: end.column });
  const text = remedy ? `${message}${/[.?!]$/.test(message) ? '' : '.'} ${remedy}` : message;
  // The same as long as the mistake is the same; lines may move.
  const hash = createHash('sha256')
    .update(JSON.stringify([code, path, message]))
    .digest('hex');
  return {
    ruleId: code,
    ruleIndex,
    kind: 'fail',
    level: levelOf(severity),
    message: { text: messageText(text) },
    locations: [location],
    partialFingerprints: { primaryLocationLineHash: `${hash.slice(0, 32)}:1` },
  };
}

function descriptor(code: string): ReportingDescriptor {
  const rule = ruleCodes[code];
  return {
    id: code,
    name: code,
    shortDescription: { text: messageText(rule?.why ?? code) },
    defaultConfiguration: { level: levelOf(rule?.severities[0] ?? 'warning') },
  };
}

function levelOf(severity: ProblemSeverity): 'error' | 'warning' | 'note' {
  switch (severity) {
    case 'error':
    case 'warning':
      return severity;
    case 'information':
    case 'hint':
      return 'note';
    default:
      return severity satisfies never;
  }
}

function weight(severity: ProblemSeverity): number {
  return ['error', 'warning', 'information', 'hint'].indexOf(severity);
}
