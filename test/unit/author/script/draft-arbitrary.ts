import fc from 'fast-check';
import type {
  Draft,
  HttpBody,
  HttpCall,
  HttpStep,
  JsonTemplate,
  Path,
  PathStep,
  Place,
  Reading,
  ReplyFormat,
  Slot,
  Target,
  TextTemplate,
} from '../../../../engine/author/draft';

/** Texts that would get out of a string, a template or a comment; `SURPRISE` must never become code. */
export const nasty = [
  "'; SURPRISE(); //",
  '`; SURPRISE(); //',
  '${SURPRISE()}',
  '$',
  '{SURPRISE()}',
  '\\',
  "\\'; SURPRISE(); //",
  '\\`${SURPRISE()}',
  '*/ SURPRISE() /*',
  '\nSURPRISE();\n',
  '\r\nSURPRISE()',
  '\u2028SURPRISE()\u2029SURPRISE()',
  '\u202eSURPRISE()\u200b',
  '</script><!-- SURPRISE()',
  '__proto__',
  'constructor',
  '\u0000\ud800\u{e0001}',
  '🦉👩‍🚀 żółw',
  'a'.repeat(150),
  '',
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('message', 'reply', 'goal', 'turn', 'data', 'x-key', 'true', '1'),
);

const variable = fc.constantFrom('DESK_KEY', 'DESK_OTHER');
const slot: fc.Arbitrary<Slot> = fc.oneof(
  fc.constantFrom<Slot>({ slot: 'goal' }, { slot: 'conversation' }, { slot: 'session' }),
  variable.map((env) => ({ env })),
  oddText.map((taken) => ({ taken })),
);
export const template: fc.Arbitrary<TextTemplate> = fc.array(fc.oneof(oddText, slot), { maxLength: 4 });
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const plainJson = fc.letrec<{ value: JsonTemplate }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      number,
      template.map((text) => ({ text })),
      oddText.map((none): JsonTemplate => ({ text: [{ slot: 'conversation' }], else: none })),
    ),
    fc.array(tie('value'), { maxLength: 3 }).map((list) => ({ list })),
    fc.array(fc.tuple(oddText, tie('value')), { maxLength: 3 }).map((fields) => ({ fields })),
  ),
})).value;
export const jsonTemplate: fc.Arbitrary<JsonTemplate> = plainJson;

const history: fc.Arbitrary<JsonTemplate> = fc
  .tuple(fc.array(plainJson, { maxLength: 2 }), oddText, oddText, plainJson, oddText)
  .map(([first, role, content, turn, name]) => ({ fields: [[name, { history: { first, role, content, turn } }]] }));
const json = fc.oneof({ weight: 3, arbitrary: plainJson }, { weight: 1, arbitrary: history });

const step: fc.Arbitrary<PathStep> = fc.oneof(
  oddText,
  fc.integer({ min: 0, max: 3 }),
  fc.constant<PathStep>({ each: true }),
  fc.constant<PathStep>(-1),
  oddText.map((without) => ({ each: true, without }) as const),
  fc
    .record(
      {
        key: fc.oneof(oddText, fc.array(oddText, { minLength: 1, maxLength: 2 })),
        is: oddText,
        after: fc.array(oddText, { maxLength: 2 }),
        before: fc.array(oddText, { maxLength: 2 }),
      },
      { requiredKeys: ['key', 'is'] },
    )
    .map((where) => ({ each: true, where }) as const),
);
const path: fc.Arbitrary<Path> = fc.array(step, { maxLength: 4 });
const where = fc.record({ path, is: oddText });
const place: fc.Arbitrary<Place> = fc.record(
  { path, where, take: fc.constantFrom('join' as const, 'last' as const), lines: fc.constant(true as const) },
  { requiredKeys: ['path'] },
);
const reading: fc.Arbitrary<Reading> = fc.record(
  {
    format: fc.constantFrom<ReplyFormat>('json', 'json-at-end', 'text', 'sse', 'lines', 'coded-lines'),
    answer: place,
    conversation: fc.oneof(
      place,
      oddText.map((header) => ({ header })),
      fc.constant('session' as const),
    ),
    usage: fc.oneof(fc.constant('usual' as const), fc.record({ input: place, output: place })),
    calls: fc.record({ list: place, name: path, arguments: path }, { requiredKeys: ['list', 'name'] }),
  },
  { requiredKeys: ['format', 'answer'] },
);

