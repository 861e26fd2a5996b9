import { basename, dirname, extname, join } from 'node:path';
import { withCapabilities } from '../../engine/workspace/declare-capabilities';
import type { Fix } from '../../engine/workspace/edits/file-edit';
import { removeEntry } from '../../engine/workspace/edits/remove-entry';
import { setValue } from '../../engine/workspace/edits/set-value';
import { changeBetween } from '../../engine/workspace/edits/text-change';
import { valueAt } from '../../engine/workspace/edits/value-at';
import { withExcluded } from '../../engine/workspace/excluded';
import { asRecord, firstText } from '../../engine/workspace/plain-value';
import { fileOfActiveProfile } from '../../engine/workspace/rules/agent-snapshot';
import type { DocumentPath } from '../../schemas/criterion';
import { ok } from '../../schemas/result';
import { changeOf, type Fixer, type FixSubject, inDocument } from './fix-subject';

/** An id that is not the name of its file: one of the two takes the other's. */
export const agreeOnId: Fixer = ({ path }, subject) => {
  const { file, yaml, context } = subject;
  const id = yaml && valueAt(yaml.value, path);
  if (!yaml || typeof id !== 'string') return [];
  const ending = extname(file.path);
  const name = basename(file.path, ending);
  const renamed = join(dirname(file.path), id + ending);
  const isFree = /^[\w.-]+$/.test(id) && !context.files.isFile(renamed);
  return [
    inDocument(subject, `Set the id to ${name}`, setValue(yaml, path, name), { sure: !isFree }),
    isFree
      ? { title: `Rename the file to ${id}${ending}`, edits: [{ kind: 'rename', from: file.path, to: renamed }] }
      : undefined,
  ];
};

/** Two files, or two criteria, with one id: the next one that is free. */
export const nextFreeId: Fixer = ({ code, path }, subject) => {
  const { file, yaml, context } = subject;
  if (!yaml) return [];
  if (code === 'duplicate-criterion') return [freeCriterionId(subject, path)];
  if (file.kind !== 'scenario' && file.kind !== 'feature' && file.kind !== 'profile') return [];
  const ending = extname(file.path);
  const names = context.files.names(dirname(file.path)).map((name) => name.replace(/\.ya?ml$/, ''));
  const record = asRecord(yaml.value);
  const key = firstText(record?.local_id) === undefined ? 'id' : 'local_id';
  const own = firstText(record?.local_id, record?.id);
  const id = successor(own ?? basename(file.path, ending), names);
  const edit = own === undefined ? ok([]) : setValue(yaml, [key], id);
  if (!edit.ok) return [];
  const edits: Fix['edits'] = [
    ...(edit.value.length > 0 ? [changeOf(file.path, edit.value)] : []),
    { kind: 'rename', from: file.path, to: join(dirname(file.path), id + ending) },
  ];
  return [{ title: `Make it ${id}, the next free id, and rename the file`, edits }];
};

function freeCriterionId(subject: FixSubject, path: DocumentPath): Fix | undefined {
  const { yaml } = subject;
  if (!yaml) return undefined;
  const list = valueAt(yaml.value, path.slice(0, -2));
  const own = valueAt(yaml.value, path);
  if (!Array.isArray(list) || typeof own !== 'string') return undefined;
  // Criteria without an id have that of their position.
  const taken = list.map((entry: unknown, index) => firstText(asRecord(entry)?.id) ?? `C${index + 1}`);
  const id = successor(own, taken);
  return inDocument(subject, `Change to ${id}, the next free id`, setValue(yaml, path, id));
}

/** The id that goes on counting, with as many digits; `-2` and so on after one without a number. */
export function successor(id: string, taken: readonly string[]): string {
  const [, prefix = '', digits] = /^(.*?)(\d{1,9})$/.exec(id) ?? [];
  const start = digits === undefined ? 2 : Number(digits) + 1;
  for (let number = start; ; number++) {
    const next = digits === undefined ? `${id}-${number}` : prefix + String(number).padStart(digits.length, '0');
    if (!taken.includes(next)) return next;
  }
}

