import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptTemplate } from '../../../../engine/workspace/edits/script-template';
import { analyseHookScript } from '../../../../engine/workspace/hook-contract/entry';
import { type HookPhase, hookPhases } from '../../../../schemas/phase';

describe('a script from the template', () => {
  const cases: [string, HookPhase[]][] = [
    ['a.mjs', [...hookPhases]],
    ['a.mjs', ['execute']],
    ['a.mjs', ['collect', 'open']],
    ['a.cjs', [...hookPhases]],
    ['a.mts', [...hookPhases]],
  ];
  it.each(cases)('%s for %s keeps the hook contract', (path, phases) => {
    const text = scriptTemplate(path, phases) ?? '';
    const { findings, facts } = analyseHookScript(text, { path, phases });
    expect(findings).toEqual([]);
    if (phases.length > 1) expect(facts?.handles).toEqual(hookPhases.filter((phase) => phases.includes(phase)));
  });

  it('fails in execute until it is written, and succeeds in the others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rook-template-'));
    try {
      for (const name of ['a.mjs', 'b.cjs']) {
        const file = join(folder, name);
        writeFileSync(file, scriptTemplate(name, hookPhases) ?? '');
        const run = (phase: string) => spawnSync(process.execPath, [file, phase], { input: 'Hi', encoding: 'utf8' });
        expect(run('open')).toMatchObject({ status: 0, stdout: '{}' });
        const execute = run('execute');
        expect(execute).toMatchObject({ status: 1, stdout: '' });
        expect(execute.stderr).toContain('Not written yet: nobody was asked "Hi"');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is for Node.js only, and in the line ends that are asked for', () => {
    expect(scriptTemplate('a.py', ['execute'])).toBeUndefined();
    expect(scriptTemplate('a.mjs', ['execute'], '\r\n')).not.toMatch(/[^\r]\n/);
  });
});
