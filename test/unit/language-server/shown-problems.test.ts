import { describe, expect, it } from 'vitest';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { ShownProblems } from '../../../language-server/diagnostics/shown-problems';

const at = { line: 0, character: 0 };
const problem: Diagnostic = { range: { start: at, end: at }, message: 'wrong' };

function recorder() {
  const sent: PublishDiagnosticsParams[] = [];
  return { sent, shown: new ShownProblems((params) => sent.push(params)) };
}

describe('a file on disk', () => {
  it('that is good is not announced', () => {
    const { sent, shown } = recorder();
    shown.show('/a', 'file:///a', [], ['/script']);
    shown.show('/b', 'file:///b', [], []);
    expect(sent).toEqual([]);
  });

  it('is cleared once when it becomes good', () => {
    const { sent, shown } = recorder();
    shown.show('/a', 'file:///a', [problem], []);
    shown.show('/a', 'file:///a', [], []);
    shown.show('/a', 'file:///a', [], []);
    shown.forget('/a');
    expect(sent.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0]);
  });

  it('is not sent again unchanged', () => {
    const { sent, shown } = recorder();
    shown.show('/a', 'file:///a', [problem], []);
    shown.show('/a', 'file:///a', [{ ...problem }], []);
    shown.show('/a', 'file:///a', [{ ...problem, message: 'other' }], []);
    expect(sent.map(({ diagnostics }) => diagnostics[0]?.message)).toEqual(['wrong', 'other']);
  });
});

describe('an open document', () => {
  it('is announced with its version, good or not, and each version once', () => {
    const { sent, shown } = recorder();
    for (const version of [1, 2, 2]) shown.show('/a', 'file:///a', [], [], version);
    expect(sent).toEqual([
      { uri: 'file:///a', diagnostics: [], version: 1 },
      { uri: 'file:///a', diagnostics: [], version: 2 },
    ]);
  });

  it('is cleared when it closes, and comes back from disk under the name that the client gave it', () => {
    const { sent, shown } = recorder();
    shown.show('/a b', 'file:///A%20b', [problem], ['/script'], 3);
    shown.clear('/a b');
    expect(shown.uriOf('/a b')).toBe('file:///A%20b');
    shown.show('/a b', 'file:///A%20b', [problem], []);
    expect(sent.slice(1)).toEqual([
      { uri: 'file:///A%20b', diagnostics: [] },
      { uri: 'file:///A%20b', diagnostics: [problem] },
    ]);
  });
});

it('files are found by what they depend on, until they are forgotten', () => {
  const { shown } = recorder();
  shown.show('/a', 'file:///a', [], ['/s/1', '/s/2']);
  shown.show('/b', 'file:///b', [problem], ['/s/2']);
  const onSecond = () => shown.filesWhere((_, dependencies) => dependencies.includes('/s/2'));
  expect(onSecond()).toEqual(['/a', '/b']);
  expect([...shown.dependencies()]).toEqual(['/s/1', '/s/2']);
  shown.forget('/a');
  expect(onSecond()).toEqual(['/b']);
});
