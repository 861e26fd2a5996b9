import { dirname, join } from 'node:path';
import type { DocumentPath } from '../../../schemas/criterion';
import { ok, type Result, refuse } from '../../../schemas/result';
import { isEnvName } from '../env-store';
import type { Mention } from '../hook-contract/finding';
import { agentLayout } from '../layout';
import { asRecord } from '../plain-value';
import { yamlNames } from '../rules/agent-snapshot';
import { agentDirs } from '../rules/script-usages';
import { findHookScripts } from '../script-path';
import { parseYaml, type YamlDocument } from '../yaml-document';
import type { FileEdit } from './file-edit';
import type { RenamedThing, RenameWorld } from './renamed-thing';
import { renameKey, setValue } from './set-value';
import type { TextChange } from './text-change';

/**
 * Another name for an environment variable, in every profile of the workspace and every script that they run: values are kept
 * for the workspace, not for a profile (behaviour §1). A value that is kept under the old name has to be set anew.
 * @returns refused for a name that is none, is Rook's, or is in use, and when a script speaks of the variable in a way that
 * cannot be renamed for sure
 */
export function renameVariable(
  { name: from, workspaceRoot }: Extract<RenamedThing, { kind: 'variable' }>,
  to: string,
  world: RenameWorld,
): Result<FileEdit[]> {
  if (!isEnvName(to)) return refuse(`${to} is no name of a variable`, 'Use letters, digits and _, such as API_TOKEN.');
  if (to.startsWith('ROOK_') || from.startsWith('ROOK_'))
    return refuse('names that begin with ROOK_ are what Rook sets', 'Choose a name of your own.');
  if (!world.analyse) return refuse('the hook scripts are not read yet', 'Try it again in a moment.');
  const edits: FileEdit[] = [];
  const scripts = new Set<string>();
  for (const agentDir of agentDirs(world.files, workspaceRoot)) {
    const { profilesDir } = agentLayout(agentDir);
    for (const file of profileFiles(profilesDir, world)) {
      const text = world.textOf(file);
      if (text === undefined) continue;
      const document = parseYaml(text, file);
      for (const script of findHookScripts(
        document.value,
        agentDir,
        workspaceRoot,
        world.files.isFile.bind(world.files),
      ).found)
        scripts.add(script);
      const profile = inProfile(document, from, to);
      if (!profile.ok) return profile;
      if (profile.value.length > 0) edits.push({ kind: 'change', file, changes: profile.value });
    }
  }
  for (const script of scripts) {
    const read = inScript(script, from, to, world, scripts);
    if (!read.ok) return read;
    if (read.value.length > 0) edits.push({ kind: 'change', file: script, changes: read.value });
  }
  return ok(edits);
}

function profileFiles(profilesDir: string, { files }: RenameWorld): string[] {
  return yamlNames(files, profilesDir).flatMap((name) =>
    ['.yaml', '.yml'].map((ending) => join(profilesDir, name + ending)).filter((file) => files.isFile(file)),
  );
}

/** Under `env`, as a key of `hook_env`, and in the references of its values. */
function inProfile(document: YamlDocument, from: string, to: string): Result<TextChange[]> {
  const profile = asRecord(document.value);
  if (!profile || !document.text.includes(from)) return ok([]);
  const env: unknown[] = Array.isArray(profile.env) ? profile.env : [];
  const fixed = asRecord(profile.hook_env) ?? {};
  const isDeclared = (name: string): boolean =>
    env.some((entry) => asRecord(entry)?.variable === name) || name in fixed;
  const paths: { path: DocumentPath; value: string }[] = [
    ...env.flatMap((entry, index) =>
      asRecord(entry)?.variable === from ? [{ path: ['env', index, 'variable'], value: to }] : [],
    ),
    ...Object.entries(fixed).flatMap(([key, value]) =>
      typeof value === 'string' && value.includes(`\${${from}}`)
        ? [{ path: ['hook_env', key], value: value.replaceAll(`\${${from}}`, `\${${to}}`) }]
        : [],
    ),
  ];
  const edits = [
    ...paths.map(({ path, value }) => setValue(document, path, value)),
    ...(from in fixed ? [renameKey(document, ['hook_env', from], to)] : []),
  ];
  if (edits.length > 0 && isDeclared(to))
    return refuse(`${document.file} names ${to} already`, 'Choose another name.', { file: document.file });
  const changes: TextChange[] = [];
  for (const edit of edits) {
    if (!edit.ok) return edit;
    changes.push(...edit.value);
  }
  return ok(changes);
}

/**
 * Where a script reads the variable. Any other mention of the name, outside of comments, might read it as well: then nothing is
 * renamed, since a half of it would be worse.
 * @param scripts gets the files that this one imports.
 */
function inScript(
  file: string,
  from: string,
  to: string,
  { textOf, analyse, files }: RenameWorld,
  scripts: Set<string>,
): Result<TextChange[]> {
  const text = textOf(file);
  if (text === undefined || !analyse) return ok([]);
  const { facts } = analyse(text, { path: file });
  for (const { name } of facts?.imports ?? []) {
    const imported = join(dirname(file), name);
    if (files.isFile(imported)) scripts.add(imported);
  }
  const mentions = (facts?.env ?? []).filter(({ name }) => name === from);
  const changes = mentions.map((mention) => ({ mention, change: replaced(text, mention, from, to) }));
  const unsure = changes.find(({ change }) => !change)?.mention.range.start ?? strayMention(text, from, mentions);
  if (unsure !== undefined) {
    const line = text.slice(0, unsure).split('\n').length;
    const message = `${file}:${line} speaks of ${from} in a way that cannot be renamed for sure`;
    return refuse(message, 'Rename it there by hand first.', { file, line });
  }
  const own = changes.flatMap(({ change }) => change ?? []);
  const unique = own.filter(({ range }, index) => own.findIndex((one) => one.range.start === range.start) === index);
  if (unique.length > 0 && facts?.env.some(({ name }) => name === to))
    return refuse(`${file} reads ${to} already`, 'Choose another name.', { file });
  return ok(unique);
}

/** The change of one mention: `env.NAME`, `env['NAME']`, and the key of a pattern, whose own variable keeps its name. */
function replaced(text: string, { range }: Mention, from: string, to: string): TextChange | undefined {
  const written = text.slice(range.start, range.end);
  const quoted = /^(['"`])(\w+)\1$/.exec(written)?.[2];
  if (quoted === from) return { range: { start: range.start + 1, end: range.end - 1 }, text: to };
  if (written !== from) return undefined;
  const before = text.slice(0, range.start).trimEnd();
  const isKey = !before.endsWith('.') && !/^\s*:/.test(text.slice(range.end));
  return { range, text: isKey ? `${to}: ${from}` : to };
}

/** Offset of the name where it is not one of the mentions, nor in a line of comment, nor the variable of a pattern. */
function strayMention(text: string, name: string, mentions: readonly Mention[]): number | undefined {
  const isRead = (at: number): boolean => mentions.some(({ range }) => range.start <= at && at < range.end);
  for (const { index } of text.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))) {
    const line = text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
    const isComment = /^\s*(?:\/\/|\/?\*|#)/.test(line) || /\s\/\/ /.test(line);
    const isInText = /['"`]$/.test(line) || /env\s*\.\s*$|env\s*\[\s*['"`]?$/.test(line);
    // An identifier of the script itself, as a pattern makes one, is not read from the environment by its name.
    if (!isRead(index) && !isComment && (isInText || mentions.length === 0)) return index;
  }
  return undefined;
}
