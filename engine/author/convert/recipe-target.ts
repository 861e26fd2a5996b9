import { ok, type Result } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import type { CommandTarget, HttpTarget } from '../draft';
import { hiding } from '../material/hiding';
import { mapJsonTexts, withValueAt } from '../material/json-tree';
import { conversationMark, hasGoal, templateOf } from '../material/marks';
import { callOf, type RequestSketch, type SketchBody } from '../material/request-sketch';
import { hideSecrets } from '../material/secrets';
import { shellTokens } from '../material/shell-words';
import type { Variables } from '../material/variables';
import { parsePath } from '../reading/path';
import { byHand, cannot } from './cannot';
import type { Recipe } from './recipe';
import type { RecipeTexts } from './recipe-texts';

/** The request or the program of a recipe, with slots for the goal and the conversation, and without its credentials. */
export function targetOf(
  recipe: Recipe,
  texts: RecipeTexts,
  variables: Variables,
  warnings: string[],
): Result<HttpTarget | CommandTarget> {
  const { invoke, kind } = recipe;
  if (kind === 'http' || (kind !== 'cli' && kind !== 'command' && invoke.url !== undefined))
    return httpTarget(recipe, texts, variables, warnings);
  if (kind === 'cli' || kind === 'command') return commandTarget(recipe, texts, variables);
  return cannot(`kind: ${kind}`, `The kinds http and cli can be converted. ${byHand}`);
}

function httpTarget(recipe: Recipe, texts: RecipeTexts, variables: Variables, warnings: string[]): Result<HttpTarget> {
  const { invoke } = recipe;
  if (invoke.url === undefined) return cannot('invoke has no url', 'Add invoke.url, then convert again.');
  const headers = Object.entries(invoke.headers ?? {}).map(([name, value]) => [name, texts.marked(value)] as const);
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const body = bodyOf(invoke.body, type, texts);
  const method = (invoke.method ?? (body ? 'POST' : 'GET')).toUpperCase();
  const sketch: RequestSketch = { method, url: texts.marked(invoke.url), headers, ...(body && { body }) };
  const sent = withConversation(sketch, recipe);
  if (!sent.ok) return sent;
  const safe = hideSecrets(sent.value, variables, warnings);
  if (!hasGoal(JSON.stringify(safe)))
    return cannot('{{goal}} is nowhere in its request', 'Write {{goal}} where the goal belongs, then convert again.');
  return ok({
    kind: 'http',
    steps: [],
    call: callOf(safe),
    ...(recipe.conversation?.kind === 'cookie' && { cookies: true }),
    ...(recipe.timeout_seconds != null && { timeoutSeconds: recipe.timeout_seconds }),
  });
}