/** A text that is forbidden and required at once. */
export const allowRequired: Fixer = ({ message }, subject) => {
  const { yaml } = subject;
  const quoted = /forbidden ("(?:[^"\\]|\\.)*"): no answer/.exec(message)?.[1];
  if (quoted === undefined || !yaml) return [];
  const text: unknown = JSON.parse(quoted);
  return [['forbidden'], ['expectation', 'forbidden']].flatMap((path) => {
    const list: unknown = valueAt(yaml.value, path);
    const index = Array.isArray(list) ? list.indexOf(text) : -1;
    return index < 0
      ? []
      : [inDocument(subject, `Remove ${quoted} from forbidden`, removeEntry(yaml, [...path, index]))];
  });
};

/** `called` with arguments, which only called_with looks at. */
export const lookAtArguments: Fixer = ({ path }, subject) => {
  const { yaml } = subject;
  const owner = path.slice(0, -1);
  if (!yaml || path.at(-1) !== 'arguments') return [];
  const entry = asRecord(valueAt(yaml.value, owner));
  const key = entry?.check === 'called' ? 'check' : 'expect';
  const edit = setValue(yaml, [...owner, key], 'called_with', 'tool');
  return [
    inDocument(subject, `Change to ${key}: called_with`, edit, { sure: true }),
    inDocument(subject, 'Remove the arguments', removeEntry(yaml, path)),
  ];
};

/** A class that the category is not of: "Set class: <class>, or …" */
export const classOfCategory: Fixer = ({ remedy }, subject) => {
  const name = /^Set class: (\w+)/.exec(remedy ?? '')?.[1];
  if (name === undefined || !subject.yaml) return [];
  return [inDocument(subject, `Set class: ${name}`, setValue(subject.yaml, ['class'], name))];
};

/** Fewer turns than the messages need: "Set max_turns to <n> or more." */
export const enoughTurns: Fixer = ({ path, remedy }, subject) => {
  const turns = Number(/^Set max_turns to (\d+)/.exec(remedy ?? '')?.[1]);
  if (!Number.isInteger(turns) || !subject.yaml) return [];
  return [inDocument(subject, `Set max_turns: ${turns}`, setValue(subject.yaml, path, turns), { sure: true })];
};

/** In double quotes `\b` is a backspace; in single quotes it stays what it is in a pattern. */
export const singleQuotes: Fixer = ({ path }, subject) => {
  const pattern = subject.yaml && valueAt(subject.yaml.value, path);
  if (typeof pattern !== 'string' || !subject.yaml) return [];
  const edit = setValue(subject.yaml, path, pattern.replaceAll('\b', '\\b'));
  return [inDocument(subject, 'Write \\b, a word boundary', edit, { sure: true })];
};

/** What the active profile does not observe, or cannot do: declared there, where the hooks can. */
export const declareCapability: Fixer = ({ message }, { file, context, textOf }) => {
  const name = /does not declare capabilities\.(multi_turn|calls|usage|attachments)/.exec(message)?.[1];
  const profile = 'agentDir' in file && fileOfActiveProfile(context.files, file.agentDir);
  const text = profile ? textOf(profile) : undefined;
  if (name === undefined || !profile || text === undefined) return [];
  const after = withCapabilities(text, profile, { [name]: true });
  const change = after.ok ? changeBetween(text, after.value) : undefined;
  const title = `Declare ${name}: true in ${basename(profile)} (only when its hooks return it)`;
  return change ? [{ title, edits: [changeOf(profile, [change])] }] : [];
};

/** Leaves a scenario out of runs, or takes it in again. */
export function toggleExcluded(subject: FixSubject): Fix | undefined {
  const { file, yaml, text } = subject;
  if (!yaml || file.kind !== 'scenario') return undefined;
  const excluded = asRecord(yaml.value)?.excluded !== true;
  const after = withExcluded(text, file.path, excluded);
  const change = after.ok ? changeBetween(text, after.value) : undefined;
  return inDocument(subject, excluded ? 'Exclude this scenario' : 'Include this scenario', change && ok([change]));
}
