import { describe, expect, it } from 'vitest';
import type { JudgeModel, JudgeQuestion } from '../../../engine/judge/model/judge-model';
import { runJudgeOf } from '../../../engine/judge/model/run-judge';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { notes, run, until, useWorkspaces } from './run-workspace';

const build = useWorkspaces();

/** A model that plays the user by a script: one reply a question, the last one stays. */
function user(...replies: (object | string | 'fails' | 'hangs')[]): JudgeModel & { questions: JudgeQuestion[] } {
  const questions: JudgeQuestion[] = [];
  return {
    name: 'scripted:user',
    questions,
    ask: async (question) => {
      const reply = replies[Math.min(questions.length, replies.length - 1)] ?? {};
      questions.push(question);
      if (reply === 'fails') throw new Error('no model today');
      if (reply === 'hangs') return new Promise(() => {});
      return { text: typeof reply === 'string' ? reply : JSON.stringify(reply) };
    },
  };
}

const says = (reply: string) => ({ asked: true, reply });
const silent = { asked: false, reply: '' };

/** An agent that asks for the order until it is told, and notes what it was told. */
function asking(
  scenario: Record<string, unknown> = {},
  profile: Record<string, unknown> = { capabilities: { multi_turn: true } },
): WorkspaceBuilder {
  return build()
    .agent()
    .profile('local', ['open', 'execute', 'close'], profile)
    .hook(
      hookScript({
        open: "return { conversation: 'c-1' };",
        execute: `const goal = readFileSync(0, 'utf8'); note('told', env.ROOK_TURN + ' ' + goal);
          return { output: goal.includes('ORD-7') ? 'Your refund is done.' : 'Which order is it?', conversation: 'c-1' };`,
      }),
    )
    .scenario('SC-001', {
      goal: 'I want my money back.',
      preconditions: ['The customer has order ORD-7.'],
      max_turns: 4,
      acceptance_criteria: [{ statement: 'It is done.', check: 'contains', value: 'refund is done' }],
      ...scenario,
    });
}

describe('a simulated user', () => {
  it('answers what the agent asks for, until it asks for nothing more; its words are marked as simulated', async () => {
    const workspace = asking();
    const model = user(says('It is order ORD-7.'), silent);
    const finished = await run(workspace, { judge: runJudgeOf(model) });
    expect(finished.state('SC-001')).toBe('Pass');
    expect(notes(workspace, 'told')).toEqual(['1 I want my money back.', '2 It is order ORD-7.']);
    expect(finished.response('SC-001').transcript).toMatchObject([
      { role: 'user', turn: 1 },
      { role: 'agent', content: 'Which order is it?' },
      { role: 'user', content: 'It is order ORD-7.', turn: 2, simulated: true },
      { role: 'agent', content: 'Your refund is done.' },
    ]);
    expect(finished.response('SC-001').transcript[0]).not.toHaveProperty('simulated');
    expect(finished.hooks('SC-001').simulation).toMatchObject({ open: false, ended: 'the agent asked for nothing' });
    expect(model.questions[0]?.prompt).toContain('The customer has order ORD-7.');
  });

  it('is bounded by max_turns', async () => {
    const workspace = asking({ max_turns: 3 });
    const finished = await run(workspace, { judge: runJudgeOf(user(says('I do not know.'))) });
    expect(notes(workspace, 'told')).toHaveLength(3);
    expect(finished.hooks('SC-001').simulation).toMatchObject({ ended: 'max_turns is reached' });
    expect(finished.state('SC-001')).toBe('Fail');
  });

  it('never says an id that nobody gave it', async () => {
    const workspace = asking();
    const finished = await run(workspace, {
      judge: runJudgeOf(user(says('It is ORD-99.'), says('Then ORD-98!'), silent)),
    });
    expect(notes(workspace, 'told')[1]).toBe('2 I do not have that information.');
    expect(finished.state('SC-001')).toBe('Fail');
  });

  it.each([
    ['without room in max_turns', { max_turns: 1 }, undefined],
    ['when the profile keeps no conversation', {}, {}],
  ])('does not speak %s', async (_, scenario, profile) => {
    const workspace = asking(scenario, profile);
    const model = user(says('It is order ORD-7.'));
    await run(workspace, { judge: runJudgeOf(model) });
    expect(model.questions).toEqual([]);
    expect(notes(workspace, 'told')).toHaveLength(1);
  });

  it('does not speak without a judge model', async () => {
    const workspace = asking();
    const finished = await run(workspace);
    expect(notes(workspace, 'told')).toHaveLength(1);
    expect(finished.hooks('SC-001')).not.toHaveProperty('simulation');
  });

  it.each([['fails'], ['not JSON'], [{ reply: 'no asked' }]])(
    'that gives no answer (%j) decides nothing: what the agent did not do then is no failure of its own',
    async (reply) => {
      const workspace = asking();
      const finished = await run(workspace, { judge: runJudgeOf(user(reply)) });
      expect(notes(workspace, 'told')).toHaveLength(1);
      expect(finished.state('SC-001')).toBe('Unable to Verify (not_observable)');
      expect(finished.verdict('SC-001')).toMatchObject({ diagnosis: expect.stringContaining('the simulated user') });
      const { runId } = finished.outcome;
      const later = await run(workspace, { runId, judge: runJudgeOf(user(says('It is order ORD-7.'), silent)) });
      expect(later.state('SC-001')).toBe('Pass');
    },
  );

  it('that was cut off goes on at the turn that is missing', async () => {
    const workspace = asking();
    const stop = new AbortController();
    const hanging = user(says('Wait a moment.'), 'hangs');
    const running = run(workspace, { judge: runJudgeOf(hanging), signal: stop.signal });
    await until(() => hanging.questions.length === 2, 'the second question');
    stop.abort();
    const cut = await running;
    expect(cut.state('SC-001')).toBe('not_run');
    const { runId } = cut.outcome;
    const judge = runJudgeOf(user(says('It is order ORD-7.'), silent));
    const finished = await run(workspace, { runId, phases: ['execute', 'close', 'collect', 'judge'], judge });
    expect(notes(workspace, 'told')).toEqual(['1 I want my money back.', '2 Wait a moment.', '3 It is order ORD-7.']);
    expect(finished.state('SC-001')).toBe('Pass');
  });
});
