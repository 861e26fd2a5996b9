import { basename } from 'node:path';
import type { EnvReference } from '../../schemas/profile';
import type { LoadedProfile } from '../workspace/agent-files';
import { type Case, type Diagnosis, wordsOf } from './diagnosis/case';
import { statusIn, statusSign } from './diagnosis/http-signs';
import { networkSign } from './diagnosis/network-signs';
import { programExitSign, programSign } from './diagnosis/program-signs';
import { jobSign, pageSign, replySign } from './diagnosis/reply-signs';
import {
  exitSign,
  limitSign,
  missingEnvSign,
  missingField,
  noTerminalSign,
  notFoundSign,
  outputSign,
  wrongFieldSign,
} from './diagnosis/script-signs';
import { whileAdding } from './diagnosis/while-adding';
import type { Trial, TrialPhase } from './trial';

export type { Diagnosis, DiagnosisCode } from './diagnosis/case';

/** What next steps name. Paths are as they are to be shown. */
export interface DiagnosisContext {
  profileId: string;
  profileFile: string;
  scripts: LoadedProfile['scripts'];
  env: readonly EnvReference[];
  /** The profile is being added: what failed goes away, and its material is what is to be mended. */
  staged?: boolean;
  /** The script was changed by hand, so that `rook profile fix` leaves it alone. */
  byHand?: boolean;
}

/** What next steps name, of a profile. @param shown how a path is written for people. */
export function diagnosisContext(
  { profile, file, scripts }: LoadedProfile,
  shown: (path: string) => string = (path) => path,
): DiagnosisContext {
  const paths = Object.entries(scripts).map(([phase, path]) => [phase, shown(path)]);
  // Commands know a profile by the name of its file.
  const profileId = basename(file).replace(/\.ya?ml$/, '');
  return { profileId, profileFile: shown(file), scripts: Object.fromEntries(paths), env: profile.env };
}

/**
 * Why a trial did not come to a good end, and what to do next, from its exchange, the errors and what hooks wrote to
 * standard error; also of scripts that people have written in other languages. The first phase that failed is explained:
 * what failed after it mostly follows from it. An answer that is none, such as a page to sign in that was taken for text,
 * is a finding, too. Undefined when there is nothing to say, and for a trial that was cancelled.
 */
export function diagnose(trial: Trial, context: DiagnosisContext): Diagnosis | undefined {
  if (trial.cancelled) return undefined;
  const failed = trial.phases.find(({ ok }) => !ok);
  if (failed) return told(explain, caseOf(trial, failed, context));
  const last = trial.phases.findLast(({ phase }) => phase === 'execute');
  if (!last) return undefined;
  const answered = caseOf(trial, last, context);
  return told((failure) => (trial.ok ? falseAnswer(trial, failure) : noHandle(failure)), answered);
}

/** A diagnosis whose next step fits what there is afterwards: a profile, or material alone. */
function told(find: (failure: Case) => Diagnosis | undefined, failure: Case): Diagnosis | undefined {
  const found = find(failure);
  return found && failure.staged ? { ...found, next: whileAdding(found, failure) } : found;
}

function caseOf(trial: Trial, failed: TrialPhase, context: DiagnosisContext): Case {
  const { profileId, profileFile, scripts, env, staged = false, byHand = false } = context;
  const { exchange } = trial;
  const script = staged ? 'the material' : (scripts[failed.phase] ?? `the ${failed.phase} script`);
  const again = `rook profile ${staged ? 'add' : 'test'} ${profileId}`;
  return { failed, script, profileId, again, staged, byHand, profileFile, env, ...(exchange && { exchange }) };
}

/** From what is certain to what is likely. */
function explain(failure: Case): Diagnosis {
  const { failed, exchange } = failure;
  const { error = '' } = failed;
  const words = wordsOf(failed);
  if (error.includes('could not be started')) return notFoundSign(error, failure) ?? exitSign(failure);
  const [firstLine = ''] = error.split('\n');
  const stray = outputSign(error, failure);
  // Logs on standard error may tell of an attempt that failed and was made good: here only the stray line counts.
  if (stray?.code === 'stdout_noise') return networkSign(firstLine, failure) ?? stray;
  if (stray?.code === 'invalid_output') return stray;
  // A status that is known means that a reply came: what was written of the network is of an earlier attempt.
  const status = exchange?.status !== undefined && statusSign(exchange.status, failure);
  return (
    (status || undefined) ??
    (exchange && pageSign(exchange, failure)) ??
    networkSign(words, failure) ??
    missingEnvSign(words, failure) ??
    noTerminalSign(words, failure) ??
    limitSign(firstLine, failure) ??
    programSign(words, failure) ??
    (programEnded(words) ? (notFoundSign(words, failure) ?? programExitSign(words, failure)) : undefined) ??
    replySign(failure, missingField(words)) ??
    statusFromWords(words, failure) ??
    notFoundSign(words, failure) ??
    wrongFieldSign(words, failure) ??
    stray ??
    exitSign(failure)
  );
}

/** Whether it was the program that failed, which our script has started: then what it printed is no answer. */
function programEnded(words: string): boolean {
  return /\bexited with \d+\b|the MCP server ended with exit code/.test(words);
}

function statusFromWords(words: string, failure: Case): Diagnosis | undefined {
  const status = statusIn(words);
  return status === undefined ? undefined : statusSign(status, failure);
}

/** Every hook did well, and yet not every turn was executed: the conversation could not be gone on with. */
function noHandle({ script, profileId }: Case): Diagnosis {
  return {
    code: 'no_conversation',
    summary: 'The first turn returned no conversation handle, so a second one would not be of the same conversation.',
    next: `Return the id by which the agent knows the conversation as conversation from ${script}; an agent that keeps none is tried with: rook profile test ${profileId} --turns 1.`,
  };
}

/** A reply that was taken for an answer and is none. */
function falseAnswer(trial: Trial, answered: Case): Diagnosis | undefined {
  const { exchange } = trial;
  const { output = '' } = trial;
  if (/^\s*(?:<!doctype html|<html[\s>])/i.test(output)) {
    const page = { body: output, ...(exchange?.url !== undefined && { url: exchange.url }) };
    return pageSign(page, answered);
  }
  // Only a reply that is the answer as a whole: one that has an answer and a job's id beside it is in order.
  if (!exchange || output.trim() !== exchange.body.trim()) return undefined;
  return jobSign(exchange, answered.script);
}
