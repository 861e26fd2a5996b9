import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { Standing } from '../../../schemas/comparison';
import { Report, type Totals } from '../../../schemas/report';
import { ok, type Result, refuse } from '../../../schemas/result';
import { readJsonBytes } from '../../gate/json-text';
import { checkShape } from '../../workspace/check-shape';
import { messageOf, refuseEndless } from '../../workspace/read-text';
import type { RunStandings } from './standings';

/** No report is that large; a file is not read to find that out. Bytes. */
const mostBytes = 64 * 1024 * 1024;

/** What a comparison takes from the document of `rook report --json`. */
const ReportDocument = z.looseObject({
  run_id: z.string().min(1),
  scenarios: z.array(Standing),
  report: Report.pick({ run_id: true, agent_id: true, totals: true }),
});

/** What a report file says of its run. */
export interface ReportFile {
  standings: RunStandings;
  agentId: string;
}

const again = 'Keep what rook report <run-id> --json prints, unchanged, or the folder of the run.';

/**
 * Reads a file that `rook report --json` has written. Nothing is forgiven: what does not hold together in itself cannot be
 * compared with anything (seed 004).
 * @param file its path, which messages name.
 */
export async function readReportFile(file: string): Promise<Result<ReportFile>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return bytes;
  const json = readJsonBytes(bytes.value, file);
  if (!json.ok) return json;
  if (json.value.ok === false && typeof json.value.error === 'string')
    return refuse(`it holds no report: the command ended with "${json.value.error}"`, again, { file });
  if (json.value.scenarios === undefined)
    return refuse(
      'it has no scenarios: a document of rook run --json, or of an older version, does not say how each one came out',
      again,
      { file },
    );
  const { value: document, problems } = checkShape(ReportDocument, json.value);
  if (!document) return refuse(problems[0]?.message ?? 'it is no report', again, { file });
  const contradiction = contradictionIn(document);
  if (contradiction !== undefined) return refuse(`it contradicts itself: ${contradiction}`, again, { file });
  return ok({
    standings: { run: document.run_id, scenarios: document.scenarios },
    agentId: document.report.agent_id,
  });
}

/** How the scenarios of a run disagree with the counts of its report; undefined when they do not. */
export function miscount(scenarios: readonly Standing[], totals: Totals): string | undefined {
  const counts: [name: string, counted: number, status: Standing['status']][] = [
    ['passed', totals.passed, 'Pass'],
    ['failed', totals.failed, 'Fail'],
    ['unable to verify', totals.unverifiable, 'Unable to Verify'],
    ['not judged', totals.unjudged, 'unjudged'],
    ['not run', totals.not_run, 'not_run'],
    ['cannot run', totals.unrunnable, 'unrunnable'],
  ];
  for (const [name, counted, status] of counts) {
    const found = scenarios.filter((standing) => standing.status === status).length;
    if (found !== counted) return `the totals count ${counted} ${name}, the scenarios show ${found}`;
  }
  return undefined;
}

function contradictionIn({ run_id, scenarios, report }: z.infer<typeof ReportDocument>): string | undefined {
  if (report.run_id !== run_id) return `run_id is ${run_id}, the report is of ${report.run_id}`;
  const seen = new Set<string>();
  for (const { scenario_id } of scenarios) {
    if (seen.has(scenario_id)) return `${scenario_id} stands in scenarios twice`;
    seen.add(scenario_id);
  }
  return miscount(scenarios, report.totals);
}

async function readBytes(file: string): Promise<Result<Uint8Array>> {
  try {
    const found = await stat(file);
    refuseEndless(found, file);
    if (found.size > mostBytes)
      return refuse(`it has ${found.size} bytes, and no report is that large`, again, { file });
    return ok(await readFile(file));
  } catch (error) {
    return refuse(messageOf(error), 'Name a file that can be read.', { file });
  }
}
