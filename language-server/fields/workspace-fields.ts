import { judgeProviders } from '../../schemas/judge';
import { toolHookEvents } from '../../schemas/tool-hook';
import type { Field, Fields } from './field';

const others = 'files-and-hooks.md#other-files';
const id = (fallback: string): Field => ({ meaning: 'The id.', type: 'text', default: fallback, docs: others });
const name: Field = { meaning: 'Shown to people.', type: 'text', default: 'the id', docs: others };

function mapping(meaning: string, fields: Fields): Field {
  return { meaning, type: 'mapping', docs: others, fields };
}

/** `agent.yaml`. */
export const agentRoot = mapping('An agent.', {
  local_id: id("the folder's name"),
  id: id("the folder's name"),
  name,
  description: { meaning: 'What the agent does.', type: 'text', default: 'none', docs: others },
});

/** `project.yaml`. */
export const projectRoot = mapping('A project.', {
  id: id("what follows -- in the folder's name"),
  local_id: id("what follows -- in the folder's name"),
  name,
});

/** `features/<id>.yaml`. */
export const featureRoot = mapping('A feature: what the agent can do, a group of scenarios.', {
  local_id: { ...id("the file's name"), suggests: 'own-id' },
  id: { ...id("the file's name"), suggests: 'own-id' },
  name,
  expected_behaviour: { meaning: 'What the agent shall do.', type: 'text', default: 'none', docs: others },
});

const judge = 'judging.md#configure-one';
const providers: Readonly<Record<(typeof judgeProviders)[number], string>> = {
  'openai-compatible': 'Ollama, llama.cpp, vLLM, OpenAI and others; needs `base_url`.',
  anthropic: 'Models of Anthropic.',
  google: 'Models of Google.',
  command: 'A program of yours that reads the question on standard input.',
  vscode: 'A language model of the editor; only there.',
};

/** `.testmuai/rook/settings.json`. */
export const settingsRoot = mapping('Settings of the workspace.', {
  active_project_id: {
    meaning: 'The project that commands are about.',
    type: 'text',
    default: 'the only one',
    suggests: 'project',
    docs: 'files-and-hooks.md#pointers',
  },
  judge: {
    meaning: 'The model that grades what no check can.',
    type: 'mapping',
    default: 'no judge',
    docs: judge,
    fields: {
      provider: {
        meaning: 'Where the model is reached.',
        type: 'one of five',
        choices: judgeProviders.map((value) => ({ value, meaning: providers[value] })),
        docs: judge,
      },
      model: { meaning: 'The model, as the provider writes it.', type: 'text', docs: judge },
      base_url: {
        meaning: 'Address; needed for `openai-compatible`. Keys are never in a file.',
        type: 'text',
        docs: judge,
      },
      command: { meaning: 'A program and its arguments; there is no shell.', type: 'text', docs: judge },
      timeout_seconds: { meaning: 'Limit of one question.', type: 'seconds, 1 or more', default: '120', docs: judge },
      max_steps: {
        meaning: 'Most tool calls for one question.',
        type: 'whole number, 1 or more',
        default: '8',
        docs: judge,
      },
    },
  },
  permissions: {
    meaning: 'Rules of the workspace. It may forbid; its `allow` is ignored.',
    type: 'mapping',
    default: 'none',
    docs: 'judging.md#what-needs-a-permission',
    fields: {
      deny: {
        meaning: 'What is forbidden: `run(prod*)`, `mcp_call(billing.*)`.',
        type: 'list of rules',
        items: { meaning: 'A rule: `tool(subject)`, with an optional `@phase`.', type: 'text' },
        docs: 'judging.md#what-needs-a-permission',
      },
    },
  },
});

const servers = 'judging.md#servers';
const reference = 'a text; `${NAME}` is replaced when the server is started';
const server: Field = {
  meaning: 'An MCP server: one that is started (`command`), or reached (`url`).',
  type: 'mapping',
  docs: servers,
  fields: {
    command: { meaning: 'The program that is started.', type: 'text', docs: servers },
    args: {
      meaning: 'Its arguments.',
      type: 'list of texts',
      default: 'none',
      items: { meaning: 'An argument.', type: 'text' },
      docs: servers,
    },
    env: {
      meaning: 'Variables of the server, which else gets a small environment.',
      type: 'mapping',
      default: 'none',
      any: { meaning: 'A variable of the server.', type: reference, suggests: 'reference', docs: servers },
      docs: servers,
    },
    url: { meaning: 'Address of a server that is reached over streamable HTTP.', type: 'text', docs: servers },
    headers: {
      meaning: 'Headers of each request.',
      type: 'mapping',
      default: 'none',
      any: { meaning: 'A header.', type: reference, suggests: 'reference', docs: servers },
      docs: servers,
    },
  },
};

/** `mcp.json` and `.mcp.json`. */
export const mcpRoot = mapping('MCP servers that judging may ask.', {
  mcpServers: { meaning: 'The servers by name.', type: 'mapping', any: server, docs: servers },
});

const events: Readonly<Record<(typeof toolHookEvents)[number], string>> = {
  'pre-tool': 'Before each tool call of a model; one that fails refuses the call.',
  'post-tool': 'After each tool call; one that fails adds a line to the result.',
  stop: 'Stored, and never run.',
};
const toolHook: Field = {
  meaning: 'A command that runs around the tool calls of a model.',
  type: 'mapping',
  docs: 'judging.md#tool-hooks',
  fields: {
    event: {
      meaning: 'When it runs.',
      type: 'one of three',
      needed: true,
      choices: toolHookEvents.map((value) => ({ value, meaning: events[value] })),
      docs: 'judging.md#tool-hooks',
    },
    command: {
      meaning: 'One program and its arguments; no shell. `{tool}`, `{event}`, `{path}` are replaced.',
      type: 'text',
      needed: true,
      docs: 'judging.md#tool-hooks',
    },
  },
};

/** `.orkeon/hooks.json`: a list, or a mapping that holds it. */
export const toolHooksRoot: Field = {
  meaning: 'Tool hooks, for `rook run --inputs @.orkeon/hooks.json`.',
  type: 'list, or a mapping with `hooks`',
  docs: 'judging.md#tool-hooks',
  items: toolHook,
  fields: {
    hooks: {
      meaning: 'The hooks, in the order in which they run.',
      type: 'list',
      items: toolHook,
      docs: 'judging.md#tool-hooks',
    },
  },
};
