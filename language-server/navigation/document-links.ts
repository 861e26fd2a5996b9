import { join } from 'node:path';
import type { DocumentLink } from 'vscode-languageserver/node';
import { asRecord } from '../../engine/workspace/plain-value';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { resolveScript } from '../../engine/workspace/script-path';
import type { DocumentPath } from '../../schemas/criterion';
import { hookPhases } from '../../schemas/phase';
import { uriOf } from '../documents/file-uri';
import { type RookDocument, toRange } from '../documents/rook-document';

/** The files that a profile or a scenario names and that are there: scripts, schemas, attachments. */
export function documentLinks(document: RookDocument, { files }: RuleContext): DocumentLink[] {
  const { file, text } = document;
  if ((document.kind !== 'profile' && document.kind !== 'scenario') || !('agentDir' in file)) return [];
  const { agentDir, workspaceRoot } = file;
  const { document: yaml } = document.reading;
  const exists = (path: string): boolean => files.isFile(path);
  const written = document.kind === 'profile' ? hookPaths(yaml.value) : scenarioPaths(yaml.value);
  const seen = new Set<number>();
  return written.flatMap(({ path, value, fromRoot }): DocumentLink[] => {
    const target = fromRoot
      ? [join(workspaceRoot, value)].find(exists)
      : resolveScript(value, agentDir, workspaceRoot, exists).resolved;
    const { start, end } = yaml.rangeOf(path);
    const word = yaml.text.slice(start, end);
    const quoted = /^(["']).*\1$/.test(word);
    // What an alias stands for is one link.
    if (target === undefined || word.includes('\n') || seen.has(start)) return [];
    seen.add(start);
    const range = quoted ? { start: start + 1, end: end - 1 } : { start, end };
    return [{ range: toRange(text, range), target: uriOf(target) }];
  });
}

interface WrittenPath {
  path: DocumentPath;
  value: string;
  /** Relative to the workspace's root alone. */
  fromRoot?: true;
}

function hookPaths(value: unknown): WrittenPath[] {
  const hooks = asRecord(asRecord(value)?.hooks) ?? {};
  return hookPhases.flatMap((phase): WrittenPath[] => {
    const hook = hooks[phase];
    if (typeof hook === 'string') return [{ path: ['hooks', phase], value: hook }];
    const script = asRecord(hook)?.script;
    return typeof script === 'string' ? [{ path: ['hooks', phase, 'script'], value: script }] : [];
  });
}

function scenarioPaths(value: unknown): WrittenPath[] {
  const raw = asRecord(value);
  const criteria = [
    { base: ['acceptance_criteria'], list: raw?.acceptance_criteria },
    { base: ['expectation', 'acceptance_criteria'], list: asRecord(raw?.expectation)?.acceptance_criteria },
  ];
  const attachments = [
    { base: ['attachments'], list: raw?.attachments },
    { base: ['input', 'attachments'], list: asRecord(raw?.input)?.attachments },
  ];
  return [
    ...entriesOf(criteria).flatMap(({ path, entry }) =>
      ['script', 'schema_file'].flatMap((key): WrittenPath[] => {
        const named = asRecord(entry)?.[key];
        return typeof named === 'string' ? [{ path: [...path, key], value: named }] : [];
      }),
    ),
    ...entriesOf(attachments).flatMap(({ path, entry }): WrittenPath[] =>
      typeof entry === 'string' ? [{ path, value: entry, fromRoot: true }] : [],
    ),
  ];
}

function entriesOf(lists: { base: DocumentPath; list: unknown }[]): { path: DocumentPath; entry: unknown }[] {
  return lists.flatMap(({ base, list }) =>
    Array.isArray(list) ? list.map((entry: unknown, index) => ({ path: [...base, index], entry })) : [],
  );
}
