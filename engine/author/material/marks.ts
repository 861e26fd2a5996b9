import type { Slot, TextTemplate } from '../draft';

/**
 * Slots while the material is still text. A mark is a slot between two code points that no text may hold (Unicode
 * noncharacters), so that `{"a": "Bearer $TOKEN"}` can be read as JSON, as a URL or as a form with its slots in it, and
 * each stage of reading is text to text.
 */
const open = '\uFDD0';
const close = '\uFDD1';
const anyMark = new RegExp(`${open}([a-z]+):([^${close}]*)${close}`, 'g');

export const goalMark = `${open}slot:goal${close}`;
export const conversationMark = `${open}slot:conversation${close}`;
/** The conversation slot in JSON, of which the sample shows that it is an empty text while there is no handle. */
export const emptyConversationMark = `${open}slot:emptyconversation${close}`;
export const sessionMark = `${open}slot:session${close}`;

/** The mark of an environment variable. */
export function envMark(name: string): string {
  return `${open}env:${name}${close}`;
}

/** The mark of a value that an earlier step takes from its reply. */
export function takenMark(name: string): string {
  return `${open}taken:${name}${close}`;
}

/** Text that cannot be taken for marks: what the user gave is cleaned with this first. */
export function withoutMarks(text: string): string {
  return text.replace(/[\uFDD0\uFDD1]/g, '\uFFFD');
}

/** Whether the text has a slot in it. */
export function hasMarks(text: string): boolean {
  return text.includes(open);
}

/** Whether the goal is in the text. */
export function hasGoal(text: string): boolean {
  return text.includes(goalMark);
}

/** The name of the variable that the text is, and nothing else. */
export function loneVariable(text: string): string | undefined {
  const [only, ...others] = templateOf(text);
  return others.length === 0 && typeof only === 'object' && 'env' in only ? only.env : undefined;
}

/** The text with each variable replaced by what `replace` says; undefined leaves it. */
export function replaceVariables(text: string, replace: (name: string) => string | undefined): string {
  return text.replace(anyMark, (mark, kind: string, name: string) => (kind === 'env' ? (replace(name) ?? mark) : mark));
}

/** The template that a text with marks stands for; neighbouring texts are joined, empty ones left out. */
export function templateOf(text: string): TextTemplate {
  const parts: (string | Slot)[] = [];
  let from = 0;
  for (const mark of text.matchAll(anyMark)) {
    if (mark.index > from) parts.push(text.slice(from, mark.index));
    parts.push(slotOf(mark[1] ?? '', mark[2] ?? ''));
    from = mark.index + mark[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function slotOf(kind: string, name: string): Slot {
  if (kind === 'env') return { env: name };
  if (kind === 'taken') return { taken: name };
  if (name === 'emptyconversation') return { slot: 'conversation' };
  if (name === 'goal' || name === 'conversation' || name === 'session') return { slot: name };
  throw new Error(`no such slot: ${kind}:${name}`);
}

/** The text as people read it: `$NAME` for variables, `{goal}` for the goal. */
export function readable(text: string): string {
  return text.replace(anyMark, (_mark, kind: string, name: string) => (kind === 'env' ? `$${name}` : `{${name}}`));
}
