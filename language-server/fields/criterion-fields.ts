import { checkNames, criterionForm } from '../../engine/workspace/criterion-fields';
import { type Choice, type Field, type Fields, flagChoices, type Written } from './field';

const docs = (section: string): string => `judging.md#${section}`;

/** What each check decides. */
const checkTexts: Readonly<Record<string, { meaning: string; section: string }>> = {
  regex: { meaning: 'The answer matches a pattern. A miss is for a judge, unless `strict`.', section: 'regex' },
  contains: { meaning: 'The answer holds a text, to the letter.', section: 'contains-and-equals' },
  equals: { meaning: 'The whole answer is a text.', section: 'contains-and-equals' },
  json_path: { meaning: 'What stands at a path of the answer, read as JSON.', section: 'json_path' },
  json_schema: { meaning: 'The answer, read as JSON, fits a schema.', section: 'json_schema' },
  called: { meaning: 'A tool was called, whatever the arguments.', section: 'called-not_called-called_with' },
  not_called: { meaning: 'A tool was not called.', section: 'called-not_called-called_with' },
  called_with: { meaning: 'A tool was called with the named arguments.', section: 'called-not_called-called_with' },
  call_order: {
    meaning: 'Tools were called in an order; others may lie between.',
    section: 'call_order-and-call_count',
  },
  call_count: { meaning: 'How often a tool was called.', section: 'call_order-and-call_count' },
  max_latency_ms: {
    meaning: 'All turns together took no longer.',
    section: 'max_latency_ms-max_tokens-max_turns',
  },
  max_tokens: {
    meaning: 'No more tokens were used, input plus output.',
    section: 'max_latency_ms-max_tokens-max_turns',
  },
  max_turns: { meaning: 'No more turns were needed.', section: 'max_latency_ms-max_tokens-max_turns' },
  file_exists: { meaning: 'The agent made a file.', section: 'file_exists-and-file_matches' },
  file_matches: { meaning: 'A file that the agent made matches a pattern.', section: 'file_exists-and-file_matches' },
  mcp_probe: {
    meaning: 'What a read-only tool of an MCP server shows, whatever the agent says.',
    section: 'mcp-probes',
  },
  script: { meaning: 'A check of your own, which gets the evidence and prints a grade.', section: 'script' },
  llm_judge: { meaning: 'A judge model grades the statement.', section: 'llm_judge' },
};

/** The checks, each with what it decides. A check without a text here has its name. */
const checkChoices: readonly Choice[] = checkNames.map((value) => ({
  value,
  meaning: checkTexts[value]?.meaning ?? `The check ${value}.`,
}));

