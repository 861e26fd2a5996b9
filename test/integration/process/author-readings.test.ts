import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { at, listen, listener } from '../../fixtures/targets/target';
import { author, learned, must, tryWritten } from './author-room';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();

/** Short answers to the author's probes, longer ones later: what the script must read, although it was made of the others. */
const said = (goal: string): string =>
  /hello/i.test(goal) ? 'Hello!' : /goodbye/i.test(goal) ? 'Goodbye!' : 'Send it back within 30 days; it is free.';
const later = 'What is your refund policy?';
const words = (goal: string) => said(goal).split(/(?<= )/);

interface Sent {
  type: string;
  body: string | Buffer;
}
const json = (value: unknown): Sent => ({ type: 'application/json', body: JSON.stringify(value) });
const lines = (goal: string) => (goal === later ? [said(goal), 'Is there more?'] : [said(goal)]);
const both = `${said(later)}\nIs there more?`;

const agents: readonly (readonly [string, (goal: string) => Sent, string])[] = [
  [
    'a history',
    (g) =>
      json({
        messages: [
          { role: 'assistant', content: 'Welcome.' },
          ...(g === later
            ? [
                { role: 'user', content: 'Hi' },
                { role: 'assistant', content: 'Hi to you.' },
              ]
            : []),
          { role: 'user', content: g },
          { role: 'assistant', content: said(g) },
        ],
      }),
    said(later),
  ],
  [
    'activities',
    (g) =>
      json({
        activities: [{ from: { role: 'user' }, text: g }, ...lines(g).map((text) => ({ from: { role: 'bot' }, text }))],
      }),
    both,
  ],
  [
    'the newest first',
    (g) =>
      json({
        messages: [
          { sender: 'bot', text: said(g) },
          { sender: 'user', text: g },
        ],
      }),
    said(later),
  ],
  [
    'turns',
    (g) => json({ turns: [...(g === later ? [{ q: 'Hi', a: 'Hi.' }] : []), { q: g, a: said(g) }] }),
    said(later),
  ],
  ['bubbles', (g) => json(lines(g).map((text) => ({ recipient_id: 'u', text }))), both],
  ['texts', (g) => json({ replies: lines(g) }), both],
  [
    'parts with thoughts',
    (g) => json({ candidates: [{ content: { parts: [{ text: g, thought: true }, { text: said(g) }] } }] }),
    said(later),
  ],
  ['a number', (g) => json({ answer: g.length, note: `letters of ${g}` }), String(later.length)],
  ['a JSON text', (g) => json(said(g)), said(later)],
  [
    'events',
    (g) => ({
      type: 'text/event-stream',
      body: words(g)
        .map((token) => `data: ${JSON.stringify({ token })}\n\n`)
        .join(''),
    }),
    said(later),
  ],
  [
    'one line for each piece',
    (g) => ({
      type: 'application/x-ndjson',
      body: words(g)
        .map((text) => JSON.stringify({ text }))
        .join('\n'),
    }),
    said(later),
  ],
  [
    'lines with a code',
    (g) => ({
      type: 'text/plain',
      body: `${words(g)
        .map((piece) => `0:${JSON.stringify(piece)}\n`)
        .join('')}d:{"finishReason":"stop"}\n`,
    }),
    said(later),
  ],
  [
    'Latin-1',
    (g) => ({
      type: 'application/json; charset=iso-8859-1',
      body: Buffer.from(`{"answer":"Grüße: ${said(g)}"}`, 'latin1'),
    }),
    `Grüße: ${said(later)}`,
  ],
];

async function readLater(material: string, changes: { source?: string } = {}): Promise<string | undefined> {
  const workspace = build().agent();
  const { result, events, env } = await author(workspace, material, { name: 'it', ...changes });
  const outcome = must(result);
  if (!outcome.ok) throw new Error(`${outcome.error}\n${learned(events).join('\n')}`);
  const trial = await tryWritten(workspace, env, [later]);
  if (trial.error !== undefined) throw new Error(trial.error);
  return trial.output;
}

async function askedOf(answer: (goal: string) => Sent, work: (material: string) => Promise<void>): Promise<void> {
  const server = createServer(
    listener((ask, reply) => {
      const { type, body } = answer(String(at(ask.body, 'message')));
      reply.writeHead(200, { 'content-type': type });
      reply.end(body);
    }),
  );
  const { url, stop } = await listen(server);
  try {
    await work(`curl ${url}/ask -H 'Content-Type: application/json' -d '{"message":"Hi"}'`);
  } finally {
    await stop();
  }
}

describe('a script made of short answers reads a longer one of', () => {
  it.each(agents)('%s', async (_, answer, expected) => {
    await askedOf(answer, async (material) => {
      expect(await readLater(material)).toBe(expected);
    });
  });

  it.each([
    ['JSON on several lines after logs', 'console.log("INFO go"); console.log(JSON.stringify({ answer }, null, 2));'],
    [
      'a line that was written over',
      'process.stdout.write(`\\u001b[36m| thinking\\u001b[0m\\r\\u001b[2K${answer}\\n`);',
    ],
    [
      'a line that a longer one stood on',
      'process.stdout.write(`Thinking about it for long...\\r${answer.padEnd(50)}\\n`);',
    ],
  ])('a program: %s', async (_, print) => {
    const workspace = build();
    const program = `const said = ${said.toString()};\nconst answer = said(process.argv[2]);\n${print}\n`;
    workspace.file('agent.cjs', program);
    const command = `node ${workspace.root}/agent.cjs '{{goal}}'`;
    expect(await readLater(command, { source: '--command' })).toBe(said(later));
  });
});

it('bytes that are none of the charset are an error, not a wrong answer', async () => {
  const mangled: (goal: string) => Sent = (g) => ({
    type: 'application/json',
    body: Buffer.from(`{"answer":"café ${said(g)}"}`, 'latin1'),
  });
  await askedOf(mangled, async (material) => {
    const outcome = must((await author(build().agent(), material, { name: 'it' })).result);
    expect(outcome.ok ? outcome.output : outcome.error).toMatch(/cannot be read as utf-8/);
  });
});

it('an error among the events of a later answer is an error, not half an answer', async () => {
  const breaking: (goal: string) => Sent = (g) => ({
    type: 'text/event-stream',
    body: `data: {"token":"${said(g)}"}\n\n${g === later ? 'data: {"error":{"message":"overloaded"}}\n\n' : ''}`,
  });
  await askedOf(breaking, async (material) => {
    await expect(readLater(material)).rejects.toThrow(/has sent an error.*overloaded/);
  });
});

it('an error that came with a good status makes no profile', async () => {
  const failing: (goal: string) => Sent = (g) => json({ status: 'error', message: `No quota for ${g.length}.` });
  await askedOf(failing, async (material) => {
    const outcome = must((await author(build().agent(), material, { name: 'it' })).result);
    expect(outcome.ok ? outcome.output : outcome.error).toMatch(/answered with an error: No quota/);
  });
});
