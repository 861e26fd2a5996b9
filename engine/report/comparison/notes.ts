import { storedValue } from '../../workspace/runs';
import { reportOf } from '../stored-report';
import { definitionUnknown } from './compare-runs';
import type { Compared } from './read-compared';
import { miscount } from './report-file';

/** What limits a comparison, in sentences: a reader should not take for found what could not be seen. */
export async function notesOf(base: Compared, head: Compared): Promise<string[]> {
  const same = base.standings.run === head.standings.run;
  return [
    ...(same ? [`Base and head are the same run, ${head.standings.run}: nothing can differ but what is flaky.`] : []),
    ...(await runNotes('base', base)),
    ...(same ? [] : await runNotes('head', head)),
    ...meansNote(base, head),
    ...definitionNote(base, head),
  ];
}

/** What is wrong with one of the runs: it did not complete, or its records are damaged. */
async function runNotes(side: 'base' | 'head', { standings, agentId, stored }: Compared): Promise<string[]> {
  const name = `${side === 'base' ? 'Base' : 'Head'}, run ${standings.run}`;
  const notes = agentId === undefined ? [`${name}, does not say which agent it tested.`] : [];
  if (!stored) return notes;
  const file = storedValue(stored.file);
  if (stored.file.state !== 'present')
    notes.push(`${name}, has no run.yaml that can be read: only scenarios with records of their own are compared.`);
  else if (file?.status === 'running') notes.push(`${name}, goes on, or was killed: it is compared as far as it came.`);
  else if (file?.status !== undefined && file.status !== 'completed')
    notes.push(
      `${name}, was ${file.status}${file.reason ? ` (${file.reason})` : ''}: it did not reach every scenario.`,
    );
  const { report } = await reportOf(stored);
  const difference = miscount(standings.scenarios, report.totals);
  if (difference !== undefined && file?.status !== 'running')
    notes.push(
      `The records of run ${standings.run} do not add up to its report: ${difference}. The records are compared.`,
    );
  return notes;
}

function meansNote(base: Compared, head: Compared): string[] {
  const [was, is] = [base, head].map(({ stored }) => stored && storedValue(stored.file)?.pins);
  if (!was || !is || base.standings.means === head.standings.means) return [];
  return was.profile_id === is.profile_id
    ? [`The profile ${is.profile_id ?? ''}, or a script of it, was changed between the runs.`]
    : [`Base ran through the profile ${was.profile_id ?? '(unknown)'}, head through ${is.profile_id ?? '(unknown)'}.`];
}

function definitionNote(base: Compared, head: Compared): string[] {
  const before = new Map(base.standings.scenarios.map((standing) => [standing.scenario_id, standing]));
  const ids = head.standings.scenarios.flatMap((is) => {
    const was = before.get(is.scenario_id);
    return was && definitionUnknown(was, is) ? [is.scenario_id] : [];
  });
  if (ids.length === 0) return [];
  const named = ids.length > 5 ? `${ids.length} scenarios` : ids.join(', ');
  return [`No snapshot was kept of ${named} in one of the runs: whether the definition changed is not known.`];
}
