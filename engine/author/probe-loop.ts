import { ok, type Result, refuse } from '../../schemas/result';
import type { NodeProgram } from '../lifecycle/hook-command';
import type { AgentRef, Workspace } from '../workspace/workspace';
import type { AuthorSurface } from './author-surface';
import type { Diagnosis } from './diagnosis';
import type { Draft, Exchange, Path, Place } from './draft';
import { hintsFor } from './hints-for-reply';
import type { DraftOption } from './material';
import { resolveTakes } from './material/taken-values';
import { ProbeGoals } from './probe-goals';
import { isConstant, isRefused, otherPlaces, type Replies, refined, textOf } from './proof';
import { Prover } from './prove-draft';
import { formatPath, formatPlace, placeInWords } from './reading/path';
import type { AnswerCandidate } from './reading/rank-answers';
import { type ReadingHints, type Refinement, readAt } from './refine-draft';
import type { Staged } from './staging';
import { TargetProbe } from './target-probe';
import { toolOptions } from './tool-options';
import type { Trial } from './trial';

export interface ProbeRequest {
  workspace: Workspace;
  agent: AgentRef;
  profileId: string;
  /** Likeliest first. */
  options: readonly DraftOption[];
  goal: string;
  hints: ReadingHints;
  /** An answer that never changes, at a place that a person has named, is a warning; else it is refused. */
  constant?: 'warn';
  /** Where the answer was found earlier: it counts when the replies alone are not clear, or always (`first`). */
  known?: { place: Place; first?: boolean };
  /** Places that a person says not to be the answer. */
  refused?: readonly Path[];
  /** Why the replies alone may not decide: then the place is for a person to choose. */
  undecided?: string;
  /** The profile is there already: next steps name it and its script, not the material. */
  repairs?: boolean;
  /** How a path is written for people. */
  shown?: (path: string) => string;
  node: NodeProgram;
  /** With the values of the draft's variables. */
  env: NodeJS.ProcessEnv;
  /** Variables that hooks get only when the profile declares them. */
  hidden?: readonly string[];
  signal: AbortSignal;
  surface: AuthorSurface;
  onProcesses?: (endAllNow: () => void) => void;
}

/** A draft that was seen to work. */
export interface Proven {
  draft: Draft;
  staged: Staged;
  /** The last trial: of two turns when the agent keeps a conversation. */
  trial: Trial;
  output: string;
  /** How often the target was invoked. */
  attempts: number;
  /** What could not be shown, each a sentence. */
  warnings: string[];
}

/** Why no draft works. */
export interface Unproven {
  error: string;
  diagnosis?: Diagnosis;
  candidates?: AnswerCandidate[];
  /** What to do, when neither the diagnosis nor the candidates say it. */
  remedy?: string;
  attempts: number;
  /** The last script that was tried. */
  staged?: Staged;
  /** What the last reply was, for whoever goes on from here. */
  exchange?: Exchange;
  cancelled?: boolean;
}

export type ProbeOutcome = { proven: Proven } | { unproven: Unproven };

/** Most invocations before the author gives up; each of them is a real one. */
const mostAttempts = 8;

/** Tries drafts against the real target until one reads its answer, then proves it with a further goal. */
export class ProbeLoop {
  private readonly target: TargetProbe;

  constructor(private readonly request: ProbeRequest) {
    this.target = new TargetProbe(request);
  }

  /** Refused is only what keeps the target from being tried at all, such as a variable without a value. */
  async run(): Promise<Result<ProbeOutcome>> {
    const { options } = this.request;
    let last: Unproven | undefined;
    for (const [index, option] of options.entries()) {
      const outcome = await this.tryOption(option);
      if (!outcome.ok) return outcome;
      if ('proven' in outcome.value) return outcome;
      const { unproven } = outcome.value;
      // The first way is the likeliest: what it came to says most, unless another one got further.
      if (!last || (unproven.candidates && !last.candidates)) last = unproven;
      if (unproven.cancelled || unproven.candidates || !worthAnother(unproven) || this.target.attempts >= mostAttempts)
        break;
      const next = options[index + 1];
      if (next) this.target.learn(`${causeOf(unproven)}; trying ${next.label}`);
    }
    return last
      ? ok({ unproven: last })
      : refuse('there is nothing to try', 'Give a cURL command, a command line or a URL.');
  }

