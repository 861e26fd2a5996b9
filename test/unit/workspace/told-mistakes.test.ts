import { describe, expect, it } from 'vitest';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { parseYaml } from '../../../engine/workspace/yaml-document';

const scenario = (rest: string) => readScenarioText(`goal: g\n${rest}`, 'scenarios/SC-1.yaml');
const told = (rest: string) =>
  scenario(rest).problems.map(
    ({ line, column, severity, code, message, remedy }) =>
      `${line}:${column} ${severity} ${code}: ${message} | ${remedy}`,
  );
const criterion = (...lines: string[]) => `acceptance_criteria:\n  - ${lines.join('\n    ')}\n`;

describe('mistakes in criteria and calls are told with what to do', () => {
  it.each<[string, string, string[]]>([
    [
      'a sentence with a colon',
      criterion('The answer: is good'),
      [
        '3:5 error malformed-criterion: a criterion for a judge needs a statement, found the key "The answer" | Put the sentence in quotes: "The answer: is good".',
      ],
    ],
    [
      'a misspelt statement, which is no sentence',
      criterion('statment: The answer is good'),
      [
        '3:5 error malformed-criterion: a criterion for a judge needs a statement | Say in one sentence what must hold.',
        '3:5 error malformed-criterion: a criterion has no statment | Did you mean statement?',
      ],
    ],
    [
      'contains beside json_path',
      criterion('check: json_path', 'path: $.a', 'contains: 3'),
      [
        '5:5 error malformed-criterion: check json_path: contains is not one of equals, exists, matches | Write one of equals, exists, matches in place of contains.',
      ],
    ],
    [
      'a pattern that lost its indentation',
      `${criterion('check: regex', 'statement: s')}pattern: a\n`,
      [
        '3:5 error malformed-criterion: check regex has no pattern | pattern stands at 5:1, outside the criterion: indent it.',
      ],
    ],
    [
      'a choice that lost its indentation',
      `${criterion('check: json_path', 'path: $.a')}equals: 3\n`,
      [
        '3:5 error malformed-criterion: check json_path needs exactly one of equals, exists, matches | equals stands at 5:1, outside the criterion: indent it.',
      ],
    ],
    [
      'a statement that lost its indentation',
      `${criterion('id: A')}statement: It is good.\n`,
      [
        '3:5 error malformed-criterion: a criterion for a judge needs a statement | statement stands at 4:1, outside the criterion: indent it.',
      ],
    ],
    [
      'called_with without arguments',
      'calls: [{tool: pay, expect: called_with}]\n',
      ['2:9 error missing-field: expect called_with has no arguments | Add arguments (a mapping), or expect called.'],
    ],
  ])('%s', (_, rest, expected) => {
    expect(told(rest).sort()).toEqual(expected);
    expect(scenario(rest).scenario).toBeUndefined();
  });

  const called =
    'arguments are named, and called does not look at arguments: it can never be decided | Use called_with to match the arguments, or remove them.';
  const backspace =
    'pattern holds a backspace, which is what \\b means between double quotes | Write it in single quotes: there \\b is the edge of a word.';
  it.each<[string, string, string[]]>([
    [
      'called with arguments',
      criterion('check: called', 'tool: pay', 'arguments: {a: 1}'),
      [`5:16 warning undecidable: check called: ${called}`],
    ],
    ['called with empty arguments', criterion('check: called', 'tool: pay', 'arguments: {}'), []],
    ['an expected call', 'calls: [{tool: pay, arguments: {a: 1}}]\n', [`2:32 warning undecidable: ${called}`]],
    ['an expected call with empty ones', 'calls: [{tool: pay, arguments: {}}]\n', []],
    ['not_called with arguments', 'calls: [{tool: pay, expect: not_called, arguments: {a: 1}}]\n', []],
    [
      'a backspace',
      criterion('check: regex', 'pattern: "\\b3\\b"'),
      [`4:14 warning backspace-in-pattern: check regex: ${backspace}`],
    ],
    ['the edge of a word', criterion('check: regex', "pattern: '\\b3\\b'"), []],
  ])('%s keeps no scenario from running', (_, rest, expected) => {
    expect(told(rest)).toEqual(expected);
    expect(scenario(rest).scenario).toBeDefined();
  });

  it('an entry of a list without a dash', () => {
    expect(told('acceptance_criteria:\n  - check: regex\n   pattern: a\n')).toEqual([
      '4:4 error yaml-syntax: YAML cannot be read: the line is in a list, and neither begins with a dash nor is aligned with an entry of it | Indent it like the keys of its entry, or begin it with a dash.',
    ]);
  });
});

describe('mistakes in JSON are told in the words of JSON', () => {
  const json = (text: string) =>
    parseYaml(text, 'settings.json').syntaxProblems.map(
      ({ line, column, code, message, remedy }) =>
        `${line}:${column} ${code}: ${message.replace('JSON cannot be read: ', '')} | ${remedy}`,
    );

  it.each<[string, string]>([
    ['{\n  "a": 1\n  "b": 2\n}\n', '3:3 json-syntax: a comma is missing before this | Write it after the entry above.'],
    ['{"a": 1', '1:1 json-syntax: what begins here has no closing } | Write the closing }.'],
    ['{\n  "a": "x,\n  "b": 2\n}', '2:8 json-syntax: this text has no closing " | Write the closing ".'],
    ['{"a" 1}', '1:6 json-syntax: a colon is missing between a key and its value | Write it before this.'],
    ['{"a": 1}}', '1:9 json-syntax: } closes nothing that is open here | Remove it.'],
    ['{"a": [1, 2}', '1:12 json-syntax: } closes nothing that is open here | Write ] first.'],
    ['{"a": "\\d"}', '1:7 json-syntax: \\d means nothing in JSON | Write \\\\ for a backslash.'],
    [
      '"a": 1, "b": 2',
      '1:4 json-syntax: the JSON has ended before this | Remove what follows, or its closing bracket.',
    ],
    ['{\n  // hi\n  "a": 1\n}', '2:3 json-syntax: JSON has no comments | Remove it.'],
    ['{"a": 1, "a": 2}', '1:10 duplicate-key: the key "a" is written twice | Remove one of the two.'],
  ])('%j', (text, expected) => {
    expect(json(text)).toEqual([expected]);
  });

  it.each([
    '{"a": 1,}',
    "{'a': 1}",
    '{"//": "a note", "url": "http://x//y"}',
    '[]',
    ' {"a": {}, "b": [[], -1.5e3, null]} ',
  ])('%s is read as before', (text) => {
    expect(json(text)).toEqual([]);
  });
});
