import { describe, expect, test } from 'vitest';
import { failureIn } from '../../../../engine/author/reading/outline';
import { clearAnswer, rankAnswers } from '../../../../engine/author/reading/rank-answers';
import { readReply } from '../../../../engine/author/reading/reply';
import { refineDraft } from '../../../../engine/author/refine-draft';

const goal = 'Say hello and nothing else.';
const from = (body: string, type: string, kind: 'http' | 'command' = 'http') =>
  readReply({ body, ...(type !== '' && { headers: { 'content-type': type } }) }, kind);

describe('a text that is hardly the answer is not taken for one:', () => {
  test.each([
    ['JSON that is none', '{"answer":"Hello!","score":NaN}', 'application/json', 'http'],
    ['JSON behind a guard', ')]}\',\n{"answer":"Hello!"}', 'text/plain', 'http'],
    ['JSON in a call', 'cb({"answer":"Hello!"})', 'application/javascript', 'http'],
    ['XML', '<?xml version="1.0"?><r><answer>Hello!</answer></r>', 'application/xml', 'http'],
    ['text before JSON', 'Processing...\n{"answer":"Hello!"}', 'text/plain', 'http'],
    ['a prompt for input', 'You: Bot: Hello!\nYou: Bye!', '', 'command'],
    ['a banner', 'Desk v1.2\nLoading\n> Hello!', '', 'command'],
    ['the goal repeated before', `${goal}\nHello!`, '', 'command'],
  ] as const)('%s', (_, body, type, kind) => {
    expect(clearAnswer(rankAnswers([{ reply: from(body, type, kind), goal }]))).toBeUndefined();
  });
});

describe('is read as what it is:', () => {
  test.each([
    ['a JSON text', '"Hello!"', 'application/json', 'http', 'json', 'Hello!'],
    ['one line of many', '{"text":"Hello!"}\n', 'application/x-ndjson', 'http', 'lines', 'Hello!'],
    [
      'JSON on several lines after logs',
      'INFO start\n[1] go\n{\n  "answer": "Hello!"\n}\n',
      '',
      'command',
      'json-at-end',
      'Hello!',
    ],
    [
      'lines with a code',
      '0:"Hel"\n0:"lo!"\nd:{"finishReason":"stop"}\n',
      'text/plain',
      'http',
      'coded-lines',
      'Hello!',
    ],
    ['plain text', 'Hello!', 'text/plain', 'http', 'text', 'Hello!'],
  ] as const)('%s', (_, body, type, kind, format, text) => {
    const reply = from(body, type, kind);
    expect(reply.format).toBe(format);
    expect(clearAnswer(rankAnswers([{ reply, goal }]))?.text).toBe(text);
  });
});

describe('a failure with a good status is one:', () => {
  test.each([
    ['a status', '{"status":"error","message":"Your quota is used up."}', 'application/json', 'Your quota is used up.'],
    ['no success', '{"success":false,"message":"No such desk."}', 'application/json', 'No such desk.'],
    ['not ok', '{"ok":false,"error":"closed"}', 'application/json', 'closed'],
    [
      'an event',
      'data: {"content":"Hel"}\n\ndata: {"error":{"message":"overloaded"}}\n\n',
      'text/event-stream',
      'overloaded',
    ],
    ['an event by name', 'event: error\ndata: {"message":"overloaded"}\n\n', 'text/event-stream', 'overloaded'],
  ])('%s', (_, body, type, why) => {
    expect(failureIn(from(body, type))).toBe(why);
  });
  test('and an answer beside an error that says nothing is none', () => {
    expect(failureIn(from('{"status":"success","error":null,"answer":"Hello!"}', 'application/json'))).toBeUndefined();
  });
  test.each(['Error: no config for it', 'Traceback (most recent call last):\n  File "x"', 'usage: desk [-h]'])(
    'a program that prints %j',
    (body) => {
      const target = { kind: 'command', argv: [['desk']], env: [] } as const;
      const refined = refineDraft({ target, env: [] }, [{ exchange: { body }, goal }]);
      expect(refined.kind).toBe('failed');
    },
  );
});
