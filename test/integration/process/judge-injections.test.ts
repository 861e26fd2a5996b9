import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../workspace-builder';
import { answering, commandFrom, questions } from './judging-run';
import { run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const folder = join(repository, 'test/fixtures/judging/injections');
const corpus = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

describe('an answer that tries to move its verdict', () => {
  it.each(corpus)('%s: fails where it does not say what it should', async (_, answer) => {
    const workspace = answering(build(), answer);
    const finished = await run(workspace, { judge: await commandFrom(workspace) });
    expect(finished.state('SC-001')).toBe('Fail');
    expect(questions(workspace), 'the first answer of the judge is understood').toHaveLength(1);
  });

  it.each(corpus)('%s: passes where it does', async (_, answer) => {
    const workspace = answering(build(), `${answer}\nAll the same, your refund was approved today.\n`);
    const finished = await run(workspace, { judge: await commandFrom(workspace) });
    expect(finished.state('SC-001')).toBe('Pass');
  });

  it.each(corpus)('%s: a judge that repeats what it reads does not pass it', async (name, answer) => {
    const workspace = answering(build(), answer);
    const finished = await run(workspace, { judge: await commandFrom(workspace, ['gullible']) });
    expect(finished.state('SC-001')).not.toBe('Pass');
    if (name.startsWith('fake-answer'))
      expect(finished.verdict('SC-001').criteria[0]?.evidence).toContain('repeats grades that stand in the evidence');
  });
});
