import { isDeepStrictEqual } from 'node:util';
import type { DocumentPath } from '../../../schemas/criterion';
import { hookPhases } from '../../../schemas/phase';
import { Capabilities, EnvReference, HookObject, LegacyProfileFile, ProfileFile } from '../../../schemas/profile';
import { Expectation, ScenarioFile } from '../../../schemas/scenario';
import { AgentFile, FeatureFile, ProjectFile } from '../../../schemas/workspace';
import type { RookFileKind } from '../rook-file';
import { parseYaml, type YamlDocument } from '../yaml-document';
import { organiseMapping } from './organise-mapping';
import { changed, type TextChange } from './text-change';
import { valueAt } from './value-at';

/** A mapping of a file, and the order of its keys: that of the documented fields. */
interface Ordered {
  path: DocumentPath;
  order: readonly string[];
}

/** What every criterion has comes first; the parameters of its check follow as they are written. */
const criterionOrder = ['id', 'statement', 'check'];

/**
 * The text of a file with its keys in the documented order (docs/files-and-hooks.md). Lines are moved and nothing else: values,
 * comments, quotes and empty lines stay as they are. A text that cannot be read, or is in order, stays the same.
 */
export function organiseKeys(document: YamlDocument, kind: RookFileKind): string {
  if (document.syntaxProblems.length > 0) return document.text;
  const mappings = mappingsOf(kind, document.value);
  const depths = [...new Set(mappings.map(({ path }) => path.length))].sort((a, b) => b - a);
  return depths.reduce(
    (current, depth) =>
      organiseLevel(
        current,
        mappings.filter(({ path }) => path.length === depth),
      ),
    document,
  ).text;
}

/** Mappings of one depth do not overlap: they are put in order at once, or one by one when one of them spoils the text. */
function organiseLevel(document: YamlDocument, mappings: readonly Ordered[]): YamlDocument {
  const changes = mappings.flatMap(({ path, order }) => organiseMapping(document, path, order) ?? []);
  if (changes.length === 0) return document;
  const whole = ifSame(document, changes);
  if (whole || changes.length === 1) return whole ?? document;
  return mappings.reduce((current, { path, order }) => {
    const change = organiseMapping(current, path, order);
    return (change && ifSame(current, [change])) ?? current;
  }, document);
}

/** The document after changes, when it still reads the same. */
function ifSame(document: YamlDocument, changes: readonly TextChange[]): YamlDocument | undefined {
  const after = parseYaml(changed(document.text, ...changes), document.file);
  const same = after.syntaxProblems.length === 0 && isDeepStrictEqual(after.value, document.value);
  return same ? after : undefined;
}

function mappingsOf(kind: RookFileKind, value: unknown): Ordered[] {
  switch (kind) {
    case 'profile':
      return LegacyProfileFile.safeParse(value).success ? [] : profileMappings(value);
    case 'scenario':
      return scenarioMappings(value);
    case 'feature':
      return [{ path: [], order: Object.keys(FeatureFile.shape) }];
    case 'agent':
      return [{ path: [], order: Object.keys(AgentFile.shape) }];
    case 'project':
      return [{ path: [], order: Object.keys(ProjectFile.shape) }];
    case 'settings':
    case 'mcp':
    case 'discovered-mcp':
    case 'tool-hooks':
    case 'active-profile':
    case 'active-agent':
    case 'script':
    case 'ci':
      return [];
    default:
      return kind satisfies never;
  }
}

function profileMappings(value: unknown): Ordered[] {
  return [
    { path: [], order: Object.keys(ProfileFile.shape) },
    { path: ['hooks'], order: hookPhases },
    ...hookPhases.map((phase) => ({ path: ['hooks', phase], order: Object.keys(HookObject.shape) })),
    ...itemsOf(value, ['env'], Object.keys(EnvReference.shape)),
    { path: ['capabilities'], order: Object.keys(Capabilities.shape) },
  ];
}

function scenarioMappings(value: unknown): Ordered[] {
  return [
    { path: [], order: Object.keys(ScenarioFile.shape) },
    { path: ['expectation'], order: Object.keys(Expectation.shape) },
    ...itemsOf(value, ['acceptance_criteria'], criterionOrder),
    ...itemsOf(value, ['expectation', 'acceptance_criteria'], criterionOrder),
  ];
}

function itemsOf(value: unknown, path: DocumentPath, order: readonly string[]): Ordered[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list.map((_, index) => ({ path: [...path, index], order })) : [];
}
