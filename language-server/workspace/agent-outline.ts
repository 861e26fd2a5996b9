import { basename, join } from 'node:path';
import type { Range } from 'vscode-languageserver/node';
import { agentLayout } from '../../engine/workspace/layout';
import { reference } from '../../engine/workspace/needed-variables';
import { asRecord, firstText } from '../../engine/workspace/plain-value';
import type { Derivation, FileView } from '../../engine/workspace/rules/file-view';
import { parseYaml, type YamlDocument } from '../../engine/workspace/yaml-document';
import type { DocumentPath } from '../../schemas/criterion';

/** A name that stands in a file. */
export interface NamedPlace {
  name: string;
  range: Range;
}

/** What others may refer to in a scenario, and what it refers to; read from broken ones, too. */
export interface ScenarioOutline {
  /** The id it claims, else its file's name. Its place is where the id stands, else the first line. */
  id: NamedPlace;
  title: string;
  feature?: NamedPlace;
  tags: string[];
  /** Tools that calls and criteria name, `server.tool` when a server is named. */
  tools: (NamedPlace & { server?: string })[];
  /** MCP servers that calls, criteria and requirements name. */
  servers: NamedPlace[];
  /** Scripts of checks, as they are written. */
  scripts: NamedPlace[];
  criteria: (NamedPlace & { statement: string })[];
}

/** What others may refer to in a profile. */
export interface ProfileOutline {
  id: NamedPlace;
  title: string;
  /** Variables that it declares, and those that hook_env refers to. */
  variables: NamedPlace[];
}

export interface FeatureOutline {
  id: NamedPlace;
  title: string;
  /** Texts in its lists: ids of scenarios may be among them. */
  listed: NamedPlace[];
}

const scenario: Derivation<ScenarioOutline> = { of: scenarioOutline };
const profile: Derivation<ProfileOutline> = { of: profileOutline };
const feature: Derivation<FeatureOutline> = {
  of: (text, path) => {
    const document = parseYaml(text, path);
    const raw = asRecord(document.value) ?? {};
    const listed = Object.entries(raw).flatMap(([key, list]) =>
      (Array.isArray(list) ? list : []).flatMap((entry: unknown, index): NamedPlace[] =>
        typeof entry === 'string' ? [{ name: entry, range: rangeAt(document, [key, index]) }] : [],
      ),
    );
    return { id: idOf(document, path), title: firstText(raw.name) ?? '', listed };
  },
};

/** An outline with the file that it is of. */
export type InFile<T> = T & { file: string };

/** The scenarios of an agent, as they are saved. */
export function scenariosOf(files: FileView, agentDir: string): InFile<ScenarioOutline>[] {
  return outlines(files, agentLayout(agentDir).scenariosDir, scenario);
}

export function profilesOf(files: FileView, agentDir: string): InFile<ProfileOutline>[] {
  return outlines(files, agentLayout(agentDir).profilesDir, profile);
}

export function featuresOf(files: FileView, agentDir: string): InFile<FeatureOutline>[] {
  return outlines(files, agentLayout(agentDir).featuresDir, feature);
}

function outlines<T extends object>(files: FileView, folder: string, derivation: Derivation<T>): InFile<T>[] {
  return files
    .names(folder)
    .filter((name) => /^[^.].*\.ya?ml$/.test(name))
    .flatMap((name) => {
      const file = join(folder, name);
      const outline = files.derive(file, derivation);
      return outline ? [{ ...outline, file }] : [];
    });
}

function scenarioOutline(text: string, path: string): ScenarioOutline {
  const document = parseYaml(text, path);
  const raw = asRecord(document.value);
  const nested = asRecord(raw?.expectation);
  const lists = (field: string): { path: DocumentPath; entry: unknown }[] =>
    [
      { base: [field], list: raw?.[field] },
      { base: ['expectation', field], list: nested?.[field] },
    ].flatMap(({ base, list }) =>
      Array.isArray(list) ? list.map((entry: unknown, index) => ({ path: [...base, index], entry })) : [],
    );
  const criteria = lists('acceptance_criteria');
  const calls = [...criteria, ...lists('calls'), ...lists('mcp')];
  const named = (entries: typeof criteria, key: string): NamedPlace[] =>
    entries.flatMap(({ path, entry }) => {
      const name = firstText(asRecord(entry)?.[key]);
      return name === undefined ? [] : [{ name, range: rangeAt(document, [...path, key]) }];
    });
  const tools = calls.flatMap(({ path, entry }) => {
    const { tool, server } = asRecord(entry) ?? {};
    if (typeof tool !== 'string') return [];
    return [{ name: tool, range: rangeAt(document, [...path, 'tool']), ...(typeof server === 'string' && { server }) }];
  });
  const featureId = firstText(raw?.feature_id);
  const id = idOf(document, path);
  return {
    id,
    title: firstText(raw?.title) ?? id.name,
    ...(featureId !== undefined && { feature: { name: featureId, range: rangeAt(document, ['feature_id']) } }),
    tags: Array.isArray(raw?.tags) ? raw.tags.filter((tag) => typeof tag === 'string') : [],
    tools,
    servers: named([...calls, ...lists('verification_requires')], 'server'),
    scripts: named(criteria, 'script'),
    criteria: criteria.map(({ path, entry }, index) => {
      const record = asRecord(entry);
      const written = firstText(record?.id);
      const place = written === undefined ? path : [...path, 'id'];
      const statement = firstText(record?.statement, record?.check, entry) ?? '';
      return { name: written ?? `C${index + 1}`, range: rangeAt(document, place), statement };
    }),
  };
}

function profileOutline(text: string, path: string): ProfileOutline {
  const document = parseYaml(text, path);
  const raw = asRecord(document.value);
  const id = idOf(document, path);
  const env: unknown[] = Array.isArray(raw?.env) ? raw.env : [];
  const declared = env.flatMap((entry, index) => {
    const name = firstText(asRecord(entry)?.variable);
    return name === undefined ? [] : [{ name, range: rangeAt(document, ['env', index, 'variable']) }];
  });
  const referred = Object.entries(asRecord(raw?.hook_env) ?? {}).flatMap(([key, value]) =>
    [...String(value).matchAll(reference)].map(([, name = '']) => ({
      name,
      range: rangeAt(document, ['hook_env', key]),
    })),
  );
  return { id, title: firstText(raw?.name) ?? id.name, variables: [...declared, ...referred] };
}

function idOf(document: YamlDocument, path: string): NamedPlace {
  const raw = asRecord(document.value);
  const [key, id] = [firstText(raw?.local_id) === undefined ? 'id' : 'local_id', firstText(raw?.local_id, raw?.id)];
  return id === undefined
    ? { name: basename(path).replace(/\.ya?ml$/, ''), range: firstCharacter }
    : { name: id, range: rangeAt(document, [key]) };
}

const firstCharacter: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Where a value or its key stands; values of many lines by their key. */
export function rangeAt(document: YamlDocument, path: DocumentPath, at: 'key' | 'value' = 'value'): Range {
  const { line, column, range } = document.locate({ code: '', severity: 'hint', message: '', path, at });
  const start = { line: line - 1, character: column - 1 };
  const length = /^[^\r\n]*/.exec(document.text.slice(range.start, range.end))?.[0].length ?? 0;
  return { start, end: { line: start.line, character: start.character + length } };
}
