import type { Comparison } from '../../schemas/comparison';
import type { GateReason, GateResult, GateTotals } from '../../schemas/gate';
import type { Result } from '../../schemas/result';
import { asRecord } from '../workspace/plain-value';
import { storedValue } from '../workspace/runs';
import { readClusters } from './clusters';
import { incompleteReasons, noRunReasons } from './completion';
import { type GateFacts, policyReasons, unknowableReasons } from './decide';
import { type GateEvidence, reason, reasonOf, wrong } from './evidence';
import { unexpectedReasons } from './expected-ids';
import { agentReasons, countedReport, type GatedAgent, identityReasons } from './identity';
import { plannedOf, readListed } from './listed-scenarios';
import { type Policy, rulesOf } from './policy';
import { readRecords, recountReasons, type ScenarioRecord } from './records';
import { claimedId, evidenceDir } from './target';
import { differences, readTotals } from './totals';

export interface GateRequest {
  policy: Policy;
  /** What the gate decides about, or why it could not be read. */
  evidence: Result<GateEvidence>;
  /** Whose release this is; absent where no workspace says so. */
  agent?: GatedAgent;
  /** The scenarios that the release is decided by; absent: those that the run planned. */
  expected?: readonly string[];
  /** Compares the run with the base, once it is known to be whole; absent when there is no base. */
  compare?: (evidence: GateEvidence) => Promise<Result<Comparison>>;
}

/**
 * Decides whether a release may go on (seed 004). The steps come in order, and the first that finds something says which
 * kind of red it is: what is not whole is not looked into any further, and what is missing is never taken to be good.
 */
export async function decideGate(request: GateRequest): Promise<GateResult> {
  const { policy, evidence } = request;
  if (!evidence.ok) return closed(policy, [reasonOf('setup', evidence.error)]);
  const known = about(evidence.value);
  const early = [noRunReasons, incompleteReasons].map((look) => look(evidence.value)).find((found) => found.length > 0);
  if (early) return closed(policy, early, known);
  if (evidence.value.reportFault) return closed(policy, [evidence.value.reportFault], known);

  const checked = await checkConsistency(evidence.value, request);
  if (checked.totals) known.totals = checked.totals;
  if (!checked.facts) return closed(policy, checked.reasons, known);
  const { facts } = checked;
  if (request.compare) {
    const comparison = await request.compare(evidence.value);
    if (!comparison.ok) return closed(policy, [reasonOf('setup', comparison.error)], known);
    if (comparison.value.base === comparison.value.head)
      return closed(policy, [comparedWithItself(comparison.value)], known);
    facts.comparison = comparison.value;
    known.comparison = comparison.value;
  }
  const unknowable = unknowableReasons(policy, facts);
  const reasons = unknowable.length > 0 ? unknowable : policyReasons(policy, facts);
  return reasons.length > 0 ? closed(policy, reasons, known) : open(policy, known);
}

/** Nothing ever fails newly in a run that is its own base. */
function comparedWithItself({ base }: Comparison): GateReason {
  return reason('setup', `the base is run ${base} itself, so nothing is compared`, {
    remedy: 'Name an earlier run with --base, such as that of the last release.',
  });
}

type Known = Pick<GateResult, 'run_id' | 'dir' | 'totals' | 'comparison'>;

function about(evidence: GateEvidence): Known {
  const id = claimedId(evidence);
  const dir = evidenceDir(evidence);
  return { ...(id !== undefined && { run_id: id }), ...(dir !== undefined && { dir }) };
}

interface Checked {
  totals?: GateTotals;
  /** Present when nothing contradicts anything else. */
  facts?: GateFacts;
  reasons: GateReason[];
}

