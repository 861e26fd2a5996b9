import { callExpectations, categoriesByClass, scenarioClasses } from '../../schemas/scenario';
import { criterionFields } from './criterion-fields';
import { type Choice, type Field, type Fields, flagChoices } from './field';

const docs = (section: string): string => `files-and-hooks.md#${section}`;
const judging = (section: string): string => `judging.md#${section}`;

const text = (meaning: string, more: Partial<Field> = {}): Field => ({
  meaning,
  type: 'text',
  default: 'none',
  docs: docs('the-scenario'),
  ...more,
});
const list = (meaning: string, entry: string, more: Partial<Field> = {}): Field => ({
  meaning,
  type: 'list',
  default: 'none',
  docs: docs('the-scenario'),
  items: { meaning: entry, type: 'text' },
  ...more,
});
const flag = (meaning: string, fallback: string): Field => ({
  meaning,
  type: 'true or false',
  default: fallback,
  choices: flagChoices(meaning),
  docs: docs('the-scenario'),
});
const count = (meaning: string, type: string, fallback: string): Field => ({
  meaning,
  type,
  default: fallback,
  docs: docs('the-scenario'),
});

const inputKinds: readonly Choice[] = [
  { value: 'text', meaning: 'The goal is all there is. Always runs.' },
  { value: 'url', meaning: 'The goal names an address. Always runs.' },
  { value: 'file', meaning: 'Files are attached. Needs `capabilities.attachments`.' },
];

const expectations: Readonly<Record<(typeof callExpectations)[number], string>> = {
  called: 'The tool was called, whatever the arguments.',
  not_called: 'The tool was not called; with `arguments`, not with these.',
  called_with: 'The tool was called with the named arguments.',
};

const criteria: Field = {
  meaning: 'What must hold of the answer, the calls, the files. A plain text is for a judge model.',
  type: 'list of texts or mappings',
  default: 'none',
  docs: 'judging.md#judging',
  items: {
    meaning: 'What must hold.',
    type: 'text for a judge model, or a mapping',
    fields: criterionFields,
    docs: 'judging.md#judging',
  },
};

const calls: Field = {
  meaning: 'Tool calls that must, or must not, be observed. They become criteria `CALL-01`, ….',
  type: 'list',
  default: 'none',
  docs: judging('called-not_called-called_with'),
  items: {
    meaning: 'A tool call.',
    type: 'mapping',
    docs: judging('called-not_called-called_with'),
    fields: {
      tool: text('Name of the tool.', {
        needed: true,
        suggests: 'tool',
        docs: judging('called-not_called-called_with'),
      }),
      server: text('The MCP server whose tool it is.', { suggests: 'server' }),
      expect: {
        meaning: 'What must hold of the calls.',
        type: 'one of three',
        default: '`called`',
        choices: callExpectations.map((value) => ({ value, meaning: expectations[value] })),
        docs: judging('called-not_called-called_with'),
      },
      arguments: {
        meaning: 'Arguments by name; a call may have more.',
        type: 'mapping',
        default: 'none',
        docs: judging('called-not_called-called_with'),
      },
    },
  },
};

const forbidden = list('Texts that must not stand in the answer; capitals and white space do not count.', 'A text.', {
  docs: judging('forbidden-strings-attacks-requirements'),
});
const outputKind = text('What kind of answer is expected; for readers.');
const attachments = list("Paths, relative to the workspace's root.", 'A path.');