  private async tryOption(option: DraftOption): Promise<Result<ProbeOutcome>> {
    const { goal, known, signal } = this.request;
    const goals = new ProbeGoals(goal);
    const prover = new Prover(this.request, this.target, goals);
    const redirects = new Set<string>();
    let { draft } = option;
    let seen: Replies | undefined;
    while (this.target.attempts < mostAttempts) {
      const asked = seen ? goals.second() : goal;
      const trial = await this.target.run(draft, [asked]);
      if (!trial.ok) return trial;
      const { exchange } = trial.value;
      const stopped = trial.value.cancelled || signal.aborted;
      const corrected = stopped ? undefined : withRealTakes(draft, trial.value);
      if (corrected) {
        this.target.learn('a value that later requests need stands elsewhere in the reply than its name says');
        draft = corrected;
        continue;
      }
      // A redirect and an HTTP error say something; a program that failed has not answered, whatever it printed.
      const failed = !trial.value.ok && (draft.target.kind !== 'http' || exchange?.status === undefined);
      if (stopped || !exchange || failed) return ok({ unproven: this.target.failed(trial.value) });
      if (draft.target.kind === 'mcp' && draft.target.tool === undefined) {
        const tool = await this.chooseTool(draft, exchange);
        if ('unproven' in tool) return ok(tool);
        draft = tool.draft;
        continue;
      }
      const reply = { exchange, goal: asked };
      seen = seen ? [...seen, reply] : [reply];
      const { hints, warnings } = hintsFor(exchange, draft.target.kind, this.request.hints);
      const { kind } = draft.target;
      const found = this.refined(draft, seen, hints);
      const old = known && textOf(reply, known.place, kind).trim() !== '' ? known : undefined;
      switch (found.kind) {
        case 'again':
          this.target.learn(found.why);
          if (redirects.has(found.why)) {
            const circle = `the agent redirects in a circle: ${[...redirects].join(', then ')}`;
            const { diagnosis: _sendItThere, ...rest } = this.target.failed(trial.value);
            return ok({ unproven: { ...rest, error: circle, remedy: endlessRedirect } });
          }
          redirects.add(found.why);
          draft = found.draft;
          seen = undefined;
          break;
        case 'failed': {
          const failure = this.target.failed(trial.value);
          if (isEndlessRedirect(draft, exchange)) {
            const { diagnosis: _sendItThere, ...rest } = failure;
            return ok({ unproven: { ...rest, error: `${found.why}, again and again`, remedy: endlessRedirect } });
          }
          return ok({ unproven: { ...failure, error: trial.value.ok ? found.why : failure.error } });
        }
        case 'reads': {
          const chosenBy = hints.answer || old?.first ? 'hint' : 'ranking';
          const reads = old?.first && !hints.answer ? readAt(draft, exchange, old.place, hints) : found.draft;
          this.target.learn(answerStands(reads.reading?.answer ?? found.answer.place, kind));
          return prover.prove({ draft: reads, chosenBy, seen, warnings });
        }
        case 'unclear': {
          // A reply to something else tells what never changes from what was said.
          const more = found.candidates.length > 1 || old !== undefined;
          if (seen.length === 1 && more && !this.request.hints.answer) break;
          if (old && !isConstant(old.place, seen, kind)) {
            this.target.learn(`the answer is left where it was: ${formatPlace(old.place)}`);
            return prover.prove({ draft: readAt(draft, exchange, old.place, hints), chosenBy: 'hint', seen, warnings });
          }
          return this.choose(prover, draft, seen, { found, trial: trial.value, warnings });
        }
        default:
          return found satisfies never;
      }
    }
    const { attempts } = this.target;
    return ok({ unproven: { error: `no answer was found in ${attempts} attempts`, ...this.target.soFar() } });
  }

  /** What the replies say, without what a person has refused. */
  private refined(draft: Draft, seen: Replies, hints: ReadingHints): Refinement {
    const { refused = [], undecided } = this.request;
    const found = refined(draft, seen, hints);
    if (found.kind !== 'reads' && found.kind !== 'unclear') return found;
    const excluded = found.kind === 'reads' && isRefused(found.answer.place, refused);
    if (found.kind === 'reads' && !excluded && (undecided === undefined || hints.answer)) return found;
    if (found.kind === 'unclear' && refused.length === 0) return found;
    const candidates = otherPlaces(draft.target.kind, seen, refused);
    return { kind: 'unclear', candidates, holds: found.kind === 'unclear' ? found.holds : [] };
  }

