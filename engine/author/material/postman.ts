import * as z from 'zod';
import { ok, type Result, refuse } from '../../../schemas/result';
import { isSecretName, knownTokensIn } from '../../workspace/literal-secrets/credentials';
import { isGoalWord } from '../../workspace/literal-secrets/field-names';
import { isPlaceholder } from '../../workspace/literal-secrets/placeholders';
import { isOpenName, looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import { asRecord } from '../../workspace/plain-value';
import type { Material, Recognised } from '../material';
import { linkRequests, type SequencedRequest } from './earlier-requests';
import { addressOf, type HttpOption, httpOptions, isClear } from './http-options';
import { envMark, goalMark, sessionMark } from './marks';
import { variableName } from './placeholders';
import { itemSketch, setsOf } from './postman-request';
import { type PostmanAuth, PostmanCollection, type PostmanItem } from './postman-schema';
import { mapTexts } from './request-sketch';
import { turnAddressScore } from './turn-address';
import { hostName, slug, splitUrl } from './url-parts';
import { Variables } from './variables';

/** Whether a value is a Postman collection. */
export function isPostman(value: unknown): boolean {
  const root = asRecord(value);
  return root !== undefined && Array.isArray(root.item) && asRecord(root.info) !== undefined;
}

/** Recognises a Postman collection of version 2.1 (2.0 is read as far as it is alike): an option for each likely request. */
export function recognisePostman(value: unknown, material: Material): Result<Recognised> {
  const collection = PostmanCollection.safeParse(value);
  if (!collection.success)
    return refuse(
      `the Postman collection cannot be read: ${z.prettifyError(collection.error).split('\n')[0]}`,
      'Export it anew, as Collection v2.1.',
      {
        file: material.source,
      },
    );
  const variables = new Variables();
  const replace = lookUp(collection.data, variables);
  const requests = [...requestsOf(collection.data.item, collection.data.auth)].map(({ sketch, ...rest }) => ({
    ...rest,
    sketch: mapTexts(
      { ...sketch, headers: sketch.headers.map(([name, text]) => [replace(name), text] as const) },
      replace,
    ),
  }));
  const options = requests
    .flatMap((_request, index) => optionsOf(requests, index, variables))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }) => score >= 40)
    .slice(0, 12);
  const [first] = options;
  const title = collection.data.info.name;
  if (!first)
    return refuse(
      `none of the ${requests.length} requests in the collection ${title} looks like one that takes a message`,
      'Write {{goal}} where the message goes in one of them, or give a cURL command.',
    );
  const host = splitUrl(first.url).host.replace(/\uFDD0[^\uFDD1]*\uFDD1/g, '');
  return ok({
    kind: 'postman',
    what: `a Postman collection, ${title}: ${first.address}, goal in ${first.place}`,
    options: options.map(({ place: _place, address: _address, url: _url, warnings: _warnings, ...option }) => option),
    clear: isClear(options),
    secrets: variables.secrets,
    warnings: [...new Set(first.warnings)],
    name: slug(host === '' ? title : hostName(host)),
  });
}

interface NamedRequest extends SequencedRequest {
  name: string;
}

function* requestsOf(
  items: readonly PostmanItem[],
  auth: PostmanAuth | null | undefined,
  folder = '',
): Generator<NamedRequest> {
  for (const item of items) {
    const name = folder === '' ? item.name : `${folder} / ${item.name}`;
    const own = item.auth ?? auth;
    if (item.item) yield* requestsOf(item.item, own, name);
    if (!item.request) continue;
    const sketch = itemSketch(item.request, own);
    const sets = setsOf(item.event ?? []);
    if (sketch) yield { name, sketch, ...(sets.length > 0 && { sets }) };
  }
}

interface RequestOption extends HttpOption {
  address: string;
  url: string;
  warnings: string[];
}

function optionsOf(requests: readonly NamedRequest[], index: number, variables: Variables): RequestOption[] {
  const request = requests[index];
  if (!request) return [];
  const warnings: string[] = [];
  // Requests before it count as steps only when their scripts set a variable that this one, or such a step, names.
  const steps: NamedRequest[] = [];
  let needed = JSON.stringify(request.sketch);
  for (const before of requests.slice(0, index).reverse()) {
    if (!before.sets?.some(({ variable }) => needed.includes(envMark(variable)))) continue;
    steps.unshift(before);
    needed += JSON.stringify(before.sketch);
  }
  const { call, steps: linked } = linkRequests([...steps, request], variables, warnings);
  const bonus = turnAddressScore(splitUrl(call.url).path) + turnAddressScore(request.name) / 2;
  return httpOptions(call, { variables, warnings, steps: linked }).map((option) => ({
    ...option,
    label: `${request.name}: ${option.label}`,
    score: option.score + bonus,
    address: addressOf(call),
    url: call.url,
    warnings,
  }));
}

/** Replaces `{{name}}`: by the collection's own value, unless that is secret; else it is a variable of the environment. */
function lookUp(collection: PostmanCollection, variables: Variables): (text: string) => string {
  const values = new Map((collection.variable ?? []).map((one) => [one.key ?? one.id ?? '', one]));
  const replace = (text: string, depth: number): string =>
    text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_whole, name: string) => {
      const own = values.get(name);
      const value = own?.value === undefined || own.value === null ? '' : String(own.value);
      if (value !== '' && !isPlaceholder(value)) {
        const random = !isOpenName(name) && looksUnguessable(value);
        const secret = own?.type === 'secret' || isSecretName(name) || knownTokensIn(value).length > 0 || random;
        if (secret) return variables.secret(name, `variable ${name} of the collection`, value);
        return depth > 5 ? value : replace(value, depth + 1);
      }
      if (/^\$(guid|randomUUID)$/.test(name)) return sessionMark;
      if (isGoalWord(name)) return goalMark;
      return envMark(variableName(name));
    });
  return (text) => replace(text, 0);
}
