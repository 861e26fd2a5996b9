import type { CommandTarget, McpTarget, Reading, TextTemplate, WebSocketTarget } from '../draft';
import { programAnswer, runProgram } from './fragments/command';
import { saveExchange } from './fragments/exchange';
import { historyFile } from './fragments/history';
import { callTool, httpServer, listTools, stdioServer, wholeResult } from './fragments/mcp';
import { parseLoosely } from './fragments/reading';
import { converseFragment, oneLine, openSocket } from './fragments/websocket';
import { historyIn, replyMessage } from './history-code';
import { conditionCode } from './place-code';
import { readingCode } from './reading-code';
import type { ScriptParts } from './script-parts';
import { bracketed, objectKey, quote } from './source-text';
import { isConversation, jsonCode, type TemplateContext, textCode, urlCode, useConversation } from './template-code';

/** What the program reads on standard input. */
function inputCode(stdin: CommandTarget['stdin'], context: TemplateContext): string {
  if (stdin === undefined) return `''`;
  return 'json' in stdin ? `JSON.stringify(${jsonCode(stdin.json, context, 2)})` : textCode(stdin, context);
}

/** The functions of a script that starts a program for each turn. */
export function commandScript(target: CommandTarget, reading: Reading | undefined, script: ScriptParts): string[] {
  const context: TemplateContext = { script, goal: 'goal' };
  script.use(runProgram, programAnswer, saveExchange);
  const { resume } = target;
  const items = target.argv.map((argument) => textCode(argument, context));
  if (resume) {
    useConversation(script);
    const more = resume.argv.map((argument) => textCode(argument, context)).join(', ');
    items.splice(resume.at, 0, `...(conversation ? [${more}] : [])`);
  }
  const history = target.stdin && 'json' in target.stdin ? historyIn(target.stdin.json) : undefined;
  const read = readingCode(reading, 'command', history !== undefined, script);
  const settings = target.env.length > 0 ? bracketed('{', entries(target.env, context), '}', 2) : '{}';
  const before = historyBefore(history, context)
    .map((line) => `${line}\n`)
    .join('');
  const execute = `/** One turn: the goal in, the answer out. */
async function execute(goal) {
${before}  const command = ${bracketed('[', items, ']', 2)};
  const input = ${inputCode(target.stdin, context)};
  const { stdout, stderr, failure } = await runProgram(command, input, ${settings});
  const reply = { body: plain(stdout) };
  saveExchange(reply);
  if (failure) {
    const said = plain(stderr).trim() === '' ? plain(stdout) : plain(stderr);
    throw new Error(\`\${command[0]} \${failure}: \${said.trim().slice(-2000) || 'it printed nothing'}\`);
  }
${historyAfter(history, 'reply', script).join('\n')}
}`;
  return [execute, read.code];
}

/** The functions of a script that opens a socket for each turn. */
export function webSocketScript(target: WebSocketTarget, reading: Reading | undefined, script: ScriptParts): string[] {
  const context: TemplateContext = { script, goal: 'goal' };
  const { message, end } = target;
  script.use(openSocket);
  if (end) script.use(parseLoosely);
  else
    script.constants(
      `const quietMs = ${number(target.quietMs ?? 3000)}; // nothing more for so long: the answer is whole`,
    );
  script.use(
    converseFragment(
      end &&
        `
/** Whether a message is the one that ends the answer. */
function ended(text) {
  const message = parsed(text);
  return ${conditionCode('message', end, script)};
}`,
    ),
    oneLine,
  );
  const history = historyIn('json' in message ? message.json : null);
  const read = readingCode(reading, 'websocket', history !== undefined, script);
  const sent =
    'json' in message ? `JSON.stringify(${jsonCode(message.json, context, 2)})` : textCode(message.text, context);
  const headers = bracketed('{', entries(target.headers, context), '}', 2);
  const lines = [
    '/** One turn: the goal in, the answer out. */',
    'async function execute(goal) {',
    `  const url = ${urlCode(target.url, context)};`,
    ...historyBefore(history, context),
    `  const socket = await openSocket(url, ${headers}, ${bracketed('[', target.protocols.map(quote), ']', 2)});`,
    `  const messages = await converse(socket, ${sent});`,
    `  const body = messages.map(oneLine).join('\\n');`,
    '  saveExchange({ url, body });',
    ...historyAfter(history, '{ body, messages }', script),
    '}',
  ];
  return [lines.join('\n'), read.code];
}

/** The functions of a script that calls a tool of an MCP server. */
export function mcpScript(target: McpTarget, reading: Reading | undefined, script: ScriptParts): string[] {
  const context: TemplateContext = { script, goal: 'goal' };
  const connect = connectCode(target.server, context);
  if (target.tool === undefined) {
    script.use(listTools);
    return [`/** What the server has. */\nasync function execute() {\n  return listTools(${connect});\n}`];
  }
  script.use(callTool);
  const history = historyIn(target.arguments);
  const read = readingCode(reading, 'mcp', history !== undefined, script);
  if (reading === undefined || reading.format === 'text') script.use(wholeResult);
  const lines = [
    '/** One turn: the goal in, the answer out. */',
    'async function execute(goal) {',
    ...historyBefore(history, context),
    `  const server = ${connect};`,
    `  const reply = await callTool(server, ${quote(target.tool)}, ${jsonCode(target.arguments, context, 2)});`,
    ...historyAfter(history, 'reply', script),
    '}',
  ];
  return [lines.join('\n'), read.code];
}

/** Starts the server, or connects to it. */
function connectCode(server: McpTarget['server'], context: TemplateContext): string {
  if ('command' in server) {
    context.script.use(stdioServer);
    const command = [quote(server.command), ...server.args.map((argument) => textCode(argument, context))];
    return `startServer(${bracketed('[', command, ']', 2)}, ${bracketed('{', entries(server.env, context), '}', 2)})`;
  }
  context.script.use(httpServer);
  return `connectServer(${urlCode(server.url, context)}, ${bracketed('{', entries(server.headers, context), '}', 2)})`;
}

function historyBefore(history: ReturnType<typeof historyIn>, context: TemplateContext): string[] {
  if (!history) return [];
  context.script.use(historyFile);
  return ['  const history = readHistory();', `  const turn = ${jsonCode(history.turn, context, 2)};`];
}

function historyAfter(history: ReturnType<typeof historyIn>, reply: string, script: ScriptParts): string[] {
  if (!history) return [`  return readAnswer(${reply});`];
  return [
    `  const answer = readAnswer(${reply});`,
    `  saveHistory([...history, turn, ${jsonCode(replyMessage(history), { script, goal: 'answer.output' }, 2)}]);`,
    '  return answer;',
  ];
}

/** Entries of an object of texts, such as headers or variables; one that is nothing but a missing handle is left out. */
function entries(pairs: readonly (readonly [string, TextTemplate])[], context: TemplateContext): string[] {
  return pairs.map(([name, value]) => {
    const item = `${objectKey(name)}: ${textCode(value, context)}`;
    return isConversation(value) ? `...(conversation && { ${item} })` : item;
  });
}

/** A number as people write it: 3_000. */
export function number(value: number): string {
  return value >= 1000 && Number.isInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, '_') : String(value);
}
