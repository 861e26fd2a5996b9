import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { hookCommand } from '../../../engine/lifecycle/hook-command';
import { type HookContext, hookEnvironment } from '../../../engine/lifecycle/hook-environment';
import { checkShape } from '../../../engine/workspace/check-shape';
import { readProfileText } from '../../../engine/workspace/profile-file';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { parseYaml } from '../../../engine/workspace/yaml-document';
import { HookOutput } from '../../../schemas/hook-output';
import { McpFile } from '../../../schemas/mcp';
import { closeFloorSeconds, defaultTimeoutSeconds, type HookPhase, hookPhases } from '../../../schemas/phase';
import { Capabilities, EnvReference, HookEntry, ProfileFile, toProfile } from '../../../schemas/profile';
import { categoriesByClass, ScenarioFile } from '../../../schemas/scenario';
import { AgentFile, FeatureFile, ProjectFile, SettingsFile } from '../../../schemas/workspace';
import { profileWith } from '../lifecycle/scenario-entries';

const repository = join(import.meta.dirname, '../../..');
const text = readFileSync(join(repository, 'docs/files-and-hooks.md'), 'utf8');
/** A page without its examples: a comment in one of them is no heading. */
const proseOf = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '');
const prose = proseOf(text);

/** The blocks of a language, as they stand. */
const blocksOf = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block ?? '');