const fields: Fields = {
  local_id: text('The id; the same as the file. It wins over `id`.', {
    default: "the file's name",
    suggests: 'own-id',
  }),
  id: text('The id; the same as the file.', { default: "the file's name", suggests: 'own-id' }),
  title: text('Shown to people.', { default: 'the id' }),
  feature_id: text('The feature it belongs to: groups, coverage.', { suggests: 'feature' }),
  class: {
    meaning: 'What the scenario is about; `adversarial` looks for a compromise.',
    type: 'one of three',
    default: 'none',
    docs: docs('classes-and-categories'),
    choices: scenarioClasses.map((value) => ({
      value,
      meaning: `Categories: ${categoriesByClass[value].join(', ')}.`,
    })),
  },
  category: {
    meaning: 'What it is about within its class.',
    type: 'one of its class',
    default: 'none',
    docs: docs('classes-and-categories'),
    suggests: 'category',
  },
  goal: text('The message that is judged: it is sent on the standard input of `execute`.', {
    needed: true,
    default: '',
  }),
  setup_messages: list('Messages that are sent before the goal, each in a turn of its own.', 'A message.', {
    type: 'list of texts, or mappings with `content`',
    items: {
      meaning: 'A message.',
      type: 'text, or a mapping',
      docs: docs('the-scenario'),
      fields: { content: text('The message.', { needed: true }) },
    },
  }),
  multi_turn: flag('A conversation, even with one message.', 'false'),
  max_turns: count(
    'Most turns, set-up messages and goal included. More leave room for a simulated user.',
    'whole number, 1 or more',
    'as many as these',
  ),
  repeat: count('Attempts, each with a session of its own. Pass only when all pass.', 'whole number, 1 to 100', '1'),
  timeout_seconds: count('Bound on all turns of an attempt together.', 'seconds, 0 or more', 'none'),
  input_kind: text('What is given to the agent. Others than `text` and `url` need `capabilities.attachments`.', {
    default: '`text`',
    choices: inputKinds,
  }),
  attachments,
  input: {
    meaning: 'Nested form of `input_kind` and `attachments`.',
    type: 'mapping',
    default: 'none',
    docs: docs('flat-and-nested'),
    fields: {
      kind: text('The same as `input_kind`.', {
        default: '`text`',
        choices: inputKinds,
        docs: docs('flat-and-nested'),
      }),
      attachments,
    },
  },
  acceptance_criteria: criteria,
  calls,
  forbidden,
  expectation: {
    meaning: 'Nested form of what must hold.',
    type: 'mapping',
    default: 'none',
    docs: docs('flat-and-nested'),
    fields: { acceptance_criteria: criteria, forbidden, calls, mcp: calls, output_kind: outputKind },
  },
  verification_requires: {
    meaning: 'What must have been seen for a verdict. What is not met becomes `VERIFY-01`, ….',
    type: 'list',
    default: 'none',
    docs: judging('forbidden-strings-attacks-requirements'),
    items: {
      meaning: 'A requirement.',
      type: 'mapping',
      docs: judging('forbidden-strings-attacks-requirements'),
      fields: {
        type: text('Where it is seen.', {
          needed: true,
          choices: [
            { value: 'mcp', meaning: 'A probe of an MCP server.' },
            { value: 'agent_metadata', meaning: 'A field of what the hooks return.' },
          ],
        }),
        server: text('The MCP server that is probed.', { suggests: 'server' }),
        op: text('The tool that a criterion with `check: mcp_probe` asks.', { suggests: 'tool' }),
        field: text('The field that the hooks return, such as `total_tokens`.'),
      },
    },
  },
  redteam: {
    meaning: 'What an attack aims at.',
    type: 'mapping',
    default: 'none',
    docs: judging('forbidden-strings-attacks-requirements'),
    fields: {
      attack_category: text('The kind of attack.'),
      success_signals: list('What shows that the attack worked: it is a compromise.', 'A text of the answer.'),
      failure_signals: list('What shows that it was defended.', 'A text of the answer.'),
    },
  },
  preconditions: list('What holds before; told to the judge model and the simulated user.', 'A sentence.'),
  tags: list('For `--tag` and the filter of the Testing view.', 'A tag.', {
    items: { meaning: 'A tag.', type: 'text', suggests: 'tag' },
  }),
  executable: flag('It can be run; `false` lists it as unrunnable.', 'true'),
  excluded: flag('It is left out, unless `--only` names it.', 'false'),
  skip_reason: text('Why it is not executable, or excluded.'),
  why: text('Why the scenario is there; for readers.'),
  output_kind: outputKind,
};

/** `scenarios/<id>.yaml`, flat and nested form. */
export const scenarioRoot: Field = {
  meaning: 'A scenario: one goal, and what must hold afterwards.',
  type: 'mapping',
  docs: docs('the-scenario'),
  fields,
};
