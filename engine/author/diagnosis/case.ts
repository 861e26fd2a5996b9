import type { EnvReference } from '../../../schemas/profile';
import type { Exchange } from '../draft';
import type { TrialPhase } from '../trial';

/** What kept a profile from bringing an answer. */
export type DiagnosisCode =
  | 'connection_refused'
  | 'connection_lost'
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'http_401'
  | 'http_403'
  | 'http_404'
  | 'http_429'
  | 'http_4xx'
  | 'http_5xx'
  | 'redirect_to_login'
  | 'html_instead_of_json'
  | 'error_reply'
  | 'wrong_field'
  | 'job_instead_of_answer'
  | 'empty_answer'
  | 'missing_env'
  | 'stdout_noise'
  | 'non_zero_exit'
  | 'not_found'
  | 'invalid_output'
  | 'no_tty'
  | 'no_conversation';

export interface Diagnosis {
  code: DiagnosisCode;
  /** One sentence: what was found. */
  summary: string;
  /** What to do next; names the file, the variable or the command. */
  next: string;
}

/** A failure to be explained: what a hook said, and what came back from the target, if that is known. */
export interface Case {
  failed: TrialPhase;
  /** Path of the script that failed, as it is shown; while a profile is being added, the material that it is made from. */
  script: string;
  profileId: string;
  /** The command that shows whether it was mended. */
  again: string;
  /** The profile is being added: neither it nor its script is there afterwards. */
  staged: boolean;
  /** The script was changed by hand: `rook profile fix` leaves it alone. */
  byHand: boolean;
  /** Path of the profile, as it is shown. */
  profileFile: string;
  env: readonly EnvReference[];
  exchange?: Exchange;
}

/**
 * All that the failure says in words: the error, then standard error. Not what our scripts quote of a reply: an agent may
 * speak of time-outs and of status 404, too.
 */
export function wordsOf({ error = '', stderr = '' }: TrialPhase): string {
  const own = (text: string): string => text.replace(/; it begins: [\s\S]*$/, '');
  return error.includes(stderr.trim()) ? own(error) : `${own(error)}\n${own(stderr)}`;
}

/** The first group that matched, in the first pattern that matches at all; an empty text when it has none. */
export function firstMatch(text: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match.slice(1).find((group) => group !== undefined) ?? '';
  }
  return undefined;
}

/** The declared variables that look like what signs in: those whose name or purpose says so. */
export function credentialsOf(env: readonly EnvReference[]): string[] {
  return env
    .filter(({ variable, purpose }) =>
      /token|key|secret|passw|auth|cookie|session|bearer|credential|sign/i.test(`${variable} ${purpose ?? ''}`),
    )
    .map(({ variable }) => variable);
}

/** A text from outside in quotes, on one line and not too long. */
export function quoted(text: string, most = 160): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return JSON.stringify(line.length > most ? `${line.slice(0, most)}…` : line);
}
