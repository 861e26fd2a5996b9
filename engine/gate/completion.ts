import type { GateReason } from '../../schemas/gate';
import { asRecord } from '../workspace/plain-value';
import type { StoredRun } from '../workspace/runs';
import { type GateEvidence, type NamedDocument, reason, wrong } from './evidence';

/**
 * What says that no run has taken place: a document of a command that failed (signed out, refused, bad flags), or of a
 * run that a deny rule has refused (behaviour §10).
 */
export function noRunReasons({ run }: GateEvidence): GateReason[] {
  if (!run) return [];
  const { ok, error, remedy, discarded, reason: why } = run.document;
  const told = typeof remedy === 'string' ? { remedy } : {};
  if (ok === false && typeof error === 'string' && error !== '')
    return [reason('setup', `${run.file} says that no run took place: ${error}`, told)];
  if (ok === false) return [reason('setup', `${run.file} says ok: false, and not why`, told)];
  if (discarded !== 'refused') return [];
  const because = typeof why === 'string' && why !== '' ? `: ${why}` : '';
  return [reason('setup', `${run.file} says that the run was refused, so nothing ran${because}`, told)];
}

/** The completion check of seed 004: what keeps a run from being a whole one. A field that is missing is not defaulted. */
export function incompleteReasons({ run, stored }: GateEvidence): GateReason[] {
  if (run) return incompleteDocument(run);
  return stored ? incompleteFolder(stored) : [];
}

function incompleteDocument({ file, document }: NamedDocument): GateReason[] {
  const { ok, halted, discarded, run_id: id, report, reason: why } = document;
  const because = typeof why === 'string' && why !== '' ? `: ${why}` : '';
  const again = 'Run it again, and let it come to its end.';
  if (ok === undefined && halted === undefined && typeof id === 'string' && asRecord(report))
    return [
      reason('incomplete', `${file} is a document of rook report, which does not say whether the run completed`, {
        remedy: 'Name what rook run --json printed, and this file with --report.',
      }),
    ];
  const reasons: GateReason[] = [];
  const part = asRecord(document.shard);
  if (part && part.total !== 1) reasons.push(partReason(file, part.index, part.total));
  const add = (message: string, remedy = again): void => {
    reasons.push(reason('incomplete', `${file}: ${message}`, { remedy }));
  };
  if (discarded === 'declined')
    add(`the run was declined, so nothing ran${because}`, 'Run it again, and agree to what it asks.');
  else if (discarded !== null) add(wrong('discarded', discarded, 'null, as it is after a run that took place'));
  if (halted === true) add(`the run was halted${because}`, 'See what stopped it, then run it again.');
  else if (halted !== false) add(wrong('halted', halted, 'false'));
  if (ok !== true) add(wrong('ok', ok, 'true'));
  if (typeof id !== 'string') add(wrong('run_id', id, 'the id of the run'));
  else if (id.trim() === '') add('run_id is empty');
  if (!asRecord(report)) add(wrong('report', report, 'an object'));
  return reasons;
}

/** One part says nothing about the others; nobody would notice that they are missing. */
function partReason(what: string, index: unknown, total: unknown): GateReason {
  return reason('incomplete', `${what} is of shard ${String(index)} of ${String(total)}: a part of what was to run`, {
    remedy: 'Put the parts together with rook merge, and decide about the whole.',
  });
}

function incompleteFolder({ id, file, report }: StoredRun): GateReason[] {
  const again = { remedy: `Go on with it: rook run --run ${id}. Or make a new run.` };
  if (file.state === 'absent') return [reason('incomplete', `run ${id} has no run.yaml`, again)];
  if (file.state === 'broken')
    return [reason('incomplete', `run.yaml of run ${id} cannot be read: ${file.why}`, again)];
  const { status, reason: why, shard, merged_from: parts, test_mode: trial } = file.value;
  const because = why ? `: ${why}` : '';
  switch (status) {
    case 'completed':
      break;
    case undefined:
      return [reason('incomplete', `run.yaml of run ${id} has no status, so it does not say how the run ended`, again)];
    case 'running':
      return [reason('incomplete', `run ${id} is still running, or was killed`, again)];
    case 'halted':
    case 'cancelled':
      return [reason('incomplete', `run ${id} was ${status}${because}`, again)];
    default:
      status satisfies never;
  }
  if (report.state === 'absent') return [reason('incomplete', `run ${id} has no report.yaml`, again)];
  if (trial === true)
    return [
      reason('incomplete', `run ${id} was made in test mode, which is no run of a release`, {
        remedy: 'Make a new run.',
      }),
    ];
  if (shard && !parts && shard.total > 1) return [partReason(`run ${id}`, shard.index, shard.total)];
  return [];
}
