import { ok, type Result, refuse } from '../../../schemas/result';
import { isHandleName } from '../../workspace/literal-secrets/field-names';
import { asRecord, firstText } from '../../workspace/plain-value';
import type { Material, Recognised } from '../material';
import { linkRequests } from './earlier-requests';
import { addressOf, type HttpOption, httpOptions, isClear } from './http-options';
import { MaterialFiles } from './material-files';
import { References } from './openapi-references';
import { type OperationRequest, operationRequests } from './openapi-requests';
import { hostName, slug, splitUrl } from './url-parts';
import { Variables } from './variables';

/** Operations with less than this are none that a user would choose. */
const leastScore = 40;

/** Whether a value is a description of an API, of whichever version. */
export function isOpenApi(value: unknown): boolean {
  const root = asRecord(value);
  return (
    root !== undefined && (typeof root.openapi === 'string' || root.swagger !== undefined) && root.paths !== undefined
  );
}

/**
 * Recognises an OpenAPI 3.0 or 3.1 description: an option for each operation and place in it that may take the goal, ranked by
 * address, names and replies. A conversation that has to be made first (`POST /threads`) becomes a step.
 */
export async function recogniseOpenApi(value: unknown, material: Material): Promise<Result<Recognised>> {
  const version = firstText(asRecord(value)?.openapi);
  if (version === undefined || !version.startsWith('3.'))
    return refuse(
      `the API description is of version ${version ?? String(asRecord(value)?.swagger)}, and only OpenAPI 3 is read`,
      'Convert it to OpenAPI 3 (the editor at editor.swagger.io does), or give a cURL command.',
    );
  const loaded = await References.load(value, new MaterialFiles(material.folder));
  if (!loaded.ok) return loaded;
  const references = loaded.value;
  const document = { value, file: '' };
  const variables = new Variables();
  const operations = operationRequests(document, references, variables);
  const found = operations
    .flatMap((operation) => optionsOf(operation, operations, variables))
    .sort((a, b) => b.score - a.score);
  const options = found.filter(({ score }) => score >= leastScore).slice(0, 12);
  const title = firstText(references.get(references.get(document, 'info'), 'title').value);
  const [first] = options;
  if (!first)
    return refuse(
      `none of the ${operations.length} operations in ${title ?? material.source} looks like one that takes a message${references.warnings.length === 0 ? '' : `: ${references.warnings[0]}`}`.replace(
        /\.$/,
        '',
      ),
      references.warnings.length === 0
        ? 'Give a cURL command of the one that does, with {{goal}} where the message goes.'
        : 'Put what it refers to into the description, or into files beside it; or give a cURL command, with {{goal}} where the message goes.',
    );
  const { warnings } = first;
  return ok({
    kind: 'openapi',
    what: `an OpenAPI description${title === undefined ? '' : ` of ${title}`}: ${first.address}, goal in ${first.place}`,
    options: options.map(({ place: _place, address: _address, url: _url, warnings: _warnings, ...option }) => option),
    clear: isClear(options),
    secrets: variables.secrets,
    warnings: [...new Set([...warnings, ...references.warnings])],
    name: slug(hostName(splitUrl(first.url).host.replace(/\uFDD0[^\uFDD1]*\uFDD1/g, '')) || (title ?? '')),
  });
}

interface OperationOption extends HttpOption {
  address: string;
  url: string;
  warnings: string[];
}

function optionsOf(
  operation: OperationRequest,
  all: readonly OperationRequest[],
  variables: Variables,
): OperationOption[] {
  const warnings: string[] = [];
  const maker = makerOf(operation, all);
  const { call, steps } = linkRequests(
    [...(maker ? [{ sketch: maker.sketch }] : []), { sketch: operation.sketch }],
    variables,
    warnings,
  );
  return httpOptions(call, { variables, warnings, steps }).map((option) => ({
    ...option,
    score: option.score + operation.bonus,
    address: addressOf(call),
    url: call.url,
    warnings,
  }));
}

/** The operation that makes what the path names by an id of a conversation: `POST /threads` for `/threads/{thread_id}/runs`. */
function makerOf({ path }: OperationRequest, all: readonly OperationRequest[]): OperationRequest | undefined {
  const [, collection, name] = /^(.*)\/\{([^}]+)\}/.exec(path) ?? [];
  if (collection === undefined || name === undefined || !isHandleName(name)) return undefined;
  return all.find((other) => other.path === collection && other.sketch.method === 'POST');
}
