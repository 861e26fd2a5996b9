import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';
import { howToConfigureJudge } from '../judge/model/judge';
import type { RunJudge } from '../judge/model/run-judge';
import { effectiveEnvironment, type SecretValues } from '../lifecycle/effective-environment';
import type { NodeProgram } from '../lifecycle/hook-command';
import type { ObservedCapabilities } from '../lifecycle/observed-capabilities';
import type { Toolbox } from '../tools/toolbox';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { askAboutNotes } from './ask-about-notes';
import { orAuthorRefusal } from './author-refusal';
import type { AuthorSurface } from './author-surface';
import { failureForModel, type TriedNotes } from './from-notes';
import { hideLiterals } from './hide-literals';
import type { DraftOption, FoundSecret, Material, Recognised } from './material';
import { recognise } from './material/recognise';
import { probeGoal } from './probe-goals';
import { ProbeLoop, type Proven, type Unproven } from './probe-loop';
import { chooseProfileId, refusedId } from './profile-id';
import { placeInWords } from './reading/path';
import type { ReadingHints } from './refine-draft';
import { stagingFolder, unstage } from './staging';
import { writeProfile } from './write-profile';

export interface AddRequest {
  workspace: Workspace;
  agent: AgentRef;
  material: Material;
  /** Id of the profile; from the material when absent. */
  name?: string;
  /** Replaces a profile of this id. */
  force?: boolean;
  goal?: string;
  hints?: ReadingHints;
  /** Part of the label of the way to take, when the material can be understood in several (`--operation`). */
  option?: string;
  node: NodeProgram;
  env: NodeJS.ProcessEnv;
  secrets?: SecretValues;
  hidden?: readonly string[];
  signal: AbortSignal;
  surface: AuthorSurface;
  /** Rules, tool hooks and whoever can be asked: the rule for the target is `probe(<profile-id>)` (behaviour §9). */
  openTools(profileId: string): Promise<Result<Toolbox>>;
  /** Reads notes in plain language; without one they are refused. */
  judge?: RunJudge;
  onProcesses?: (endAllNow: () => void) => void;
}

export interface EnvOutcome {
  variable: string;
  purpose: string | null;
  /** Whether its value was put where the surface keeps values. */
  stored: boolean;
}

export type AddOutcome =
  | {
      ok: true;
      profileId: string;
      profileFile: string;
      scriptFile: string;
      output: string;
      observed: ObservedCapabilities;
      env: EnvOutcome[];
      active: boolean;
      attempts: number;
      warnings: string[];
    }
  | ({ ok: false; profileId: string; keptIn: string } & Unproven);

/**
 * Writes a profile from material (seed 000, behaviour §13): understands it, invokes the real target with a small goal, finds
 * the answer in what comes back, proves the script with a second goal, and writes it. A failed one leaves no profile; what
 * was tried stays in the cache, credentials left out. Refused: what keeps the target from being asked at all.
 */
export async function addProfile(request: AddRequest): Promise<Result<AddOutcome>> {
  return orAuthorRefusal(async () => {
    const refused = request.name === undefined ? undefined : refusedId(request.name);
    if (refused) return refused;
    const recognised = await recognise(request.material);
    if (!recognised.ok) return recognised;
    const { value } = recognised;
    if (value.kind === 'notes') return addFromNotes(request);
    if (!value.fromNotes) return addRecognised(request, value);
    // Notes say more than the address in them: who can read them, does.
    if (request.judge) return addFromNotes(request);
    const unread = 'Only the address was understood: what else the notes say needs a judge model to read it.';
    return addRecognised(request, { ...value, warnings: [...value.warnings, unread] });
  });
}

/** Most invocations that a model may suggest; each is tried for real. */
const mostSuggestions = 3;

