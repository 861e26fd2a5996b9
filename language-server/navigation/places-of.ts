import { join } from 'node:path';
import type { Location, Range } from 'vscode-languageserver/node';
import { agentLayout, rookFolder } from '../../engine/workspace/layout';
import { asRecord } from '../../engine/workspace/plain-value';
import { pointerIn } from '../../engine/workspace/rules/agent-snapshot';
import type { Derivation } from '../../engine/workspace/rules/file-view';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { agentDirs, type ScriptUsage, usagesOf } from '../../engine/workspace/rules/script-usages';
import { resolveScript } from '../../engine/workspace/script-path';
import { parseYaml } from '../../engine/workspace/yaml-document';
import { uriOf } from '../documents/file-uri';
import { featuresOf, type InFile, type NamedPlace, profilesOf, rangeAt, scenariosOf } from '../workspace/agent-outline';
import { hookScriptsOf, mentionsIn } from '../workspace/script-mentions';
import type { Thing } from './thing-at';

/** Where a thing is defined, and where it is spoken of besides, as the files are saved. */
export interface Places {
  definitions: Location[];
  references: Location[];
}

const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The definitions and references of a thing. */
export function placesOf(thing: Thing, context: RuleContext): Places {
  const { files } = context;
  switch (thing.kind) {
    case 'file':
      return { definitions: [location(thing.path, start)], references: [] };
    case 'script':
      return {
        definitions: [location(thing.path, start)],
        references: [
          ...usagesOf(files, thing.workspaceRoot, thing.path).map(usageLocation),
          ...checksThatRun(thing.path, thing.workspaceRoot, context),
        ],
      };
    case 'phase': {
      const usages = usagesOf(files, thing.workspaceRoot, thing.script).filter(({ phase }) => phase === thing.phase);
      return { definitions: usages.map(usageLocation), references: [] };
    }
    case 'feature':
      return {
        definitions: named(featuresOf(files, thing.agentDir), thing.name),
        references: scenariosOf(files, thing.agentDir).flatMap(({ file, feature }) =>
          feature?.name === thing.name ? [location(file, feature.range)] : [],
        ),
      };
    case 'scenario':
      return {
        definitions: named(scenariosOf(files, thing.agentDir), thing.name),
        references: featuresOf(files, thing.agentDir).flatMap(({ file, listed }) => places(file, listed, thing.name)),
      };
    case 'profile': {
      const pointer = agentLayout(thing.agentDir).activeProfileFile;
      const points = pointerIn(files, pointer) === thing.name;
      return {
        definitions: named(profilesOf(files, thing.agentDir), thing.name),
        references: points ? [location(pointer, start)] : [],
      };
    }
    case 'agent': {
      const file = agentLayout(join(thing.projectDir, 'agents', thing.name)).agentFile;
      return { definitions: files.isFile(file) ? [location(file, start)] : [], references: [] };
    }
    case 'tool':
      return {
        definitions: [],
        references: scenariosOf(files, thing.agentDir).flatMap(({ file, tools }) => places(file, tools, thing.name)),
      };
    case 'server':
      return serverPlaces(thing.name, thing.workspaceRoot, context);
    case 'variable':
      return variablePlaces(thing.name, thing.workspaceRoot, context);
    default:
      return thing satisfies never;
  }
}

/** Declared in profiles, read in their scripts. */
function variablePlaces(name: string, workspaceRoot: string, context: RuleContext): Places {
  const { files } = context;
  const scripts = new Set<string>();
  const definitions = agentDirs(files, workspaceRoot).flatMap((agentDir) =>
    profilesOf(files, agentDir).flatMap(({ file, variables }) => {
      for (const script of hookScriptsOf({ path: file, agentDir, workspaceRoot }, files)) scripts.add(script);
      return places(file, variables, name);
    }),
  );
  return {
    definitions,
    references: [...scripts].flatMap((script) => places(script, mentionsIn(script, context), name)),
  };
}

const serverPlacesIn: Derivation<NamedPlace[]> = {
  of: (text, path) => {
    const document = parseYaml(text, path);
    return ['mcpServers', 'servers'].flatMap((owner) =>
      Object.keys(asRecord(asRecord(document.value)?.[owner]) ?? {}).map((name) => ({
        name,
        range: rangeAt(document, [owner, name], 'key'),
      })),
    );
  },
};

function serverPlaces(name: string, workspaceRoot: string, { files }: RuleContext): Places {
  const definitions = [join(workspaceRoot, rookFolder, 'mcp.json'), join(workspaceRoot, '.mcp.json')].flatMap((file) =>
    places(file, files.derive(file, serverPlacesIn) ?? [], name),
  );
  const references = agentDirs(files, workspaceRoot).flatMap((agentDir) =>
    scenariosOf(files, agentDir).flatMap(({ file, servers }) => places(file, servers, name)),
  );
  return { definitions, references };
}

/** The criteria of scenarios whose check is a script. */
function checksThatRun(script: string, workspaceRoot: string, { files }: RuleContext): Location[] {
  return agentDirs(files, workspaceRoot).flatMap((agentDir) =>
    scenariosOf(files, agentDir).flatMap(({ file, scripts }) =>
      scripts.flatMap(({ name, range }) => {
        const { resolved } = resolveScript(name, agentDir, workspaceRoot, (path) => files.isFile(path));
        return resolved === script ? [location(file, range)] : [];
      }),
    ),
  );
}

function named(outlines: readonly InFile<{ id: NamedPlace }>[], name: string): Location[] {
  return outlines.flatMap(({ file, id }) => (id.name === name ? [location(file, id.range)] : []));
}

function places(file: string, all: readonly NamedPlace[], name: string): Location[] {
  return all.flatMap((place) => (place.name === name ? [location(file, place.range)] : []));
}

function usageLocation({ file, line, column }: ScriptUsage): Location {
  const at = { line: line - 1, character: column - 1 };
  return location(file, { start: at, end: at });
}

function location(file: string, range: Range): Location {
  return { uri: uriOf(file), range };
}
