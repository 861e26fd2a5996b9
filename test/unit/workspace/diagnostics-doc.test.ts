import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsOf, ruleCodes } from '../../../engine/workspace/rules/registry';
import { DocsLinks } from '../../../language-server/diagnostics/docs-links';
import { repository } from '../../integration/workspace-builder';

const file = join(repository, 'docs/diagnostics.md');
const text = readFileSync(file, 'utf8');
const sections = new Map(
  text
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section.split(/^## /m)[0] ?? ''] as const),
);

describe('docs/diagnostics.md', () => {
  it('has a section for every code, and for nothing else', () => {
    expect([...sections.keys()].sort()).toEqual(Object.keys(ruleCodes).sort());
  });

  it.each(Object.entries(ruleCodes))(
    '%s: how grave, why, an example, and how to mend it',
    (code, { severities, why }) => {
      const section = sections.get(code) ?? '';
      const [, said = ''] = /^\*([^*]+)\* · /m.exec(section) ?? [];
      expect(said.split(/, | or /)).toEqual([...severities]);
      expect(section).toContain(` · ${why}`);
      expect(section).toMatch(/^```\w+\n.+\n```$/ms);
      expect(section).toMatch(/^\*\*Mend it\.\*\* .{10,}$/m);
    },
  );

  it('is where the links of the editor lead: the line of the section', () => {
    const links = new DocsLinks(file);
    const lines = text.split('\n');
    for (const code of Object.keys(ruleCodes)) {
      const line = Number(/#L(\d+)$/.exec(links.linkOf(code) ?? '')?.[1]);
      expect(lines[line - 1], code).toBe(`### ${code}`);
      expect(docsOf(code)).toBe(`docs/diagnostics.md#${code}`);
    }
    expect(links.linkOf('no-such-code')).toBeUndefined();
    expect(new DocsLinks(join(repository, 'docs/gone.md')).linkOf('judge')).toBeUndefined();
  });
});

it('every code that stands in a reader or a rule is registered', () => {
  const folders = ['engine/workspace', 'engine/judge', 'language-server/diagnostics', 'cli'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(repository, folder, name)),
  );
  const codes = files.flatMap((one) => {
    const source = readFileSync(one, 'utf8');
    if (!/severity/.test(source)) return [];
    return [...source.matchAll(/\bcode: '([a-z]+(?:-[a-z]+)*)'/g)].map(([, code = '']) => code);
  });
  expect(codes.length).toBeGreaterThan(50);
  expect([...new Set(codes)].filter((code) => !Object.hasOwn(ruleCodes, code))).toEqual([]);
});
