import { describe, expect, it } from 'vitest';
import { readJsonBytes } from '../../../engine/gate/json-text';

const read = (text: string | Uint8Array) =>
  readJsonBytes(typeof text === 'string' ? Buffer.from(text) : text, 'run.json');

describe('a document of a gate', () => {
  it('is one JSON object, with white space around it', () => {
    expect(read('\n{"ok": true, "list": [{"a": 1}, {"a": 1}]}\n')).toEqual({
      ok: true,
      value: { ok: true, list: [{ a: 1 }, { a: 1 }] },
    });
  });

  it.each([
    ['nothing', '', 'it is empty', undefined],
    ['white space', ' \n', 'it is empty', undefined],
    ['prose', 'error: signed out', 'it is not JSON', 1],
    ['a torn file', '{\n  "ok": true,\n  "totals": {', 'no closing }', 3],
    ['two documents', '{"ok": true}\n{"ok": true}', 'something follows the document', 2],
    ['a list', '[{"ok": true}]', 'not a JSON object', undefined],
    ['null', 'null', 'not a JSON object', undefined],
    ['NaN', '{"failed": NaN}', 'it is not JSON', 1],
    ['a comment', '{"ok": true} // fine', 'JSON has no comments', 1],
    ['a repeated key', '{"failed": 1,\n "failed": 0}', 'the key "failed" stands here for the second time', 2],
    ['a repeated key in escapes', '{"failed": 1, "f\\u0061iled": 0}', 'the key "failed"', 1],
    ['a repeated key within a list', '{"a": [{"b": 1, "b": 2}]}', 'the key "b"', 1],
    ['a byte order mark', '\uFEFF{"ok": true}', 'byte order mark', undefined],
    ['UTF-16, little end first', Buffer.from('\uFEFF{}', 'utf16le'), 'UTF-16', undefined],
    ['UTF-16, big end first', Buffer.from('\uFEFF{}', 'utf16le').swap16(), 'UTF-16', undefined],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'zero bytes', undefined],
    ['another encoding', Buffer.from([0x7b, 0x22, 0xe4, 0x22, 0x7d]), 'not UTF-8', undefined],
  ])('is not %s', (_what, text, message, line) => {
    const result = read(text);
    expect(result).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining(message),
        place: { file: 'run.json', ...(line !== undefined && { line, column: expect.any(Number) }) },
      },
    });
  });

  it('does not take the same key in two objects, or the same text as key and value, for a repetition', () => {
    expect(read('{"a": {"id": "a"}, "b": {"id": "id"}, "c": ["a", "a"]}').ok).toBe(true);
  });

  it('is refused, not followed, when it is nested without end', () => {
    expect(read(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('nested too deeply') },
    });
  });
});
