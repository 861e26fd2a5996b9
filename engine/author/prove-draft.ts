import { ok, type Result } from '../../schemas/result';
import type { Draft, Place } from './draft';
import type { ProbeGoals } from './probe-goals';
import type { ProbeOutcome, ProbeRequest, Unproven } from './probe-loop';
import { type ChosenBy, judgeProof, type Replies, textOf } from './proof';
import { formatPath, formatPlace } from './reading/path';
import type { AnswerCandidate } from './reading/rank-answers';
import { type Observed, readAt } from './refine-draft';
import { hasSlot, withHandle, withoutConversation } from './slots';
import { brokenTalk } from './talk';
import type { TargetProbe } from './target-probe';
import type { Trial } from './trial';

/** A draft that reads an answer, and what is to be shown yet. */
export interface Found {
  draft: Draft;
  chosenBy: ChosenBy;
  /** Replies to this way to ask. */
  seen: Replies;
  /** Only one turn is tried: the conversation did not hold. */
  single?: boolean;
  warnings: string[];
}

/** How often a proof may teach another place before it is called unclear. */
const mostLessons = 3;

/**
 * Shows that a script gets the answer, by a goal that was not asked before and whose answer is long: in a second turn when
 * there is a handle, else in a conversation of its own. What comes back is read anew with all that was seen.
 */
export class Prover {
  private lessons = 0;

  constructor(
    private readonly request: ProbeRequest,
    private readonly target: TargetProbe,
    private readonly goals: ProbeGoals,
  ) {}

  async prove(found: Found): Promise<Result<ProbeOutcome>> {
    const { draft, seen, single } = found;
    const talks = !single && (draft.reading?.conversation !== undefined || hasSlot(draft.target, 'conversation'));
    const asked = talks ? ([seen[0].goal, this.goals.proof()] as const) : ([this.goals.proof()] as const);
    const trial = await this.target.run(draft, asked);
    if (!trial.ok) return trial;
    const { value } = trial;
    if (value.cancelled || this.request.signal.aborted) return ok({ unproven: this.target.failed(value) });
    const all: Replies = [...seen, ...observedIn(value, asked)];
    if (!value.ok && all.length > seen.length && (value.exchange?.status ?? 200) < 300) {
      const elsewhere = this.better(found, all);
      if (elsewhere) return this.prove(elsewhere);
    }
    if (talks) {
      const why = brokenTalk(draft, value);
      if (why !== undefined) return this.withoutTalk(found, why);
    }
    if (!value.ok || value.output === undefined) return ok({ unproven: this.target.failed(value) });
    return this.judge(found, all, value);
  }

  /** What the reply of the proof says of the place, and what follows from it. */
  private async judge(found: Found, all: Replies, trial: Trial): Promise<Result<ProbeOutcome>> {
    const { draft, chosenBy } = found;
    const { hints, surface, signal, refused = [], constant } = this.request;
    const judgement = judgeProof(draft, all, { chosenBy, refused, hints });
    switch (judgement.kind) {
      case 'holds':
        return ok({ proven: this.proven(found, trial, all) });
      case 'better': {
        const elsewhere = this.better(found, all);
        return elsewhere ? this.prove(elsewhere) : ok({ unproven: this.doubtful(trial, [judgement.answer]) });
      }
      case 'constant': {
        if (chosenBy === 'hint' && constant === 'warn')
          return ok({ proven: this.proven(found, trial, all, constantWarning(trial.output ?? '')) });
        const own: AnswerCandidate = { place: placeOf(draft), text: trial.output ?? '', score: 0 };
        const candidates = [...judgement.candidates, own];
        const chosen = await surface.person?.chooseAnswer(candidates, signal);
        const candidate = chosen === undefined ? undefined : candidates[chosen];
        if (candidate === own) return ok({ proven: this.proven(found, trial, all, constantWarning(own.text)) });
        if (candidate) return this.chosen(found, all, candidate.place, trial);
        return ok({ unproven: this.constant(trial, own, judgement.candidates) });
      }
      case 'doubtful': {
        const chosen = await surface.person?.chooseAnswer(judgement.candidates, signal);
        const candidate = chosen === undefined ? undefined : judgement.candidates[chosen];
        if (candidate) return this.chosen(found, all, candidate.place, trial);
        return ok({ unproven: this.doubtful(trial, judgement.candidates) });
      }
      default:
        return judgement satisfies never;
    }
  }