/** Notes in plain language: a model makes an invocation of them, which goes the same way as a user's own. */
async function addFromNotes(request: AddRequest): Promise<Result<AddOutcome>> {
  const { judge, material, surface } = request;
  if (!judge)
    return refuse(
      'these are notes in plain language, and no model is there to read them',
      `Give a cURL command, a command line, an OpenAPI or Postman file, or a URL. ${howToConfigureJudge}`,
    );
  const { text, secrets } = hideLiterals(material.text);
  const notes = { ...material, text };
  const tried: TriedNotes[] = [];
  for (;;) {
    surface.onEvent({ type: 'learned', what: 'the model reads the notes' });
    const read = await askAboutNotes({ ...request, judge }, notes, secrets, tried);
    if (!read.ok) return read;
    if (read.value.explanation !== '') surface.onEvent({ type: 'learned', what: read.value.explanation });
    const recognised = { ...read.value.recognised, secrets: [...read.value.recognised.secrets, ...secrets] };
    const hints = { ...read.value.hints, ...request.hints };
    const outcome = await addRecognised(
      { ...request, hints, material: { ...notes, text: read.value.material } },
      recognised,
      request.hints?.answer !== undefined, // what a model says is no word of a person
    );
    if (!outcome.ok || outcome.value.ok || outcome.value.cancelled) return outcome;
    tried.push({ material: read.value.material, failure: failureForModel(outcome.value) });
    if (tried.length >= mostSuggestions) return outcome;
  }
}

/** The same, of material that was understood already. @param told whether a person has said where the answer stands. */
export async function addRecognised(
  request: AddRequest,
  recognised: Recognised,
  told = request.hints?.answer !== undefined,
): Promise<Result<AddOutcome>> {
  const { workspace, agent, surface, signal, hints = {} } = request;
  surface.onEvent({ type: 'recognised', what: recognised.what, warnings: recognised.warnings });
  const id = await chooseProfileId(request, recognised.name);
  if (!id.ok) return id;
  const profileId = id.value;
  const options = await chooseOptions(request, recognised);
  if (!options.ok) return options;
  const tools = await request.openTools(profileId);
  if (!tools.ok) return tools;
  const what = `Send ${JSON.stringify(request.goal ?? probeGoal)} to the agent, which is reached by ${recognised.what}`;
  const allowed = await tools.value.mayProbe(what, signal);
  if (!allowed.allowed) return refuse(`the target was not probed: ${allowed.reason}`, allowed.remedy);
  const env = await valuesFor(request, options.value, recognised.secrets);
  if (!env.ok) return env;
  const outcome = await new ProbeLoop({
    workspace,
    agent,
    profileId,
    options: options.value,
    goal: request.goal ?? probeGoal,
    hints,
    ...(told && { constant: 'warn' as const }),
    node: request.node,
    env: env.value,
    signal,
    surface,
    ...(request.hidden && { hidden: request.hidden }),
    ...(request.onProcesses && { onProcesses: request.onProcesses }),
  }).run();
  if (!outcome.ok) return outcome;
  if ('unproven' in outcome.value) return ok(await leave(request, profileId, recognised, outcome.value.unproven));
  const { proven } = outcome.value;
  const right = await accepted(request, proven);
  if (!right) {
    const { attempts, staged } = proven;
    return ok(await leave(request, profileId, recognised, { error: 'the answer was not accepted', attempts, staged }));
  }
  return finish(request, profileId, recognised, proven);
}

/** Material whose ways lead to the same target may be tried one after the other; other ways are for a person to choose. */
async function chooseOptions(
  request: AddRequest,
  { options, clear, kind }: Recognised,
): Promise<Result<DraftOption[]>> {
  const { option, surface, signal } = request;
  if (option !== undefined) {
    const meant = options.filter(({ label }) => label.toLowerCase().includes(option.toLowerCase()));
    if (meant.length > 0) return ok(meant.slice(0, 1));
    return refuse(`nothing in the material is called ${JSON.stringify(option)}`, `It has:\n${labels(options)}`);
  }
  const tried = kind === 'url' || kind === 'command' || kind === 'websocket';
  if (clear) return ok(tried ? options : options.slice(0, 1));
  const chosen = await surface.person?.chooseOption(options, signal);
  const picked = chosen === undefined ? undefined : options[chosen];
  if (picked) return ok([picked]);
  if (surface.person) return refuse('nothing was chosen', 'Nothing was sent.');
  if (tried) return ok(options);
  return refuse(
    `the material can be understood in several ways:\n${labels(options)}`,
    'Say which with --operation, or write {{goal}} where the goal belongs. Nothing was sent.',
  );
}

