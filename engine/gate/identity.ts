import type { GateReason } from '../../schemas/gate';
import { asRecord } from '../workspace/plain-value';
import { storedValue } from '../workspace/runs';
import { type GateEvidence, reason, wrong } from './evidence';
import type { JsonRecord } from './json-text';

/** The report that the gate decides from, and what messages call it. */
export interface CountedReport {
  where: string;
  report: JsonRecord;
}

/**
 * The report that counts: that of `rook report`, else the one in the document of the run, else `report.yaml` in its
 * folder. Undefined when there is none, or none that is an object.
 */
export function countedReport({ run, report, stored }: GateEvidence): CountedReport | undefined {
  if (report) return counted(`${report.file}, report`, report.document.report);
  if (run) return counted(`${run.file}, report`, run.document.report);
  return stored?.report.state === 'present' ? counted('report.yaml', stored.report.value) : undefined;
}

function counted(where: string, value: unknown): CountedReport | undefined {
  const report = asRecord(value);
  return report && { where, report };
}

/**
 * Every place that names the run must name the same one (seed 004): an older passing report cannot vouch for a new run.
 * In the run's own document the report may be left out in part, as in hand-written tests of a gate, when another one counts.
 */
export function identityReasons(evidence: GateEvidence): GateReason[] {
  const { run, report, stored } = evidence;
  const counts = countedReport(evidence);
  if (!counts) return [noReport(evidence)];
  const ids: [where: string, id: unknown][] = [];
  if (run) ids.push([`${run.file}, run_id`, run.document.run_id]);
  if (report) ids.push([`${report.file}, run_id`, report.document.run_id]);
  ids.push([`${counts.where}.run_id`, counts.report.run_id]);
  const inRun = asRecord(run?.document.report);
  if (run && report && inRun && (inRun.run_id !== undefined || inRun.totals !== undefined))
    ids.push([`${run.file}, report.run_id`, inRun.run_id]);
  if (stored?.file.state === 'present') ids.push(['run.yaml, id', stored.file.value.id]);

  const unusable = ids.filter(([, id]) => typeof id !== 'string' || id.trim() === '');
  if (unusable.length > 0)
    return unusable.map(([where, id]) =>
      reason('inconsistent', wrong(where, id === '' ? undefined : id, 'the id of the run')),
    );
  const [first] = ids;
  return ids
    .filter(([, id]) => id !== first?.[1])
    .map(([where, id]) =>
      reason('inconsistent', `${where} is ${String(id)}, but ${first?.[0]} is ${String(first?.[1])}`, {
        remedy: 'Fetch the report by the id of this run: rook report <id> --json.',
      }),
    );
}

/** The agent that a gate was asked to decide about. */
export interface GatedAgent {
  id: string;
  projectId: string;
}

/**
 * Every place that names the agent must name the same one, and it must be the one whose release this is: a run of another
 * agent cannot vouch for it. Hand-written documents that name none are of whichever agent.
 */
export function agentReasons(evidence: GateEvidence, wanted: GatedAgent | undefined): GateReason[] {
  const { run, report, stored } = evidence;
  const file = stored && storedValue(stored.file);
  const named: [where: string, id: unknown][] = [
    ...(run ? [[`${run.file}, report.agent_id`, asRecord(run.document.report)?.agent_id] as [string, unknown]] : []),
    ...(report
      ? [[`${report.file}, report.agent_id`, asRecord(report.document.report)?.agent_id] as [string, unknown]]
      : []),
    ...(stored ? [['report.yaml, agent_id', storedValue(stored.report)?.agent_id] as [string, unknown]] : []),
    ...(file ? [['run.yaml, agent_id', file.agent_id] as [string, unknown]] : []),
  ];
  const agents = named.filter(([, id]) => id !== undefined);
  const [first] = agents;
  if (!first) return [];
  const different = agents.find(([, id]) => id !== first[1]);
  if (different)
    return [
      reason('inconsistent', `${different[0]} is ${String(different[1])}, but ${first[0]} is ${String(first[1])}`),
    ];
  const project = file?.project_id;
  if (!wanted || (first[1] === wanted.id && (project === undefined || project === wanted.projectId))) return [];
  const of = `agent ${String(first[1])}${project === undefined ? '' : ` in project ${project}`}`;
  return [
    reason('inconsistent', `the run is of ${of}, and this gate is for ${wanted.id} in ${wanted.projectId}`, {
      remedy: `If that run is meant, name its agent: rook gate ${project === undefined ? '' : `--project ${project} `}--agent ${String(first[1])}.`,
    }),
  ];
}

function noReport({ report, stored }: GateEvidence): GateReason {
  if (report) return reason('inconsistent', wrong(`${report.file}, report`, report.document.report, 'an object'));
  const why = stored?.report.state === 'broken' ? `: ${stored.report.why}` : '';
  return reason('inconsistent', `report.yaml of run ${stored?.id ?? ''} cannot be read${why}`);
}