/** What a recipe sends: a mapping is JSON, unless the content type says that it is a form. */
function bodyOf(body: unknown, type: string, texts: RecipeTexts): SketchBody | undefined {
  if (body === undefined || body === null) return undefined;
  const fields = asRecord(body);
  if (fields && /x-www-form-urlencoded/i.test(type))
    return { kind: 'form', fields: Object.entries(fields).map(([name, value]) => [name, texts.marked(textOf(value))]) };
  if (typeof body === 'string')
    return { kind: 'text', text: texts.marked(body), type: type || 'text/plain;charset=UTF-8' };
  return { kind: 'json', value: mapJsonTexts(body, (text) => texts.marked(text)) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The request with the handle of the conversation where `send_as` wants it: `body.session_id`, `header.X-Session`. */
function withConversation(sketch: RequestSketch, { conversation }: Recipe): Result<RequestSketch> {
  if (!conversation || ['none', 'cookie'].includes(conversation.kind)) return ok(sketch);
  const { kind, send_as: sendAs } = conversation;
  if (kind !== 'field' && kind !== 'header')
    return cannot(`conversation.kind: ${kind}`, `The kinds field, header, cookie and none can be converted. ${byHand}`);
  const place = sendAs ?? (kind === 'header' && conversation.header ? `header.${conversation.header}` : undefined);
  if (place === undefined) return ok(sketch); // a placeholder in the request says where
  const header = /^headers?[.:]\s*(\S+)$/i.exec(place)?.[1];
  if (header !== undefined) {
    const others = sketch.headers.filter(([name]) => name.toLowerCase() !== header.toLowerCase());
    return ok({ ...sketch, headers: [...others, [header, conversationMark]] });
  }
  const field = /^body\.(.+)$/.exec(place)?.[1];
  const path = field === undefined ? undefined : parsePath(field);
  const { body } = sketch;
  if (path?.ok && body?.kind === 'json') {
    const steps = path.value.filter((step) => typeof step !== 'object');
    return ok({ ...sketch, body: { kind: 'json', value: withValueAt(body.value, steps, conversationMark) } });
  }
  if (field !== undefined && body?.kind === 'form')
    return ok({ ...sketch, body: { kind: 'form', fields: [...body.fields, [field, conversationMark]] } });
  return cannot(
    `conversation.send_as: ${place}`,
    'Write body.<field> (of a JSON or form body) or header.<name>, then convert again.',
  );
}

function commandTarget(recipe: Recipe, texts: RecipeTexts, variables: Variables): Result<CommandTarget> {
  const { invoke, conversation } = recipe;
  if (conversation && conversation.kind !== 'none' && conversation.send_as !== undefined)
    return cannot(`conversation.send_as: ${conversation.send_as} of a program`, byHand);
  if (invoke.cwd != null && !/^\.?\/?$/.test(invoke.cwd))
    return cannot(`invoke.cwd: ${invoke.cwd}`, `Hooks run in the root of the workspace. ${byHand}`);
  const argv = argvOf(recipe);
  if (!argv.ok) return argv;
  // A command line has been read already: its variables are marks.
  const isRead = invoke.argv === undefined && typeof invoke.command === 'string';
  const hide = hiding('', variables);
  const hidden = (name: string, value: string, where: string): string =>
    hide({ name, value: isRead ? texts.placeholdersIn(value) : texts.marked(value), where });
  const words = argv.value.map((word, index) => {
    const option = /^--?([\w-]+)$/.exec(argv.value[index - 1] ?? '')?.[1] ?? '';
    const [, name, value] = /^--([\w-]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined) return `--${name}=${hidden(name, value, `option --${name}`)}`;
    return hidden(option, word, option === '' ? 'argument' : `option --${option}`);
  });
  const { stdin } = invoke;
  const input = stdin === true ? '{{goal}}' : typeof stdin === 'string' ? stdin : undefined;
  const marked = input === undefined ? undefined : texts.marked(input);
  const inArguments = words.some(hasGoal);
  if (!inArguments && !(marked !== undefined && hasGoal(marked)))
    return cannot(
      '{{goal}} is in none of its arguments, and not on standard input',
      'Add stdin: "{{goal}}" to invoke, or write {{goal}} where it belongs.',
    );
  return ok({
    kind: 'command',
    argv: words.map(templateOf),
    ...(marked !== undefined && { stdin: templateOf(marked) }),
    env: Object.entries(invoke.env ?? {}).map(
      ([name, value]) => [name, templateOf(hidden(name, value, `variable ${name}`))] as const,
    ),
    ...(recipe.timeout_seconds != null && { timeoutSeconds: recipe.timeout_seconds }),
  });
}

function argvOf({ invoke }: Recipe): Result<string[]> {
  const { argv, command } = invoke;
  if (argv) return ok(Array.isArray(command) || command === undefined ? argv : [command, ...argv]);
  if (Array.isArray(command)) return ok(command);
  if (command === undefined)
    return cannot('invoke has neither argv nor command', 'Add invoke.argv, then convert again.');
  const line = shellTokens(command);
  if (!line.ok) return cannot(`invoke.command: ${line.error.message}`, line.error.remedy ?? byHand);
  const { tokens, substitutions } = line.value;
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []));
  if (words.length < tokens.length || substitutions.length > 0)
    return cannot('invoke.command needs a shell', 'Write the program and its arguments as a list: invoke.argv.');
  return words.length > 0 ? ok(words) : cannot('invoke.command is empty', 'Add invoke.argv, then convert again.');
}