/** Ids, sums, clusters, the plan, and the verdict files: everything that could disagree. */
async function checkConsistency(evidence: GateEvidence, { expected, agent }: GateRequest): Promise<Checked> {
  const reasons = [...identityReasons(evidence), ...agentReasons(evidence, agent), ...documentReasons(evidence)];
  const counted = countedReport(evidence);
  if (!counted) return { reasons };
  const { where, report } = counted;
  const { totals, reasons: wrongTotals } = readTotals(report.totals, where, report.pass_rate_basis);
  const clusters = readClusters(report.clusters, where, totals);
  reasons.push(...wrongTotals, ...clusters.reasons);
  if (!totals) return { reasons };
  const listed = readListed(evidence.report, totals);
  reasons.push(
    ...secondReport(evidence, totals, where),
    ...unrunnableReasons(evidence, totals, where),
    ...listed.reasons,
  );

  const { stored } = evidence;
  const plan = stored && storedValue(stored.file)?.included.map(({ scenario_id: id }) => id);
  let records: ScenarioRecord[] | undefined;
  if (stored) reasons.push(...foldersDisagree(evidence));
  if (stored && plan) {
    const reading = await readRecords(stored);
    records = reading.scenarios;
    reasons.push(...reading.reasons);
    if (reading.reasons.length === 0) reasons.push(...recountReasons(stored, reading.scenarios, totals, where));
  }
  reasons.push(...unexpectedReasons(expected, totals, plan ?? (listed.scenarios && plannedOf(listed.scenarios))));
  if (reasons.length > 0) return { totals, reasons };
  const { scenarios } = listed;
  return {
    totals,
    reasons,
    facts: { totals, clusters, ...(records && { records }), ...(scenarios && { listed: scenarios }) },
  };
}

/** A document says that the run completed: its folder, when it is at hand, must say so as well. */
function foldersDisagree({ run, stored }: GateEvidence): GateReason[] {
  if (!run || !stored) return [];
  return incompleteReasons({ stored }).map(({ message }) =>
    reason('inconsistent', `${run.file} is of a whole run, but ${message}`),
  );
}

/** Documents that say in one field that all went well, and in another that it did not. */
function documentReasons({ run, report }: GateEvidence): GateReason[] {
  const reasons: GateReason[] = [];
  const error = run?.document.error;
  if (run && error !== undefined && error !== null)
    reasons.push(reason('inconsistent', `${run.file} says ok: true, and has an error: ${String(error)}`));
  if (report && report.document.ok !== undefined && report.document.ok !== true)
    reasons.push(reason('inconsistent', wrong(`${report.file}, ok`, report.document.ok, 'true')));
  return reasons;
}

/** `rook run` lists what could not run: a report that counts fewer hides some. */
function unrunnableReasons({ run }: GateEvidence, totals: GateTotals, where: string): GateReason[] {
  const listed = run?.document.unrunnable;
  if (!run || listed === undefined || listed === null) return [];
  if (!Array.isArray(listed)) return [reason('inconsistent', wrong(`${run.file}, unrunnable`, listed, 'a list'))];
  if (listed.length <= totals.unrunnable) return [];
  const message = `${where}: unrunnable is ${totals.unrunnable}, but ${run.file} lists ${listed.length}`;
  return [reason('inconsistent', message)];
}

/** The run's own document has a report, too: what it has of totals must be the same, and no compromise may be lost. */
function secondReport({ run, report }: GateEvidence, totals: GateTotals, where: string): GateReason[] {
  const own = report && run ? countedReport({ run }) : undefined;
  if (!own || own.report.totals === undefined) return [];
  const reading = readTotals(own.report.totals, own.where, own.report.pass_rate_basis);
  if (!reading.totals) return reading.reasons;
  const differ = differences(totals, reading.totals);
  const here = compromisedClusters(report?.document.report);
  const there = compromisedClusters(own.report);
  if (here < there) differ.push(`compromised clusters ${here} / ${there}`);
  if (differ.length === 0) return reading.reasons;
  return [reason('inconsistent', `${where} and ${own.where} disagree: ${differ.join(', ')}`)];
}

function compromisedClusters(report: unknown): number {
  const clusters = asRecord(report)?.clusters;
  return Array.isArray(clusters) ? clusters.filter((entry) => asRecord(entry)?.kind === 'compromised').length : 0;
}

function applied({ name, source }: Policy, rules: string[]): GateResult['policy'] {
  return { name, source, rules };
}

function open(policy: Policy, known: Known): GateResult {
  return { ok: true, gate: 'open', reasons: [], policy: applied(policy, rulesOf(policy)), ...known };
}

/** A closed gate. The first reason is the one that it is closed for. */
export function closed(policy: Policy, reasons: GateReason[], known: Known = {}): GateResult {
  const [first] = reasons;
  if (!first) throw new Error('a closed gate has a reason');
  return {
    ok: false,
    gate: 'closed',
    kind: first.kind,
    error: first.message,
    ...(first.remedy && { remedy: first.remedy }),
    reasons,
    policy: applied(policy, rulesOf(policy)),
    ...pick(known),
  };
}

function pick({ run_id: id, dir, totals, comparison }: Known): Known {
  return {
    ...(id !== undefined && { run_id: id }),
    ...(dir !== undefined && { dir }),
    ...(totals && { totals }),
    ...(comparison && { comparison }),
  };
}
