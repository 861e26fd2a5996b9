import { readFile } from 'node:fs/promises';
import { createTwoFilesPatch } from 'diff';
import { ok, type Result, refuse } from '../../schemas/result';
import { effectiveEnvironment, type SecretValues } from '../lifecycle/effective-environment';
import type { NodeProgram } from '../lifecycle/hook-command';
import { keepObserved } from '../lifecycle/observed-capabilities';
import type { Toolbox } from '../tools/toolbox';
import { type LoadedProfile, loadProfile } from '../workspace/agent-files';
import { neededVariables } from '../workspace/needed-variables';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { writeFileAtomically } from '../workspace/write-file';
import { orAuthorRefusal } from './author-refusal';
import type { AuthorSurface } from './author-surface';
import { type Diagnosis, diagnose, diagnosisContext } from './diagnosis';
import type { Draft } from './draft';
import { readFixHints } from './fix-hints';
import { hintsFor } from './hints-for-reply';
import { probeGoal } from './probe-goals';
import { ProbeLoop, type Proven } from './probe-loop';
import { isRefused } from './proof';
import { formatPath, placeInWords } from './reading/path';
import type { AnswerCandidate } from './reading/rank-answers';
import { readReply } from './reading/reply';
import type { ReadingHints } from './refine-draft';
import { phasesOf } from './script/write-script';
import { stagingFolder, unstage } from './staging';
import type { Trial } from './trial';
import { tryProfile } from './try-profile';
import { authoredFiles, keepDraft, readDraft } from './write-profile';

export interface FixRequest {
  workspace: Workspace;
  agent: AgentRef;
  profileId: string;
  /** What is wrong, in a person's words. */
  what?: string;
  goal?: string;
  node: NodeProgram;
  env: NodeJS.ProcessEnv;
  secrets?: SecretValues;
  hidden?: readonly string[];
  signal: AbortSignal;
  surface: AuthorSurface;
  /** Rules and whoever can be asked: the rule for the target is `probe(<profile-id>)` (behaviour §9). */
  openTools(profileId: string): Promise<Result<Toolbox>>;
  /** How a path is written for people. */
  shown: (path: string) => string;
  onProcesses?: (endAllNow: () => void) => void;
}

export interface FixOutcome {
  /** Whether the target answers now. */
  ok: boolean;
  profileId: string;
  changed: boolean;
  /** What was changed in the script, as a unified diff; empty when nothing was. */
  diff: string;
  scriptFile?: string;
  output?: string;
  diagnosis?: Diagnosis;
  /** What to do where nothing could be repaired. */
  next?: string;
  error?: string;
  /** The script was written or changed by hand, and is therefore left alone; `error` says so first. */
  byHand?: boolean;
  understood: string[];
  /** What could not be shown, and words that were not understood, each a sentence. */
  warnings: string[];
  /** Where the answer may stand, when that is not clear. */
  candidates?: AnswerCandidate[];
  cancelled?: boolean;
}

/**
 * Runs a profile, says what is wrong with it, and repairs what can be repaired without a model: it looks at the reply anew, and
 * writes the script that reads it (behaviour §13). A script that was changed by hand is never written over.
 */
export function fixProfile(request: FixRequest): Promise<Result<FixOutcome>> {
  return orAuthorRefusal(() => fix(request));
}

async function fix(request: FixRequest): Promise<Result<FixOutcome>> {
  const { workspace, agent, profileId, what = '', shown } = request;
  const loaded = await loadProfile(agent, profileId, workspace.root);
  if (!loaded.ok) return loaded;
  const { profile } = loaded.value;
  const tools = await request.openTools(profileId);
  if (!tools.ok) return tools;
  const step = `Send ${JSON.stringify(request.goal ?? probeGoal)} to the target of ${profileId}`;
  const allowed = await tools.value.mayProbe(step, request.signal);
  if (!allowed.allowed) return refuse(`the target was not probed: ${allowed.reason}`, allowed.remedy);
  const env = await effectiveEnvironment(
    neededVariables(profile).map(({ variable }) => variable),
    {
      workspace,
      env: request.env,
      ...(request.secrets && { secrets: request.secrets }),
    },
  );
  if (!env.ok) return env;
  request.surface.onEvent({ type: 'probing', attempt: 1, goal: request.goal ?? probeGoal, turns: 1 });
  const trial = await tryProfile({
    loaded: loaded.value,
    workspaceRoot: workspace.root,
    agent,
    node: request.node,
    env: env.value.env,
    goals: [request.goal ?? probeGoal],
    signal: request.signal,
    ...(request.hidden && { hidden: request.hidden }),
    ...(request.onProcesses && { onProcesses: request.onProcesses }),
    onEvent: (event) => request.surface.onEvent({ type: 'hook', event }),
  });
  if (!trial.ok) return trial;
  const script = loaded.value.scripts.execute ?? '';
  const text = await readFile(script, 'utf8');
  const draft = await readDraft(agent, profileId, text);
  const found = foundOf(trial.value, loaded.value, shown, draft === undefined);
  if (trial.value.ok && !found.diagnosis && what === '') return ok({ ...found, ok: true });
  if (trial.value.cancelled) return ok({ ...found, ok: false });
  if (!draft) return ok(leftAlone(found, { profileId, name: shown(script), text }));
  return repair(request, loaded.value, { draft, script, text, trial: trial.value, found, env: env.value.env });
}

