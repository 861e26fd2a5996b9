import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { hookPhases } from '../../schemas/phase';
import type { LocatedProblem, Problem } from '../../schemas/problem';
import type { Profile } from '../../schemas/profile';
import { formatRefusal, ok, type Result, refuse } from '../../schemas/result';
import type { Scenario } from '../../schemas/scenario';
import { FeatureFile } from '../../schemas/workspace';
import { type ProfileReading, readProfileText } from './profile-file';
import { isMissing, messageOf, readTextIfPresent, refuseEndless } from './read-text';
import { readScenarioText } from './scenario-file';
import { mendScript, resolveScript, scriptNotFound } from './script-path';
import { type AgentRef, yamlFiles } from './workspace';
import { parseYaml } from './yaml-document';

/** One scenario file: its scenario when it can run, and what is wrong with it. */
export interface ScenarioEntry {
  id: string;
  title: string;
  file: string;
  text: string;
  scenario?: Scenario;
  problems: LocatedProblem[];
}

/** The scenario files of an agent, in the order of their names. A second file with the same id is kept, and explained. */
export async function readScenarios(agent: AgentRef): Promise<ScenarioEntry[]> {
  const entries: ScenarioEntry[] = [];
  const fileOf = new Map<string, string>();
  for (const [index, file] of (await yamlFiles(agent.scenariosDir)).entries()) {
    if (index % readAtOnce === readAtOnce - 1) await setImmediate();
    const text = readNow(file);
    if (text === undefined) continue; // removed since the folder was listed
    if (typeof text === 'object') {
      entries.push(unreadable(file, text.error));
      continue;
    }
    const { id, title, scenario, problems, document } = readScenarioText(text, file);
    const first = fileOf.get(id);
    if (scenario && first !== undefined) problems.push(document.locate(duplicateScenario(id, basename(first))));
    if (scenario && first === undefined) fileOf.set(id, file);
    entries.push({ id, title, file, text, ...(scenario && first === undefined && { scenario }), problems });
  }
  return entries;
}

/** How many scenarios are read before others get their turn: handing a small file to another thread costs more than reading it. */
const readAtOnce = 20;

function readNow(file: string): string | undefined | { error: unknown } {
  try {
    refuseEndless(statSync(file), file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    const isGone = isMissing(error) && !lstatSync(file, { throwIfNoEntry: false });
    return isGone ? undefined : { error }; // a link that leads nowhere is there, and cannot be read
  }
}

/** A file that is there and cannot be read, such as a link to itself: shown and explained; the others run. */
function unreadable(file: string, error: unknown): ScenarioEntry {
  const id = basename(file).replace(/\.ya?ml$/, '');
  const problem: LocatedProblem = {
    code: 'unreadable',
    severity: 'error',
    message: `the file cannot be read: ${messageOf(error)}`,
    remedy: 'Mend or remove the file.',
    path: [],
    file,
    line: 1,
    column: 1,
    range: { start: 0, end: 0 },
  };
  return { id, title: id, file, text: '', problems: [problem] };
}

function duplicateScenario(id: string, firstFile: string): Problem {
  return {
    code: 'duplicate-scenario',
    severity: 'error',
    message: `${firstFile} has the id ${id} as well: only that file runs`,
    remedy: 'Remove one of the two files, or give one another id and name.',
    path: [],
  };
}

/** The features of an agent, id → name. A feature that cannot be read keeps its file's name. */
export async function readFeatures(agent: AgentRef): Promise<Map<string, string>> {
  const features = new Map<string, string>();
  for (const file of await yamlFiles(agent.featuresDir)) {
    const fallback = basename(file).replace(/\.ya?ml$/, '');
    const text = await readTextIfPresent(file).catch(() => ''); // a name that cannot be read keeps no run from running
    const read = FeatureFile.safeParse(parseYaml(text ?? '', file).value);
    const feature = read.success ? read.data : {};
    const id = feature.local_id ?? feature.id ?? fallback;
    features.set(id, feature.name ?? id);
  }
  return features;
}

/** A profile that can run: its hooks' scripts exist. `revision` changes with the profile and its scripts. */
export interface LoadedProfile {
  profile: Profile;
  file: string;
  text: string;
  scripts: Partial<Record<(typeof hookPhases)[number], string>>;
  revision: string;
}

/** Path of a profile's file, whichever YAML ending it has; undefined when there is none. */
export async function findProfileFile(agent: AgentRef, id: string): Promise<string | undefined> {
  return (await yamlFiles(agent.profilesDir)).find((file) => basename(file).replace(/\.ya?ml$/, '') === id);
}

/** Reads a profile and everything it names; refuses with the first thing that keeps it from running. */
export async function loadProfile(agent: AgentRef, id: string, workspaceRoot: string): Promise<Result<LoadedProfile>> {
  const file = await findProfileFile(agent, id);
  if (file === undefined) {
    const known = agent.profileIds.length > 0 ? `The profiles are: ${agent.profileIds.join(', ')}.` : undefined;
    return refuse(`agent ${agent.id} has no profile ${id}`, known ?? `Write ${join(agent.profilesDir, `${id}.yaml`)}.`);
  }
  return loadProfileText(await readFile(file, 'utf8'), file, agent, workspaceRoot);
}

/** Reads a profile's text and everything it names. @param file where it is from, for messages. */
export async function loadProfileText(
  text: string,
  file: string,
  agent: AgentRef,
  workspaceRoot: string,
): Promise<Result<LoadedProfile>> {
  const reading = readProfileText(text, file);
  const checked = runnableProfile(reading, file);
  if (!checked.ok) return checked;
  const profile = checked.value;
  const hash = createHash('sha256').update(text);
  const scripts: LoadedProfile['scripts'] = {};
  for (const phase of hookPhases) {
    const hook = profile.hooks[phase];
    if (!hook) continue;
    const { resolved, tried } = resolveScript(hook.script, agent.agentDir, workspaceRoot);
    if (resolved === undefined) {
      const { start } = reading.document.rangeOf(['hooks', phase]);
      const { line, column } = placeAt(text, start);
      return refuse(`hooks.${phase}: ${scriptNotFound(hook.script, tried)}`, mendScript, { file, line, column });
    }
    scripts[phase] = resolved;
    hash.update(`\0${phase}\0`).update(await readFile(resolved));
  }
  return ok({ profile, file, text, scripts, revision: `sha256:${hash.digest('hex')}` });
}

function runnableProfile(reading: ProfileReading, file: string): Result<Profile> {
  const first = reading.problems.find((problem) => problem.severity === 'error') ?? reading.problems[0];
  if (reading.profile) return ok(reading.profile);
  if (!first) return refuse('the profile cannot be read', undefined, { file });
  const more = reading.problems.filter((problem) => problem !== first && problem.severity === 'error');
  const message = [
    first.message,
    ...more.map((p) =>
      formatRefusal({ message: p.message, place: { file: basename(file), line: p.line, column: p.column } }),
    ),
  ].join('\n');
  return refuse(message, first.remedy, { file, line: first.line, column: first.column });
}

/** 1-based line and column of an offset. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
