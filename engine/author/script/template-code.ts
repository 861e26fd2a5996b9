import type { JsonTemplate, Slot, TextTemplate } from '../draft';
import { takenValue } from './fragments/kept';
import type { ScriptParts } from './script-parts';
import { bracketed, objectKey, quote, templatePart } from './source-text';

/** How slots are written: `goal` is the name of the variable with the goal. */
export interface TemplateContext {
  script: ScriptParts;
  goal: string;
  /** The variable with the id of a job, where there is one: the slot `taken: 'job'`. */
  job?: string;
  /** A request before the turns: there are no earlier messages. */
  step?: true;
}

/** Whether a template is the conversation slot and nothing else: then its field is left out while there is no handle. */
export function isConversation(template: TextTemplate): boolean {
  const parts = template.filter((part) => part !== '');
  const [only] = parts;
  return parts.length === 1 && typeof only === 'object' && 'slot' in only && only.slot === 'conversation';
}

/** Whether a slot of this name is in a template. */
export function hasSlot(template: TextTemplate, name: 'goal' | 'conversation'): boolean {
  return template.some((part) => typeof part === 'object' && 'slot' in part && part.slot === name);
}

/** An expression for a text with slots: a literal, a variable, or a template literal. */
export function textCode(template: TextTemplate, context: TemplateContext): string {
  return joinParts(template, (slot) => slotCode(slot, context));
}

/**
 * An expression for a URL: what slots bring is percent-encoded. A variable is not: it was a part of the URL as it was
 * given, so it has whatever escapes it needs; it may also be the beginning of the URL.
 */
export function urlCode(template: TextTemplate, context: TemplateContext): string {
  const parts = template.filter((part) => part !== '');
  return joinParts(parts, (slot) => {
    const code = slotCode(slot, context);
    if ('env' in slot) return code;
    if ('slot' in slot && slot.slot === 'conversation') return `encodeURIComponent(${code} ?? '')`;
    return `encodeURIComponent(${code})`;
  });
}

/** An expression for a JSON value with slots. */
export function jsonCode(value: JsonTemplate, context: TemplateContext, indent: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if ('text' in value) {
    const code = textCode(value.text, context);
    return value.else !== undefined && isConversation(value.text) ? `${code} ?? ${quote(value.else)}` : code;
  }
  const inner = indent + 2;
  if ('list' in value)
    return bracketed(
      '[',
      value.list.map((item) => jsonCode(item, context, inner)),
      ']',
      indent,
    );
  if ('fields' in value) {
    const fields = value.fields.map(([name, field]) => {
      const code = jsonCode(field, context, inner);
      const key = objectKey(name);
      return key === code && (code === 'goal' || code === 'conversation') ? key : `${key}: ${code}`;
    });
    return bracketed('{', fields, '}', indent);
  }
  const first = value.history.first.map((message) => jsonCode(message, context, inner));
  const rest = context.step ? [jsonCode(value.history.turn, context, inner)] : ['...history', 'turn'];
  return bracketed('[', [...first, ...rest], ']', indent);
}

/** Declares the variable `conversation` in a script. */
export function useConversation(script: ScriptParts): void {
  script.constants('const conversation = process.env.ROOK_CONVERSATION || undefined; // none on the first turn');
}

function slotCode(slot: Slot, { script, goal, job }: TemplateContext): string {
  if ('env' in slot) return script.variable(slot.env);
  if ('taken' in slot) {
    if (slot.taken === 'job' && job !== undefined) return job;
    script.use(takenValue);
    return `taken(${quote(slot.taken)})`;
  }
  switch (slot.slot) {
    case 'goal':
      return goal;
    case 'conversation':
      useConversation(script);
      return 'conversation';
    case 'session':
      return 'process.env.ROOK_SESSION';
    default:
      throw slot satisfies never;
  }
}

function joinParts(template: TextTemplate, code: (slot: Slot, index: number) => string): string {
  const parts = template.filter((part) => part !== '');
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return code(only, 0);
  if (parts.every((part) => typeof part === 'string')) return quote(parts.join(''));
  const texts: string[] = [];
  let literal = '';
  const flush = (): void => {
    // Escaped as one text: a `$` at the end of one part and a `{` at the start of the next belong together.
    texts.push(templatePart(literal));
    literal = '';
  };
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      literal += part;
      continue;
    }
    flush();
    const expression = code(part, index);
    texts.push(`\${${expression === 'conversation' ? `conversation ?? ''` : expression}}`);
  }
  flush();
  return `\`${texts.join('')}\``;
}
