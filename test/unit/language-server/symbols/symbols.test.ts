import { describe, expect, it } from 'vitest';
import { CancellationToken, type DocumentSymbol } from 'vscode-languageserver/node';
import { documentSymbols } from '../../../../language-server/symbols/document-symbols';
import { fuzzyScore } from '../../../../language-server/symbols/fuzzy';
import { agentDirsOf, workspaceSymbols } from '../../../../language-server/symbols/workspace-symbols';
import { agentDir } from '../check';
import { markedFile, pathOfName, viewOf } from '../marked-file';

function outline(source: string): string[] {
  const { text } = markedFile('scenarios/SC-1.yaml', source);
  const lines = (symbols: DocumentSymbol[], indent: string): string[] =>
    symbols.flatMap(({ name, detail, range, children = [] }) => [
      `${indent}${name}${detail ? ` (${detail})` : ''} ${range.start.line}-${range.end.line}`,
      ...lines(children, `${indent}  `),
    ]);
  return lines(documentSymbols(text), '');
}

describe('the outline', () => {
  it('has the goal, the criteria by their ids, and where each ends', () => {
    const source =
      'goal: |\r\n  Say\r\n  hello\r\n\r\nacceptance_criteria:\r\n  - It is friendly.\r\n  - id: A\r\n    check: contains\r\n    value: x\r\n# end\r\n';
    expect(outline(source)).toEqual([
      'goal 0-2',
      'acceptance_criteria 4-8',
      '  C1 (It is friendly.) 5-5',
      '  A (contains) 6-8',
      '    id (A) 6-6',
      '    check (contains) 7-7',
      '    value (x) 8-8',
    ]);
  });

  it('of a profile has its hooks and variables, in flow form, too', () => {
    expect(outline('hooks: { execute: a.mjs }\nenv:\n  - variable: TOKEN\n    purpose: to log in')).toEqual([
      'hooks 0-0',
      '  execute (a.mjs) 0-0',
      'env 1-3',
      '  TOKEN (to log in) 2-3',
      '    variable (TOKEN) 2-2',
      '    purpose (to log in) 3-3',
    ]);
  });

  it('is there while the file is broken, and selects within its ranges', () => {
    const { text } = markedFile('scenarios/SC-1.yaml', 'goal: "x\nacceptance_criteria: [a, {b: \n  - c\nfoo');
    const check = (symbols: DocumentSymbol[]): void => {
      for (const { range, selectionRange, children = [] } of symbols) {
        expect(text.offsetAt(selectionRange.start)).toBeGreaterThanOrEqual(text.offsetAt(range.start));
        expect(text.offsetAt(selectionRange.end)).toBeLessThanOrEqual(text.offsetAt(range.end));
        check(children);
      }
    };
    expect(documentSymbols(text).map(({ name }) => name)).toEqual(['goal', 'acceptance_criteria']);
    check(documentSymbols(text));
  });
});

describe('symbols of the workspace', () => {
  const files = viewOf({
    'profiles/local.yaml': 'id: local\nname: On this machine',
    'features/F-1.yaml': 'name: Orders',
    'scenarios/SC-1.yaml':
      'title: An order is cancelled\ngoal: x\nacceptance_criteria:\n  - statement: It is cancelled.\n    check: called\n    tool: t',
    'scenarios/SC-2.yaml': 'goal: [',
  });
  const find = async (typed: string, token = CancellationToken.None) =>
    (
      await workspaceSymbols(typed, agentDirsOf([pathOfName('scenarios/SC-1.yaml'), '/elsewhere.yaml']), files, token)
    ).map(({ name, containerName }) => `${containerName} ${name}`);

  it('are scenarios, profiles, features and criteria, the best first', async () => {
    expect(await find('')).toHaveLength(5);
    expect(await find('cancelled')).toEqual(['SC-1 C1: It is cancelled.', 'parrot SC-1: An order is cancelled']);
    expect(await find('sc2')).toEqual(['parrot SC-2']);
    expect(await find('onmachine')).toEqual(['parrot local: On this machine']);
    expect(await find('zzz')).toEqual([]);
  });

  it('are given up when nobody waits for them', async () => {
    expect(await find('', CancellationToken.Cancelled)).toEqual([]);
  });

  it('are of agents, whatever their files', () => {
    expect(agentDirsOf([pathOfName('agent.yaml'), pathOfName('profiles/active')])).toEqual([agentDir]);
  });
});

it('names that fit better score higher', () => {
  const score = (name: string): number => fuzzyScore('ord', name) ?? Number.NEGATIVE_INFINITY;
  expect(score('orders')).toBeGreaterThan(score('an order'));
  expect(score('an order')).toBeGreaterThan(score('record'));
  expect(score('record')).toBeGreaterThan(score('of red'));
  expect(fuzzyScore('ord', 'dro')).toBeUndefined();
});
