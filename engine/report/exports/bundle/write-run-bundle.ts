import { ok, type Result, refuse } from '../../../../schemas/result';
import type { StoredRun } from '../../../workspace/runs';
import { writeStreamAtomically } from '../../../workspace/write-stream';
import type { ExportedRun } from '../exported-run';
import { Redaction } from '../redaction';
import { PatternTimeout, type UserPattern } from '../redaction-patterns';
import type { SecretPair } from '../redaction-secrets';
import type { RedactionList } from './redaction-list';
import { type BundleOptions, runBundle } from './run-bundle';
import { ArchiveTooLarge } from './zip';

export interface BundleRequest extends Omit<BundleOptions, 'redaction' | 'onFile'> {
  secrets: readonly SecretPair[];
  patterns: readonly UserPattern[];
}

/**
 * Writes a run as a redacted archive. When a pattern of the user takes too long, the archive becomes too large, or it is
 * aborted (which throws), nothing is left of it: a bundle that is only half looked through must not be sent.
 * @returns what was masked and left out.
 */
export async function writeRunBundle(
  stored: StoredRun,
  exported: ExportedRun,
  file: string,
  { secrets, patterns, ...options }: BundleRequest,
): Promise<Result<RedactionList>> {
  const redaction = new Redaction({ secrets, patterns });
  let at = 'the run';
  const bundle = runBundle(stored, exported, {
    ...options,
    redaction,
    onFile: (path) => {
      at = path;
    },
  });
  try {
    await writeStreamAtomically(file, bundle.pieces, options.signal);
    return ok(bundle.list());
  } catch (error) {
    if (error instanceof PatternTimeout)
      return refuse(
        `a pattern to mask ${error.message} on ${at}, so nothing was written`,
        'Write it without repetitions inside repetitions, such as (a+)+.',
      );
    if (error instanceof ArchiveTooLarge)
      return refuse(
        `the bundle cannot hold this run: ${error.message}`,
        'Send the page alone (--html), or pack the folder of the run by hand.',
      );
    throw error;
  } finally {
    await redaction.dispose();
  }
}
