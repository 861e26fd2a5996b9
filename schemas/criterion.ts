import * as z from 'zod';

const flag = z.boolean().nullish();
const tool = z.string().min(1);
const json = z.json();
const limit = z.object({ value: z.number().min(0) });

/**
 * The parameters of each check (behaviour §7 and §14, "Check parameters").
 * A criterion carries them beside `id`, `statement` and `check`.
 */
export const checkParameters = {
  regex: z.object({ pattern: z.string().min(1), flags: z.string().nullish(), absent: flag, strict: flag }),
  contains: z.object({ value: z.string().min(1), ignore_case: flag, absent: flag }),
  equals: z.object({ value: z.string(), ignore_case: flag, absent: flag }),
  json_path: z
    .object({
      path: z.string().min(1),
      equals: json.optional(),
      exists: z.boolean().optional(),
      matches: z.string().optional(),
    })
    .refine((p) => ['equals', 'exists', 'matches'].filter((key) => key in p).length === 1, {
      message: 'needs exactly one of equals, exists, matches',
    }),
  json_schema: z
    .object({
      schema: z.union([z.boolean(), z.record(z.string(), json)]).optional(),
      schema_file: z.string().min(1).optional(),
    })
    .refine((p) => (p.schema === undefined) !== (p.schema_file === undefined), {
      message: 'needs exactly one of schema, schema_file',
    }),
  called: z.object({ tool, arguments: z.record(z.string(), json).nullish() }),
  not_called: z.object({ tool, arguments: z.record(z.string(), json).nullish() }),
  called_with: z.object({ tool, arguments: z.record(z.string(), json) }),
  call_order: z.object({ tools: z.array(tool).min(2) }),
  call_count: z
    .object({
      tool,
      min: z.int().min(0).optional(),
      max: z.int().min(0).optional(),
      equals: z.int().min(0).optional(),
    })
    .refine((p) => p.min !== undefined || p.max !== undefined || p.equals !== undefined, {
      message: 'needs min, max or equals',
    }),
  max_latency_ms: limit,
  max_tokens: limit,
  max_turns: limit,
  file_exists: z.object({ path: z.string().min(1), absent: flag }),
  file_matches: z.object({ path: z.string().min(1), pattern: z.string().min(1), flags: z.string().nullish() }),
  mcp_probe: z.object({
    server: z.string().min(1).optional(),
    tool: tool.optional(),
    arguments: z.record(z.string(), json).nullish(),
    expect: z
      .object({
        json_path: z.string().optional(),
        equals: json.optional(),
        contains: z.string().optional(),
        exists: z.boolean().optional(),
      })
      .nullish(),
  }),
  script: z.object({ script: z.string().min(1) }),
  llm_judge: z.object({}),
} as const satisfies Record<string, z.ZodType>;

export type CheckName = keyof typeof checkParameters;
// The keys of a const object are exactly CheckName; Object.keys widens them.
export const checkNames = Object.keys(checkParameters) as CheckName[];
export const CheckName = z.enum(checkNames);
export type CheckParameters<K extends CheckName> = z.infer<(typeof checkParameters)[K]>;

/** A position in a parsed document: keys and indexes from the root. */
export type DocumentPath = readonly (string | number)[];

/** One acceptance criterion with its check's own, already validated parameters. */
export type Criterion<K extends CheckName = CheckName> = {
  [N in K]: { id: string; statement: string; check: N; parameters: CheckParameters<N>; path: DocumentPath };
}[K];

/** A criterion as written; the parameters of its check stand beside these keys. */
export const CriterionFile = z.union([
  z.string().min(1),
  z.looseObject({
    id: z.string().min(1).nullish(),
    statement: z.string().nullish().describe('What must hold, in words.'),
    check: CheckName.nullish().describe('How it is decided; llm_judge when absent.'),
  }),
]);
