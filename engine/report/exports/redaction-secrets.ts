import { ok, type Result, refuse } from '../../../schemas/result';
import type { EnvironmentHost } from '../../lifecycle/effective-environment';
import { wantedIn } from '../../lifecycle/wanted-variables';
import { EnvStore } from '../../workspace/env-store';
import { isSecretName } from '../../workspace/literal-secrets/credentials';
import { neededVariables } from '../../workspace/needed-variables';
import { readProfileText } from '../../workspace/profile-file';
import { messageOf, readTextIfPresent } from '../../workspace/read-text';
import type { Workspace } from '../../workspace/workspace';

/** A value that must not leave, by the name of its variable; a variable may have one in each place that keeps values. */
export type SecretPair = readonly [name: string, value: string];

/** Rook's own credentials (behaviour §2, §3). */
const ownCredentials = ['LT_ACCESS_KEY', 'ROOK_JUDGE_API_KEY'];

export interface SecretPlaces extends EnvironmentHost {
  workspace: Workspace;
  /** The profile that the run was made with, as the run keeps it; it need not be in the workspace any more. */
  profileFile: string;
  /** Names of what an editor's secret storage holds, when it can tell. */
  names?: readonly string[];
}

/**
 * Every secret value that is known here: of the variables that profiles declare under `env` or refer to in `hook_env`, of
 * those whose name says that they are secret, and all that is stored for the workspace; from the process environment, the
 * editor's secret storage and the store alike, since a run may have had any of them. A place that cannot be read is
 * refused: what it holds could not be masked.
 */
export async function knownSecrets({
  workspace,
  env,
  secrets,
  profileFile,
  names = [],
}: SecretPlaces): Promise<Result<SecretPair[]>> {
  const stored = await EnvStore.of(env, workspace.root).values();
  if (!stored.ok) return stored;
  const text = await readTextIfPresent(profileFile);
  const { profile } = text === undefined ? {} : readProfileText(text, profileFile);
  const wanted = new Set([
    ...(await wantedIn(workspace)).keys(),
    ...(profile ? neededVariables(profile).map(({ variable }) => variable) : []),
    ...ownCredentials,
    ...Object.entries(env).flatMap(([name, value]) => (looksSecret(name, value) ? [name] : [])),
    ...stored.value.keys(),
    ...names,
  ]);
  const pairs: SecretPair[] = [];
  for (const name of [...wanted].sort()) {
    let kept: string | undefined;
    try {
      kept = await secrets?.get(name);
    } catch (error) {
      return refuse(
        `the secret storage of the editor cannot be read: ${messageOf(error)}`,
        'What it holds could not be masked, so nothing was written. Try again when it can be read.',
      );
    }
    const values = new Set([env[name], kept, stored.value.get(name)]);
    for (const value of values) if (value) pairs.push([name, value]);
  }
  return ok(pairs);
}

/**
 * Whether a variable of the process that nobody has declared holds a secret, by its name: a hook gets it all the same. Where
 * a key lies is none (`PWD`, `…_CREDENTIALS=/etc/key.json`), nor is a word or a number.
 */
function looksSecret(name: string, value: string | undefined): boolean {
  return (
    isSecretName(name) && value !== undefined && value.length >= 8 && !/^(?:[/~.]|[A-Za-z]:\\|[a-z]+:\/\/)/.test(value)
  );
}

/** A line of a value that is shorter is not looked for alone. */
const shortestLine = 16;

/**
 * The same values as records and reports write them besides: JSON within JSON, HTML and XML, Markdown, YAML's single quotes,
 * and the lines of a value that has several, which are indented wherever it stands in a block.
 */
export function writtenForms(pairs: readonly SecretPair[]): SecretPair[] {
  return pairs.flatMap(([name, value]) => {
    const json = JSON.stringify(value).slice(1, -1);
    const markup = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const quoted = markup.replaceAll('"', '&quot;');
    const forms = [
      value,
      value.trim(),
      JSON.stringify(json).slice(1, -1),
      markup,
      quoted,
      quoted.replaceAll("'", '&#39;'),
      value.replace(/[\\`*_{}[\]()<>#+!|~&]/g, '\\$&'),
      value.replaceAll("'", "''"),
      ...value
        .split(/\r?\n/)
        .flatMap((line) => (line.trim().length >= shortestLine && line !== value ? [line.trim()] : [])),
    ];
    return [...new Set(forms)].map((form): SecretPair => [name, form]);
  });
}
