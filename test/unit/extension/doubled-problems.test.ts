import { beforeEach, describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { DoubledProblems } from '../../../extension/doubled-problems';

/** A problem as far as it is looked at. */
interface Problem {
  source: string;
  code: string | number | { value: string };
  severity: number;
  range: { start: { line: number } };
}

const at = (line: number, source: string, code: Problem['code'], severity = 0): Problem => ({
  source,
  code,
  severity,
  range: { start: { line } },
});
const [error, warning, hint] = [0, 1, 3];
const linked = { value: 'hook-syntax' };
/** The server's: a broken line, and what else is wrong with the script. */
const broken = at(4, 'rook', linked);
const other = at(4, 'rook', { value: 'hook-stdout-twice' });
const uri = { toString: () => 'file:///ws/scripts/hook.mjs' };

/** An editor in which problems of several sources are shown. */
class Editor {
  /** Of others than the server, the editor's own checks of JavaScript foremost. */
  others: Problem[] = [];
  /** What of the server's is shown, time after time. */
  readonly shown: Problem[][] = [];
  #changed: (event: { uris: unknown[] }) => void = () => undefined;
  readonly #doubled: DoubledProblems;

  constructor() {
    const languages = {
      onDidChangeDiagnostics: (listener: (event: { uris: unknown[] }) => void) => {
        this.#changed = listener;
        return { dispose: () => (this.#changed = () => undefined) };
      },
      getDiagnostics: () => [...this.others, ...(this.shown.at(-1) ?? [])],
    };
    // Of VS Code's types it needs no more than there is here.
    this.#doubled = new DoubledProblems(languages as unknown as typeof vscode.languages);
  }

  /** The server says what is wrong with the script. */
  told(...problems: Problem[]): void {
    const show = (_: unknown, left: unknown[]): void => {
      this.shown.push(left as Problem[]); // they are those that were told
      this.#changed({ uris: [uri] }); // as in VS Code: what is shown is a change, too
    };
    // As above: a URI is known by its text, a problem by its place, source, code and severity.
    this.#doubled.handle(uri as vscode.Uri, problems as unknown as vscode.Diagnostic[], show);
  }

  /** The editor's own checks come to another result. */
  checked(...others: Problem[]): void {
    this.others = others;
    this.#changed({ uris: [uri] });
  }

  end(): void {
    this.#doubled.dispose();
  }
}

let editor: Editor;
beforeEach(() => {
  editor = new Editor();
});

describe('a script that cannot be parsed', () => {
  it('has its error once, when the editor tells it first', () => {
    editor.checked(at(4, 'ts', 1005));
    editor.told(broken, other);
    expect(editor.shown).toEqual([[other]]);
  });

  it('has its error once, when the editor tells it later, and ours again when that goes', () => {
    editor.told(broken, other);
    editor.checked(at(4, 'ts', 1005));
    editor.checked();
    expect(editor.shown).toEqual([[broken, other], [other], [broken, other]]);
  });

  it.each([
    ['on another line', at(5, 'ts', 1005, error)],
    ['that is no error', at(4, 'ts', 6133, hint)],
    ['of a linter that warns', at(4, 'eslint', 'no-undef', warning)],
    ['of our own', at(4, 'rook', 'hook-output-missing', error)],
  ])('keeps ours beside one %s', (_, one) => {
    editor.checked(one);
    editor.told(broken);
    expect(editor.shown).toEqual([[broken]]);
  });

  it('is shown once for each thing that is told, however often others change elsewhere', () => {
    editor.told(broken);
    for (const line of [7, 8, 9]) editor.checked(at(line, 'ts', 1005));
    expect(editor.shown).toEqual([[broken]]);
  });

  it('is looked at no more when it is mended, nor after the end', () => {
    editor.told(broken);
    editor.told();
    editor.checked(at(4, 'ts', 1005));
    editor.checked();
    expect(editor.shown).toEqual([[broken], []]);
    editor.told(broken);
    editor.end();
    editor.checked(at(4, 'ts', 1005));
    expect(editor.shown.at(-1)).toEqual([broken]);
  });
});

it('what is no syntax error stays, whoever else tells something of its line', () => {
  editor.checked(at(4, 'ts', 1005));
  editor.told(other);
  expect(editor.shown).toEqual([[other]]);
});

it('a code without a link is known, too, and so is a broken JSON file', () => {
  editor.checked(at(4, 'ts', 1005), at(6, 'json', 519));
  editor.told(at(4, 'rook', 'hook-syntax'), at(6, 'rook', 'json-syntax'));
  expect(editor.shown).toEqual([[]]);
});
