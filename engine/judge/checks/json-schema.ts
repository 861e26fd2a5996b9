import { type OutputUnit, type Schema, type ValidationResult, Validator } from '@cfworker/json-schema';
import * as z from 'zod';
import { asRecord, deepestNesting, isTooDeep } from '../../workspace/plain-value';
import { messageOf } from '../../workspace/read-text';
import { schemaProblems } from '../../workspace/schema-problems';
import { parseYaml } from '../../workspace/yaml-document';
import { defineCheck, type WrittenProblem } from '../check';
import { type Evidence, quoteStart, shorten, showValue } from '../evidence';
import { fail, type Grade, pass, unable } from '../grade';
import { isContractOnly, jsonDocuments, namesContract } from '../json-documents';
import { readJudgedText } from '../judged-files';
import type { JudgedFolders } from '../means';
import { exactlyOne, mapping, text } from '../parameters';
import { withinTime } from '../time-limit';

/** A schema's `pattern` may be catastrophic. */
const validationLimitMs = 2000;

const parameters = exactlyOne(
  z.object({ schema: z.union([z.boolean(), mapping]).optional(), schema_file: text.optional() }),
  'schema',
  'schema_file',
);

/**
 * `json_schema` (draft 2020-12) over the answer read as JSON. When the answer is no JSON, what execute printed is
 * validated, as far as it holds more than the answer (behaviour §7).
 */
export const check = defineCheck({
  name: 'json_schema',
  parameters,
  problems: inlineSchemaProblems,
  async decide(parameters, evidence, { folders }) {
    const expected = `the answer fits ${parameters.schema_file ?? 'the schema'}`;
    const loaded = await loadSchema(parameters, folders);
    if ('problem' in loaded) return unable('undecidable', expected, loaded.problem, loaded.remedy);
    const { schema } = loaded;
    const { answer, printed } = jsonDocuments(evidence);
    const document = answer ?? printed;
    if (!document) return fail(expected, 'the answer is not JSON', quoteStart(evidence.answer));
    if (isTooDeep(document.value)) {
      return unable(
        'undecidable',
        expected,
        `the JSON is nested more than ${deepestNesting} levels deep`,
        'Ask the agent for a flatter answer.',
      );
    }
    const result = validate(schema, document.value);
    if ('problem' in result) return unable('undecidable', expected, result.problem, 'Simplify the schema.');
    if (answer) return decide(expected, result, answer.value, '');
    if (!result.valid) return fail(expected, 'the answer is not JSON', quoteStart(evidence.answer));
    return isContractOnly(document.value) && !namesContract(namedProperties(schema))
      ? notTheAnswer(expected, evidence)
      : decide(expected, result, document.value, ', as execute printed it');
  },
});

function inlineSchemaProblems({ schema }: Record<string, unknown>): WrittenProblem[] {
  if (!asRecord(schema)) return []; // absent, true or false; that it is of another kind is reported elsewhere
  return schemaProblems(schema).map((problem) => ({ ...problem, path: ['schema', ...problem.path] }));
}

function decide(expected: string, { valid, errors }: ValidationResult, value: unknown, whose: string): Grade {
  return valid
    ? pass(expected, `it fits${whose}`, showValue(value))
    : fail(expected, `it does not fit: ${describe(errors)}`, showValue(value));
}

/** A schema that lets nearly everything through also fits what a hook prints around any answer. */
function notTheAnswer(expected: string, { answer }: Evidence): Grade {
  return unable(
    'undecidable',
    expected,
    `the answer is not JSON: ${quoteStart(answer)}; only what execute printed around it fits the schema`,
    'Ask the agent for JSON, or name in the schema what execute must print.',
  );
}

function namedProperties(schema: Schema | boolean): string[] {
  if (typeof schema === 'boolean') return [];
  return [...Object.keys(asRecord(schema.properties) ?? {}), ...(schema.required ?? [])];
}

function validate(schema: Schema | boolean, value: unknown): ValidationResult | { problem: string } {
  try {
    const done = withinTime(() => new Validator(schema, '2020-12').validate(value), validationLimitMs);
    return done?.value ?? { problem: 'the schema was not checked within its time limit' };
  } catch (error) {
    // A schema that was found to be sound can still be endless, when it contains itself without a step into the value.
    return { problem: `the schema could not be carried out: ${messageOf(error)}` };
  }
}

/** The errors at the deepest place, which say what is wrong; those above only say that something is. */
function describe(errors: OutputUnit[]): string {
  const depth = (error: OutputUnit): number => error.instanceLocation.split('/').length;
  const deepest = errors.reduce((most, error) => Math.max(most, depth(error)), 0);
  const innermost = errors.filter((error) => depth(error) === deepest).slice(-3);
  const text = innermost
    .map(({ instanceLocation, error }) => `${error.replace(/\.$/, '')} (at ${instanceLocation})`)
    .join('; ');
  return shorten(text, 400);
}

type LoadedSchema = { schema: Schema | boolean } | { problem: string; remedy: string };

async function loadSchema(
  { schema, schema_file: file }: z.infer<typeof parameters>,
  folders: JudgedFolders,
): Promise<LoadedSchema> {
  // An inline schema was checked when the scenario was read.
  if (schema !== undefined) return { schema: JSON.parse(JSON.stringify(schema)) };
  const path = file ?? '';
  const read = await readJudgedText(path, [
    { folder: folders.agent, name: "the agent's folder" },
    { folder: folders.workspace, name: 'the workspace' },
  ]);
  switch (read.kind) {
    case 'text':
      return parseSchema(path, read.text);
    case 'missing':
      return {
        problem: `schema_file ${path} does not exist (looked in ${read.looked})`,
        remedy: "Write the file, or mend its path: it is relative to the agent's folder or to the workspace.",
      };
    case 'refused':
      return { problem: `schema_file ${path} was not read: ${read.why}`, remedy: read.remedy };
    default:
      return read satisfies never;
  }
}

function parseSchema(path: string, text: string): LoadedSchema {
  const parsed = parseJsonOrYaml(path, text);
  if ('problem' in parsed) return { ...parsed, remedy: 'Write the schema as JSON or YAML.' };
  const problem = schemaProblems(parsed.value)[0];
  if (problem)
    return { problem: `schema_file ${path}: ${problem.message}`, remedy: problem.remedy ?? 'Mend the schema.' };
  return { schema: JSON.parse(JSON.stringify(parsed.value)) };
}

function parseJsonOrYaml(path: string, text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    const { value, syntaxProblems } = parseYaml(text, path);
    const [problem] = syntaxProblems;
    return problem
      ? { problem: `schema_file ${path} cannot be parsed: line ${problem.line}: ${problem.message}` }
      : { value };
  }
}
