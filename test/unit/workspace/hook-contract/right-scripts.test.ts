import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeScript } from '../../../../engine/author/script/write-script';
import { analyseHookScript } from '../../../../engine/workspace/hook-contract/entry';
import type { HookFinding, ScriptAnalysis } from '../../../../engine/workspace/hook-contract/finding';
import { HookPhase } from '../../../../schemas/phase';
import { drafts } from '../../../fixtures/targets/drafts';
import { repository } from '../../../integration/workspace-builder';

/** Scripts that are right get no error and no warning. */
const told = ({ findings }: ScriptAnalysis): HookFinding[] => findings.filter(({ severity }) => severity !== 'hint');

function scriptsBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/scripts\/[^/]+\.mjs$/.test(file))
    .map((file) => join(folder, file));
}

describe('no error and no warning on', () => {
  const folder = join(repository, 'test/fixtures/lsp/scripts');
  test.each(readdirSync(folder))('%s', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const phases = /^\/\/ phases: (.*?)\r?$/m
      .exec(text)?.[1]
      ?.split(', ')
      .map((phase) => HookPhase.parse(phase));
    expect(phases).toBeDefined();
    expect(told(analyseHookScript(text, { path: file, phases }))).toEqual([]);
    expect(told(analyseHookScript(text, { path: file }))).toEqual([]);
    const commented = text.replaceAll('\n', '\r\n').replace(/\r\r\n/g, '\r\n');
    expect(told(analyseHookScript(commented, { path: file, phases }))).toEqual([]);
  });

  test.each(scriptsBelow('examples'))('%s', (file) => {
    expect(told(analyseHookScript(readFileSync(join(repository, file), 'utf8'), { path: file }))).toEqual([]);
  });

  test.each(['docs/profiles.md', 'docs/files-and-hooks.md'])('the scripts of %s', (file) => {
    const scripts = [...readFileSync(join(repository, file), 'utf8').matchAll(/```js(?: script)?\n([\s\S]*?)```/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, text = ''] of scripts) expect(analyseHookScript(text, { path: 'desk.mjs' }).findings).toEqual([]);
  });

  test('every script that is written for a target, hints included', () => {
    for (const draft of Object.values(drafts))
      expect(
        analyseHookScript(writeScript(draft('http://127.0.0.1:9'), { profileId: 'desk' }), { path: 'desk.mjs' })
          .findings,
      ).toEqual([]);
  });
});
