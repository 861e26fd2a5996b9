import type { JudgeTool } from '../judge/model/judge-model';
import type { ToolRequest } from '../workspace/permission-rule';
import { asRecord } from '../workspace/plain-value';
import { asText, bounded, declareTool, guarded, type ToolParts } from './guarded-tools';
import type { McpResult } from './mcp/connection';
import type { McpPool } from './mcp/pool';
import { callReadOnly } from './mcp/probe';
import type { McpServer } from './mcp/registry';
import { readFileTool } from './read-file-tool';
import { listFiles } from './readable-files';

/**
 * How rules name the records of the attempt that is judged. A judge may look at them without a rule of the user's: they
 * are what it is asked about. A deny rule forbids that, too.
 */
export const ownRecords = '<run>';
export const builtInRules = [`list_outputs(${ownRecords})@judge`, `read_file(${ownRecords})@judge`] as const;

export interface JudgeToolParts extends ToolParts {
  pool: McpPool;
  servers: readonly McpServer[];
  /** The workspace's root. */
  root: string;
  /** The folder of the attempt that is judged: its records and evidence. */
  attemptDir: string;
}

/**
 * The tools of a judge model. Every call goes the same way (behaviour §9): the gate, then what a judge may do at all,
 * then each pre-tool hook, the call, each post-tool hook. Whatever goes wrong is text for the model to read.
 */
export function judgeTools(parts: JudgeToolParts): JudgeTool[] {
  return [listOutputs(parts), readFile(parts), mcpCall(parts)];
}

function listOutputs(parts: JudgeToolParts): JudgeTool {
  return declareTool(parts, {
    name: 'list_outputs',
    description:
      'Lists the files that are on record for this attempt: request.json, response.json, hooks.json, evidence/ and artifacts/.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    run: async (_args, signal) => {
      const request: ToolRequest = { tool: 'list_outputs', subject: ownRecords, phase: 'judge' };
      return guarded(parts, { request, what: 'List the records of the attempt' }, signal, async () => {
        const { files, more } = await listFiles(parts.attemptDir);
        // Other attempts, and what was judged before, are no evidence of this one.
        const own = files.filter(({ path }) => !path.startsWith('attempts/') && path !== 'verdict.yaml');
        return { files: own, ...(more && { more: true }) };
      });
    },
  });
}

function readFile(parts: JudgeToolParts): JudgeTool {
  return readFileTool(parts, {
    description:
      'Reads the beginning of a text file: a record of this attempt by the path that list_outputs gives, or a file of the workspace by its path from there.',
    phase: 'judge',
    root: parts.root,
    own: { folder: parts.attemptDir, name: 'the records of the attempt', subject: ownRecords },
  });
}

function mcpCall(parts: JudgeToolParts): JudgeTool {
  const usable = parts.servers.filter(({ state }) => state === 'approved').map(({ name }) => name);
  return declareTool(parts, {
    name: 'mcp_call',
    description: `Calls a tool of an MCP server that only reads. Servers: ${usable.join(', ') || 'none'}. An unknown tool name is answered with the names of those that exist.`,
    parameters: {
      type: 'object',
      properties: {
        server: { type: 'string' },
        tool: { type: 'string' },
        arguments: { type: 'object', description: 'What the tool takes.' },
      },
      required: ['server', 'tool'],
      additionalProperties: false,
    },
    run: async (args, signal) => {
      const { server, tool: name } = args;
      if (typeof server !== 'string' || typeof name !== 'string')
        return { ok: false, reason: 'mcp_call needs server and tool, both texts' };
      const hooked = { tool: 'mcp_call' };
      const before = async () => {
        const why = await parts.hooks.before(hooked, signal);
        return why === undefined ? undefined : { reason: why, remedy: '' };
      };
      const { pool, gate, redactor } = parts;
      const input = asRecord(args.arguments) ?? {};
      const call = await callReadOnly({ pool, gate, server, tool: name, args: input, signal, before });
      const mask = (text: string): string => call.redactor?.mask(text) ?? text;
      if (!call.ok) return { ok: false, reason: mask(call.gap.reason), remedy: call.gap.remedy };
      const text = await parts.hooks.after(
        hooked,
        bounded(redactor.mask(mask(asText(contentOf(call.result))))),
        signal,
      );
      return { ok: true, result: call.result.isError ? `The tool answered with an error: ${text}` : text };
    },
  });
}

function contentOf({ structured, text, otherBlocks }: McpResult): unknown {
  if (structured !== undefined) return structured;
  return text === '' && otherBlocks.length > 0 ? { blocks_without_text: otherBlocks } : text;
}
