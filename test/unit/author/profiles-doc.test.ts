import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Draft, Exchange } from '../../../engine/author/draft';
import { recognise } from '../../../engine/author/material/recognise';
import { refineDraft } from '../../../engine/author/refine-draft';
import { writeScript } from '../../../engine/author/script/write-script';
import { repository } from '../../integration/workspace-builder';

/** docs/profiles.md shows each transport with the script that is written for it: `ROOK_UPDATE_DOCS=1` writes them anew. */
const file = join(repository, 'docs/profiles.md');
const sections = readFileSync(file, 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    material: blocks(text, /```sh material\n([\s\S]*?)\n```/g)[0]?.[1] ?? '',
    replies: blocks(text, /```\w+ reply ?(.*)\n([\s\S]*?)\n```/g).map(([, type = '', body = '']) => ({ type, body })),
    script: /```js script\n([\s\S]*?)```/.exec(text)?.[1] ?? '',
  }));

function blocks(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map((match) => [...match]);
}

const goal = 'Say hello and nothing else.';

async function scriptOf({ material, replies }: (typeof sections)[number]): Promise<string> {
  const source =
    /^[\w-]+(\.\w+)? .*\||^[a-z-]+ --/.test(material) && !material.startsWith('curl') ? '--command' : 'notes.txt';
  const recognised = await recognise({ text: material, folder: repository, source });
  if (!recognised.ok || recognised.value.kind === 'notes') throw new Error(`not recognised: ${material}`);
  let draft: Draft | undefined = recognised.value.options[0]?.draft;
  for (const { type, body } of replies) {
    if (!draft) break;
    const exchange: Exchange = {
      ...(type !== '' && { status: 200, url: 'https://agent.example.com/', headers: { 'content-type': type } }),
      body,
    };
    const refined = refineDraft(draft, [{ exchange, goal }]);
    if (refined.kind !== 'reads' && refined.kind !== 'again') throw new Error(`not read: ${JSON.stringify(refined)}`);
    draft = refined.draft;
  }
  if (!draft) throw new Error('no draft');
  return writeScript(draft, { profileId: 'desk' });
}

describe('docs/profiles.md shows what is really written for', () => {
  test.each(sections.map((section) => [section.title, section] as const))('%s', async (_title, section) => {
    const script = await scriptOf(section);
    if (process.env.ROOK_UPDATE_DOCS === '1') {
      const text = readFileSync(file, 'utf8');
      const at = text.indexOf(`### ${section.title}\n`);
      const rest = text.slice(at).replace(/```js script\n[\s\S]*?```/, () => `\`\`\`js script\n${script}\`\`\``);
      writeFileSync(file, text.slice(0, at) + rest);
      return;
    }
    expect(section.script).toBe(script);
  });

  test('every kind of target', () => {
    expect(sections.length).toBeGreaterThanOrEqual(11);
  });
});
