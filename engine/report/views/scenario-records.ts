import { type Stats, statSync } from 'node:fs';
import type { Verdict } from '../../../schemas/verdict';
import { attemptLayout, scenarioLayout } from '../../workspace/layout';
import type { StoredRun } from '../../workspace/runs';
import type { ScenarioOutcome } from '../outcome';
import { outcomeOf } from '../stored-report';

/** What is known of a scenario of a run. */
export interface KnownScenario {
  outcome: ScenarioOutcome;
  /** It has been begun: something of it is on record beside the copy of its text. */
  begun: boolean;
  /** Of the files that it was read from. */
  stamp: string;
}

/** Keeps what was read of the scenarios of a run until one of the files that it was read from is another. */
export class ScenarioRecords {
  private readonly known = new Map<string, KnownScenario>();

  /** What was read before, even if it is of yesterday. */
  last(id: string): KnownScenario | undefined {
    return this.known.get(id);
  }

  /** What was read before, if it is still so. */
  current(run: StoredRun, id: string): KnownScenario | undefined {
    const known = this.known.get(id);
    return known && known.stamp === stampOf(run, id).stamp ? known : undefined;
  }

  /** Reads the records of a scenario. A file that is written meanwhile is another one the next time. */
  async read(run: StoredRun, id: string, carried: ReadonlySet<string>): Promise<KnownScenario> {
    const stamp = stampOf(run, id);
    const known = { ...stamp, outcome: lean(await outcomeOf(run, id, carried)) };
    this.known.set(id, known);
    return known;
  }
}

/** A verdict is the last that is written: where there is one, nothing else need be looked at. */
function stampOf(run: StoredRun, id: string): Pick<KnownScenario, 'stamp' | 'begun'> {
  const dir = run.layout.scenarioDir(id);
  const { verdictFile, snapshotFile } = scenarioLayout(dir);
  const verdict = markOf(verdictFile);
  if (verdict) return { stamp: verdict, begun: true };
  const { requestFile, responseFile, hooksFile } = attemptLayout(dir, 1);
  const request = markOf(requestFile) ?? markOf(hooksFile);
  const marks = [markOf(snapshotFile), markOf(responseFile), request !== undefined];
  return { stamp: marks.join(' '), begun: request !== undefined };
}

function markOf(file: string): string | undefined {
  let found: Stats | undefined;
  try {
    found = statSync(file, { throwIfNoEntry: false });
  } catch {
    return 'unreadable'; // whoever reads it says why
  }
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

/**
 * An outcome without what only the page of its scenario shows: a thousand verdicts are kept while a run goes on. Reports,
 * clusters and coverage read no texts of criteria that passed.
 */
function lean(outcome: ScenarioOutcome): ScenarioOutcome {
  const { verdict } = outcome;
  if (!verdict) return outcome;
  const criteria = verdict.criteria.map((criterion): Verdict['criteria'][number] =>
    criterion.status === 'Pass'
      ? { criterion_id: '', criterion: '', expected: '', achieved: '', status: 'Pass', evidence: '', confidence: '' }
      : criterion,
  );
  const { summary: _shown, verification_gaps: _too, ...rest } = verdict;
  return { ...outcome, verdict: verdict.status === 'Fail' ? { ...verdict, criteria } : { ...rest, criteria } };
}
