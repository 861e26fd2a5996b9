import * as z from 'zod';
import { asRecord } from '../../workspace/plain-value';
import { defineCheck } from '../check';
import { pathProblems } from '../compile-problems';
import { unable } from '../grade';
import { json, mapping, text } from '../parameters';

const parameters = z.object({
  server: text.optional(),
  tool: text.optional(),
  arguments: mapping.nullish(),
  expect: z
    .object({
      json_path: z.string().optional(),
      equals: json.optional(),
      contains: z.string().optional(),
      exists: z.boolean().optional(),
    })
    .nullish(),
});

/** What to ask an MCP server, and what must hold of its answer. */
export type ProbeParameters = z.infer<typeof parameters>;

/** `mcp_probe`: what a read-only tool of an MCP server shows, whatever the agent says (behaviour §7). */
export const check = defineCheck({
  name: 'mcp_probe',
  parameters,
  problems: ({ expect }) =>
    pathProblems(asRecord(expect) ?? {}, 'json_path').map((problem) => ({
      ...problem,
      path: ['expect', ...problem.path],
    })),
  decide: (parameters, _evidence, { statement, probe }) =>
    probe
      ? probe(parameters, statement)
      : unable(
          'not_observable',
          statement,
          'no MCP server can be asked from here',
          'Judge the run with rook run, which can ask the servers of mcp.json.',
        ),
});
