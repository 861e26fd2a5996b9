import { describe, expect, it } from 'vitest';
import { targets } from '../../fixtures/targets';
import { allText, author, learned, must, tryWritten } from './author-room';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();

/** A goal that breaks whatever quotes, joins or decodes it carelessly. */
const oddGoal = 'Say "hi" to O\'Brien: $HOME `ls` \\n 100% & <b>\nsecond line 🦉';

const answering = targets.filter(({ expected }) => expected.fails === undefined);
const failing = targets.filter(({ expected }) => expected.fails !== undefined);

/** What cannot be known from the material: which option of a program of nobody's acquaintance goes on with a conversation. */
const unknowable: Record<string, { multiTurn: false }> = { 'cmd-json-lines': { multiTurn: false } };

describe('the author writes a profile on the first try for', () => {
  it.each(answering.map((target) => [target.name, target] as const))('%s', async (name, target) => {
    const expected = { ...target.expected, ...unknowable[name] };
    const workspace = build().agent();
    const started = await target.start();
    try {
      const source = started.url === undefined && !started.material.startsWith('{') ? '--command' : 'a test';
      const { result, kept, events, env } = await author(workspace, started.material, { name: 'it', source });
      const outcome = must(result);
      if (!outcome.ok) throw new Error(`${outcome.error}\n${learned(events).join('\n')}`);
      expect(outcome.output).toBe(expected.answer('Say hello and nothing else.', 1));
      expect(outcome.observed).toEqual({
        multi_turn: expected.multiTurn,
        calls: expected.calls,
        usage: expected.usage,
      });
      const files = allText(workspace.rookDir);
      for (const secret of Object.values(started.secrets ?? {})) expect(files).not.toContain(secret);

      const trial = await tryWritten(
        workspace,
        { ...env, ...Object.fromEntries(kept) },
        expected.multiTurn ? ['first', oddGoal] : [oddGoal],
      );
      expect(trial.error).toBeUndefined();
      expect(trial.output).toBe(expected.answer(oddGoal, expected.multiTurn ? 2 : 1));
    } finally {
      await started.stop();
    }
  });
});

/** What a person is told about agents that never answer. */
const reasons: Record<string, RegExp> = {
  'job-failing': /fail/i,
  'cmd-failing': /exit(ed with)? (code )?3.*out of paper/s,
  'cmd-silent': /answered with nothing/,
  'html-page': /web page/,
  'status-401': /401/,
  'status-403': /403/,
  'status-404': /404/,
  'status-500': /500/,
  'redirect-to-login': /login/,
  'empty-answer': /\$\.reply: ""/,
  slow: /within 1 s|did not answer/,
};

describe('the author writes no profile, and says why, for', () => {
  it.each(failing.map((target) => [target.name, target] as const))('%s', async (name, target) => {
    const workspace = build().agent();
    const started = await target.start();
    try {
      const source = started.url === undefined ? '--command' : 'a test';
      const material = name === 'slow' ? started.material.replace('curl ', 'curl --max-time 1 ') : started.material;
      const { result } = await author(workspace, material, { name: 'it', source });
      const outcome = must(result);
      expect(outcome.ok).toBe(false);
      if (!outcome.ok)
        expect(`${outcome.diagnosis?.summary ?? ''}\n${outcome.error}`).toMatch(
          reasons[name] ?? /no reason is known for it/,
        );
      expect(workspace.has('.testmuai/rook/projects/desk/agents/desk/profiles/it.yaml')).toBe(false);
    } finally {
      await started.stop();
    }
  });
});
