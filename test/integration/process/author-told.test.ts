import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkspaceBuilder } from '../workspace-builder';
import { author, learned, must } from './author-room';
import { answering, curlOf, withStatus } from './author-server';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();

/** A program in the workspace that Node runs. */
function program(workspace: WorkspaceBuilder, source: string): void {
  workspace.file('shopcli', `#!/usr/bin/env node\n${source}`);
  chmodSync(join(workspace.root, 'shopcli'), 0o755);
}

describe('what is told while a profile is added', () => {
  it('of a way that failed: its cause, and then the way that is tried next', async () => {
    const workspace = build().agent();
    program(
      workspace,
      `const [, , goal] = process.argv;
if (!goal) { console.error('no goal was given'); process.exit(1); }
console.log('You said: ' + goal);`,
    );
    const { result, events } = await author(workspace, './shopcli', { source: '--command' });
    expect(must(result)).toMatchObject({ ok: true });
    const lines = learned(events);
    expect(lines.find((line) => line.includes('; trying '))).toMatch(/no goal was given.*; trying \S/);
    expect(lines.join('\n')).not.toMatch(/::|:; /);
  });

  it('of a program that prints its answer alone: that the whole output is the answer', async () => {
    const workspace = build().agent();
    program(workspace, "console.log('You said: ' + process.argv[2]);");
    const { events } = await author(workspace, './shopcli {{goal}}', { source: '--command' });
    expect(learned(events)).toContain('the whole output is the answer');
    expect(learned(events).join('\n')).not.toContain('stands at $');
  });

  it('of several turns: what each of them asks', async () => {
    const server = await answering(({ message }) => ({ text: `You said: ${message}`, conversation_id: 'c-1' }));
    const { events } = await author(build().agent(), curlOf(server.url), { hints: { answer: ['text'] } });
    const talks = events.flatMap((event) => (event.type === 'probing' && event.turns > 1 ? [event.goals ?? []] : []));
    expect(talks.length).toBeGreaterThan(0);
    for (const goals of talks) expect(new Set(goals).size).toBe(2);
  });
});

describe('the next step of a profile that was not added', () => {
  it.each<[string, () => Promise<string>]>([
    ['an agent that is not there', async () => 'http://127.0.0.1:45991'],
    ['an agent that fails', async () => (await answering(() => withStatus(500))).url],
    ['an agent without that address', async () => (await answering(() => withStatus(404))).url],
    ['an agent that wants somebody else', async () => (await answering(() => withStatus(401))).url],
  ])('mends the material or the agent and adds it again: %s', async (_name, start) => {
    const { result } = await author(build().agent(), curlOf(await start()), { name: 'it' });
    const outcome = must(result);
    if (outcome.ok) throw new Error('it was added');
    const next = outcome.diagnosis?.next ?? '';
    expect(next).toContain('rook profile add it');
    expect(next).not.toMatch(/profile (?:test|fix)\b|\.mjs|\.yaml/);
  });
});
