import { isAbsolute } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import { parseYaml } from '../../workspace/yaml-document';
import type { Material, Recognised } from '../material';
import { clientRequest, refuseClientCode } from './client-code';
import { recogniseCommand, recogniseProgramFile } from './command-line';
import { isCommandLine } from './command-text';
import { fromRequests, holdsCurl, recogniseCurl } from './curl-material';
import { httpMessage } from './http-message';
import { mcpInJson, mcpInText, recogniseMcp } from './mcp-material';
import { isOpenApi, recogniseOpenApi } from './openapi';
import { isPostman, recognisePostman } from './postman';
import { partsOfProse } from './prose';
import { cleanText } from './readable-text';
import { parseMarkedJson } from './request-sketch';
import { fitToBeSeen } from './shown';
import { loneUrl, recogniseUrl } from './url';
import { Variables } from './variables';

/** Material that is no known form: plain language, for a model to read. */
export interface Notes {
  kind: 'notes';
  text: string;
}

/** Longer material is a log or a data set, not a description of how to reach an agent; API descriptions are long. */
const longestDescription = 20 * 1024 * 1024;
const longestText = 200 * 1024;

/**
 * Understands what a user gives to have a profile written from it (behaviour §13): a cURL command or several, a command line,
 * OpenAPI 3, Postman 2.1, a URL, an MCP server, an HTTP request or a browser's fetch. In prose it looks for those. Reads
 * files that the material names within its folder; sends and runs nothing.
 * @returns notes when it is none of these; a refusal, with what to do, when it is one and cannot be used.
 */
export async function recognise(material: Material): Promise<Result<Recognised | Notes>> {
  return fitToBeSeen(await recogniseClean(material));
}

async function recogniseClean(material: Material): Promise<Result<Recognised | Notes>> {
  const tooLong = () =>
    refuse(`${material.source} is too long to be material`, 'Give the command or the description alone.');
  if (material.text.length > longestDescription) return tooLong();
  const warnings: string[] = [];
  const text = cleanText(material.text, warnings);
  if (text.trim() === '')
    return refuse(
      `${material.source} is empty`,
      'Give a cURL command, a command line, an OpenAPI or Postman file, a URL, or notes.',
    );
  const foreign = foreignScheme(text);
  if (foreign) return foreign;
  const clean: Material = { ...material, text: withPlainCurl(text) };
  const long = text.length > longestText;
  const found = long
    ? await recogniseDescription(clean)
    : ((await recogniseForm(clean)) ?? (await recogniseInProse(clean)));
  if (!found && long) return tooLong();
  if (!found) return ok({ kind: 'notes', text });
  return found.ok ? ok({ ...found.value, warnings: [...warnings, ...found.value.warnings] }) : found;
}

/** A lone URL, or a command's, that no hook can send a message to. */
function foreignScheme(text: string): Result<never> | undefined {
  const [, scheme] =
    /^(?:[$%❯] )?(?:curl\s+(?:-\S+\s+)*)?["'<]?(file|s?ftps?|ssh|mailto|data|ldap|smb|gopher|telnet):(?:\/\/)?[^\s]+["'>]?$/i.exec(
      text.trim(),
    ) ?? [];
  return scheme === undefined
    ? undefined
    : refuse(
        `${scheme.toLowerCase()}: is no address of an agent`,
        'Give one that begins with http, https, ws or wss, or name a file with --from.',
      );
}

