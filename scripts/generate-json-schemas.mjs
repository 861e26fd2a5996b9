/**
 * Part of `npm run generate`: writes `schemas/json/<name>.schema.json` from the zod schemas in `schemas/`, and of the checks.
 * `node scripts/generate-json-schemas.mjs --check` writes nothing and ends with 1 when a checked-in file is not current.
 *
 * The files are draft 2020-12, describe what a user may write (the input side), and have no `$id`: editors map them by file.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInThisContext } from 'node:vm';
import esbuild from 'esbuild';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { repositoryRoot } from './lib/repository.mjs';

/** Where the files are checked in. */
export const jsonSchemaFolder = path.join(repositoryRoot, 'schemas', 'json');

/**
 * Every file that is generated: the schema it is made from, and what it says about itself.
 * @type {Record<string, { from: string, schema: string, title: string, description: string }>}
 */
const documents = {
  profile: {
    from: 'profile',
    schema: 'ProfileFile',
    title: 'Rook profile',
    description: 'How Rook reaches an agent: the hook scripts of each phase and the values they need.',
  },
  scenario: {
    from: 'scenario',
    schema: 'ScenarioFile',
    title: 'Rook scenario',
    description:
      'One test of an agent: a goal to send and the criteria that the answer and the observed calls must meet.',
  },
  'hook-output': {
    from: 'hook-output',
    schema: 'HookOutput',
    title: 'Rook hook output',
    description: 'The one JSON object that a hook prints on standard output.',
  },
  run: {
    from: 'run',
    schema: 'RunFile',
    title: 'Rook run',
    description: 'run.yaml: the plan of a run and how far it came.',
  },
  verdict: {
    from: 'verdict',
    schema: 'Verdict',
    title: 'Rook verdict',
    description: 'verdict.yaml: how each criterion of a scenario came out, with its evidence.',
  },
  report: {
    from: 'report',
    schema: 'Report',
    title: 'Rook report',
    description: 'report.yaml: totals, measured figures and clusters of a run.',
  },
  durations: {
    from: 'durations',
    schema: 'DurationsFile',
    title: 'Rook durations',
    description: 'durations.json of an agent: how long its scenarios take. Shards are cut by it.',
  },
  settings: {
    from: 'workspace',
    schema: 'SettingsFile',
    title: 'Rook workspace settings',
    description: '.testmuai/rook/settings.json: the active project and the judge model.',
  },
  project: {
    from: 'workspace',
    schema: 'ProjectFile',
    title: 'Rook project',
    description: 'project.yaml: what a folder under projects/ is called. The file may be absent.',
  },
  agent: {
    from: 'workspace',
    schema: 'AgentFile',
    title: 'Rook agent',
    description: 'agent.yaml: the agent under test.',
  },
  feature: {
    from: 'workspace',
    schema: 'FeatureFile',
    title: 'Rook feature',
    description: 'features/<id>.yaml: one thing that an agent is meant to do; scenarios refer to it.',
  },
  hooks: {
    from: 'record',
    schema: 'HooksFile',
    title: 'Rook hook records',
    description: 'hooks.json: how each hook of a scenario, or of the run, ended and what it printed.',
  },
  request: {
    from: 'record',
    schema: 'RequestFile',
    title: 'Rook request',
    description: 'request.json: what was sent to the agent.',
  },
  response: {
    from: 'record',
    schema: 'ResponseFile',
    title: 'Rook response',
    description: 'response.json: what the agent answered, and what was measured.',
  },
  comparison: {
    from: 'comparison',
    schema: 'Comparison',
    title: 'Rook comparison',
    description: 'What rook compare --json prints: how the scenarios of two runs differ.',
  },
  policy: {
    from: 'policy',
    schema: 'PolicyFile',
    title: 'Rook gate policy',
    description: 'What a release gate lets through. What is not written is as in the policy strict.',
  },
  gate: {
    from: 'gate',
    schema: 'GateResult',
    title: 'Rook gate result',
    description: 'What rook gate --json prints: whether the gate is open, and each reason why it is not.',
  },
};

/**
 * @typedef {Record<string, any>} JsonSchema
 * @typedef {object} Source what the bundled entry exports
 * @property {Record<string, unknown>} schemas by name of the document
 * @property {Record<string, { parameters: unknown }>} checks by name, each with its parameters
 * @property {(schema: unknown) => JsonSchema} toJsonSchema
 */

/**
 * Bundles the schemas and loads them: this script is plain JavaScript, they are TypeScript.
 * @returns {Promise<Source>}
 */
async function loadSchemas() {
  const entries = Object.entries(documents);
  const contents = [
    `import * as z from 'zod';`,
    `import { CriterionFile } from './schemas/criterion';`,
    `import { checks } from './engine/judge/check-registry';`,
    ...entries.map(([, { from, schema }], i) => `import { ${schema} as schema${i} } from './schemas/${from}';`),
    // A criterion stands in two places of a scenario: with an id it is written once, under $defs.
    `z.globalRegistry.add(CriterionFile, { id: 'criterion' });`,
    `export const schemas = { ${entries.map(([name], i) => `${JSON.stringify(name)}: schema${i}`).join(', ')} };`,
    `export const toJsonSchema = (schema) =>`,
    `  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });`,
    `export { checks };`,
  ].join('\n');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: repositoryRoot,
    stdin: { contents, resolveDir: repositoryRoot, sourcefile: 'json-schemas-entry.ts', loader: 'ts' },
    bundle: true,
    write: false,
    // As the build does it: checks need packages that are CommonJS.
    format: 'cjs',
    mainFields: ['module', 'main'],
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  const wrapped = Module.wrap(outputFiles[0]?.text ?? '');
  const module = { exports: /** @type {any} */ ({}) };
  runInThisContext(wrapped, 'json-schemas-entry.cjs')(module.exports, createRequire(import.meta.url), module);
  return module.exports;
}

