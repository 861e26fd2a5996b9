import { ok, type Result, refuse } from '../../../schemas/result';
import type { Material, Recognised } from '../material';
import { readCurl } from './curl';
import { linkRequests, type SequencedRequest } from './earlier-requests';
import { goalPlaces } from './goal-places';
import { addressOf, httpOptions, isClear } from './http-options';
import { envMark } from './marks';
import { MaterialFiles } from './material-files';
import type { RequestSketch } from './request-sketch';
import { withAssignments } from './shell-assignments';
import { programName, readCommands, refuseCatOutput, shownCommand } from './simple-commands';
import { withMessage } from './url-body';
import { hostName, slug, splitUrl } from './url-parts';
import { Variables } from './variables';

/** Whether the text is, or has in it, a curl command as a command: not the word in a sentence. */
export function holdsCurl(text: string): boolean {
  return /(^|[\n;|&(`]|\$\()[ \t]*(?:[$%#❯>] |PS [^>\n]*>\s*|[A-Z]:\\[^>\n]*>\s*)?(?:(?:export\s+)?[A-Za-z_]\w*=\S*\s+)*(?:\S*\/)?curl(?:\.exe)?\s+["'^$\\`<{-]|(^|\n)[ \t]*(?:[$%#❯>] )?(?:[A-Za-z_]\w*=\S*\s+)*(?:\S*\/)?curl(?:\.exe)?\s+\S*[:/.]\S*/.test(
    text,
  );
}

/**
 * Reads one curl command, or several of which the last with a place for the goal is the call and those before it are steps.
 * @returns a refusal when a command is broken, or nothing in the call looks like the goal's place.
 */
export async function recogniseCurl(material: Material): Promise<Result<Recognised>> {
  const script = readCommands(material.text);
  if (!script.ok) return script;
  const unread = refuseCatOutput(script.value);
  if (unread) return unread;
  const variables = new Variables();
  const warnings = [...script.value.warnings];
  const commands = withAssignments(script.value, variables, warnings);
  const files = new MaterialFiles(material.folder);
  const requests: SequencedRequest[] = [];
  for (const [index, { command, sets }] of commands.entries()) {
    if (programName(command) !== 'curl') {
      const left = leftOut(commands[index - 1]?.command, command);
      if (left !== undefined) warnings.push(left);
      continue;
    }
    const echoed = command.after === '|' && !command.stdin ? echoOf(commands[index - 1]?.command) : undefined;
    const read = await readCurl(
      { ...command, ...(echoed !== undefined && { stdin: { kind: 'text', text: echoed } }) },
      files,
    );
    if (!read.ok) return read;
    // Cookies in a file are those of the requests before.
    warnings.push(
      ...read.value.warnings.filter((text) => requests.length === 0 || !text.startsWith('The cookies in the file')),
    );
    for (const [at, sketch] of read.value.requests.entries())
      requests.push({ sketch, ...(at === read.value.requests.length - 1 && sets.length > 0 && { sets }) });
  }
  return fromRequests(
    requests.map((request) => ({ ...request, sketch: singleQuoted(request.sketch, warnings) })),
    {
      form: requests.length > 1 ? `${requests.length} cURL commands` : 'a cURL command',
      kind: 'curl',
      variables,
      warnings,
    },
  );
}

/** What requests are recognised as. */
export interface SequenceForm {
  form: string;
  kind: Recognised['kind'];
  variables: Variables;
  warnings: string[];
}

/** Recognises a sequence of requests, of whichever form they were. */
export function fromRequests(requests: readonly SequencedRequest[], about: SequenceForm): Result<Recognised> {
  const { variables, warnings } = about;
  const at = callIndex(requests);
  const call = requests[at];
  if (!call) return refuse('there is no request in it', 'Paste the whole command.');
  const after = requests.slice(at + 1);
  if (after.length > 0)
    warnings.push(
      `Left out what comes after the request with the goal: ${after.map(({ sketch }) => addressOf(sketch)).join(', ')}.`,
    );
  const linked = linkRequests(requests.slice(0, at + 1), variables, warnings);
  const { steps } = linked;
  const context = { variables, warnings, steps };
  let options = httpOptions(linked.call, context);
  // Only what is a POST already: a GET or a DELETE that a person gave is never sent as something else.
  const guessed = options.length === 0 && linked.call.body === undefined && linked.call.method === 'POST';
  if (guessed) {
    warnings.push('The request has no place for the goal: it is sent as a JSON body.');
    options = withMessage(linked.call).flatMap(({ sketch, penalty }) =>
      httpOptions(sketch, { ...context, warnings: [] }).map((option) => ({ ...option, score: option.score - penalty })),
    );
  }
  const [first] = options;
  if (!first)
    return refuse(
      `nothing in ${addressOf(linked.call)} looks like the place of the goal`,
      linked.call.body === undefined
        ? 'Give the command that sends a message, with {{goal}} where the user’s words stand; or the URL alone, to have what it expects found by trying. Nothing was sent.'
        : 'Write {{goal}} where the user’s words stand in the request.',
    );
  const before =
    steps.length === 0
      ? ''
      : ` after ${steps.length === 1 ? 'one request' : `${steps.length} requests`} that ${steps.length === 1 ? 'prepares' : 'prepare'} it`;
  return ok({
    kind: guessed ? 'url' : about.kind,
    what: `${about.form}: ${addressOf(linked.call)}${before}, goal in ${first.place}`,
    options: options.map(({ place: _place, ...option }) => option),
    clear: isClear(options),
    secrets: variables.secrets,
    warnings: [...new Set(warnings)],
    name: slug(hostName(splitUrl(linked.call.url).host.replace(/\uFDD0[^\uFDD1]*\uFDD1/g, ''))),
  });
}

/** The request with the goal: that with a placeholder, else the last of the likeliest. */
function callIndex(requests: readonly SequencedRequest[]): number {
  const scores = requests.map(({ sketch }) => goalPlaces(sketch)[0]?.score ?? 0);
  const best = Math.max(...scores);
  // Of texts with names of about the same weight, the conversation comes last.
  const found = scores.findLastIndex((score) => score > 0 && score >= (best >= 1000 ? best : best - 30));
  return found < 0 ? requests.length - 1 : found;
}

/** `$NAME` in single quotes, which a shell sends as it stands, is meant as a variable in a URL or a header. */
function singleQuoted(sketch: RequestSketch, warnings: string[]): RequestSketch {
  const named = (text: string): string =>
    text.replace(/\$(?:\{([A-Z][A-Z0-9_]{2,})\}|([A-Z][A-Z0-9_]{2,}))/g, (_whole, braced, bare) => {
      const name = String(braced ?? bare);
      warnings.push(
        `$${name} stands in single quotes, where a shell does not replace it: it was taken for a variable.`,
      );
      return envMark(name);
    });
  return {
    ...sketch,
    url: named(sketch.url),
    headers: sketch.headers.map(([name, value]) => [name, named(value)] as const),
  };
}

/** The text that a command before the pipe prints: `echo '{"a":1}' | curl -d @- …`. */
function echoOf(command: ReturnType<typeof withAssignments>[number]['command'] | undefined): string | undefined {
  if (!command) return undefined;
  if (programName(command) === 'cat' && command.stdin?.kind === 'text') return command.stdin.text;
  const words = command.words.slice(1).filter(({ text }) => !/^-[neE]+$/.test(text));
  return /^(echo|printf)$/.test(programName(command)) ? words.map(({ text }) => text).join(' ') : undefined;
}

/** What is said of a command that is not curl: of one after a pipe that its work is not done, of others that they are not run. */
function leftOut(
  before: Parameters<typeof programName>[0] | undefined,
  command: Parameters<typeof programName>[0],
): string | undefined {
  const name = programName(command);
  if (/^(echo|printf|cat|set|cd|source|\.|unset|sleep|true)$/.test(name)) return undefined;
  return command.after === '|' && before !== undefined
    ? `Left out what the output is piped to: ${shownCommand(command)}.`
    : `Left out a command that is not curl: ${shownCommand(command)}.`;
}
