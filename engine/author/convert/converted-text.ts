import { isDeepStrictEqual } from 'node:util';
import { isMap, Lexer, parseDocument } from 'yaml';
import { ok, type Result, refuse } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import { parseYaml } from '../../workspace/yaml-document';
import { yamlFragment, yamlStyleOf } from '../../workspace/yaml-fragment';

/**
 * The text of a profile with some of its keys taken out and others put in at its end. Everything else stays byte for byte,
 * and of what is taken out the comments.
 * @param file name for messages.
 */
export function withKeysReplaced(
  text: string,
  file: string,
  removed: readonly string[],
  added: Readonly<Record<string, unknown>>,
): Result<string> {
  const before = asRecord(parseYaml(text, file).value);
  if (!before) return refuse(`${file} is not a profile`, 'Write its fields first.');
  const kept = Object.entries(before).filter(([key]) => !removed.includes(key) && !Object.hasOwn(added, key));
  const expected = { ...Object.fromEntries(kept), ...added };
  // Whatever the style of the file is: what is written must read back as meant, and as nothing else.
  for (const edit of [byLines, byDocument]) {
    const edited = edit(text, before, [...removed, ...Object.keys(added)], added);
    if (edited === undefined) continue;
    const { value, syntaxProblems } = parseYaml(edited, file);
    if (syntaxProblems.length === 0 && isDeepStrictEqual(value, expected)) return ok(edited);
  }
  return refuse(
    `${file} is written in a way that cannot be edited safely`,
    'Write its keys in block style, without anchors and merges.',
  );
}

type Edit = (
  text: string,
  before: Record<string, unknown>,
  removed: readonly string[],
  added: Readonly<Record<string, unknown>>,
) => string | undefined;

/** Takes out whole lines, which works where each key begins a line of its own. */
const byLines: Edit = (text, before, removed, added) => {
  const { rangeOf } = parseYaml(text, '');
  const starts: { key: string; at: number }[] = [];
  for (const key of Object.keys(before)) {
    const { start } = rangeOf([key], 'key');
    const at = Math.max(text.lastIndexOf('\n', start - 1) + 1, text.startsWith('\uFEFF') ? 1 : 0);
    if (text.slice(at, start).trim() !== '') return undefined;
    starts.push({ key, at });
  }
  starts.sort((a, b) => a.at - b.at);
  const [first] = starts;
  if (!first) return undefined;
  const style = yamlStyleOf([text]);
  const comments = commentsIn(text);
  let edited = text.slice(0, first.at);
  for (const [index, { key, at }] of starts.entries()) {
    const end = starts[index + 1]?.at ?? text.length;
    if (!removed.includes(key)) edited += text.slice(at, end);
    else
      for (const comment of comments) if (comment.at >= at && comment.at < end) edited += `${comment.text}${style.eol}`;
  }
  const head = edited === '' || edited.endsWith('\n') ? edited : `${edited}${style.eol}`;
  return `${head}${yamlFragment(added, style).replaceAll('\n', style.eol)}${style.eol}`;
};

/** Every comment of a YAML text, with its offset. */
function commentsIn(text: string): { at: number; text: string }[] {
  const comments: { at: number; text: string }[] = [];
  let at = 0;
  let scalar = false;
  for (const token of new Lexer().lex(text)) {
    // Control characters of the lexer are not in the text; after the last of them comes the source of a scalar.
    if (token === '\u0002' || token === '\u0018' || token === '\u001f') {
      scalar = token === '\u001f';
      continue;
    }
    if (!scalar && token.startsWith('#')) comments.push({ at, text: token.trimEnd() });
    scalar = false;
    at += token.length;
  }
  return comments;
}

/** For a mapping in braces, and whatever else the lines do not show. */
const byDocument: Edit = (text, _before, removed, added) => {
  const document = parseDocument(text);
  if (!isMap(document.contents)) return undefined;
  for (const key of removed) document.delete(key);
  for (const [key, value] of Object.entries(added)) document.set(key, document.createNode(value));
  try {
    return document.toString({ lineWidth: 0, flowCollectionPadding: false });
  } catch {
    return undefined; // an anchor that is still referred to was in what is taken out
  }
};
