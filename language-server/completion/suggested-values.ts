import { basename, join } from 'node:path';
import { rookFolder } from '../../engine/workspace/layout';
import type { RookFile } from '../../engine/workspace/rook-file';
import { yamlNames } from '../../engine/workspace/rules/agent-snapshot';
import { mcpServerNames } from '../../engine/workspace/rules/mcp-servers';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { storedVariables } from '../../engine/workspace/rules/variable-values';
import { categoriesByClass, scenarioClasses } from '../../schemas/scenario';
import type { Suggestion, Written } from '../fields/field';
import { featuresOf, profilesOf, scenariosOf } from '../workspace/agent-outline';
import { recordedTools } from '../workspace/last-verdict';
import { readVariables } from '../workspace/script-mentions';
import { pathValues } from './path-values';

/** A value that fits, best first. */
export interface SuggestedValue {
  value: string;
  /** Where it comes from, or what it is called. */
  detail?: string;
  /** A folder: more is to be chosen in it. */
  folder?: true;
}

/** Most names of one kind that are offered. */
const mostValues = 300;

/** What a suggestion is made from. */
export interface SuggestionPlace {
  file: RookFile;
  context: RuleContext;
  /** What is written beside the field. */
  written: Written;
  /** What is written already in the same list or mapping, and need not be offered again. */
  present: readonly string[];
  /** What is typed before the cursor. */
  typed: string;
}

/** The values of a workspace that fit a field. Names only: no value of a variable is ever among them. */
export function suggestedValues(suggestion: Suggestion, place: SuggestionPlace): SuggestedValue[] {
  const values = valuesFor(suggestion, place);
  const seen = new Set(place.present);
  return values.filter(({ value }) => value !== '' && !seen.has(value) && seen.add(value)).slice(0, mostValues);
}

function valuesFor(suggestion: Suggestion, place: SuggestionPlace): SuggestedValue[] {
  const { file, context, written, typed } = place;
  const { files } = context;
  const workspaceRoot = 'workspaceRoot' in file ? file.workspaceRoot : undefined;
  const agentDir = 'agentDir' in file ? file.agentDir : undefined;
  switch (suggestion) {
    case 'script':
    case 'schema-file':
      return workspaceRoot === undefined ? [] : pathValues(suggestion, typed, agentDir, workspaceRoot, files);
    case 'variable':
    case 'reference':
      return workspaceRoot === undefined ? [] : variables(place, workspaceRoot, agentDir);
    case 'category': {
      const chosen = scenarioClasses.find((name) => name === written('class'));
      return (chosen ? [chosen] : scenarioClasses).flatMap((name) =>
        categoriesByClass[name].map((value) => ({ value, detail: name })),
      );
    }
    case 'feature':
      return agentDir === undefined
        ? []
        : featuresOf(files, agentDir).map(({ id, title }) => ({ value: id.name, detail: title }));
    case 'tag':
      return agentDir === undefined
        ? []
        : byUse(scenariosOf(files, agentDir).flatMap(({ tags }) => tags)).map(({ value, uses }) => ({
            value,
            detail: uses === 1 ? 'in 1 scenario' : `in ${uses} scenarios`,
          }));
    case 'server':
      return workspaceRoot === undefined
        ? []
        : (mcpServerNames(context, workspaceRoot) ?? []).map((value) => ({ value, detail: 'MCP server' }));
    case 'tool':
      return agentDir === undefined ? [] : tools(place, agentDir);
    case 'project':
      return workspaceRoot === undefined ? [] : projects(place, workspaceRoot);
    case 'own-id':
      return [{ value: basename(file.path).replace(/\.ya?ml$/, ''), detail: 'name of the file' }];
    default:
      return suggestion satisfies never;
  }
}

/** Those that scripts read first, then those with a value. */
function variables({ file, context }: SuggestionPlace, workspaceRoot: string, agentDir?: string): SuggestedValue[] {
  const { files, env } = context;
  const read = file.kind === 'profile' ? readVariables(file, context) : [];
  const declared = agentDir === undefined ? [] : profilesOf(files, agentDir).flatMap((profile) => profile.variables);
  return [
    ...read.map((value) => ({ value, detail: 'read by a script' })),
    ...declared.map(({ name }) => ({ value: name, detail: 'declared by a profile' })),
    ...storedVariables(context, workspaceRoot).map((value) => ({ value, detail: 'has a value in the store' })),
    ...Object.keys(env)
      .filter((name) => /^[A-Za-z_]\w*$/.test(name) && !/^(?:ROOK_|npm_|VSCODE_|ELECTRON_|_$)/.test(name))
      .sort()
      .map((value) => ({ value, detail: 'set in the environment' })),
  ];
}

/** Tools of the server that is named first; then what the agent was seen to call. */
function tools({ context, written }: SuggestionPlace, agentDir: string): SuggestedValue[] {
  const server = written('server');
  const named = scenariosOf(context.files, agentDir).flatMap((scenario) => scenario.tools);
  const ofServer = named.filter((tool) => server !== undefined && tool.server === server);
  return [
    ...ofServer.map(({ name }) => ({ value: name, detail: `of ${server}, in a scenario` })),
    ...recordedTools(context.files, agentDir).map((value) => ({ value, detail: 'called in the newest run' })),
    ...named.map(({ name, server: of }) => ({ value: name, detail: of ? `of ${of}, in a scenario` : 'in a scenario' })),
  ];
}

function projects({ context: { files } }: SuggestionPlace, workspaceRoot: string): SuggestedValue[] {
  return files
    .names(join(workspaceRoot, rookFolder, 'projects'))
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ value: name.split('--').at(-1) ?? name, detail: name }));
}

function byUse(names: string[]): { value: string; uses: number }[] {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].map(([value, count]) => ({ value, uses: count })).sort((a, b) => b.uses - a.uses);
}

/** What a pointer file may name. */
export function pointerValues(file: RookFile, { files }: RuleContext): SuggestedValue[] {
  if (file.kind === 'active-profile')
    return yamlNames(files, join(file.agentDir, 'profiles')).map((value) => ({ value, detail: 'profile' }));
  if (file.kind === 'active-agent')
    return files
      .names(join(file.projectDir, 'agents'))
      .filter((name) => !name.startsWith('.'))
      .map((value) => ({ value, detail: 'agent' }));
  return [];
}
