import { describe, expect, it } from 'vitest';
import { firstTarget, inWords, notes, recognised, refused } from './recognising';

const command = (text: string) => recognised(text, '--command');

describe('a command line', () => {
  it.each([
    ['agent', { argv: ['agent'], stdin: '«goal»' }],
    ['claude -p', { argv: ['claude', '-p', '«goal»'] }],
    ['claude -p "What is up?"', { argv: ['claude', '-p', '«goal»'] }],
    ['python agent.py --ask "{{goal}}"', { argv: ['python', 'agent.py', '--ask', '«goal»'] }],
    ['agent "Question: {goal} (be brief)"', { argv: ['agent', 'Question: «goal» (be brief)'] }],
    ['agent <goal>', { argv: ['agent', '«goal»'] }],
    ['agent "$GOAL"', { argv: ['agent', '«goal»'] }],
    ['agent %GOAL%', { argv: ['agent', '«goal»'] }],
    ['agent YOUR_PROMPT', { argv: ['agent', '«goal»'] }],
    ['agent --message hello --json', { argv: ['agent', '--message', '«goal»', '--json'] }],
    ['agent --prompt=hello', { argv: ['agent', '--prompt=«goal»'] }],
    ['agent --ask', { argv: ['agent', '--ask', '«goal»'] }],
    ["agent ask 'Where is it?' -v", { argv: ['agent', 'ask', '«goal»', '-v'] }],
    ['ollama run llama3', { argv: ['ollama', 'run', 'llama3'], stdin: '«goal»' }],
    ['ollama run llama3 "hi"', { argv: ['ollama', 'run', 'llama3', '«goal»'] }],
    ['echo "hi" | agent --json', { argv: ['agent', '--json'], stdin: '«goal»' }],
    ['echo -n "Q: {{goal}}" | agent', { argv: ['agent'], stdin: 'Q: «goal»' }],
    ['agent --quiet "hello"', { argv: ['agent', '--quiet', '«goal»'] }],
    ["printf '%s' hello | agent | jq -r .reply", { argv: ['agent'], stdin: '«goal»' }],
    ['cat question.txt | agent', { argv: ['agent'], stdin: '«goal»' }],
    ['agent < question.txt', { argv: ['agent'], stdin: '«goal»' }],
    ['agent <<EOF\nhello\nEOF', { argv: ['agent'], stdin: '«goal»' }],
    ['node agent.mjs', { argv: ['node', 'agent.mjs'], stdin: '«goal»' }],
    ['python -m agent.cli -p 8080', { argv: ['python', '-m', 'agent.cli', '-p', '8080'], stdin: '«goal»' }],
    ['agent --thread t-1 --message hi', { argv: ['agent', '--thread', '«session»', '--message', '«goal»'] }],
    ['~/bin/agent --ask hi', { argv: ['«$HOME»/bin/agent', '--ask', '«goal»'] }],
    ['agent --api-key s3cr3ts3cr3t --ask hi', { argv: ['agent', '--api-key', '«$AGENT_API_KEY»', '--ask', '«goal»'] }],
    ['agent --token=$MY_TOKEN --ask hi', { argv: ['agent', '--token=«$MY_TOKEN»', '--ask', '«goal»'] }],
    [
      'MODE=fast ACME_KEY=s3cr3ts3cr3t agent --ask hi',
      { argv: ['agent', '--ask', '«goal»'], env: ['MODE=fast', 'ACME_KEY=«$ACME_KEY»'] },
    ],
    ['agent sk-abcdefghij0123456789 --ask hi', { argv: ['agent', '«$AGENT_API_KEY»', '--ask', '«goal»'] }],
  ])('%s', async (text, expected) => {
    expect(inWords(firstTarget(await command(text)))).toEqual(expected);
  });

  it.each([
    ['node agent.mjs', ['agent, goal on standard input', 'agent, goal as the last argument'], false],
    ['claude -p', ['claude, goal as the last argument', 'claude, goal on standard input'], true],
    ['ollama run llama3', ['ollama, goal on standard input', 'ollama, goal as the last argument'], true],
    ['agent --ask "{{goal}}"', ['agent, goal as argument 2'], true],
  ])('%s has the ways %j', async (text, labels, clear) => {
    const found = await command(text);
    expect(found.options.map(({ label }) => label)).toEqual(labels);
    expect(found.clear).toBe(clear);
  });

  it('of a program that prints its session id goes on with it', async () => {
    expect(firstTarget(await command('claude -p --output-format json'))).toEqual({
      kind: 'command',
      argv: [['claude'], ['-p'], ['--output-format'], ['json'], [{ slot: 'goal' }]],
      env: [],
      resume: { at: 1, argv: [['--resume'], [{ slot: 'conversation' }]] },
    });
  });

  it('drops what its output is piped to, and says so', async () => {
    expect((await command('agent | jq -r .reply | head -1')).warnings).toEqual([
      'Left out what the output is piped to: jq -r .reply | head -1.',
    ]);
  });

  it.each([
    ['agent && echo done', 'the command line has "&&", and is started without a shell'],
    ['cd x; agent', 'the command line has ";", and is started without a shell'],
    ['agent || true', 'the command line has "||", and is started without a shell'],
    ['agent\nother', 'the command line has several lines, and is started without a shell'],
    [
      'agent --ask hi > out.txt',
      'the command line writes its output to a file (> out.txt), where its answer would not be seen',
    ],
    [
      `echo '{"limit":3}' | agent`,
      'the program reads JSON on standard input, and it is not plain which field of it is the goal',
    ],
    ['agent "unclosed', 'the double quote in line 1 of the command is not closed'],
    ['A=b', 'the command line has no program in it'],
  ])('%s is refused, with a remedy', async (text, message) => {
    const error = await refused(text, '--command');
    expect(error.message).toBe(message);
    expect(error.remedy).toBeTruthy();
  });

  it('JSON on standard input keeps its other fields, and quotes the goal as JSON does', async () => {
    const { options, clear } = await command(`echo '{"message":"hi","lang":"en"}' | agent`);
    expect(clear).toBe(true);
    expect(options[0]?.draft.target).toMatchObject({
      stdin: {
        json: {
          fields: [
            ['message', { text: [{ slot: 'goal' }] }],
            ['lang', { text: ['en'] }],
          ],
        },
      },
    });
  });

  it.each([
    ['python agents/desk_bot.py', 'desk-bot'],
    ['npx -y @acme/bot chat', 'bot'],
    ['/usr/local/bin/my-agent', 'my-agent'],
    ['node ./x.mjs', 'x'],
  ])('%s is called %s', async (text, name) => {
    expect((await command(text)).name).toBe(name);
  });

  it('may be a program in a file', async () => {
    const found = await recognised('#!/usr/bin/env python3\nprint(input())\n', 'agents/bot.py');
    expect(inWords(firstTarget(found))).toEqual({ argv: ['python3', 'agents/bot.py'], stdin: '«goal»' });
    expect(found.warnings).toEqual(['Hooks run in the workspace root: the path of the program is relative to that.']);
  });
});

describe('told from prose', () => {
  it.each([
    'claude -p',
    'agent',
    './agent --json',
    'python agent.py',
    '$ agent run',
    'my-agent ask "hello there"',
    'docker run -i --rm img',
    'X=1 node agent.mjs',
  ])('%s is a command line', async (text) => {
    expect((await recognised(text)).kind).toBe('command');
  });

  it.each([
    'use the staging agent',
    'The agent listens on port 3000.',
    'node is what it is written in',
    'python bot, listens on stdin',
    'you need to log in first; then post a message to /chat with field text',
    'curl is how we call it',
    'ask it nicely -- it answers',
    '- it speaks JSON\n- it needs a token',
    '{"a": 1}',
    '[1, 2]',
  ])('%s is not', async (text) => {
    expect((await notes(text)).text).toBe(text);
  });
});
