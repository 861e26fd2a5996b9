import { type EnvSource, effectiveEnvironment } from '../../engine/lifecycle/effective-environment';
import { type WantedVariable, wantedBy, wantedIn } from '../../engine/lifecycle/wanted-variables';
import { checkEnvValue, EnvStore } from '../../engine/workspace/env-store';
import { selectAgentIn } from '../../engine/workspace/select';
import type { AgentRef, Workspace } from '../../engine/workspace/workspace';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { maskedValue } from '../env-variables';
import { readEnvWords, readValueFrom } from '../env-words';
import { askHidden } from '../hidden-input';
import { locateWorkspace } from '../locate';
import { printWarning } from '../prose';
import { columns } from '../terminal/columns';
import { visibleInOneLine } from '../terminal/visible-text';

interface ListedVariable {
  variable: string;
  purpose: string | null;
  /** Where its value comes from. */
  source: EnvSource | null;
  set: boolean;
  /** The value, hidden; null when there is none. */
  masked: string | null;
  /** Ids of the agent's profiles that need it. */
  profiles: string[];
  /** Whether the store has a value, be it one that another source wins over. */
  stored: boolean;
}

/** `rook env list`: what the profiles of the active agent need, what is stored, and what is missing (behaviour §13). */
export async function listEnv(globals: GlobalFlags): Promise<Result<Answer>> {
  const located = await locateWorkspace(globals);
  if (!located.ok) return located;
  const workspace = located.value;
  const agent = agentIn(workspace, globals);
  if (!agent.ok) return agent;
  const wanted = agent.value ? await wantedBy(agent.value) : new Map<string, WantedVariable>();
  const env = await listed(workspace, wanted);
  if (!env.ok) return env;
  return ok({ document: { env: env.value }, text: () => listText(env.value, agent.value) });
}

/** The agent whose profiles are looked at; without one, which is said, there are the stored values alone. */
function agentIn(workspace: Workspace, { project, agent }: GlobalFlags): Result<AgentRef | undefined> {
  const found = selectAgentIn(workspace, { ...(project && { project }), ...(agent && { agent }) });
  if (found.ok || project !== undefined || agent !== undefined) return found;
  printWarning({ ...found.error, message: `only what is stored is listed: ${found.error.message}` });
  return ok(undefined);
}

async function listed(
  workspace: Workspace,
  wanted: ReadonlyMap<string, WantedVariable>,
): Promise<Result<ListedVariable[]>> {
  const stored = await EnvStore.of(process.env, workspace.root).values();
  if (!stored.ok) return stored;
  const others = [...stored.value.keys()].filter((variable) => !wanted.has(variable)).sort();
  const names = [...wanted.keys(), ...others];
  const effective = await effectiveEnvironment(names, { workspace, env: process.env });
  if (!effective.ok) return effective;
  const { env, sources } = effective.value;
  return ok(
    names.map((variable) => {
      const source = sources.get(variable) ?? null;
      return {
        variable,
        purpose: wanted.get(variable)?.purpose ?? null,
        source,
        set: source !== null,
        masked: source === null ? null : maskedValue(env[variable] ?? ''),
        profiles: wanted.get(variable)?.profiles ?? [],
        stored: stored.value.has(variable),
      };
    }),
  );
}

const sourceWords: Record<EnvSource, string> = {
  process: 'from the environment',
  'secret-storage': 'from the secret storage',
  store: 'stored',
};

function listText(env: ListedVariable[], agent: AgentRef | undefined): string {
  if (env.length === 0)
    return agent ? `No profile of agent ${agent.id} needs a variable, and none is stored.\n` : 'Nothing is stored.\n';
  const rows = env.map(({ variable, masked, source, profiles, purpose }) => [
    variable,
    masked === null ? 'missing' : visibleInOneLine(masked),
    source === null ? '' : sourceWords[source],
    profiles.length > 0 ? `for ${profiles.join(', ')}` : agent ? 'no profile of this agent needs it' : '',
    visibleInOneLine(purpose ?? ''),
  ]);
  const active = agent?.activeProfileId;
  const missing = env.filter(({ set }) => !set);
  const now = missing.filter(({ profiles }) => active !== undefined && profiles.includes(active));
  const first = now.length > 0 ? now : missing;
  const names = first.map(({ variable }) => variable).join(', ');
  const hint =
    first.length === 0
      ? ''
      : `\n${now.length > 0 ? `The active profile ${active} cannot run without ${names}.` : `Without a value: ${names}.`} Set one with rook env set <name>.\n`;
  return columns(rows, { indent: '' }) + hint;
}

