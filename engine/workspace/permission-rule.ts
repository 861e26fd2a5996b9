import { runPhases } from '../../schemas/phase';
import { ok, type Result, refuse } from '../../schemas/result';
import { misspeltName, nearestName } from './nearest-name';
import { fixedPart, literalGlob, matchesGlob } from './permission-glob';

/** What a rule may be limited to: a phase of a run, or authoring. */
export const rulePhases = [...runPhases, 'author'] as const;
export type RulePhase = (typeof rulePhases)[number];

/** What is decided by rules here. A misspelt one would allow, or forbid, nothing; rules about other things belong to others. */
export const ruleTools: readonly string[] = [
  'bash',
  'list_files',
  'list_outputs',
  'mcp_call',
  'mcp_start',
  'probe',
  'read_file',
  'run',
];

/** `tool(subject)` with an optional `@phase`. `*` in tool and subject stands for anything. */
export interface Rule {
  tool: string;
  subject: string;
  phase?: RulePhase;
  /** As it was written. */
  text: string;
}

/** Something that is about to be done, and that rules decide on. */
export interface ToolRequest {
  tool: string;
  subject: string;
  phase: RulePhase;
  /** Folders that the subject lies in, from near to far, `.` being the workspace: a rule for one of them covers it. */
  within?: string[];
}

const form =
  'Rules are written tool(subject), for example mcp_call(billing.lookup), mcp_start(*) or read_file(.)@judge.';

/** Reads a rule. A refusal names the position, counted from 1, at which it cannot be read. */
export function parseRule(text: string): Result<Rule> {
  const at = (index: number, what: string, remedy = form) =>
    refuse(`the rule ${JSON.stringify(text)} cannot be read at position ${index + 1}: ${what}`, remedy);
  const tool = /^[A-Za-z_*][\w*]*/.exec(text)?.[0];
  if (tool === undefined) {
    if (text === '') return at(0, 'it is empty');
    return at(0, text.startsWith('(') ? 'the tool is missing before (' : `a tool cannot begin with ${quoted(text[0])}`);
  }
  if (text[tool.length] !== '(') {
    if (text.length === tool.length) return at(tool.length, '( is missing', `For all of it write ${tool}(*). ${form}`);
    return at(tool.length, `( was expected, found ${quoted(text[tool.length])}`);
  }
  const meant = ruleTools.includes(tool) ? undefined : misspeltName(tool, ruleTools);
  if (meant) return at(0, `there is no tool ${tool}; did you mean ${meant}?`, `The tools are ${ruleTools.join(', ')}.`);
  const close = text.lastIndexOf(')');
  if (close < tool.length) return at(text.length, ') is missing');
  const subject = text.slice(tool.length + 1, close);
  if (subject === '') return at(close, 'the subject is empty', `For all of it write ${tool}(*). ${form}`);
  const control = /[\0-\u001f\u007f]/.exec(subject);
  if (control) return at(tool.length + 1 + control.index, 'a subject is one line of text');
  const rest = text.slice(close + 1);
  if (rest === '') return ok({ tool, subject, text });
  if (!rest.startsWith('@'))
    return at(close + 1, `the rule should end here, or go on with @phase, found ${quoted(rest)}`);
  const name = rest.slice(1);
  const phase = rulePhases.find((one) => one === name);
  if (phase) return ok({ tool, subject, phase, text });
  const near = nearestName(name, rulePhases);
  const found =
    name === '' ? 'a phase is missing after @' : `there is no phase ${name}${near ? `; did you mean ${near}?` : ''}`;
  return at(close + 2, found, `The phases are ${rulePhases.join(', ')}.`);
}

/** Reads rules; the first that cannot be read is refused. */
export function parseRules(texts: readonly string[]): Result<Rule[]> {
  const rules: Rule[] = [];
  for (const text of texts) {
    const rule = parseRule(text);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok(rules);
}

/** Whether a rule is about a request. */
export function covers(rule: Rule, { tool, subject, phase, within = [] }: ToolRequest): boolean {
  return (
    (rule.phase === undefined || rule.phase === phase) &&
    matchesGlob(rule.tool, tool) &&
    [subject, ...within].some((name) => matchesGlob(rule.subject, name))
  );
}

/** The rule that covers exactly this tool and subject, as a person would write it. */
export function exactRule({ tool, subject }: Pick<ToolRequest, 'tool' | 'subject'>): string {
  return `${tool}(${literalGlob(subject)})`;
}

/** Positive when `a` says more exactly what it is about than `b`: no star before a star, more text before less, a phase before none. */
export function compareSpecificity(a: Rule, b: Rule): number {
  const left = weight(a);
  const right = weight(b);
  return left.exact - right.exact || left.characters - right.characters || left.phase - right.phase;
}

function weight(rule: Rule): { exact: number; characters: number; phase: number } {
  const tool = fixedPart(rule.tool);
  const subject = fixedPart(rule.subject);
  return {
    exact: Number(tool.exact && subject.exact),
    characters: tool.characters + subject.characters,
    phase: Number(rule.phase !== undefined),
  };
}

function quoted(text: string | undefined): string {
  return JSON.stringify(text?.slice(0, 20) ?? '');
}
