import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyseHookScript, hookCodes } from '../../../../engine/workspace/hook-contract/entry';
import { HookPhase } from '../../../../schemas/phase';
import { repository } from '../../../integration/workspace-builder';

const folder = join(repository, 'test/fixtures/lsp/contract');
const files = readdirSync(folder).filter((name) => name !== 'README.md');

/** What a comment at the head of a script lists: `// phases: open, execute`. */
function headed(text: string, name: string): string[] | undefined {
  return new RegExp(`^\\uFEFF?// ${name}: (.*?)\\r?$`, 'm').exec(text)?.[1]?.split(/,\s*/);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Findings as `line severity code`, and what is wanted in the same form, with a part of the message each. */
function compare(file: string, text: string): { found: string[]; wanted: string[] } {
  const wants = text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/\/\/ want (\S+) (\S+) "([^"]*)"/g)].map(([, code, severity, part = '']) => ({
      key: `${index + 1} ${severity} ${code}`,
      part,
    })),
  );
  const phases = headed(text, 'phases')?.map((phase) => HookPhase.parse(phase));
  const declared = headed(text, 'declared');
  const { findings, faults } = analyseHookScript(text, { path: file, phases, declared });
  expect(faults).toBeUndefined();
  const found = findings.map(({ range, severity, code, message }) => {
    const key = `${lineOf(text, range.start)} ${severity} ${code}`;
    const want = wants.find((one) => one.key === key && message.includes(one.part));
    return `${key} ${want ? want.part : message}`;
  });
  return { found: found.sort(), wanted: wants.map(({ key, part }) => `${key} ${part}`).sort() };
}

describe('golden files of the hook contract', () => {
  describe.each(files)('%s', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    test.each([
      ['as it is', text],
      ['with CRLF', text.replace(/\n/g, '\r\n')],
      ['with a byte order mark', `\uFEFF${text}`],
    ])('%s', (_how, variant) => {
      const { found, wanted } = compare(file, variant);
      expect(found).toEqual(wanted);
      expect(wanted.length > 0).toBe(/\.bad(-\d)?\./.test(file));
    });
  });

  test('every code has a bad, a good and a fixed form', () => {
    for (const code of hookCodes)
      for (const form of ['bad', 'good', 'fixed'])
        expect(
          files.some((file) => file.startsWith(`${code}.${form}.`)),
          `${code}.${form}`,
        ).toBe(true);
  });
});
