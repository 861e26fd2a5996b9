import { isSecretName, isUuid } from '../../workspace/literal-secrets/credentials';
import { goalNameScore, isHandleName, wordsOf } from '../../workspace/literal-secrets/field-names';
import { graphqlPlaces, graphqlQuery, onlyTextVariable } from './graphql';
import { type KeyPath, lastName, leavesOf, mapJsonTexts, pathText, withValueAt } from './json-tree';
import { goalMark, hasGoal, hasMarks } from './marks';
import { findMessages } from './message-list';
import { markGoal } from './placeholders';
import { type MessageList, mapTexts, type RequestSketch, type SketchBody } from './request-sketch';
import { joinUrl, splitUrl } from './url-parts';

/** One place of a request that may take the goal, and the request with the goal there. */
export interface GoalPlace {
  /** `body.message`, `query parameter q`. */
  label: string;
  /** 1000 for a placeholder, below about 110 by names and values. */
  score: number;
  sketch: RequestSketch;
  list?: MessageList;
  /** What a person should know of this choice. */
  notes: string[];
}

/**
 * The places of a request that may take the goal, likeliest first. A placeholder is the only one; else the user's last
 * message in a list by role; else texts by their names. Empty when nothing looks like one.
 */
export function goalPlaces(sketch: RequestSketch): GoalPlace[] {
  const graphql = sketch.body?.kind === 'json' ? graphqlQuery(sketch.body.value) : undefined;
  const written = placeholderPlace(sketch, graphql);
  if (written) return [written];
  const found = [...bodyPlaces(sketch, graphql), ...queryPlaces(sketch)].sort((a, b) => b.score - a.score);
  const best = found[0]?.score ?? 0;
  return found.filter(({ score }) => score > best - 40).slice(0, 6);
}

function placeholderPlace(sketch: RequestSketch, graphql: string | undefined): GoalPlace | undefined {
  const { body } = sketch;
  if (graphql !== undefined && body?.kind === 'json') {
    const moved = graphqlPlaces(body.value, graphql).find(({ score }) => score === 1000);
    if (moved) return { ...placeAt(sketch, { kind: 'json', value: moved.body }, moved.label, 1000) };
  }
  const marked =
    graphql !== undefined && body?.kind === 'json'
      ? // The braces of a query are no placeholders.
        {
          ...sketch,
          body: {
            ...body,
            value: mapJsonTexts(body.value, (text, path) => (path[0] === 'query' ? text : markGoal(text))),
          },
        }
      : mapTexts(sketch, markGoal);
  const label = whereGoalIs(marked);
  if (label === undefined) return undefined;
  const found = marked.body?.kind === 'json' ? findMessages(marked.body.value) : undefined;
  const markup = marked.body?.kind === 'text' && hasGoal(marked.body.text) && /^\s*[<[{]/.test(marked.body.text);
  const notes = markup
    ? ['The goal is put into the body as it stands: characters that mean something there, as < and ", break it.']
    : [];
  const inTurn = found?.list && marked.body?.kind === 'json' && hasGoal(String(valueAt(marked.body.value, found.text)));
  return {
    label,
    score: 1000,
    sketch: marked,
    notes,
    ...(inTurn && found.list && !hasHandle(marked) && { list: found.list }),
  };
}

function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (at, step) => (at !== null && typeof at === 'object' ? Reflect.get(at, step) : undefined),
    value,
  );
}

function whereGoalIs({ url, headers, body }: RequestSketch): string | undefined {
  switch (body?.kind) {
    case 'json':
      for (const { path, value } of leavesOf(body.value))
        if (typeof value === 'string' && hasGoal(value)) return pathText('body', path);
      break;
    case 'form': {
      const field = body.fields.find(([, value]) => hasGoal(value));
      if (field) return `form field ${field[0]}`;
      break;
    }
    case 'multipart': {
      const field = body.fields.find(({ value }) => hasGoal(value));
      if (field) return `form field ${field.name}`;
      break;
    }
    case 'text':
      if (hasGoal(body.text)) return 'the body';
      break;
    case undefined:
      break;
    default:
      body satisfies never;
  }
  const parameter = splitUrl(url).query.find(([, value]) => hasGoal(value ?? ''));
  if (parameter) return `query parameter ${parameter[0]}`;
  if (hasGoal(url)) return 'the path';
  const header = headers.find(([, value]) => hasGoal(value));
  return header && `header ${header[0]}`;
}

function placeAt(sketch: RequestSketch, body: SketchBody, label: string, score: number): GoalPlace {
  return { label, score, sketch: { ...sketch, body }, notes: [] };
}

