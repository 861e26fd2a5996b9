import type { RunEvent } from '../../schemas/event';
import type { EnvReference } from '../../schemas/profile';
import type { DraftOption, FoundSecret } from './material';
import type { AnswerCandidate } from './reading/rank-answers';

/** What the author does just now. */
export type AuthorEvent =
  | { type: 'recognised'; what: string; warnings: readonly string[] }
  /** A real invocation of the target; `attempt` from 1, `goals` those of all turns when there are several. */
  | { type: 'probing'; attempt: number; goal: string; goals?: readonly string[]; turns: number }
  | { type: 'learned'; what: string }
  /** What a repair would change, before a person is asked whether it is right. */
  | { type: 'diff'; text: string }
  | { type: 'hook'; event: RunEvent };

/** What an answer is shown with when a person is asked whether it is right. */
export interface ShownAnswer {
  output: string;
  /** Where it stands in the reply, in words. */
  place: string;
  /** What is to be looked at: the whole script, or the diff when there was one before. */
  script: string;
  /** The whole script as it would be written. */
  proposed: string;
  scriptFile: string;
}

/** The person at a surface; without one nothing is asked, and nothing is guessed. */
export interface AuthorPerson {
  /** Which way to understand the material; undefined = none, the work ends. */
  chooseOption(options: readonly DraftOption[], signal: AbortSignal): Promise<number | undefined>;
  chooseAnswer(candidates: readonly AnswerCandidate[], signal: AbortSignal): Promise<number | undefined>;
  /** Whether the extracted answer is what the agent said. */
  accept(answer: ShownAnswer, signal: AbortSignal): Promise<boolean>;
  /** The value of a variable that has none; undefined = leave. */
  askValue(variable: EnvReference, signal: AbortSignal): Promise<string | undefined>;
  /** Whether the value of a credential found in the material may be kept in the store. */
  mayKeep(secret: Pick<FoundSecret, 'variable' | 'purpose'>, signal: AbortSignal): Promise<boolean>;
}

export interface AuthorSurface {
  person?: AuthorPerson;
  /** Keeps values without asking, as `--yes` does. */
  keepsAll?: boolean;
  /** Puts a value where the surface keeps values. */
  keepValue(variable: string, value: string): Promise<void>;
  onEvent(event: AuthorEvent): void;
}