/** `rook env set …`: from the command line, from a prompt, or from standard input. All values are stored, or none. */
export async function setEnv(words: string[], globals: GlobalFlags): Promise<Result<Answer>> {
  const located = await locateWorkspace(globals);
  if (!located.ok) return located;
  const workspace = located.value;
  const read = readEnvWords(words);
  if (!read.ok) return read;
  const wanted = await wantedIn(workspace);
  const values = new Map(read.value.values);
  const asked = await askFor(read.value.asked, wanted);
  if (!asked.ok) return asked;
  for (const [variable, value] of asked.value) values.set(variable, value);
  const store = EnvStore.of(process.env, workspace.root);
  const kept = await store.set(values);
  if (!kept.ok) return kept;
  const names = [...values.keys()];
  warnAfterSet(names, wanted, read.value.values.size > 0);
  return ok({
    document: { ok: true, set: names, file: store.file },
    text: () => `Stored ${names.join(', ')} for this workspace.\n`,
  });
}

async function askFor(
  variables: readonly string[],
  wanted: ReadonlyMap<string, WantedVariable>,
): Promise<Result<Map<string, string>>> {
  const values = new Map<string, string>();
  const { stdin } = process;
  if (!stdin.isTTY && variables.length > 1)
    return refuse(
      `standard input can hold one value, and ${variables.length} are asked for: ${variables.join(', ')}`,
      'Set one after the other. Nothing was stored.',
    );
  for (const variable of variables) {
    const purpose = wanted.get(variable)?.purpose;
    const prompt = `${variable}${purpose ? ` (${visibleInOneLine(purpose)})` : ''}, not shown: `;
    const interrupt = (): void => void process.kill(process.pid, 'SIGINT');
    const write = (text: string): void => void process.stderr.write(text);
    const value = stdin.isTTY
      ? await askHidden(prompt, { input: stdin, write, interrupt })
      : await readValueFrom(stdin, variable);
    if (!value.ok) return value;
    const checked = checkEnvValue(variable, value.value);
    if (!checked.ok) return refuse(checked.error.message, `${checked.error.remedy} Nothing was stored.`);
    values.set(variable, value.value);
  }
  return ok(values);
}

function warnAfterSet(names: readonly string[], wanted: ReadonlyMap<string, WantedVariable>, typed: boolean): void {
  if (typed)
    printWarning({
      message: 'a value on the command line stays in the history of the shell',
      remedy: `For a secret: rook env set ${names[0]}, which asks for it or reads it from standard input`,
    });
  const won = names.filter((variable) => Object.hasOwn(process.env, variable) && process.env[variable]);
  if (won.length > 0)
    printWarning({
      message: `${won.join(', ')}: the environment that Rook is started from has a value, too, which wins`,
    });
  const idle = names.filter((variable) => !wanted.has(variable));
  if (idle.length > 0)
    printWarning({
      message: `no profile of this workspace names ${idle.join(', ')}: hooks get the value once one does, and nothing else gets it`,
    });
}

/** `rook env show <name>`: the value that a hook would get, and where it comes from. */
export async function showEnv(variable: string, reveal: boolean, globals: GlobalFlags): Promise<Result<Answer>> {
  const located = await locateWorkspace(globals);
  if (!located.ok) return located;
  const workspace = located.value;
  const all = await listed(workspace, await wantedIn(workspace));
  if (!all.ok) return all;
  const found = all.value.find((one) => one.variable === variable);
  if (!found) {
    const known = all.value.map((one) => one.variable).join(', ');
    return refuse(
      `nothing is stored for ${visibleInOneLine(variable)}, and no profile needs it`,
      known === '' ? 'There are no variables at all.' : `The known ones are: ${known}.`,
    );
  }
  if (!found.set) return refuse(`${variable} has no value`, `Set one with rook env set ${variable}.`);
  const effective = await effectiveEnvironment([variable], { workspace, env: process.env });
  if (!effective.ok) return effective;
  const value = effective.value.env[variable] ?? '';
  const shown = reveal || process.stdout.isTTY === true;
  const { purpose, source, masked, stored } = found;
  if (!shown) printWarning({ message: `the value of ${variable} is masked`, remedy: 'Print it with --reveal' });
  return ok({
    document: { variable, purpose, source, set: true, masked, stored, ...(shown && { value }) },
    text: () => `${shown ? value : visibleInOneLine(masked ?? '')}\n`,
  });
}

/** `rook env rm <name…>`. */
export async function removeEnv(names: string[], globals: GlobalFlags): Promise<Result<Answer>> {
  const located = await locateWorkspace(globals);
  if (!located.ok) return located;
  const removed = [...new Set(names)];
  const done = await EnvStore.of(process.env, located.value.root).remove(removed);
  if (!done.ok) return done;
  return ok({ document: { ok: true, removed }, text: () => `Removed ${removed.join(', ')} from the store.\n` });
}
