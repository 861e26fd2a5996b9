import type { ProbeParameters } from '../../judge/checks/mcp-probe';
import { showValue } from '../../judge/evidence';
import { type Grade, unable } from '../../judge/grade';
import type { ProbeMcp } from '../../judge/means';
import type { Redactor } from '../../lifecycle/redactor';
import { wouldPassMarked, writeReason } from '../../workspace/mcp/write-names';
import { nearestName } from '../../workspace/nearest-name';
import type { ToolRequest } from '../../workspace/permission-rule';
import { messageOf } from '../../workspace/read-text';
import type { Gate } from '../permission/gate';
import type { McpResult, McpTool } from './connection';
import { describeExpectation, expectationGap, gradeResult } from './expectation';
import type { Gap, McpPool } from './pool';

/** What is kept of a probe in the attempt's evidence. */
export interface ProbeRecord {
  at: string;
  server: string;
  tool: string;
  arguments: Record<string, unknown>;
  /** What came back, secrets masked; absent when nothing was asked. */
  result?: { text: string; structured?: unknown; is_error: boolean };
  /** Why nothing could be asked. */
  refused?: string;
}

export interface ProbeParts {
  pool: McpPool;
  gate: Gate;
  /** Aborted when the run is stopped. */
  stop: AbortSignal;
  keep: (record: ProbeRecord) => Promise<void>;
}

/** A tool that was called, or the reason why it was not. */
export type ProbeCall =
  | { ok: true; result: McpResult; redactor: Redactor }
  | { ok: false; gap: Gap; redactor?: Redactor };

/** The `mcp_probe` check: asks a tool that only reads, and decides from what it returns. Never rejects. */
export function makeProbe({ pool, gate, stop, keep }: ProbeParts): ProbeMcp {
  return async (parameters, statement): Promise<Grade> => {
    const { server, tool, expect } = parameters;
    if (!server || !tool) {
      return unable('undecidable', statement, 'the criterion names no server and tool to ask', 'Add server and tool.');
    }
    const gap = expectationGap(expect);
    if (gap || !expect) return unable('undecidable', statement, gap?.why ?? '', gap?.remedy ?? '');
    const args = parameters.arguments ?? {};
    const expected = `${server}.${tool}(${showValue(args)}): ${describeExpectation(expect)}`;
    const call = await callReadOnly({ pool, gate, server, tool, args, signal: stop });
    const mask = (text: string): string => call.redactor?.mask(text) ?? text;
    const record: ProbeRecord = { at: new Date().toISOString(), server, tool, arguments: args };
    if (!call.ok) {
      await keep({ ...record, refused: mask(call.gap.reason) });
      return unable('not_observable', expected, mask(call.gap.reason), call.gap.remedy);
    }
    const { text, structured, isError } = call.result;
    const shown = {
      text: mask(text),
      ...(structured !== undefined && { structured: call.redactor.maskJson(structured) }),
    };
    await keep({ ...record, result: { ...shown, is_error: isError } });
    if (isError) {
      const why = `${server}.${tool} answered with an error: ${mask(text).slice(0, 400) || 'without a word'}`;
      return unable('not_observable', expected, why, 'Mend the arguments of the criterion, or the server.');
    }
    const grade = gradeResult(expect, call.result, expected);
    return { ...grade, achieved: mask(grade.achieved), evidence: mask(grade.evidence) };
  };
}

/** Why a probe will be Unable to Verify, known before the run and without starting anything; undefined when it can be tried. */
export function probeGap(
  parameters: ProbeParameters,
  serverGap: (server: string) => Gap | undefined,
  gate: Gate,
): Gap | undefined {
  const { server, tool } = parameters;
  if (!server || !tool)
    return { reason: 'the criterion names no server and tool to ask', remedy: 'Add server and tool.' };
  const wrong = expectationGap(parameters.expect);
  if (wrong) return { reason: wrong.why, remedy: wrong.remedy };
  return serverGap(server) ?? gate.foreseen(startRequest(server), callRequest(server, tool));
}

export interface ReadOnlyCall {
  pool: McpPool;
  gate: Gate;
  server: string;
  tool: string;
  args: Record<string, unknown>;
  signal: AbortSignal;
  /** Called when gate and rules let the call pass, just before it is made; what it returns refuses it. */
  before?: () => Promise<Gap | undefined>;
}

/** Calls a tool through the gate, unless it writes. Never rejects. */
export async function callReadOnly(call: ReadOnlyCall): Promise<ProbeCall> {
  const { pool, gate, server, tool, args, signal } = call;
  const request = callRequest(server, tool);
  // What is forbidden anyway starts no server, and what must be allowed twice is said at once.
  const foreseen = pool.gapOf(server) ?? gate.foreseen(startRequest(server), callRequest(server, tool));
  if (foreseen) return { ok: false, gap: foreseen };
  const use = await pool.use(server, 'judge', signal);
  if (!use.ok) return use;
  const { connection, tools, redactor } = use.server;
  const unfit = unfitTool(server, tool, tools);
  if (unfit) return { ok: false, gap: unfit, redactor };
  const allowed = await gate.check(
    request,
    `Call the tool ${tool} of the MCP server ${server} with ${showValue(args)}`,
    signal,
  );
  if (!allowed.allowed) return { ok: false, gap: allowed, redactor };
  const refusal = await call.before?.();
  if (refusal) return { ok: false, gap: refusal, redactor };
  try {
    return { ok: true, result: await connection.call(tool, args, signal), redactor };
  } catch (error) {
    use.server.failed();
    const why = signal.aborted ? 'the run was stopped' : messageOf(error);
    return {
      ok: false,
      gap: {
        reason: `${server}.${tool} gave no answer: ${why}`,
        remedy: 'See that the server answers, then judge again.',
      },
      redactor,
    };
  }
}

/** Why a tool of a server cannot be asked: it is not there, or it writes. */
function unfitTool(server: string, tool: string, tools: McpTool[]): Gap | undefined {
  const found = tools.find((one) => one.name === tool);
  if (!found) {
    const names = tools.map((one) => one.name);
    const near = nearestName(tool, names);
    return {
      reason: `MCP server ${server} has no tool ${tool}${near ? `; did you mean ${near}?` : ''}`,
      remedy: `Its tools are: ${names.slice(0, 30).join(', ') || 'none'}.`,
    };
  }
  const why = writeReason(tool, found.annotations);
  if (!why) return undefined;
  const reading = tools.filter((one) => !writeReason(one.name, one.annotations)).map((one) => one.name);
  const another = `ame another tool that only reads${reading.length > 0 ? `, such as ${reading.slice(0, 10).join(', ')}` : ''}; no rule allows a write here.`;
  return {
    reason: `${server}.${tool} was not called: ${why}. Judging looks and never touches`,
    remedy: wouldPassMarked(tool, found.annotations)
      ? `When it only reads, mark it with readOnlyHint: true at the server; else n${another}`
      : `N${another}`,
  };
}

function startRequest(server: string): ToolRequest {
  return { tool: 'mcp_start', subject: server, phase: 'judge' };
}

function callRequest(server: string, tool: string): ToolRequest {
  return { tool: 'mcp_call', subject: `${server}.${tool}`, phase: 'judge' };
}