/** What is known before anything was repaired. */
function foundOf(trial: Trial, loaded: LoadedProfile, shown: (path: string) => string, byHand: boolean): FixOutcome {
  const diagnosis = diagnose(trial, { ...diagnosisContext(loaded, shown), byHand });
  return {
    ok: trial.ok && !diagnosis,
    profileId: loaded.profile.id,
    changed: false,
    diff: '',
    understood: [],
    warnings: [],
    ...(trial.output !== undefined && { output: trial.output }),
    ...(diagnosis && { diagnosis, next: diagnosis.next }),
    ...(trial.error !== undefined && { error: trial.error }),
    ...(trial.cancelled && { cancelled: true, next: stoppedNext }),
  };
}

/**
 * Nothing is repaired in a script that somebody has written or changed: that is said, and how to go on, whatever was asked
 * for. Else the same advice would come again and again.
 */
function leftAlone(
  found: FixOutcome,
  { profileId, name, text }: { profileId: string; name: string; text: string },
): FixOutcome {
  const why = `${name} was written or changed by hand, so Rook leaves it alone`;
  const line = lineToEdit(text, found.diagnosis?.code);
  const edit = line === undefined ? `Edit ${name}` : `Edit ${name}:${line}`;
  const wayOut = `${edit} yourself, or have the script written anew from material: rook profile add ${profileId} --force (what is there now is kept as .bak).`;
  const { diagnosis } = found;
  const next = diagnosis ? `${diagnosis.next} ${wayOut}` : wayOut;
  return {
    ...found,
    ok: false,
    byHand: true,
    error: found.error === undefined ? why : `${why}\n${found.error}`,
    next,
    ...(diagnosis && { diagnosis: { ...diagnosis, next } }),
  };
}

/** The line of a script that is probably the one to edit, from 1: where the answer is read, else where the target stands. */
function lineToEdit(text: string, code: Diagnosis['code'] | undefined): number | undefined {
  const reads = /\b(?:answer|output)\s*=(?!=)|\boutput\s*:/;
  const reaches = /https?:\/\/|wss?:\/\/|\bspawn\(/;
  const isOfReading = code === undefined || code === 'wrong_field' || code === 'empty_answer';
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line) => !/^\s*(?:\/\/|#|\*|\/\*)/.test(line) && (isOfReading ? reads : reaches).test(line),
  );
  return at === -1 ? undefined : at + 1;
}

const stoppedNext = 'It was stopped, and nothing was changed: run it again when it may go on.';

interface Broken {
  draft: Draft;
  script: string;
  text: string;
  trial: Trial;
  found: FixOutcome;
  env: NodeJS.ProcessEnv;
}

async function repair(request: FixRequest, loaded: LoadedProfile, broken: Broken): Promise<Result<FixOutcome>> {
  const { workspace, agent, profileId, surface, what = '' } = request;
  const { draft, trial, found } = broken;
  const reply = trial.exchange && readReply(trial.exchange, draft.target.kind);
  const words = readFixHints(what, draft, reply, profileId);
  const { understood, stop, undecided, refused } = words;
  for (const one of understood) surface.onEvent({ type: 'learned', what: one });
  if (stop)
    return ok({ ...found, ok: false, understood, error: stop.message, next: stop.remedy ?? anewNext(profileId) });
  const warnings =
    what !== '' && understood.length === 0 && undecided === undefined
      ? ['nothing in --what was understood: it names no field of the reply, no header and no URL']
      : [];
  const { reading, ...unread } = words.draft;
  // What is only wrong elsewhere leaves the answer where it is; what is broken is looked for anew.
  const first = what !== '' && trial.ok && !found.diagnosis;
  const isKnown = reading && undecided === undefined && !isRefused(reading.answer, refused);
  const outcome = await new ProbeLoop({
    workspace,
    agent,
    profileId,
    options: [{ label: profileId, draft: unread, score: 0 }],
    goal: request.goal ?? probeGoal,
    hints: { ...earlierHints(draft, trial), ...words.hints },
    ...(isKnown && { known: { place: reading.answer, first } }),
    refused,
    ...(undecided !== undefined && { undecided }),
    repairs: true,
    shown: shownAs(request, loaded, broken.script),
    node: request.node,
    env: broken.env,
    signal: request.signal,
    surface,
    ...(request.hidden && { hidden: request.hidden }),
    ...(request.onProcesses && { onProcesses: request.onProcesses }),
  }).run();
  if (!outcome.ok) return outcome;
  if ('proven' in outcome.value) return keep(request, loaded, broken, outcome.value.proven, { understood, warnings });
  const { unproven } = outcome.value;
  await unstage(workspace, profileId);
  const { error, cancelled, candidates = [] } = unproven;
  const diagnosis = candidates.length > 0 ? undefined : (unproven.diagnosis ?? found.diagnosis);
  const { diagnosis: _before, ...known } = found;
  return ok({
    ...known,
    ok: false,
    understood,
    warnings,
    error,
    ...(diagnosis && { diagnosis }),
    next: cancelled ? stoppedNext : nextAfter(candidates, diagnosis, profileId),
    ...(candidates.length > 0 && { candidates }),
    ...(cancelled && { cancelled }),
  });
}

