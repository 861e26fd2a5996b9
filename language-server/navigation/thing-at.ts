import { join } from 'node:path';
import { reference } from '../../engine/workspace/needed-variables';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { resolveScript } from '../../engine/workspace/script-path';
import type { HookPhase } from '../../schemas/phase';
import { cursorAt, pathTo, valueText } from '../cursor/cursor';
import { scanYaml } from '../cursor/loose-yaml';
import { scriptFacts } from '../documents/script-facts';
import { fieldOf, rootField } from '../fields/field-at';

/** Something that several files of a workspace speak of. */
export type Thing =
  | { kind: 'script' | 'file'; path: string; workspaceRoot: string }
  | { kind: 'feature' | 'scenario' | 'profile' | 'tool'; name: string; agentDir: string; workspaceRoot: string }
  | { kind: 'agent'; name: string; projectDir: string }
  | { kind: 'server' | 'variable'; name: string; workspaceRoot: string }
  | { kind: 'phase'; phase: HookPhase; script: string; workspaceRoot: string };

/** Where somebody asks what is spoken of. */
export interface ThingPlace {
  file: RookFile;
  source: string;
  offset: number;
  context: RuleContext;
}

/** What a text speaks of at an offset; undefined when it is nothing that can be gone to. */
export function thingAt(place: ThingPlace): Thing | undefined {
  const { file, source } = place;
  switch (file.kind) {
    case 'script':
      return thingInScript(place, file.path, file.workspaceRoot);
    case 'active-profile': {
      const { agentDir, workspaceRoot } = file;
      return { kind: 'profile', name: source.trim(), agentDir, workspaceRoot };
    }
    case 'active-agent':
      return { kind: 'agent', name: source.trim(), projectDir: file.projectDir };
    default:
      return thingInYaml(place);
  }
}

function thingInScript(
  { source, offset, context }: ThingPlace,
  path: string,
  workspaceRoot: string,
): Thing | undefined {
  const facts = scriptFacts(source, path, context);
  const touched = <T extends { range: { start: number; end: number } }>(places: readonly T[] = []): T | undefined =>
    places.find(({ range }) => range.start <= offset && offset <= range.end);
  const variable = touched(facts?.env);
  if (variable) return { kind: 'variable', name: variable.name, workspaceRoot };
  const site = touched(facts?.phaseSites);
  return site && { kind: 'phase', phase: site.phase, script: path, workspaceRoot };
}

function thingInYaml({ file, source, offset, context }: ThingPlace): Thing | undefined {
  const root = rootField(file.kind);
  const cursor = cursorAt(scanYaml(source), offset);
  const node = cursor?.node;
  if (!root || !cursor || !node || !('workspaceRoot' in file)) return undefined;
  const { workspaceRoot } = file;
  const agentDir = 'agentDir' in file ? file.agentDir : undefined;
  // A key stands for its value.
  const value = cursor.at === 'key' ? valueText(node, source) : source.slice(cursor.range.start, cursor.range.end);
  if (value === undefined || value === '') return undefined;
  const field = fieldOf(cursor.at === 'entry' ? cursor.owner : node, root, source);
  const exists = (path: string): boolean => context.files.isFile(path);
  switch (field?.suggests) {
    case 'script':
    case 'schema-file': {
      const { resolved } = resolveScript(value, agentDir ?? workspaceRoot, workspaceRoot, exists);
      const kind = field.suggests === 'script' ? 'script' : 'file';
      return resolved === undefined ? undefined : { kind, path: resolved, workspaceRoot };
    }
    case 'variable':
      return { kind: 'variable', name: value, workspaceRoot };
    case 'reference': {
      const start = cursor.at === 'key' ? undefined : cursor.range.start;
      const found = [...value.matchAll(reference)].find(
        ({ index, 0: all }) => start === undefined || (start + index <= offset && offset <= start + index + all.length),
      );
      return found?.[1] === undefined ? undefined : { kind: 'variable', name: found[1], workspaceRoot };
    }
    case 'server':
      return { kind: 'server', name: value, workspaceRoot };
    case 'feature':
    case 'tool':
      return agentDir === undefined ? undefined : { kind: field.suggests, name: value, agentDir, workspaceRoot };
    case 'own-id': {
      const kind =
        file.kind === 'scenario' || file.kind === 'profile' || file.kind === 'feature' ? file.kind : undefined;
      return kind && agentDir !== undefined ? { kind, name: value, agentDir, workspaceRoot } : undefined;
    }
    default:
      break;
  }
  const attachment = pathTo(cursor.at === 'entry' ? cursor.owner : node).includes('attachments');
  const path = join(workspaceRoot, value);
  if (attachment && exists(path)) return { kind: 'file', path, workspaceRoot };
  // Ids of scenarios in the lists of a feature.
  return file.kind === 'feature' && cursor.at === 'entry' && agentDir !== undefined
    ? { kind: 'scenario', name: value, agentDir, workspaceRoot }
    : undefined;
}
