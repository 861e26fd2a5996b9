import { join } from 'node:path';
import { type JudgeProvider, type JudgeSettings, judgeProviders } from '../../schemas/judge';
import { ok, type Place, type Result, refuse } from '../../schemas/result';
import { keyInFile } from './key-in-file';
import { nearestName } from './nearest-name';
import { asRecord } from './plain-value';
import { readTextIfPresent } from './read-text';
import { splitProgram } from './split-program';
import type { Workspace } from './workspace';
import { parseYaml, type YamlDocument } from './yaml-document';

/** What a judge may take when nobody says otherwise (behaviour §12). */
export const judgeDefaults = { timeoutMs: 120_000, maxSteps: 8 } as const;

/** A judge as it is configured, complete and checked. */
export interface JudgeConfig {
  provider: JudgeProvider;
  model?: string;
  baseUrl?: string;
  /** Program and arguments. */
  command?: string[];
  timeoutMs: number;
  maxSteps: number;
  /** The key and the variable it was found in. */
  key?: { variable: string; value: string };
}

export interface JudgeSources {
  /** An editor's own settings (`rook.judge.*`), by the names that settings.json uses. */
  user?: JudgeSettings;
  workspace: Pick<Workspace, 'rookDir' | 'settings'>;
  env: NodeJS.ProcessEnv;
}

const fields = ['provider', 'model', 'base_url', 'command'] as const;
type Field = (typeof fields)[number];

/** Settings of one source. Later sources win, field by field. */
interface Layer {
  values: Partial<Record<Field, string>>;
  name(field: Field): string;
  place?(field: Field): Place;
}

/** Variables that usually hold a provider's key. */
const usualVariables: Record<JudgeProvider, readonly string[]> = {
  'openai-compatible': ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  command: [],
  vscode: [],
};

const nothingRun = 'Nothing was run.';

/**
 * Reads how the judge is configured: an editor's settings, then settings.json, then the environment; later ones win
 * (behaviour §12). Undefined when nothing is configured: then there is no judge.
 */
export async function readJudgeConfig(sources: JudgeSources): Promise<Result<JudgeConfig | undefined>> {
  const { workspace, ...others } = sources;
  const file = join(workspace.rookDir, 'settings.json');
  const settings = workspace.settings.judge;
  const text = settings ? ((await readTextIfPresent(file)) ?? '') : '';
  const document = text === '' ? undefined : parseYaml(text, file); // JSON is YAML
  return judgeConfigOf({ ...others, file, ...(settings && { settings }), ...(document && { document }) });
}

/** The same, of a settings.json that has been read: its `judge`, and the document that says where that stands. */
export function judgeConfigOf({
  user,
  env,
  settings,
  document,
  file,
}: Omit<JudgeSources, 'workspace'> & {
  settings?: JudgeSettings;
  document?: YamlDocument;
  file: string;
}): Result<JudgeConfig | undefined> {
  const place = (path: string[]): Place => {
    const at = document?.locate({ code: 'judge', severity: 'error', message: '', path });
    return { file, ...(at && { line: at.line, column: at.column }) };
  };
  const found = keyInFile(asRecord(settings) ?? {});
  if (found) {
    return refuse(
      `judge.${found.field} holds ${found.what}: keys do not belong in a file`,
      `Remove it, have the key replaced if the file was shared, and set ROOK_JUDGE_API_KEY in the environment. ${nothingRun}`,
      place(['judge', found.field]),
    );
  }
  const merged = merge([
    { values: textsOf(user ?? {}), name: (field) => `rook.judge.${field}` },
    { values: textsOf(settings ?? {}), name: (field) => `judge.${field}`, place: (field) => place(['judge', field]) },
    { values: textsOf(environmentSettings(env)), name: (field) => `ROOK_JUDGE_${field.toUpperCase()}` },
  ]);
  if (!merged.ok || !merged.value) return merged as Result<undefined>; // a refusal, or nothing
  const limits = { ...pickLimits(user), ...pickLimits(settings) };
  return complete(merged.value, env, limits);
}

interface Setting {
  value: string;
  layer: Layer;
}
type Merged = Partial<Record<Field, Setting>> & { provider: Setting };

function environmentSettings(env: NodeJS.ProcessEnv): Record<Field, string | undefined> {
  return {
    provider: env.ROOK_JUDGE_PROVIDER,
    model: env.ROOK_JUDGE_MODEL,
    base_url: env.ROOK_JUDGE_BASE_URL,
    command: env.ROOK_JUDGE_COMMAND,
  };
}

/** The fields that have a value; blank ones count as absent. */
function textsOf(settings: Partial<Record<Field, string | null | undefined>>): Layer['values'] {
  return Object.fromEntries(
    fields.flatMap((field) => (settings[field]?.trim() ? [[field, settings[field].trim()]] : [])),
  );
}

