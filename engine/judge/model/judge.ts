import type { JudgeCache } from './judge-cache';
import type { JudgeModel, JudgeTool } from './judge-model';
import type { JudgeWorking } from './judge-working';

/** A judge model and what surrounds its use in one attempt. */
export interface Judge {
  readonly model: JudgeModel;
  /** Limit of one question, tool calls included, in milliseconds. */
  readonly timeoutMs: number;
  /** Most tool calls for one question. */
  readonly maxSteps: number;
  /** Masks secret values. Whatever is sent to a model or kept of it goes through this. */
  readonly mask: (text: string) => string;
  /** Ends the question when the run is stopped. */
  readonly stop: AbortSignal;
  /** Tools that the model may use for this attempt. */
  readonly tools?: () => JudgeTool[];
  readonly cache?: JudgeCache;
  /** Keeps how an answer came about, in the attempt's evidence. */
  readonly keepWorking?: (working: JudgeWorking) => Promise<void>;
}

/** Part of every remedy that a judge model would be. */
export const howToConfigureJudge =
  'A judge model is configured by "judge" in .testmuai/rook/settings.json, or by ROOK_JUDGE_PROVIDER, ROOK_JUDGE_MODEL and ROOK_JUDGE_API_KEY (or ROOK_JUDGE_COMMAND).';

/** Why a judge could not be asked, with what a user can do about it. */
export class JudgeUnavailable extends Error {
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
}
