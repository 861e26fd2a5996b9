import { describe, expect, it } from 'vitest';
import { withKeysReplaced } from '../../../engine/author/convert/converted-text';
import { parseYaml } from '../../../engine/workspace/yaml-document';

const removed = ['kind', 'invoke', 'verified'];
const added = { hooks: { execute: 'scripts/a.mjs' }, capabilities: { multi_turn: true } };

function replaced(text: string): string {
  const result = withKeysReplaced(text, 'a.yaml', removed, added);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const block = 'hooks:\n  execute: scripts/a.mjs\ncapabilities:\n  multi_turn: true\n';

describe('taking a recipe out of a profile', () => {
  it('leaves everything else byte for byte, and the comments of what is gone', () => {
    const text =
      '# head # one\nid:   a   # the id\nkind: http # over HTTP\n\n# how to ask\ninvoke:\n  # the address\n  url: "http://h/#top"\n  body: |\n    # no comment\nname: "A  #1" # mine\nown: [1,  2]\nverified: false\n# the end\n';
    expect(replaced(text)).toBe(
      `# head # one\nid:   a   # the id\n# over HTTP\n# how to ask\n# the address\nname: "A  #1" # mine\nown: [1,  2]\n# the end\n${block}`,
    );
  });

  it.each([
    ['CRLF', 'id: a\r\nkind: x\r\ninvoke: {}\r\n', `id: a\r\n${block.replaceAll('\n', '\r\n')}`],
    ['a byte order mark', '\uFEFFkind: x\ninvoke: {}\nid: a\n', `\uFEFFid: a\n${block}`],
    ['no line end at the end', 'kind: x\ninvoke: {}\nid: a', `id: a\n${block}`],
    ['several keys on no line of their own', '{id: a, kind: x, invoke: {}}', undefined],
    ['indents of the whole', '  id: a\n  kind: x\n  invoke: {}\n', undefined],
  ])('with %s', (_name, text, expected) => {
    const edited = replaced(text);
    if (expected !== undefined) expect(edited).toBe(expected);
    expect(parseYaml(edited, 'a.yaml').value).toEqual({ id: 'a', ...added });
  });

  it('refuses when what is kept refers to what goes', () => {
    const text = 'id: a\nkind: x\ninvoke: &i {url: h}\nkept: *i\n';
    expect(withKeysReplaced(text, 'a.yaml', removed, added).ok).toBe(false);
  });
});