function bodyPlaces(sketch: RequestSketch, graphql: string | undefined): GoalPlace[] {
  const { body } = sketch;
  switch (body?.kind) {
    case undefined:
      return [];
    case 'json':
      return graphql === undefined ? messagePlaces(sketch, body.value) : graphqlBodyPlaces(sketch, body.value, graphql);
    case 'form':
      return body.fields.flatMap(([name, value], index) => {
        const fields = body.fields.map((field, other) => (other === index ? ([name, goalMark] as const) : field));
        const score = scoreOf(name, value);
        return score > 0 ? [placeAt(sketch, { kind: 'form', fields }, `form field ${name}`, score)] : [];
      });
    case 'multipart':
      return body.fields.flatMap((field, index) => {
        const fields = body.fields.map((other, at) => (at === index ? { ...field, value: goalMark } : other));
        const score = field.file === undefined ? scoreOf(field.name, field.value) : 0;
        return score > 0 ? [placeAt(sketch, { kind: 'multipart', fields }, `form field ${field.name}`, score)] : [];
      });
    case 'text':
      return /xml|html/.test(body.type) || hasMarks(body.text) || /^\s*[[{<]/.test(body.text)
        ? []
        : [placeAt(sketch, { ...body, text: goalMark }, 'the body', 70)];
    default:
      return body satisfies never;
  }
}

function messagePlaces(sketch: RequestSketch, value: unknown): GoalPlace[] {
  const found = findMessages(value);
  if (!found) return fieldPlaces(sketch, value);
  const put: SketchBody = { kind: 'json', value: withValueAt(found.body, found.text, goalMark) };
  const keeps = found.list !== undefined && !hasHandle(sketch);
  const notes = [
    ...(found.earlierTurns > 0
      ? [
          `The ${found.earlierTurns} earlier messages of the sample come first in every ${keeps ? 'conversation' : 'request'}.`,
        ]
      : []),
    ...(found.dropped > 0 ? [`Left out the ${found.dropped} messages after the user's last one.`] : []),
  ];
  const turn = {
    ...placeAt(sketch, put, pathText('body', found.text), 100),
    notes,
    ...(keeps && found.list && { list: found.list }),
  };
  const inList = pathText('', found.path);
  const others = fieldPlaces(sketch, value).filter(({ label }) => !label.slice('body'.length).startsWith(inList));
  return [turn, ...others.map((place) => ({ ...place, score: place.score - 20 }))];
}

function graphqlBodyPlaces(sketch: RequestSketch, value: unknown, query: string): GoalPlace[] {
  const inVariables = fieldPlaces(sketch, value).filter(({ label }) => label.startsWith('body.variables'));
  const inQuery = graphqlPlaces(value, query).map(({ body, label, score }) =>
    placeAt(sketch, { kind: 'json', value: body }, label, score - 4),
  );
  if (inVariables.length + inQuery.length > 0) return [...inVariables, ...inQuery];
  const only = onlyTextVariable(value, query);
  return only ? [placeAt(sketch, { kind: 'json', value: only.body }, only.label, only.score)] : [];
}

function fieldPlaces(sketch: RequestSketch, value: unknown): GoalPlace[] {
  const leaves = [...leavesOf(value)].flatMap(({ path, value: leaf }) =>
    typeof leaf === 'string' || leaf === null ? [{ path, leaf: leaf ?? '', missing: leaf === null }] : [],
  );
  const put = (path: KeyPath, score: number): GoalPlace =>
    placeAt(sketch, { kind: 'json', value: withValueAt(value, path, goalMark) }, pathText('body', path), score);
  const named = leaves.flatMap(({ path, leaf, missing }) => {
    const strange = path.some((step) => typeof step === 'string' && step !== lastName(path) && isOthersSpeech(step));
    const depth = Math.max(0, path.filter((step) => typeof step === 'string').length - 1);
    const score = strange ? 0 : scoreOf(lastName(path), leaf) - depth * 3 - (missing ? 20 : 0);
    return score > 0 ? [put(path, score)] : [];
  });
  if (named.length > 0) return named;
  const texts = leaves.filter(
    ({ path, leaf }) =>
      !hasMarks(leaf) && leaf !== '' && !isHandleName(lastName(path)) && !isSecretName(lastName(path)),
  );
  const sentences = texts.filter(
    ({ path, leaf }) => isSentence(leaf) && !path.some((step) => isOthersSpeech(String(step))),
  );
  if (sentences.length > 0) return sentences.map(({ path }) => put(path, 40));
  return texts.length === 1 && texts[0] ? [put(texts[0].path, 25)] : [];
}

function isOthersSpeech(name: string): boolean {
  return wordsOf(name).some((word) => /^(system|assistant|developer|metadata|headers|tools|config)$/.test(word));
}

function queryPlaces(sketch: RequestSketch): GoalPlace[] {
  const parts = splitUrl(sketch.url);
  return parts.query.flatMap(([name, value = ''], index) => {
    const query = parts.query.map((pair, other) => (other === index ? ([name, goalMark] as const) : pair));
    const score = scoreOf(name, value) - (sketch.body ? 30 : 4);
    const place = {
      label: `query parameter ${name}`,
      score,
      sketch: { ...sketch, url: joinUrl({ ...parts, query }) },
      notes: [],
    };
    return score > 0 ? [place] : [];
  });
}

/** How likely a text field takes the goal, from its name and what it holds in the sample. */
function scoreOf(name: string, value: string): number {
  if (hasMarks(value) || isHandleName(name) || isSecretName(name)) return 0;
  const score = goalNameScore(name);
  if (score === 0) return 0;
  if (isSentence(value)) return score + 8;
  return /^(https?:|[\w.-]+@|\d+$|true$|false$)/.test(value) || isUuid(value) ? score - 40 : score;
}

function isSentence(value: string): boolean {
  return /\p{L}\S*\s+\S/u.test(value) || /\p{L}[?!？。]$/u.test(value);
}

/** Whether the request names a conversation: then the agent keeps it, and is not sent all of it. */
export function hasHandle({ url, headers, body }: RequestSketch): boolean {
  const names = [...splitUrl(url).query.map(([name]) => name), ...headers.map(([name]) => name)];
  if (body?.kind === 'json') for (const { path } of leavesOf(body.value)) names.push(lastName(path));
  if (body?.kind === 'form') names.push(...body.fields.map(([name]) => name));
  if (body?.kind === 'multipart') names.push(...body.fields.map(({ name }) => name));
  return names.some(isHandleName);
}
