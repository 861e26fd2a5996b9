import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { terminalPermission } from '../../../cli/terminal-permission';

const question = {
  request: { tool: 'mcp_start', subject: 'desk', phase: 'judge' as const },
  rule: 'mcp_start(desk)',
  what: 'Start the MCP server desk',
  target: 'shop/desk/local',
};

/** Asks, and types this. @returns the answer, what was shown, and whether the screen was held meanwhile. */
async function asked(typed: string | undefined, signal = new AbortController().signal) {
  const input = new PassThrough();
  let shown = '';
  const held: boolean[] = [];
  const permission = terminalPermission({
    input,
    write: (text) => {
      shown += text;
    },
    hold: () => {
      held.push(true);
      return () => held.push(false);
    },
  });
  const answer = permission.ask(question, signal);
  if (typed === undefined) input.end();
  else input.write(typed);
  return { answer: await answer, shown, held };
}

describe('a question in the terminal', () => {
  it.each([
    ['o\n', 'once'],
    ['yes\n', 'once'],
    ['Always\n', 'always'],
    ['v\n', 'never'],
    ['n\n', 'no'],
    ['\n', 'no'],
    ['maybe\na\n', 'always'],
    [undefined, 'no'],
  ])('%j is %s', async (typed, answer) => {
    expect((await asked(typed)).answer).toBe(answer);
  });

  it('says what is going to happen, the rule and the target, and nothing is drawn over it', async () => {
    const { shown, held } = await asked('o\n');
    expect(shown).toContain('Start the MCP server desk?');
    expect(shown).toContain('mcp_start(desk)');
    expect(shown).toContain('[a]lways for shop/desk/local');
    expect(held).toEqual([true, false]);
  });

  it('is a no when the run is stopped', async () => {
    const stop = new AbortController();
    const waiting = asked('', stop.signal);
    stop.abort();
    expect((await waiting).answer).toBe('no');
    expect((await asked('y\n', stop.signal)).answer).toBe('no');
  });
});