/** What a parameter means; by check where it is not the same for all. */
const parameterTexts: Readonly<Record<string, Omit<Field, 'needed' | 'docs'>>> = {
  pattern: { meaning: 'A JavaScript regular expression. Single quotes keep its backslashes.', type: 'pattern' },
  flags: { meaning: 'Flags of the pattern, such as `i` and `m`.', type: 'text', default: 'none' },
  absent: { meaning: 'The text must not be there.', type: 'true or false', default: 'false' },
  strict: { meaning: 'A miss is a Fail, and no judge is asked.', type: 'true or false', default: 'false' },
  ignore_case: { meaning: 'Capitals do not matter.', type: 'true or false', default: 'false' },
  value: { meaning: 'The text.', type: 'text' },
  'max_latency_ms.value': { meaning: 'The most that all turns together may take.', type: 'milliseconds' },
  'max_tokens.value': { meaning: 'The most tokens, input plus output.', type: 'number' },
  'max_turns.value': { meaning: 'The most turns, set-up messages included.', type: 'number' },
  path: { meaning: 'Where the value is looked up, as RFC 9535 has it: `$.order.status`.', type: 'JSON path' },
  'file_exists.path': {
    meaning: "The file, relative to the attempt's state folder, then to the workspace.",
    type: 'path',
  },
  'file_matches.path': {
    meaning: "The file, relative to the attempt's state folder, then to the workspace.",
    type: 'path',
  },
  equals: { meaning: 'The value that must be there, with its JSON type.', type: 'any value' },
  'call_count.equals': { meaning: 'Exactly how often.', type: 'whole number, 0 or more' },
  min: { meaning: 'At least how often.', type: 'whole number, 0 or more' },
  max: { meaning: 'At most how often.', type: 'whole number, 0 or more' },
  exists: { meaning: 'Whether there must be a value at all.', type: 'true or false' },
  matches: { meaning: 'A pattern that the value must match.', type: 'pattern' },
  contains: { meaning: 'A text that the value must hold.', type: 'text' },
  json_path: { meaning: 'Where the value is looked up in what the tool returns.', type: 'JSON path' },
  schema: { meaning: 'A JSON Schema, draft 2020-12.', type: 'mapping' },
  schema_file: {
    meaning: "A JSON Schema in a file, relative to the agent's folder, then to the workspace.",
    type: 'path',
    suggests: 'schema-file',
  },
  tool: { meaning: 'Name of the tool, as it is reported.', type: 'text', suggests: 'tool' },
  server: { meaning: 'The MCP server whose tool it is.', type: 'text', suggests: 'server' },
  arguments: { meaning: 'Arguments by name; the call may have more.', type: 'mapping' },
  tools: {
    meaning: 'The tools, in the order in which they must be called.',
    type: 'list of at least 2 names',
    items: { meaning: 'Name of a tool.', type: 'text', suggests: 'tool' },
  },
  expect: { meaning: 'What must hold of what the tool returns.', type: 'mapping' },
  script: {
    meaning: "Path of the check: in the agent's folder, else in the workspace's root.",
    type: 'path',
    suggests: 'script',
  },
};

/** The keys of a criterion: those that all have, and the parameters of its check. */
export function criterionFields(written: Written): Fields {
  const check = written('check');
  const form = criterionForm(check ?? 'llm_judge');
  return {
    id: {
      meaning: 'Names the criterion in verdicts.',
      type: 'text',
      default: '`C1`, `C2`, … by position',
      docs: docs('how-a-scenario-gets-its-verdict'),
    },
    statement: {
      meaning: 'What must hold, in words.',
      type: 'text',
      ...(form?.needsStatement ? { needed: true } : { default: 'made from the check' }),
      docs: docs('llm_judge'),
    },
    check: {
      meaning: 'How the criterion is decided.',
      type: 'name of a check',
      default: '`llm_judge`',
      choices: checkChoices,
      docs: docs(checkTexts[check ?? '']?.section ?? 'how-a-scenario-gets-its-verdict'),
    },
    ...(check !== undefined && parameterFields(check)),
  };
}

/** The parameters of a check, as its schema has them. */
function parameterFields(check: string): Fields {
  const form = criterionForm(check);
  const section = docs(checkTexts[check]?.section ?? 'judging');
  return Object.fromEntries(
    (form?.fields ?? []).map(({ name, kind, required }): [string, Field] => {
      const text = parameterTexts[`${check}.${name}`] ?? parameterTexts[name];
      const choice = form?.oneOf.includes(name) ? ` One of ${form.oneOf.join(', ')} must be there.` : '';
      const field: Field = {
        type: 'value',
        ...text,
        meaning: `${text?.meaning ?? `The parameter ${name}.`}${choice}`,
        ...(kind === 'flag' && { choices: flagChoices(text?.meaning ?? '') }),
        ...(required && { needed: true as const }),
        ...(name === 'expect' && { fields: expectFields }),
        docs: section,
      };
      return [name, field];
    }),
  );
}

const expectFields: Fields = Object.fromEntries(
  ['json_path', 'equals', 'contains', 'exists'].map((name): [string, Field] => {
    const text = parameterTexts[name] ?? { meaning: name, type: 'value' };
    return [
      name,
      { ...text, docs: docs('mcp-probes'), ...(name === 'exists' && { choices: flagChoices(text.meaning) }) },
    ];
  }),
);
