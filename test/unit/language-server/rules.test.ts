import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyseHookScript } from '../../../engine/workspace/hook-contract/entry';
import { rookFileAt } from '../../../engine/workspace/rook-file';
import { hookRules } from '../../../engine/workspace/rules/hook-registry';
import { ruleCodes } from '../../../engine/workspace/rules/registry';
import type { RuleContext } from '../../../engine/workspace/rules/rule-context';
import { SavedFiles } from '../../../engine/workspace/rules/saved-files';
import { checkDocument } from '../../../language-server/diagnostics/check-document';
import { uriOf } from '../../../language-server/documents/file-uri';
import { readOpenDocument } from '../../../language-server/documents/rook-document';
import { placeOf } from './golden-file';
import { forms, ruleCases, writeCase } from './rule-cases';

const cases = ruleCases();

describe.each(forms)('golden rules, %s', (form) => {
  it.each(cases.filter((one) => one.form === form).map((one) => [one.code, one] as const))('%s', (code, one) => {
    const onDisk = writeCase(one);
    try {
      const context: RuleContext = { files: new SavedFiles(), env: onDisk.env, analyse: analyseHookScript };
      const told = onDisk.files.flatMap(({ path, text, wanted }) => {
        const isScript = path.endsWith('.mjs') && !path.includes('checks');
        const file =
          rookFileAt(path) ?? (isScript ? { kind: 'script' as const, path, workspaceRoot: onDisk.root } : undefined);
        if (!file) return [];
        const check = (content: string) =>
          checkDocument(readOpenDocument(file, TextDocument.create(uriOf(path), 'yaml', 1, content)), context)
            .diagnostics;
        const diagnostics = check(text);
        const places = wanted.map(({ place }) => place).sort();
        expect(diagnostics.map(placeOf).sort(), path).toEqual(places);
        expect(check(text.replaceAll('\n', '\r\n')).map(placeOf).sort(), `${path} with CRLF`).toEqual(places);
        for (const { place, part } of wanted)
          expect(
            diagnostics
              .filter((found) => placeOf(found) === place)
              .map(({ message }) => message)
              .join('\n'),
          ).toContain(part);
        return diagnostics.map((found) => found.code);
      });
      expect(told.includes(code)).toBe(form === 'bad');
    } finally {
      onDisk.remove();
    }
  });
});

it('every rule about the documents of a workspace, and about pipelines, has all three forms', () => {
  /** Of folders, of what cannot be read, and of ourselves: told by the command line, or tested where they arise. */
  const elsewhere = [
    'wrong-encoding',
    'unreadable',
    'not-checked',
    'no-project',
    'no-agent',
    'no-profile',
    'misplaced-agents',
  ];
  const others = [...Object.keys(hookRules), ...elsewhere];
  const wanted = Object.keys(ruleCodes).filter((code) => !others.includes(code));
  for (const form of forms)
    expect(
      cases
        .filter((one) => one.form === form)
        .map(({ code }) => code)
        .sort(),
      form,
    ).toEqual(wanted.sort());
});

it('nothing is told under a code, or with a severity, that no rule has', () => {
  const severities = cases.flatMap(({ files }) =>
    files.flatMap(({ wanted }) => wanted.map(({ place }) => place.split(' '))),
  );
  for (const [, code = '', severity = ''] of severities) expect(ruleCodes[code]?.severities, code).toContain(severity);
});