/**
 * Makes the text of every JSON Schema.
 * @returns {Promise<Map<string, string>>} file name → text
 */
export async function makeJsonSchemas() {
  const source = await loadSchemas();
  const files = new Map();
  for (const [name, { title, description }] of Object.entries(documents)) {
    const { $schema, title: _title, description: _description, ...rest } = source.toJsonSchema(source.schemas[name]);
    const schema = { $schema, title, description, ...rest };
    if (name === 'scenario') addChecks(schema, source);
    if (name === 'profile') requireExecute(schema);
    if (name === 'verdict') nameStatuses(schema);
    files.set(`${name}.schema.json`, `${JSON.stringify(tidy(schema), null, 2)}\n`);
  }
  return files;
}

/**
 * Says which checks there are, and which parameters each takes: they stand beside `check` in the criterion, so this is an
 * if/then per check.
 * @param {JsonSchema} scenario
 * @param {Source} source
 */
function addChecks(scenario, source) {
  const written = scenario.$defs?.criterion?.anyOf?.find(
    (/** @type {JsonSchema} */ branch) => branch.type === 'object',
  );
  const name = written?.properties.check;
  if (!name) throw new Error('the criterion is not where it was: see how zod writes CriterionFile now');
  const { description } = name;
  written.properties.check = {
    description,
    anyOf: [{ type: 'string', enum: Object.keys(source.checks) }, { type: 'null' }],
  };
  written.allOf = Object.entries(source.checks).map(([check, { parameters }]) => {
    const { $schema: _schema, type: _type, $defs, ...then } = tidy(source.toJsonSchema(parameters));
    if ($defs) scenario.$defs = { ...scenario.$defs, ...$defs };
    return {
      if: { properties: { check: { const: check } }, required: ['check'] },
      then,
    };
  });
}

/**
 * `execute` is the one phase that a profile must have; the reader says so in words of its own.
 * @param {JsonSchema} profile
 */
function requireExecute(profile) {
  const { hooks } = profile.properties;
  const { execute } = hooks.properties;
  execute.anyOf = execute.anyOf.filter((/** @type {JsonSchema} */ branch) => branch.type !== 'null');
  hooks.required = ['execute'];
}

/**
 * What zod writes, easier to read: "any JSON value" is one definition with a name, and the bounds of JavaScript's
 * whole numbers, which say nothing about the file, are left out.
 * @param {JsonSchema} schema
 * @returns {JsonSchema}
 */
function tidy(schema) {
  const named = JSON.parse(
    JSON.stringify(schema).replaceAll(/"#\/\$defs\/__schema\d+"/g, '"#/$defs/json"'),
    (key, value) => {
      const isBound = key === 'minimum' || key === 'maximum';
      return isBound && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
    },
  );
  if (!named.$defs) return named;
  const { $defs, ...rest } = named;
  /** @type {JsonSchema} */
  const definitions = {};
  for (const [name, definition] of Object.entries($defs)) {
    const known = definitions[name.startsWith('__schema') ? 'json' : name];
    if (known && JSON.stringify(known) !== JSON.stringify(definition))
      throw new Error(`two definitions are called ${name}`);
    const { id: _id, ...body } = definition;
    definitions[name.startsWith('__schema') ? 'json' : name] = body;
  }
  return { ...rest, $defs: definitions };
}

/**
 * A status is read through a function, which generators leave open: `Partial` is what older runs wrote.
 * @param {JsonSchema} verdict
 */
function nameStatuses(verdict) {
  const statuses = { enum: ['Pass', 'Fail', 'Unable to Verify', 'Partial'] };
  for (const owner of [verdict, verdict.properties.criteria.items, verdict.properties.attempts.items]) {
    if (!('status' in owner.properties)) throw new Error('a status is not where it was: see schemas/verdict.ts');
    owner.properties.status = statuses;
  }
}

/** @returns {Promise<number>} exit code */
async function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const stale = [];
  for (const [name, text] of await makeJsonSchemas()) {
    const file = path.join(jsonSchemaFolder, name);
    const present = await readFile(file, 'utf8').catch(() => undefined);
    if (present === text) continue;
    stale.push(name);
    if (values.check) continue;
    await mkdir(jsonSchemaFolder, { recursive: true });
    await writeFile(file, text);
  }
  if (stale.length === 0) console.log('The JSON Schemas are current.');
  else if (values.check) console.error(`Not current: ${stale.join(', ')}. Run npm run generate.`);
  else console.log(`Written: ${stale.join(', ')}`);
  return values.check && stale.length > 0 ? 1 : 0;
}

if (isEntryPoint(import.meta.url)) runAsProgram(main);
