import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../integration/workspace-builder';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(repository, 'examples')).map((name) => `examples/${name}/README.md`),
].filter((name) => existsSync(join(repository, name)));

/** Text without fenced blocks, in which brackets mean something else. */
const proseOf = (file: string): string => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** The links of a document that are not to other hosts. */
const linksOf = (name: string): string[] =>
  [...proseOf(join(repository, name)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

test.each(documents)('%s leads nowhere wrong', (name) => {
  const file = join(repository, name);
  const broken = linksOf(name).flatMap((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : resolve(dirname(file), path);
    if (!existsSync(target)) return [`${link}: there is no ${relative(repository, target)}`];
    if (anchor === undefined || anchorsOf(target).includes(anchor)) return [];
    return [`${link}: no heading #${anchor}`];
  });
  expect(broken).toEqual([]);
});

describe('the documentation that is installed with the extension', () => {
  /** The files and folders that the package takes. */
  const shipped = readFileSync(join(repository, '.vscodeignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).replace(/\/\*\*$/, ''));
  const pages = documents.filter((name) => name.startsWith('docs/') && shipped.includes(name));

  // Problems lead to the first, what hover says of keys to the others.
  test.each(['diagnostics', 'files-and-hooks', 'judging'])('has %s.md', (page) => {
    expect(pages).toContain(`docs/${page}.md`);
  });

  test('leads to nothing that stays behind', () => {
    const missing = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !link.startsWith('#'))
        .map((link) => relative(repository, resolve(repository, dirname(page), link.replace(/#.*/, ''))))
        .filter((target) => !shipped.includes(target.replaceAll('\\', '/')))
        .map((target) => `${page}: ${target}`),
    );
    expect(missing).toEqual([]);
  });
});