/** What to do when nothing could be repaired. */
function nextAfter(candidates: readonly AnswerCandidate[], diagnosis: Diagnosis | undefined, id: string): string {
  const [candidate] = candidates;
  if (candidate)
    return `Say which it is: rook profile fix ${id} --what 'the answer is in ${formatPath(candidate.place.path)}'.`;
  return diagnosis?.next ?? anewNext(id);
}

function anewNext(id: string): string {
  return `See whether the goal reaches the agent, and write the profile anew when the agent has changed: rook profile add ${id} --force.`;
}

/** Where the handle and the calls stood, as far as they still stand there: a person may have chosen them. */
function earlierHints({ reading, target }: Draft, { exchange }: Trial): ReadingHints {
  if (!reading || !exchange) return {};
  const { conversation, calls } = reading;
  const isPlace = typeof conversation === 'object' && 'path' in conversation && !conversation.where;
  const wanted = {
    ...(isPlace && { conversation: conversation.path }),
    ...(calls && !calls.list.where && { calls: calls.list.path }),
  };
  const { hints, warnings } = hintsFor(exchange, target.kind, wanted);
  if (warnings.length === 0) return hints;
  return hints.conversation ? { conversation: hints.conversation } : {};
}

/** Paths in next steps are those that are there afterwards: not the script that was tried, but the one that is repaired. */
function shownAs(request: FixRequest, loaded: LoadedProfile, script: string): (path: string) => string {
  const folder = stagingFolder(request.workspace, request.profileId);
  return (path) => {
    if (!path.startsWith(folder)) return request.shown(path);
    return request.shown(path.endsWith('.mjs') ? script : loaded.file);
  };
}

async function keep(
  request: FixRequest,
  loaded: LoadedProfile,
  { script, text, found }: Broken,
  proven: Proven,
  { understood, warnings: before }: Pick<FixOutcome, 'understood' | 'warnings'>,
): Promise<Result<FixOutcome>> {
  const { workspace, agent, profileId, surface, signal, shown } = request;
  const { draft, staged, output, trial } = proven;
  const warnings = [...before, ...proven.warnings];
  const name = shown(script);
  const changed = staged.script !== text;
  const diff = changed ? createTwoFilesPatch(name, name, text, staged.script, 'before', 'after', { context: 3 }) : '';
  const place = placeInWords(draft.reading?.answer ?? { path: [] }, draft.target.kind);
  const shownAnswer = { output, place, script: diff, proposed: staged.script, scriptFile: script };
  if (changed && surface.person) surface.onEvent({ type: 'diff', text: diff });
  const right = !changed || !surface.person || (await surface.person.accept(shownAnswer, signal));
  await unstage(workspace, profileId);
  const { next: _solved, error: _mended, ...known } = found;
  if (!right)
    return ok({
      ...found,
      ok: false,
      understood,
      warnings,
      diff,
      next: 'The repaired script was not accepted; nothing was changed.',
    });
  if (changed) {
    await writeFileAtomically(script, staged.script);
    await keepDraft(authoredFiles(agent, profileId).draft, draft, staged.script);
    const again = await loadProfile(agent, profileId, workspace.root);
    if (again.ok) await keepObserved(agent.profilesDir, again.value, trial.observed);
  }
  const missing = phasesOf(draft).filter((phase) => !loaded.profile.hooks[phase]);
  const next =
    missing.length > 0 ? `Add to hooks of ${shown(loaded.file)}: ${missing.join(', ')}, each with ${name}.` : undefined;
  return ok({
    ...known,
    ok: true,
    changed,
    diff,
    output,
    understood,
    warnings,
    scriptFile: script,
    ...(next && { next }),
  });
}
