import type * as z from 'zod';
import { McpFile } from '../../../schemas/mcp';
import type { LocatedProblem } from '../../../schemas/problem';
import { AgentFile, FeatureFile, ProjectFile, SettingsFile } from '../../../schemas/workspace';
import { checkShape } from '../check-shape';
import { atOtherPlaces, misspeltKeys } from '../misspelt-keys';
import { type ProfileReading, readProfileText } from '../profile-file';
import type { RookFile } from '../rook-file';
import { readScenarioText, type ScenarioReading } from '../scenario-file';
import { parseYaml, type YamlDocument } from '../yaml-document';

/** A text of some kind of file, read once. */
export type RookReading =
  | { kind: 'profile'; reading: ProfileReading }
  | { kind: 'scenario'; reading: ScenarioReading }
  | {
      kind: 'feature' | 'agent' | 'project' | 'settings' | 'mcp' | 'discovered-mcp' | 'tool-hooks';
      reading: PlainReading;
    }
  | { kind: 'active-profile' | 'active-agent'; reading: PlainReading }
  | { kind: 'script' | 'ci'; source: string };

/** A document whose shape is all there is to it. */
export interface PlainReading {
  document: YamlDocument;
  problems: LocatedProblem[];
}

/** Reads a text as the file that it is of. Nothing is read from disk. */
export function readRookText(file: RookFile, text: string): RookReading {
  const { kind, path } = file;
  switch (kind) {
    case 'profile':
      return { kind, reading: readProfileText(text, path) };
    case 'scenario':
      return { kind, reading: readScenarioText(text, path) };
    case 'feature':
      return { kind, reading: readPlain(FeatureFile, text, path) };
    case 'agent':
      return { kind, reading: readPlain(AgentFile, text, path, 'an agent') };
    case 'project':
      return { kind, reading: readPlain(ProjectFile, text, path, 'a project') };
    case 'settings':
      return { kind, reading: readPlain(SettingsFile, text, path) };
    case 'mcp':
    case 'discovered-mcp':
      return { kind, reading: readPlain(McpFile, text, path) };
    case 'tool-hooks': {
      const document = parseYaml(text, path); // JSON is YAML
      return { kind, reading: { document, problems: document.syntaxProblems } };
    }
    case 'active-profile':
    case 'active-agent':
      return { kind, reading: { document: parseYaml(text, path), problems: [] } };
    case 'script':
    case 'ci':
      return { kind, source: text };
    default:
      return kind satisfies never;
  }
}

/**
 * Reads a file that is nothing but its shape. One that is blank is empty, and right.
 * @param owner what the file describes, when misspelt keys of it are looked for.
 */
function readPlain(schema: z.ZodObject, text: string, path: string, owner?: string): PlainReading {
  const document = parseYaml(text, path); // JSON is YAML
  if (text.trim() === '' || document.syntaxProblems.length > 0) return { document, problems: document.syntaxProblems };
  const { problems } = checkShape(schema, document.value);
  const misspelt = owner === undefined ? [] : misspeltKeys(document.value, schema.shape, [], owner);
  return { document, problems: [...problems, ...atOtherPlaces(problems, misspelt)].map(document.locate) };
}
