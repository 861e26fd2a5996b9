import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHookOutput } from '../../../engine/lifecycle/hook-output';
import type { HookPhase } from '../../../schemas/phase';

const parse = (text: string | Buffer, phase: HookPhase = 'execute') =>
  parseHookOutput(typeof text === 'string' ? Buffer.from(text, 'utf8') : text, phase);

/** The message of a refusal; fails when the output was accepted. */
function refusal(text: string | Buffer, phase: HookPhase = 'execute'): string {
  const result = parse(text, phase);
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.value)}`);
  return `${result.error.message} | ${result.error.remedy ?? ''}`;
}

describe('one JSON object on standard output', () => {
  it('is understood, with everything else kept verbatim', () => {
    const printed = {
      output: 'Hi.',
      conversation: 't1',
      calls: [{ name: 'a', cost: 3 }],
      trace: { url: 'u', n: null },
    };
    expect(parse(JSON.stringify(printed))).toEqual({
      ok: true,
      value: { data: printed, output: printed, answer: 'Hi.', notes: [] },
    });
  });

  it.each([' \n\t{"output":"x"}\r\n', '\uFEFF{"output":"x"}', '{\n  "output": "x"\n}\n\n'])(
    'may have white space or a byte order mark around it: %j',
    (text) => {
      expect(parse(text)).toMatchObject({ ok: true, value: { answer: 'x' } });
    },
  );

  it.each(['prepare', 'open', 'close', 'collect'] as const)('is optional in %s: nothing printed is fine', (phase) => {
    expect(parse('', phase)).toEqual({ ok: true, value: { notes: [] } });
    expect(parse(' \n', phase)).toEqual({ ok: true, value: { notes: [] } });
  });

  it('is required from execute', () => {
    expect(refusal('')).toMatch(/^execute printed nothing on standard output \| .*"output"/);
    expect(refusal('\n')).toMatch(/^execute printed nothing/);
  });

  it('of collect needs no answer', () => {
    expect(parse('{"trace_url":"u"}', 'collect')).toMatchObject({ ok: true, value: { data: { trace_url: 'u' } } });
  });
});

describe('what is around the object', () => {
  it('logs before it: the first stray line is quoted, and standard error is pointed at', () => {
    const message = refusal('starting agent…\nloading\n{"output":"x"}\n');
    expect(message).toContain('the first stray line is "starting agent…"');
    expect(message).toContain('before its JSON object');
    expect(message).toContain('standard error');
  });

  it('a log line that begins like JSON is quoted as well', () => {
    expect(refusal('[info] starting\n{"output":"x"}')).toContain('"[info] starting"');
  });

  it('text after it is named as such', () => {
    const message = refusal('{"output":"x"}\ndone in 3 s\n');
    expect(message).toContain('after its JSON object; the first stray line is "done in 3 s"');
    expect(message).toContain('standard error');
  });

  it('braces and quotes inside strings do not confuse where it ends', () => {
    expect(refusal('{"output":"a } \\" { b"} tail')).toContain('the first stray line is "tail"');
  });

  it('a long stray line is quoted shortened', () => {
    expect(refusal(`${'x'.repeat(10_000)}\n{"output":"x"}`).length).toBeLessThan(600);
  });

  it('two objects are one too many', () => {
    expect(refusal('{"level":"info"}\n{"output":"x"}')).toContain('the first stray line is "{\\"output\\":\\"x\\"}"');
  });

  it('an object that is broken off is said to be no valid JSON', () => {
    expect(refusal('{"output":"x"')).toMatch(
      /^execute printed something that is not valid JSON \(.+\); it begins with/,
    );
  });

  it('plain text, the most common mistake, is quoted', () => {
    expect(refusal('The refund was issued.')).toContain('"The refund was issued."');
  });
});

describe('something else than an object at the top', () => {
  it.each<[string, RegExp]>([
    ['[{"output":"x"}]', /^execute printed a list where one JSON object belongs/],
    ['"hello"', /^execute printed the text "hello" where/],
    ['42', /^execute printed 42 \(a number\) where/],
    ['null', /^execute printed null where/],
    ['true', /^execute printed true \(a boolean\) where/],
    ['false', /^execute printed false \(a boolean\) where/],
  ])('%s is an error that names what came', (text, message) => {
    expect(refusal(text)).toMatch(message);
    expect(refusal(text, 'collect')).toMatch(/^collect printed/);
  });
});

describe('the answer', () => {
  it('agent_reply is another name for output', () => {
    expect(parse('{"agent_reply":"x"}')).toMatchObject({ ok: true, value: { answer: 'x', notes: [] } });
  });

  it('when both are there and differ, output is used and the record notes it', () => {
    const result = parse('{"output":"a","agent_reply":"b"}');
    expect(result).toMatchObject({ ok: true, value: { answer: 'a' } });
    expect(result.ok && result.value.notes).toEqual([expect.stringMatching(/differ.*output is used/)]);
  });

  it('when both are there and the same, there is nothing to note', () => {
    expect(parse('{"output":"a","agent_reply":"a"}')).toMatchObject({ ok: true, value: { notes: [] } });
  });

  it.each(['{}', '{"reply":"x"}', '{"conversation":"c"}'])('%s has none: execute failed', (text) => {
    expect(refusal(text)).toMatch(/^execute returned no output field.*\| .*output/);
  });

  it.each(['{"output":""}', '{"output":"  \\n\\t"}', '{"agent_reply":" "}'])('%s is blank: execute failed', (text) => {
    expect(refusal(text)).toMatch(/^execute returned an empty output/);
  });

  it.each([
    ['{"output":5}', 'a text, found 5'],
    ['{"output":null}', 'a text, found nothing'],
    ['{"output":{"text":"x"}}', 'a text, found a mapping'],
    ['{"agent_reply":["x"]}', 'a text, found a list'],
  ])('%s is no text: the field is named', (text, found) => {
    expect(refusal(text)).toMatch(/(output|agent_reply) must be/);
    expect(refusal(text)).toContain(found);
  });

  it('keeps its spaces, emoji and line ends exactly', () => {
    const answer = '  Ünïcode 😀\r\n\ttab\u0000 ';
    expect(parse(JSON.stringify({ output: answer }))).toMatchObject({ ok: true, value: { answer } });
  });
});

describe('fields that break the contract make a failed hook, and are named', () => {
  it.each<[string, RegExp]>([
    ['"calls": {"a": 1}', /calls must be a list, found a mapping/],
    ['"calls": null', /calls must be a list, found nothing/],
    ['"calls": "none"', /calls must be a list, found the text "none"/],
    ['"calls": ["a"]', /calls\[0\] must be a mapping, found the text "a"/],
    ['"calls": [{"name":"a"},{"tool":"b"}]', /calls\[1\] has no name/],
    ['"calls": [{"name":5}]', /calls\[0\]\.name must be a text, found 5/],
    ['"calls": [{"name":""}]', /calls\[0\]\.name must not be empty/],
    ['"usage": {}', /usage.*whole numbers input and output/],
    ['"usage": {"input": 1}', /usage.*whole numbers input and output/],
    ['"usage": {"input": 1.5, "output": 2}', /usage\.input must be a whole number, found 1\.5/],
    ['"usage": {"input": -1, "output": 2}', /usage\.input must be at least 0, found -1/],
    ['"usage": {"input": "1", "output": 2}', /usage\.input must be a (whole )?number, found the text "1"/],
    ['"usage": 7', /usage must be a mapping, found 7/],
    ['"usage": null', /usage must be a mapping, found nothing/],
    ['"conversation": {"id": 1}', /conversation must be a text or a number, found a mapping/],
    ['"conversation": null', /conversation must be a text or a number, found nothing/],
    ['"conversation": true', /conversation must be a text or a number, found true/],
  ])('%s', (field, message) => {
    expect(refusal(`{"output":"x",${field}}`)).toMatch(message);
    expect(refusal(`{${field}}`, 'collect')).toMatch(message);
  });

  it.each([
    '"usage": {"input": 0, "output": 0}',
    '"usage": {"input_tokens": 3, "output_tokens": 4, "model": "m"}',
    '"usage": {"input": 3, "output_tokens": 4}',
    '"conversation": 17',
    '"conversation": ""',
    '"calls": []',
    '"calls": [{"name": "a"}, {"name": "b", "arguments": "{}", "result": [1], "error": null}]',
    '"calls": [{"name": "a", "turn": "first"}]',
    '"calls": [{"name": "a", "turn": 0}]',
  ])('%s keeps to it', (field) => {
    expect(parse(`{"output":"x",${field}}`)).toMatchObject({ ok: true });
  });
});

describe('standard output that is not UTF-8', () => {
  it('is an error with the byte offset, never mangled text', () => {
    const bytes = Buffer.concat([Buffer.from('{"output":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    expect(refusal(bytes)).toMatch(/not valid UTF-8.*byte 15 is 0x22/);
  });

  it('also in a phase that needs no output, and when the text is broken off inside a character', () => {
    expect(refusal(Buffer.from([0x7b, 0x7d, 0xff]), 'close')).toMatch(/byte 2 is 0xff/);
    expect(refusal(Buffer.from([0x7b, 0xe2, 0x82]), 'collect')).toMatch(/not valid UTF-8/);
  });

  it('is found exactly when the bytes are invalid, and at the first byte that no valid text could have there', () => {
    const validText = fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text, 'utf8'));
    const byte = fc.integer({ min: 0, max: 255 });
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      // Valid text with one byte changed or removed finds the interesting places more often.
      fc.tuple(validText, fc.nat(), byte).map(([bytes, at, value]) => {
        const copy = Buffer.from(bytes);
        if (copy.length > 0) copy[at % copy.length] = value;
        return copy;
      }),
      fc.tuple(validText, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1))),
    );
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const result = parse(bytes, 'collect');
        const said = result.ok
          ? undefined
          : /not valid UTF-8: byte (\d+) is 0x([0-9a-f]{2})/.exec(result.error.message);
        expect(said != null).toBe(!isUtf8(bytes));
        if (!said) return;
        const offset = Number(said[1]);
        expect(bytes[offset]).toBe(Number.parseInt(said[2] ?? '', 16));
        // Whatever stands before the offset is the beginning of some valid text; with the byte it no longer is, unless
        // the text is merely broken off.
        expect(beginsValidText(bytes.subarray(0, offset))).toBe(true);
        const brokenOff = beginsValidText(bytes);
        expect(brokenOff ? offset === bytes.length - 1 : !beginsValidText(bytes.subarray(0, offset + 1))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Whether the bytes can be completed to valid UTF-8, by the table of RFC 3629. */
function beginsValidText(bytes: Uint8Array): boolean {
  const continuations: [number, number, [number, number], number][] = [
    [0xc2, 0xdf, [0x80, 0xbf], 1],
    [0xe0, 0xe0, [0xa0, 0xbf], 2],
    [0xe1, 0xec, [0x80, 0xbf], 2],
    [0xed, 0xed, [0x80, 0x9f], 2],
    [0xee, 0xef, [0x80, 0xbf], 2],
    [0xf0, 0xf0, [0x90, 0xbf], 3],
    [0xf1, 0xf3, [0x80, 0xbf], 3],
    [0xf4, 0xf4, [0x80, 0x8f], 3],
  ];
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i++] ?? 0;
    if (lead < 0x80) continue;
    const row = continuations.find(([from, to]) => lead >= from && lead <= to);
    if (!row) return false;
    let [low, high] = row[2];
    for (let n = 0; n < row[3] && i < bytes.length; n++, i++) {
      const next = bytes[i] ?? 0;
      if (next < low || next > high) return false;
      [low, high] = [0x80, 0xbf];
    }
  }
  return true;
}

describe('JSON that is nested very deep', () => {
  it('is refused before anything that keeps it could exhaust the stack', () => {
    const nested = (levels: number) => `{"output":"x","trace":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parse(nested(400))).toMatchObject({ ok: true });
    expect(refusal(nested(100_000))).toMatch(/nested more than 500 levels deep/);
    const inArguments = `{"output":"x","calls":[{"name":"n","arguments":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}]}`;
    expect(refusal(inArguments)).toMatch(/nested more than 500 levels deep/);
  });
});