/** The chapter below a heading, up to the next heading of whatever level. */
function chapter(heading: string): string {
  const [, found] = prose.match(new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm')) ?? [];
  if (found === undefined) throw new Error(`there is no chapter ${heading}`);
  return found;
}

/** Rows of the first table below a heading, without its head. */
function rowsOf(heading: string): string[][] {
  const table = chapter(heading).match(/(?:^\|.*\|\n)+/m)?.[0] ?? '';
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

const quoted = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
const firstNames = (heading: string): string[] => rowsOf(heading).flatMap(([cell]) => quoted(cell));
const keysOf = (schema: { shape: object }): string[] => Object.keys(schema.shape).sort();
const defaultOf = (heading: string, field: string): string | undefined =>
  rowsOf(heading).find(([cell]) => quoted(cell).includes(field))?.[2];

describe('docs/files-and-hooks.md', () => {
  const yaml = blocksOf('yaml');
  const profiles = yaml.filter((block) => /^hooks:/m.test(block));
  const scenarios = yaml.filter((block) => /^goal:/m.test(block));
  const others: [string, z.ZodType, string][] = [
    ['project.yaml', ProjectFile, yaml.find((block) => block.startsWith('# project.yaml')) ?? ''],
    ['agent.yaml', AgentFile, yaml.find((block) => block.startsWith('# agent.yaml')) ?? ''],
    ['a feature', FeatureFile, yaml.find((block) => block.startsWith('# features/')) ?? ''],
    ['settings.json', SettingsFile, blocksOf('json')[0] ?? ''],
  ];

  it('has no example that this test does not read', () => {
    expect(profiles.length + scenarios.length + others.length).toBe(yaml.length + blocksOf('json').length);
  });

  it.each(profiles)('a profile loads: %s', (block) => {
    const id = block.match(/^id: (.+)$/m)?.[1];
    const { profile, problems } = readProfileText(block, `profiles/${id}.yaml`);
    expect(problems).toEqual([]);
    expect(profile).toBeDefined();
  });

  it.each(scenarios)('a scenario loads: %s', (block) => {
    const id = block.match(/^(?:local_)?id: (.+)$/m)?.[1];
    const { scenario, problems } = readScenarioText(block, `scenarios/${id}.yaml`);
    expect(problems).toEqual([]);
    expect(scenario).toBeDefined();
  });

  it.each(others)('%s loads, and has only fields that are known', (_, schema, block) => {
    const { value } = parseYaml(block, 'example');
    expect(checkShape(schema, value).problems).toEqual([]);
    expect(Object.keys(value as object).length).toBeGreaterThan(0);
    expect(keysOf(schema as unknown as { shape: object })).toEqual(
      expect.arrayContaining(Object.keys(value as object)),
    );
  });

  it('the flat and the nested form of the same scenario are the same', () => {
    const [flat, nested] = scenarios
      .slice(-2)
      .map((block) => readScenarioText(block, 'scenarios/SC-002.yaml').scenario);
    const withoutPaths = (scenario: typeof flat) =>
      JSON.parse(JSON.stringify(scenario, (key, value) => (key === 'path' ? undefined : value)));
    expect(flat).toBeDefined();
    expect(withoutPaths(nested)).toEqual(withoutPaths(flat));
  });

  it('names the variables that a hook gets, each for its phases', () => {
    const inAll = { workspace: '/w', project: 'p', agent: 'a', runId: 'r', runStateDir: '/w/run', stateDir: '/w/s' };
    const inScenarios = { scenarioId: 'SC-001', session: 's', attempt: 1, attachments: ['/w/a.pdf'] };
    const contextOf = (phase: HookPhase): HookContext => ({
      phase,
      ...inAll,
      ...(phase !== 'prepare' && inScenarios),
      ...(phase !== 'prepare' && phase !== 'open' && { conversation: 'c' }),
      turn: 1,
    });
    const phasesIn = (words: string): HookPhase[] => {
      if (words === 'all') return [...hookPhases];
      if (words === 'all but prepare') return hookPhases.filter((phase) => phase !== 'prepare');
      return words.split(', ') as HookPhase[];
    };
    const rows = rowsOf('Variables');
    for (const phase of hookPhases) {
      const told = rows.flatMap(([name, phases]) => (phasesIn(phases ?? '').includes(phase) ? quoted(name) : []));
      expect(told.sort(), phase).toEqual(Object.keys(hookEnvironment(profileWith(), {}, contextOf(phase))).sort());
    }
  });

  it('says of each phase its time limit, and the floor of close', () => {
    const told = Object.fromEntries(rowsOf('Phases').map(([phase, , , , limit]) => [quoted(phase)[0], Number(limit)]));
    expect(told).toEqual(defaultTimeoutSeconds);
    expect(Object.keys(told)).toEqual([...hookPhases]);
    expect(chapter('Phases')).toContain(`\`close\` gets no less than ${closeFloorSeconds} seconds`);
    expect(defaultOf('Hooks', 'timeout_seconds')).toContain('#phases');
    expect(chapter('Hooks')).toContain(`\`close\` never below ${closeFloorSeconds} `);
  });

  it.each<[string, string[]]>([
    ['What a hook prints', keysOf(HookOutput)],
    ['The profile', keysOf(ProfileFile)],
    ['Hooks', keysOf(HookEntry.options[2])],
    ['Env', keysOf(EnvReference)],
    ['Capabilities', keysOf(Capabilities)],
    ['The scenario', keysOf(ScenarioFile)],
  ])('the table of "%s" names exactly the fields that there are', (heading, keys) => {
    expect(firstNames(heading).sort()).toEqual(keys);
  });

  it('says which defaults a profile has', () => {
    const { name, env, capabilities, hookEnv, concurrency } = toProfile(
      ProfileFile.parse({ id: 'p', hooks: { execute: 'a.mjs' } }),
    );
    expect(name).toBe('p');
    expect({
      name: 'the id',
      env: 'none',
      capabilities: 'all false',
      hook_env: 'none',
      concurrency: String(concurrency),
    }).toEqual(
      Object.fromEntries(
        ['name', 'env', 'capabilities', 'hook_env', 'concurrency'].map((field) => [
          field,
          defaultOf('The profile', field),
        ]),
      ),
    );
    expect([env, hookEnv, Object.values(capabilities)]).toEqual([[], {}, [false, false, false, false]]);
  });

  it('says which defaults a scenario has', () => {
    const { scenario } = readScenarioText('goal: Hello\nforbidden: [x]\n', 'scenarios/SC-9.yaml');
    const { id, title, inputKind, multiTurn, repeat, maxTurns, executable, excluded, calls } = scenario ?? {};
    expect([id, title, calls, maxTurns]).toEqual(['SC-9', 'SC-9', [], 1]);
    const told = Object.fromEntries(
      ['input_kind', 'multi_turn', 'repeat', 'executable', 'excluded'].map((field) => [
        field,
        defaultOf('The scenario', field),
      ]),
    );
    expect(told).toEqual({
      input_kind: `\`${inputKind}\``,
      multi_turn: String(multiTurn),
      repeat: String(repeat),
      executable: String(executable),
      excluded: String(excluded),
    });
  });

  it('lists the classes and their categories', () => {
    const told = Object.fromEntries(
      rowsOf('Classes and categories').map(([name, list]) => [quoted(name)[0], quoted(list)]),
    );
    expect(told).toEqual(categoriesByClass);
  });

  it('lists the fields of the other files', () => {
    const told = Object.fromEntries(rowsOf('Other files').map(([file, fields]) => [quoted(file)[0], quoted(fields)]));
    expect(told['project.yaml']).toEqual(expect.arrayContaining(keysOf(ProjectFile)));
    expect(told['agent.yaml']?.sort()).toEqual(keysOf(AgentFile));
    expect(told['features/<id>.yaml']?.sort()).toEqual(keysOf(FeatureFile));
    expect(told['mcp.json']?.[0]).toBe(keysOf(McpFile)[0]);
    expect(told['settings.json']).toEqual(['active_project_id', 'judge', 'permissions.deny']);
    expect(keysOf(SettingsFile)).toEqual(['active_project_id', 'judge', 'permissions']);
  });

  it('says with what a script is started', () => {
    for (const [scripts, command] of rowsOf('Interpreters')) {
      const [program] = quoted(command);
      const names = quoted(scripts).length > 0 ? quoted(scripts).map((ending) => `ask${ending}`) : ['ask'];
      for (const script of names)
        expect(hookCommand(script, 'open', { path: 'node', env: {} }).join(' ')).toBe(
          program?.replace('<script>', script).replace('<phase>', 'open'),
        );
    }
  });

  it('shows the .gitignore that Rook writes', () => {
    const example = readFileSync(join(repository, 'examples/refund-desk/.testmuai/rook/.gitignore'), 'utf8');
    expect(blocksOf('gitignore')[0]).toBe(example);
  });

  it('names the JSON Schemas that there are, and shows how a file comes to one', () => {
    const schemas = chapter('JSON Schemas for other editors');
    const [path] = text.match(/(?<=\$schema=)\S+/) ?? [];
    const from = '/at/shop/.testmuai/rook/projects/shop/agents/desk/profiles';
    const schema = relative('/at/rook', resolve(from, path ?? ''));
    expect(existsSync(join(repository, schema)), schema).toBe(true);
    const listed = quoted(schemas.split('2020-12:')[1]?.split('\n\n')[0]).map((name) => `${name}.schema.json`);
    expect(listed.sort()).toEqual(readdirSync(join(repository, 'schemas/json')).sort());
  });

  it('links to headings and files that are there', () => {
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    const headingsOf = (page: string): string[] =>
      [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading ?? ''));
    const links = [...text.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(20);
    for (const [link, file, heading] of links) {
      const target = file ? join(repository, 'docs', file) : undefined;
      if (target) expect(existsSync(target), link).toBe(true);
      if (heading) expect(headingsOf(target ? readFileSync(target, 'utf8') : text), link).toContain(heading);
    }
  });
});