function labels(options: readonly DraftOption[]): string {
  return options.map(({ label }) => `  ${label}`).join('\n');
}

/** The values of all variables that the drafts name: those that are set, those of the material, those that a person gives. */
async function valuesFor(
  request: AddRequest,
  options: readonly DraftOption[],
  secrets: readonly FoundSecret[],
): Promise<Result<NodeJS.ProcessEnv>> {
  const { workspace, env, surface, signal } = request;
  const needed = new Map(options.flatMap(({ draft }) => draft.env).map((one) => [one.variable, one]));
  const effective = await effectiveEnvironment([...needed.keys()], {
    workspace,
    env,
    ...(request.secrets && { secrets: request.secrets }),
  });
  if (!effective.ok) return effective;
  const values = effective.value.env;
  // What the material says is what was meant to be sent, whatever an older value is.
  for (const { variable, value } of secrets) values[variable] = value;
  for (const [variable, reference] of needed) {
    if (values[variable]) continue;
    const given = await surface.person?.askValue(reference, signal);
    if (given) {
      values[variable] = given;
      await surface.keepValue(variable, given);
    }
  }
  return ok(values);
}

async function accepted({ surface, signal }: AddRequest, { draft, staged, output }: Proven): Promise<boolean> {
  if (!surface.person) return true; // it was clear, or a path was given: nothing was guessed
  const place = placeInWords(draft.reading?.answer ?? { path: [] }, draft.target.kind);
  const { script, scriptFile } = staged;
  return surface.person.accept({ output, place, script, proposed: script, scriptFile }, signal);
}

async function finish(
  request: AddRequest,
  profileId: string,
  recognised: Recognised,
  proven: Proven,
): Promise<Result<AddOutcome>> {
  const { workspace, agent, surface, signal } = request;
  const { draft, staged, trial, output, attempts, warnings } = proven;
  const written = await writeProfile({
    workspace,
    agent,
    id: profileId,
    draft,
    script: staged.script,
    observed: trial.observed,
    from: recognised.what,
  });
  if (!written.ok) return written;
  const env: EnvOutcome[] = [];
  for (const { variable, purpose } of draft.env) {
    const found = recognised.secrets.find((secret) => secret.variable === variable);
    const keep = found && (surface.keepsAll || (await surface.person?.mayKeep(found, signal)));
    if (found && keep) await surface.keepValue(variable, found.value);
    env.push({ variable, purpose: purpose ?? null, stored: keep === true });
  }
  await unstage(workspace, profileId);
  const { profileFile, scriptFile, active, backups } = written.value;
  return ok({
    ok: true,
    profileId,
    profileFile,
    scriptFile,
    output,
    observed: trial.observed,
    env,
    active,
    attempts,
    warnings: [...warnings, ...backups.map((path) => `what was there before is kept: ${path}`)],
  });
}

/** Leaves what was tried in the cache: the last script, and the material without its credentials. */
async function leave(
  { workspace, material }: AddRequest,
  profileId: string,
  { secrets }: Recognised,
  unproven: Unproven,
): Promise<AddOutcome> {
  const folder = stagingFolder(workspace, profileId);
  let text = material.text;
  for (const { variable, value } of secrets) {
    for (const form of [value, Buffer.from(value).toString('base64')])
      if (form !== '') text = text.replaceAll(form, `$${variable}`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // And whatever else looks like one: the material may be understood in part alone.
  await writeFile(join(folder, 'material.txt'), hideLiterals(text).text, { mode: 0o600 });
  return { ok: false, profileId, keptIn: folder, ...unproven };
}
