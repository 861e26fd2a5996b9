import { afterEach, describe, expect, it } from 'vitest';
import { drafts } from '../../fixtures/targets/drafts';
import { type StartedTarget, targetNamed, targets } from '../../fixtures/targets/index';
import { tokens, toolCall } from '../../fixtures/targets/target';
import { useScripts } from './author-scripts-run';

const script = useScripts();
const started: StartedTarget[] = [];
afterEach(async () => {
  for (const target of started.splice(0)) await target.stop();
});

/** Quotes, line breaks, a backslash, template and shell syntax, characters of two and four bytes, percent and plus. */
const oddGoal = `Say "hi", it's \`me\` & $HOME \${x} \\n 100 %41 +1 <b>?\r\nSecond line: żółw 🦉 \u2028 end`;

async function open(name: string) {
  const target = targetNamed(name);
  const running = await target.start();
  started.push(running);
  const draft = drafts[name];
  if (!draft) throw new Error(`no draft for ${name}`);
  const secrets = Object.values(running.secrets ?? {});
  const env = { DESK_KEY: secrets[0] ?? 'unused', DESK_PASSWORD: secrets[0] ?? 'unused' };
  return { target, running, secrets, hook: script(draft(running.url ?? ''), env) };
}

describe('a script that was written for an agent', () => {
  it.each(targets.filter(({ expected }) => !expected.fails).map(({ name }) => name))(
    '%s: brings its answer, byte for byte',
    async (name) => {
      const { target, secrets, hook } = await open(name);
      for (const secret of secrets) expect(hook.source).not.toContain(secret);
      const prepared = await hook.phase('prepare');
      expect(prepared?.record.error).toBeUndefined();
      const opened = await hook.phase('open');
      expect(opened?.record.error).toBeUndefined();
      const { expected } = target;
      for (const [index, goal] of [oddGoal, 'And now?'].entries()) {
        const turn = await hook.turn(goal);
        expect(turn.record.error).toBeUndefined();
        const output = turn.parsed?.output;
        expect(output?.output).toBe(expected.answer(goal, index + 1));
        if (expected.multiTurn) expect(output?.conversation).toBeTruthy();
        expect(output?.usage).toEqual(expected.usage ? tokens : undefined);
        if (!expected.calls) expect(output?.calls).toBeUndefined();
        else if (index === 0) expect(output?.calls).toEqual([toolCall]);
        const exchange = hook.exchange();
        expect(exchange?.body).toBeTruthy();
        expect(exchange?.headers ?? {}).not.toHaveProperty('set-cookie');
      }
    },
  );

  it.each(targets.filter(({ expected }) => expected.fails).map(({ name }) => name))(
    '%s: says why there is no answer',
    async (name) => {
      const { target, hook } = await open(name);
      const turn = await hook.turn('Hello');
      expect(turn.record.exit_code).toBe(1);
      expect(turn.record.stderr).toMatch(target.expected.fails ?? /never/);
    },
  );
});

describe('the agents of the tests', () => {
  it('all have a name of their own, and a draft', () => {
    const names = targets.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(drafts).sort()).toEqual([...names].sort());
    expect(names.length).toBeGreaterThanOrEqual(30);
  });

  it('say in their material where they are', async () => {
    for (const target of targets) {
      const running = await target.start();
      started.push(running);
      expect(running.material).toContain(running.url ?? 'node');
      for (const secret of Object.values(running.secrets ?? {})) expect(running.material).toContain(secret);
    }
  });
});
