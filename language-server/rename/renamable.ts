import { dirname } from 'node:path';
import type { RenamedThing } from '../../engine/workspace/edits/renamed-thing';
import { valueAt } from '../../engine/workspace/edits/value-at';
import { reference } from '../../engine/workspace/needed-variables';
import { asRecord, firstText } from '../../engine/workspace/plain-value';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { YamlDocument } from '../../engine/workspace/yaml-document';
import type { DocumentPath } from '../../schemas/criterion';
import type { TextRange } from '../../schemas/problem';
import type { RookDocument } from '../documents/rook-document';

/** A name in a document that can be changed, and where it stands. */
export interface Renamable {
  thing: RenamedThing;
  range: TextRange;
}

/** The name at an offset; undefined when nothing there can be renamed. */
export function renamableAt(document: RookDocument, offset: number, context: RuleContext): Renamable | undefined {
  const { file, text } = document;
  const all =
    'reading' in document ? namesIn(file, document.reading.document) : scriptNames(file, text.getText(), context);
  return all.find(({ range }) => range.start <= offset && offset <= range.end);
}

function namesIn(file: RookFile, yaml: YamlDocument): Renamable[] {
  switch (file.kind) {
    case 'profile':
      return [...ownId(file.kind, file.agentDir, yaml), ...variables(yaml, file.workspaceRoot)];
    case 'scenario': {
      const feature = at(yaml, ['feature_id'], (name) => ({ kind: 'feature', name, agentDir: file.agentDir }));
      return [...ownId(file.kind, file.agentDir, yaml), ...feature, ...criteria(yaml, file.path)];
    }
    case 'feature':
      return ownId(file.kind, file.agentDir, yaml);
    case 'active-profile': {
      const name = yaml.text.trim();
      const start = yaml.text.length - yaml.text.trimStart().length;
      const range = { start, end: start + name.length };
      return name === '' ? [] : [{ thing: { kind: 'profile', name, agentDir: file.agentDir }, range }];
    }
    case 'agent': {
      const projectDir = dirname(dirname(file.agentDir));
      return id(yaml, (name) => ({ kind: 'agent', name, file: file.path, projectDir }));
    }
    case 'project':
      return id(yaml, (name) => ({ kind: 'project', name, file: file.path, workspaceRoot: file.workspaceRoot }));
    default:
      return [];
  }
}

function ownId(kind: 'profile' | 'scenario' | 'feature', agentDir: string, yaml: YamlDocument): Renamable[] {
  return id(yaml, (name) => ({ kind, name, agentDir }));
}

/** `local_id` is the id where both are there. */
function id(yaml: YamlDocument, thing: (name: string) => RenamedThing): Renamable[] {
  const local = firstText(asRecord(yaml.value)?.local_id) !== undefined;
  return at(yaml, [local ? 'local_id' : 'id'], thing);
}

function criteria(yaml: YamlDocument, file: string): Renamable[] {
  return [['acceptance_criteria'], ['expectation', 'acceptance_criteria']].flatMap((list) => {
    const entries = valueAt(yaml.value, list);
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((_, index) =>
      at(yaml, [...list, index, 'id'], (name) => ({ kind: 'criterion', name, file, list, index })),
    );
  });
}

function variables(yaml: YamlDocument, workspaceRoot: string): Renamable[] {
  const profile = asRecord(yaml.value);
  const thing = (name: string): RenamedThing => ({ kind: 'variable', name, workspaceRoot });
  const declared = (Array.isArray(profile?.env) ? profile.env : []).flatMap((_: unknown, index) =>
    at(yaml, ['env', index, 'variable'], thing),
  );
  const fixed = Object.keys(asRecord(profile?.hook_env) ?? {}).flatMap((key): Renamable[] => {
    const range = yaml.rangeOf(['hook_env', key], 'key');
    const value = yaml.rangeOf(['hook_env', key]);
    const references = [...yaml.text.slice(value.start, value.end).matchAll(reference)].map(
      ({ index, 1: name = '' }) => {
        const start = value.start + index + 2;
        return { thing: thing(name), range: { start, end: start + name.length } };
      },
    );
    return [{ thing: thing(key), range: withoutQuotes(yaml.text, range) }, ...references];
  });
  return [...declared, ...fixed];
}

/** The scalar at a path, when it is a text. */
function at(yaml: YamlDocument, path: DocumentPath, thing: (name: string) => RenamedThing): Renamable[] {
  const name = valueAt(yaml.value, path);
  if (typeof name !== 'string' || name === '') return [];
  const range = withoutQuotes(yaml.text, yaml.rangeOf(path));
  // What comes through an alias, or as a block, does not stand here as it is.
  return yaml.text.slice(range.start, range.end) === name ? [{ thing: thing(name), range }] : [];
}

function withoutQuotes(text: string, { start, end }: TextRange): TextRange {
  const isQuoted = /^(["']).*\1$/s.test(text.slice(start, end));
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

function scriptNames(file: RookFile, text: string, { analyse }: RuleContext): Renamable[] {
  if (file.kind !== 'script') return [];
  const { workspaceRoot, path } = file;
  return (analyse?.(text, { path }).facts?.env ?? []).map(({ name, range }) => ({
    thing: { kind: 'variable', name, workspaceRoot },
    range: withoutQuotes(text, range),
  }));
}