  /** The place that the ranking of all replies is clear about, when it is another one; a few times only. */
  private better(found: Found, all: Replies): Found | undefined {
    const { hints, refused = [] } = this.request;
    const judgement = judgeProof(found.draft, all, { chosenBy: found.chosenBy, refused, hints });
    if (judgement.kind !== 'better' || this.lessons >= mostLessons) return undefined;
    this.lessons += 1;
    this.target.learn(`the further answer shows that it stands at ${formatPlace(judgement.answer.place)}`);
    return { ...found, draft: judgement.draft, seen: all };
  }

  /** A place that a person has chosen is tried like any other. */
  private chosen(found: Found, all: Replies, place: Place, trial: Trial): Promise<Result<ProbeOutcome>> {
    if (this.lessons >= mostLessons) return Promise.resolve(ok({ unproven: this.doubtful(trial, []) }));
    this.lessons += 1;
    const { exchange } = all.at(-1) ?? all[0];
    const draft = found.single
      ? withoutConversation(readAt(found.draft, exchange, place, this.request.hints), found.draft.target)
      : readAt(found.draft, exchange, place, this.request.hints);
    return this.prove({ ...found, draft, seen: all, chosenBy: 'person' });
  }

  /** The conversation did not hold: either the agent gives its own handle, or there is none that it takes back. */
  private withoutTalk(found: Found, why: string): Promise<Result<ProbeOutcome>> {
    const { draft, seen } = found;
    // The id of the client's choice is not kept: the agent's own is sent back instead.
    const target = hasSlot(draft.target, 'session') ? withHandle(draft.target, '') : undefined;
    if (target) return this.prove({ ...found, draft: { ...draft, target } });
    this.target.learn(`${why}: the profile is for single turns`);
    const plain = readAt(draft, seen[0].exchange, placeOf(draft), this.request.hints);
    const single = withoutConversation(plain, this.original(draft));
    const warnings = [...found.warnings, `several turns were not shown to work: ${why}`];
    return this.prove({ ...found, draft: single, single: true, warnings });
  }

  /** The target as the material has it, before a handle was added. */
  private original(draft: Draft): Draft['target'] {
    const { target } = draft;
    const option = this.request.options.find(({ draft: { target: own } }) => own.kind === target.kind);
    if (target.kind !== 'http') return option?.draft.target ?? target;
    const own = option?.draft.target.kind === 'http' ? option.draft.target : target;
    const { cookies: _dropped, ...rest } = target;
    return { ...rest, call: { ...own.call, url: target.call.url, ...(target.call.follow && { follow: true }) } };
  }

  private proven({ draft, seen, warnings }: Found, trial: Trial, all: Replies, ...more: string[]) {
    const { staged, attempts } = this.target;
    if (!staged) throw new Error('a draft is proven by its script');
    // What the first goal was answered is shown: it is the one that people expect.
    const first = textOf(seen[0] ?? all[0], placeOf(draft), draft.target.kind);
    const output = first.trim() === '' ? (trial.output ?? '') : first;
    return { draft, staged, trial, output, attempts, warnings: [...warnings, ...more] };
  }

  private constant(trial: Trial, own: AnswerCandidate, candidates: AnswerCandidate[]): Unproven {
    const at = formatPath(own.place.path);
    const said = JSON.stringify(own.text.slice(0, 60));
    return {
      ...this.target.failed(trial),
      error: `the answer never changes: ${at} is ${said} again, although something else was asked`,
      ...(candidates.length > 0 && { candidates }),
      remedy: `See whether the goal reaches the agent: {{goal}} says where it belongs. If this is the agent's answer, say so with --answer '${at}'.`,
    };
  }

  private doubtful(trial: Trial, candidates: AnswerCandidate[]): Unproven {
    return {
      ...this.target.failed(trial),
      error: 'several fields of the reply may be the answer: further replies made it unclear',
      ...(candidates.length > 0 && { candidates }),
    };
  }
}

function constantWarning(text: string): string {
  return `two goals got the same answer (${JSON.stringify(text.slice(0, 60))}): look whether it is the agent's`;
}

function placeOf(draft: Draft): Place {
  return draft.reading?.answer ?? { path: [] };
}

/** The replies of a trial with the goals that they answer, as far as both are known. */
function observedIn({ exchanges = [], exchange, phases }: Trial, goals: readonly string[]): Observed[] {
  const turns = phases.filter(({ phase }) => phase === 'execute').length;
  if (exchanges.length === turns)
    return exchanges.flatMap((one, index) => {
      const goal = goals[index];
      return goal === undefined ? [] : [{ exchange: one, goal }];
    });
  const goal = goals[turns - 1];
  return exchange && goal !== undefined ? [{ exchange, goal }] : [];
}
