import { asRecord } from '../workspace/plain-value';
import type { Draft, Exchange, JsonTemplate } from './draft';
import type { DraftOption } from './material';
import { normalisedName } from './reading/leaves';

/** Names of tools that are an agent, and of arguments that take its goal; the likeliest first. */
const toolNames = [
  'ask',
  'chat',
  'run',
  'query',
  'prompt',
  'message',
  'invoke',
  'answer',
  'agent',
  'assistant',
  'talk',
];
const argumentNames = ['goal', 'message', 'prompt', 'question', 'query', 'input', 'text', 'task', 'request', 'content'];

/**
 * Which tool of an MCP server may be the agent, and which of its arguments takes the goal: every text argument of every tool,
 * likeliest first. Other arguments that a tool requires get what their schema proposes, else they are left out.
 * @param exchange the answer to `tools/list`.
 */
export function toolOptions(draft: Draft, { body }: Exchange): DraftOption[] {
  const { target } = draft;
  if (target.kind !== 'mcp') return [];
  const listed = asRecord(parsed(body))?.tools;
  const tools = (Array.isArray(listed) ? listed : []).map(asRecord).filter((tool) => typeof tool?.name === 'string');
  const options = tools.flatMap((tool) => {
    const name = String(tool?.name);
    const schema = asRecord(tool?.inputSchema);
    const properties = Object.entries(asRecord(schema?.properties) ?? {});
    const required = Array.isArray(schema?.required) ? schema.required : [];
    const texts = properties.filter(([, about]) => asRecord(about)?.type === 'string' && !asRecord(about)?.enum);
    return texts.map(([argument]): DraftOption => {
      const score =
        likeness(name, toolNames, 60) +
        likeness(argument, argumentNames, 40) +
        (required.includes(argument) ? 10 : 0) +
        (texts.length === 1 ? 10 : 0);
      const fields = properties.flatMap(([field, about]): [string, JsonTemplate][] => {
        if (field === argument) return [[field, { text: [{ slot: 'goal' }] }]];
        const given = required.includes(field) ? proposed(asRecord(about)) : undefined;
        return given === undefined ? [] : [[field, given]];
      });
      return {
        label: `the tool ${name}, goal in arguments.${argument}`,
        score,
        draft: { ...draft, target: { ...target, tool: name, arguments: { fields } } },
      };
    });
  });
  return options.sort((a, b) => b.score - a.score);
}

/** How near a name is to one of a list: the whole for the first, less for later ones, part of it when it only holds one. */
function likeness(name: string, names: readonly string[], most: number): number {
  const plain = normalisedName(name);
  const index = names.indexOf(plain);
  if (index !== -1) return most - index;
  return names.some((one) => plain.includes(one)) ? most / 2 : 0;
}

function proposed(schema: Record<string, unknown> | undefined): JsonTemplate | undefined {
  const value =
    schema?.default ?? schema?.const ?? (Array.isArray(schema?.enum) ? (schema.enum[0] as unknown) : undefined);
  if (typeof value === 'string') return { text: [value] };
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a server that answers something else has no tools
  }
}