function pickLimits(settings: JudgeSettings | null | undefined): { timeoutMs?: number; maxSteps?: number } {
  const { timeout_seconds: seconds, max_steps: steps } = settings ?? {};
  return { ...(seconds != null && { timeoutMs: seconds * 1000 }), ...(steps != null && { maxSteps: steps }) };
}

/** One setting for each field. A source that names another provider brings its own model, address and command. */
function merge(layers: Layer[]): Result<Merged | undefined> {
  let merged: Partial<Record<Field, Setting>> = {};
  for (const layer of layers) {
    const { values } = layer;
    const provider = values.provider ?? (values.command !== undefined ? 'command' : undefined);
    if (provider !== undefined && merged.provider && provider !== merged.provider.value) merged = {};
    if (provider !== undefined) merged.provider = { value: provider, layer };
    for (const field of ['model', 'base_url', 'command'] as const) {
      const value = values[field];
      if (value !== undefined) merged[field] = { value, layer };
    }
  }
  const { provider } = merged;
  if (provider) return ok({ ...merged, provider });
  const [field] = fields.filter((name) => merged[name]);
  const lone = field && merged[field];
  if (!field || !lone) return ok(undefined);
  return refuse(
    `${lone.layer.name(field)} is set, but no provider is: nobody knows where the judge is to be asked`,
    `Set ${lone.layer.name('provider')} to one of ${judgeProviders.join(', ')}. ${nothingRun}`,
    lone.layer.place?.(field),
  );
}

function complete(
  merged: Merged,
  env: NodeJS.ProcessEnv,
  limits: { timeoutMs?: number; maxSteps?: number },
): Result<JudgeConfig> {
  const provider = judgeProviders.find((one) => one === merged.provider.value);
  const place = (field: Field): Place | undefined => (merged[field] ?? merged.provider).layer.place?.(field);
  const name = (field: Field): string => (merged[field] ?? merged.provider).layer.name(field);
  if (!provider) {
    const near = nearestName(merged.provider.value, judgeProviders);
    return refuse(
      `${name('provider')} is ${merged.provider.value}, which is no provider${near ? `; did you mean ${near}?` : ''}`,
      `It is one of ${judgeProviders.join(', ')}. ${nothingRun}`,
      place('provider'),
    );
  }
  const missing = (field: Field, example: string): Result<JudgeConfig> =>
    refuse(
      `the judge is ${provider}, and ${name(field)} is not set`,
      `Set it, for example to ${example}. ${nothingRun}`,
      place('provider'),
    );
  // An address that comes with the workspace is not the user's word: it gets no key that was made for another.
  const key = keyFor(provider, env, merged.base_url?.layer.place === undefined);
  const config: JudgeConfig = {
    provider,
    ...judgeDefaults,
    ...limits,
    ...(merged.model && { model: merged.model.value }),
    ...(key && { key }),
  };
  if (provider === 'vscode') return ok(config);
  if (provider === 'command') {
    if (!merged.command) return missing('command', '"node judge.mjs"');
    const command = splitProgram(merged.command.value);
    if (!command.ok)
      return refuse(`${name('command')}: ${command.error.message}`, command.error.remedy, place('command'));
    return ok({ ...config, command: command.value });
  }
  if (!merged.model) return missing('model', 'the name of a model, as the provider writes it');
  if (!merged.base_url && provider === 'openai-compatible')
    return missing('base_url', 'http://localhost:11434/v1 (Ollama) or https://api.openai.com/v1');
  if (!key && provider !== 'openai-compatible') {
    const names = ['ROOK_JUDGE_API_KEY', ...usualVariables[provider]].join(' or ');
    return refuse(
      `the judge is ${provider}, and there is no key for it`,
      `Set ${names} in the environment. ${nothingRun}`,
    );
  }
  if (!merged.base_url) return ok(config);
  const wrong = wrongUrl(merged.base_url.value);
  if (wrong)
    return refuse(`${name('base_url')} ${wrong}`, `Write it as https://host/v1. ${nothingRun}`, place('base_url'));
  return ok({ ...config, baseUrl: merged.base_url.value.replace(/\/+$/, '') });
}

/**
 * The key of the judge. @param ownAddress the address is the provider's usual one, or the user's choice; otherwise only
 * the variable that is made for Rook's judge counts.
 */
function keyFor(provider: JudgeProvider, env: NodeJS.ProcessEnv, ownAddress: boolean): JudgeConfig['key'] {
  for (const variable of ['ROOK_JUDGE_API_KEY', ...(ownAddress ? usualVariables[provider] : [])]) {
    const value = env[variable]?.trim();
    if (value) return { variable, value };
  }
  return undefined;
}

function wrongUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return `is ${JSON.stringify(text)}, which is no URL`;
  const { protocol, username, password } = new URL(text);
  if (!['http:', 'https:'].includes(protocol)) return `is a URL of ${protocol}, not of http: or https:`;
  return username || password ? 'holds a user name or password, which belong in the environment' : undefined;
}