  /** A person chooses the place; without one the candidates are the end. */
  private async choose(
    prover: Prover,
    draft: Draft,
    seen: Replies,
    { found, trial, warnings }: { found: Refinement & { kind: 'unclear' }; trial: Trial; warnings: string[] },
  ): Promise<Result<ProbeOutcome>> {
    const { surface, signal, hints, undecided } = this.request;
    const { candidates, holds } = found;
    const { exchange } = seen.at(-1) ?? seen[0];
    const chosen = candidates.length > 0 ? await surface.person?.chooseAnswer(candidates, signal) : undefined;
    const candidate = chosen === undefined ? undefined : candidates[chosen];
    if (candidate) {
      const usable = hintsFor(exchange, draft.target.kind, hints).hints;
      const { answer: _nowhere, ...others } = usable;
      const reads = readAt(draft, exchange, candidate.place, others);
      return prover.prove({ draft: reads, chosenBy: 'person', seen, warnings });
    }
    const said = hints.answer
      ? `no text stands at ${formatPath(hints.answer)}`
      : (undecided ??
        (candidates.length > 1
          ? 'several fields of the reply may be the answer'
          : 'no field of the reply is clearly the answer'));
    const list = holds.length > 0 ? `. The reply holds:\n${holds.map((line) => `  ${line}`).join('\n')}` : '';
    const failure = this.target.failed(trial);
    return ok({
      unproven: { ...failure, error: `${said}${list}`, ...(candidates.length > 0 && { candidates }) },
    });
  }

  /** Which tool of an MCP server is the agent, from what the server says that it has. */
  private async chooseTool(draft: Draft, exchange: Exchange): Promise<{ draft: Draft } | { unproven: Unproven }> {
    const { surface, signal } = this.request;
    const options = toolOptions(draft, exchange);
    const [first, second] = options;
    const isClear = first && (!second || first.score - second.score >= 20);
    const chosen = isClear ? 0 : await surface.person?.chooseOption(options, signal);
    const option = chosen === undefined ? undefined : options[chosen];
    if (option) {
      this.target.learn(`the agent is ${option.label}`);
      return { draft: option.draft };
    }
    const list = options.map(({ label }) => `\n  ${label}`).join('');
    const error =
      options.length === 0
        ? 'the MCP server has no tool that takes a text'
        : `the MCP server has several tools that may be the agent:${list}\nName one in the material: "tool" and "argument"`;
    return { unproven: { error, ...this.target.soFar() } };
  }
}

/** Where the answer was found. */
function answerStands(place: Place, kind: Draft['target']['kind']): string {
  const words = placeInWords(place, kind);
  return words.startsWith('the whole') ? `${words} is the answer` : `the answer stands at ${words}`;
}

/** Why a way failed, in one line. The first line of what a hook says of its end often names no cause: the next one does. */
function causeOf({ error, diagnosis }: Unproven): string {
  if (diagnosis) return diagnosis.summary.replace(/\.$/, '');
  const [head = '', cause] = error.split('\n');
  return head.endsWith(':') && cause !== undefined ? `${head} ${cause.trim()}` : head.replace(/:$/, '');
}

const endlessRedirect = 'Give the URL that answers, or mend the redirects of the agent: they lead nowhere.';

/** Redirects are followed by then: one that is still left leads to another, and so on. */
function isEndlessRedirect({ target }: Draft, { status = 0 }: Exchange): boolean {
  return target.kind === 'http' && target.call.follow === true && status >= 300 && status < 400;
}

/** The draft whose failed step takes its values from where its real reply has them; undefined when that changes nothing. */
function withRealTakes(draft: Draft, trial: Trial): Draft | undefined {
  const { target } = draft;
  const failed = trial.phases.find(({ ok }) => !ok);
  const { exchange } = trial;
  if (target.kind !== 'http' || !exchange || !failed || (exchange.status ?? 0) >= 400) return undefined;
  const steps = target.steps.map((step) =>
    step.phase === failed.phase && step.takes.length > 0 ? resolveTakes(step, exchange) : step,
  );
  const changed = JSON.stringify(steps) !== JSON.stringify(target.steps);
  return changed ? { ...draft, target: { ...target, steps } } : undefined;
}

/** Failures that another way to ask may mend; one that has to do with reaching or being let in is the same for all. */
function worthAnother({ diagnosis, exchange }: Unproven): boolean {
  if (exchange?.status !== undefined)
    return [400, 404, 405, 415, 422, 500].includes(exchange.status) || exchange.status < 300;
  return !['connection_refused', 'dns', 'tls', 'missing_env', 'not_found'].includes(diagnosis?.code ?? '');
}
