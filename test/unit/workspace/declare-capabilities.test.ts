import { describe, expect, it } from 'vitest';
import { withCapabilities } from '../../../engine/workspace/declare-capabilities';

const seen = { multi_turn: true, calls: false, usage: true };

describe('declaring the capabilities that were observed', () => {
  it.each([
    [
      'changes what differs, and keeps the comments',
      '# p\nid: local # id\ncapabilities:\n  multi_turn: false # was\n  calls: true\n  usage: true\nenv: []\n',
      '# p\nid: local # id\ncapabilities:\n  multi_turn: true # was\n  calls: false\n  usage: true\nenv: []\n',
    ],
    [
      'adds what is not mentioned, and no false that is so anyway',
      "id: 'local'\r\ncapabilities:\r\n  attachments: true # a\r\nenv: []\r\n",
      "id: 'local'\r\ncapabilities:\r\n  attachments: true # a\r\n  multi_turn: true\r\n  usage: true\r\nenv: []\r\n",
    ],
    [
      'brings the mapping where there is none',
      'id: local\nhooks:\n  execute: a.mjs\n',
      'id: local\nhooks:\n  execute: a.mjs\ncapabilities:\n  multi_turn: true\n  usage: true\n',
    ],
    [
      'fills an empty one',
      'capabilities: # later\nid: local\n',
      'capabilities: # later\n  multi_turn: true\n  usage: true\nid: local\n',
    ],
    [
      'works in braces',
      'id: local\ncapabilities: {calls: true}\n',
      'id: local\ncapabilities: {"usage": true, "multi_turn": true, calls: false}\n',
    ],
    ['works in empty braces', 'capabilities: {}\n', 'capabilities:\n  multi_turn: true\n  usage: true\n'],
    [
      'changes nothing that is so',
      'capabilities: {multi_turn: true, usage: true}\n',
      'capabilities: {multi_turn: true, usage: true}\n',
    ],
  ])('%s', (_name, before, after) => {
    expect(withCapabilities(before, 'local.yaml', seen)).toEqual({ ok: true, value: after });
  });

  it('refuses a file that cannot be read, and one that shares its capabilities', () => {
    expect(withCapabilities('id: [\n', 'local.yaml', seen).ok).toBe(false);
    const shared = 'x: &c\n  calls: true\ncapabilities: *c\n';
    expect(withCapabilities(shared, 'local.yaml', seen)).toMatchObject({
      ok: false,
      error: { remedy: expect.stringContaining('by hand') },
    });
  });
});
