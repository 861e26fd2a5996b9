import { expect, test } from 'vitest';
import { escapeMarkdown } from '../../../extension/escape-markdown';

test.each([
  ['[Open](command:workbench.action.quit)', '\\[Open\\]\\(command\\:workbench\\.action\\.quit\\)'],
  ['<img src=x>', '\\<img src\\=x\\>'],
  ['![x](http://h/i.png)', '\\!\\[x\\]\\(http\\:\\/\\/h\\/i\\.png\\)'],
  ['`code` **bold** _it_', '\\`code\\` \\*\\*bold\\*\\* \\_it\\_'],
  ['# title\n- item', '\\# title\\\n\\- item'],
  ['    indented', '&nbsp;&nbsp;&nbsp;&nbsp;indented'],
  ['&lt;b&gt;', '\\&lt;b\\&gt;'],
  ['one\r\ntwo\n', 'one\\\ntwo'],
  ['plain words, and 25 EUR', 'plain words, and 25 EUR'],
])('%j', (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});
