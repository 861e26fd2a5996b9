import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { glyphs } from '../../../media/frame/glyphs';
import type { ScenarioView } from '../../../schemas/panel-view';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';
import { resultsFolder } from '../harness/artefacts';
import { hostileView, tornView } from './harness/made-views';
import { corpusView, runExample } from './harness/recorded-views';
import { usePanel } from './harness/use-panel';

const themes: Record<string, { variables: Record<string, string> }> = JSON.parse(
  readFileSync(path.join(repositoryRoot, 'media/themes.json'), 'utf8'),
);

describe('the panel in the four kinds of theme', () => {
  const panels = usePanel();
  const views = new Map<string, ScenarioView>();

  beforeAll(async () => {
    const recorded = await runExample('refund-desk');
    for (const [name, id] of [
      ['pass', 'SC-003'],
      ['fail', 'SC-004'],
      ['never-ran', 'SC-005'],
      ['not-observable', 'SC-006'],
      ['compromised', 'SC-010'],
    ] as const) {
      const view = recorded.get(id);
      if (view) views.set(name, view);
    }
    views.set('corpus', await corpusView());
    views.set('torn', tornView());
    views.set('hostile', hostileView());
  });

  test.each(Object.keys(themes))('%s: every kind of verdict, as a picture, without a complaint', async (theme) => {
    const panel = await panels().open(theme);
    const picture = (name: string) =>
      panel.page.screenshot({ path: path.join(resultsFolder, `panel-${theme}-${name}.png`), fullPage: true });
    await picture('waiting');
    for (const [name, view] of views) {
      await panel.show(view);
      await picture(name);
    }
    await panel.post({
      type: 'failed',
      message: 'There is no run 2026-10-04T21-07-16Z.',
      remedy: 'Run the scenario again.',
    });
    await picture('failed');
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('only colours that VS Code has are asked for', () => {
    const known = new Set(Object.values(themes).flatMap(({ variables }) => Object.keys(variables)));
    const media = path.join(repositoryRoot, 'media');
    const sources = readdirSync(media, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(ts|css)$/.test(file),
    );
    const asked = sources.flatMap((file) =>
      [...readFileSync(path.join(media, file), 'utf8').matchAll(/--vscode-[\w-]+/g)].map(([name]) => name),
    );
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  });

  test('the icons are those of the codicon font', () => {
    const css = readFileSync(path.join(repositoryRoot, 'dist/codicon.css'), 'utf8');
    for (const [name, glyph] of Object.entries(glyphs)) {
      const code = glyph.codePointAt(0)?.toString(16);
      expect(css).toMatch(new RegExp(`\\.codicon-${name}:before \\{ content: "\\\\${code}" \\}`));
    }
  });
});
