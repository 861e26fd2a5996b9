import type { GateReason, GateTotals } from '../../schemas/gate';
import type { Verdict, VerdictStatus } from '../../schemas/verdict';
import { Verdict as VerdictSchema } from '../../schemas/verdict';
import { recordedBy } from '../report/merge/verdict-run';
import { scenarioLayout } from '../workspace/layout';
import { readTextIfPresent } from '../workspace/read-text';
import { listScenarioIds, readStored, type StoredRun, storedValue } from '../workspace/runs';
import { readScenarioText } from '../workspace/scenario-file';
import { reason } from './evidence';
import { verdictContradiction } from './verdict-contradictions';

/** What a run's folder says of one planned scenario. */
export interface ScenarioRecord {
  id: string;
  verdict?: Verdict;
  /** The verdict is that of an earlier run. */
  carried?: boolean;
  tags: string[];
  category?: string;
}

export interface RecordsReading {
  scenarios: ScenarioRecord[];
  reasons: GateReason[];
}

/**
 * Reads the verdict files of a run. One that is torn, or better than its own criteria allow, is a contradiction, not a scenario
 * that did not run; so are records of a scenario that the plan does not list, and one that it lists twice.
 */
export async function readRecords(run: StoredRun): Promise<RecordsReading> {
  const reading: RecordsReading = { scenarios: [], reasons: [] };
  const file = storedValue(run.file);
  reading.reasons.push(...(await planReasons(run, file?.included.map(({ scenario_id: id }) => id) ?? [])));
  const carried = new Set(file?.carried?.map((entry) => (typeof entry === 'string' ? entry : entry.scenario_id)));
  for (const { scenario_id: id } of file?.included ?? []) {
    const files = scenarioLayout(run.layout.scenarioDir(id));
    const stored = await readStored(files.verdictFile, VerdictSchema);
    const fault = (message: string): void => {
      reading.reasons.push(reason('inconsistent', `verdict.yaml of ${id} ${message}`, { scenario_id: id }));
    };
    if (stored.state === 'broken') fault(`cannot be read: ${stored.why}`);
    const verdict = storedValue(stored);
    if (verdict && verdict.scenario_id !== id) fault(`is of scenario ${verdict.scenario_id}`);
    const contradiction = verdict && verdictContradiction(verdict);
    if (contradiction !== undefined) fault(contradiction);
    const known = file && (carried.has(id) || [file.id, recordedBy(file, id)].includes(verdict?.run_id ?? file.id));
    if (verdict && known === false) fault(`is of run ${verdict.run_id}`);
    const snapshot = await readTextIfPresent(files.snapshotFile);
    const scenario = snapshot === undefined ? undefined : readScenarioText(snapshot, `${id}.yaml`, { snapshot: true });
    const demanded = scenario?.scenario ? scenario.scenario.criteria.length + scenario.scenario.calls.length : 0;
    if (verdict?.status === 'Pass' && verdict.criteria.length < demanded)
      fault(`says Pass for ${verdict.criteria.length} criteria, but the copy of its scenario has ${demanded}`);
    reading.scenarios.push({
      id,
      ...(verdict && { verdict }),
      ...(carried.has(id) && { carried: true }),
      tags: scenario?.scenario?.tags ?? [],
      ...(scenario?.scenario?.category && { category: scenario.scenario.category }),
    });
  }
  return reading;
}

/** A scenario that is taken out of the plan leaves its records behind; one that stands in it twice is counted twice. */
async function planReasons(run: StoredRun, planned: readonly string[]): Promise<GateReason[]> {
  const listed = new Set(planned);
  const twice = [...new Set(planned.filter((id, index) => planned.indexOf(id) < index))];
  const unlisted = (await listScenarioIds(run.layout)).filter((id) => !listed.has(id)).sort();
  const wrong = (id: string, message: string): GateReason => reason('inconsistent', message, { scenario_id: id });
  return [
    ...twice.map((id) => wrong(id, `run.yaml lists ${id} twice`)),
    ...unlisted.map((id) => wrong(id, `run.yaml does not list ${id}, which there are records of`)),
  ];
}

/** Counts the verdict files again: the totals of the report must be what they say. */
export function recountReasons(
  run: StoredRun,
  records: readonly ScenarioRecord[],
  totals: GateTotals,
  where: string,
): GateReason[] {
  const count = (status: VerdictStatus): number => records.filter(({ verdict }) => verdict?.status === status).length;
  const ungraded = records.filter(({ verdict }) => !verdict).length;
  const carried = records.filter(({ verdict, carried }) => verdict && carried).length;
  const pairs: [name: string, written: number, counted: number][] = [
    ['planned', totals.planned, records.length],
    ['passed', totals.passed, count('Pass')],
    ['failed', totals.failed, count('Fail')],
    ['unverifiable', totals.unverifiable, count('Unable to Verify')],
    ['unjudged + not_run', totals.unjudged + totals.not_run, ungraded],
    ['unrunnable', totals.unrunnable, storedValue(run.file)?.unrunnable?.length ?? 0],
    ['carried_forward', totals.carried_forward ?? carried, carried],
  ];
  return pairs
    .filter(([, written, counted]) => written !== counted)
    .map(([name, written, counted]) =>
      reason('inconsistent', `${where}: ${name} is ${written}, but the records of the run say ${counted}`),
    );
}