const pairs = fc.array(fc.tuple(oddText, template), { maxLength: 3 });
const body: fc.Arbitrary<HttpBody> = fc.oneof(
  json.map((value) => ({ kind: 'json' as const, value })),
  pairs.map((fields) => ({ kind: 'form' as const, fields })),
  fc
    .array(
      fc.record({ name: oddText, value: template, type: oddText, file: oddText }, { requiredKeys: ['name', 'value'] }),
      { maxLength: 3 },
    )
    .map((fields) => ({ kind: 'multipart' as const, fields })),
  fc.record({ kind: fc.constant('text' as const), value: template, type: oddText }),
);
const call: fc.Arbitrary<HttpCall> = fc.record(
  {
    method: fc.oneof(fc.constant('POST'), oddText),
    url: template,
    headers: pairs,
    body,
    insecure: fc.boolean(),
    follow: fc.boolean(),
  },
  { requiredKeys: ['method', 'url', 'headers'] },
);
const steps: fc.Arbitrary<HttpStep[]> = fc.array(
  fc.record(
    {
      phase: fc.constantFrom('prepare' as const, 'open' as const),
      call,
      takes: fc.array(
        fc.record({
          name: oddText,
          from: fc.oneof(
            path.map((one) => ({ kind: 'json' as const, path: one })),
            oddText.map((name) => ({ kind: 'header' as const, name })),
            oddText.map((name) => ({ kind: 'cookie' as const, name })),
            oddText.map((name) => ({ kind: 'html' as const, name })),
          ),
        }),
        { maxLength: 2 },
      ),
      handle: oddText,
    },
    { requiredKeys: ['phase', 'call', 'takes'] },
  ),
  { maxLength: 3 },
);
const job = fc.record(
  {
    at: fc.oneof(
      fc.constant({ kind: 'location' as const }),
      path.map((one) => ({ kind: 'url' as const, path: one })),
      fc
        .tuple(path, template)
        .map(([one, url]) => ({ kind: 'id' as const, path: one, url: [...url, { taken: 'job' }] })),
    ),
    state: fc.record({
      path,
      pending: fc.array(oddText, { maxLength: 2 }),
      failed: fc.array(oddText, { maxLength: 2 }),
    }),
  },
  { requiredKeys: ['at'] },
);
const timeoutSeconds = fc.double({ min: 0.1, max: 100_000, noNaN: true });

const target: fc.Arbitrary<Target> = fc.oneof(
  fc.record(
    { kind: fc.constant('http' as const), steps, call, cookies: fc.boolean(), job, timeoutSeconds },
    { requiredKeys: ['kind', 'steps', 'call'] },
  ),
  fc.record(
    {
      kind: fc.constant('command' as const),
      argv: fc.array(template, { minLength: 1, maxLength: 4 }),
      stdin: fc.oneof(template, fc.record({ json })),
      env: pairs,
      resume: fc.record({ at: fc.integer({ min: 0, max: 4 }), argv: fc.array(template, { maxLength: 2 }) }),
      timeoutSeconds,
    },
    { requiredKeys: ['kind', 'argv', 'env'] },
  ),
  fc.record(
    {
      kind: fc.constant('websocket' as const),
      url: template,
      headers: pairs,
      protocols: fc.array(oddText, { maxLength: 2 }),
      message: fc.oneof(
        json.map((value) => ({ json: value })),
        template.map((text) => ({ text })),
      ),
      insecure: fc.boolean(),
      end: where,
      quietMs: fc.integer({ min: 1, max: 100_000 }),
    },
    { requiredKeys: ['kind', 'url', 'headers', 'protocols', 'message'] },
  ),
  fc.record({
    kind: fc.constant('mcp' as const),
    server: fc.oneof(
      fc.record({ command: oddText, args: fc.array(template, { maxLength: 3 }), env: pairs }),
      fc.record({ url: template, headers: pairs }),
    ),
    tool: oddText,
    arguments: json,
  }),
);

/** Drafts of every kind, with odd texts wherever a text may stand. */
export const anyDraft: fc.Arbitrary<Draft> = fc.record(
  { target, reading, env: fc.constant([{ variable: 'DESK_KEY' }, { variable: 'DESK_OTHER' }]) },
  { requiredKeys: ['target', 'env'] },
);