/** `sudo curl`, `time curl` and `CURL` are curl. */
function withPlainCurl(text: string): string {
  return text.replace(
    /(^|[\n;|&(`]|\$\()([ \t]*(?:[$%#❯>] )?)(?:(?:sudo|time|command|exec|nohup)[ \t]+(?:-\w+[ \t]+)*)*curl(?=(?:\.exe)?[ \t])/gi,
    '$1$2curl',
  );
}

/** Tries each form; undefined when the text is none of them. */
async function recogniseForm(material: Material): Promise<Result<Recognised> | undefined> {
  const { text, source } = material;
  if (source === '--command') return isCurlFirst(text) ? recogniseCurl(material) : recogniseCommand(material);
  const url = loneUrl(text);
  if (url !== undefined) return recogniseUrl(url);
  if (/^\s*(?:[$%] )?(?:wscat|websocat)\b/.test(text)) return recogniseCommand(material);
  const described = await recogniseDescription(material);
  if (described) return described;
  if (isCurlFirst(text)) return recogniseCurl(material);
  const warnings: string[] = [];
  const written = httpMessage(text, warnings);
  if (written)
    return fromRequests([{ sketch: written }], {
      form: 'an HTTP request',
      kind: 'curl',
      variables: new Variables(),
      warnings,
    });
  const program = isFileName(source) ? recogniseProgramFile(material) : undefined;
  if (program) return ok(program);
  const client = clientRequest(text, warnings);
  if (client && !client.ok) return client;
  if (client)
    return fromRequests([{ sketch: client.value.sketch }], {
      form: client.value.form,
      kind: 'curl',
      variables: new Variables(),
      warnings,
    });
  const mcp = mcpInText(text);
  if (mcp) return 'ok' in mcp ? mcp : recogniseMcp([mcp]);
  return isCommandLine(text) ? recogniseCommand(material) : undefined;
}

/** Whether the text begins with a curl command, comments, prompts and assignments before it left out. */
function isCurlFirst(text: string): boolean {
  if (!holdsCurl(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const before = lines.slice(
    0,
    lines.findIndex((line) => holdsCurl(`${line} '`) || /(^|[\s(`])curl(\.exe)?\s/.test(line)),
  );
  return (
    !/^\s*(`{3,}|~{3,})/m.test(text) &&
    before.every((line) =>
      /^\s*([$%#❯] )?(export\s+)?[A-Za-z_]\w*=|^\s*(cat|echo|printf|set|cd|source)\b|^#!/.test(line),
    )
  );
}

/** Keys that only descriptions have: what has one and is broken is told so, all other broken text is something else. */
const describing = /["']?\b(openapi|swagger|mcpServers|_postman_id)["']?\s*:/;

/** JSON or YAML that describes an agent. A broken description is a refusal, other broken text is none. */
async function recogniseDescription(material: Material): Promise<Result<Recognised> | undefined> {
  const { text, source } = material;
  const json = /^\s*\{/.test(text);
  if (!describing.test(text) && !json) return undefined;
  let value = json ? parseMarkedJson(text)?.value : undefined;
  if (value === undefined) {
    if (!describing.test(text) || !(json || /^\s*["']?(openapi|swagger|mcpServers)["']?\s*:/m.test(text)))
      return undefined;
    const document = parseYaml(text, isFileName(source) ? source : json ? 'material.json' : 'material.yaml');
    const [problem] = document.syntaxProblems;
    if (problem)
      return refuse(problem.message, problem.remedy, { file: source, line: problem.line, column: problem.column });
    value = document.value;
  }
  if (isOpenApi(value)) return recogniseOpenApi(value, material);
  if (isPostman(value)) return recognisePostman(value, material);
  const collection = asRecord(value)?.collection;
  if (isPostman(collection)) return recognisePostman(collection, material);
  const servers = mcpInJson(value);
  return servers && recogniseMcp(servers);
}

function isFileName(source: string): boolean {
  return isAbsolute(source) || /^[^\s]+\.[a-z]{1,5}$/i.test(source);
}

/** What notes hold that can be read by itself: a command in a fenced block, a URL. */
async function recogniseInProse(material: Material): Promise<Result<Recognised> | undefined> {
  let refused: Result<Recognised> | undefined;
  for (const { kind, text } of partsOfProse(material.text)) {
    // The URL in code would be sent without the rest of its request.
    const code = kind === 'url' ? refuseClientCode(material.text) : undefined;
    if (code) return code;
    const part: Material = { ...material, text, source: `${material.source} (in the text)` };
    const found =
      kind === 'curl' ? await recogniseCurl(part) : kind === 'url' ? recogniseUrl(text) : await recogniseForm(part);
    // A command that is there and cannot be used is not half sent: as the URL in it.
    if (kind === 'curl' && found && !found.ok) return found;
    if (found?.ok)
      return ok({
        ...found.value,
        what: `${found.value.what} (found in notes)`,
        ...(kind === 'url' && { fromNotes: true as const }),
      });
    refused ??= found;
  }
  return refused;
}
