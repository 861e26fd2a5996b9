/** What a keyword of JSON Schema may hold. */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'pattern-map'
  | 'names-map'
  | 'dependencies'
  | 'names'
  | 'types'
  | 'list'
  | 'count'
  | 'number'
  | 'positive'
  | 'flag'
  | 'text'
  | 'pattern'
  | 'format'
  | 'any';

/** The keywords of draft 2020-12, with the older ones that its meta-schema still allows. */
export const keywords: Readonly<Record<string, KeywordKind>> = {
  $schema: 'text',
  $id: 'text',
  $anchor: 'text',
  $ref: 'text',
  $defs: 'schema-map',
  $comment: 'text',
  $vocabulary: 'any',
  definitions: 'schema-map',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; the table is never awaited
  then: 'schema',
  else: 'schema',
  dependentSchemas: 'schema-map',
  dependentRequired: 'names-map',
  dependencies: 'dependencies',
  properties: 'schema-map',
  patternProperties: 'pattern-map',
  additionalProperties: 'schema',
  unevaluatedProperties: 'schema',
  propertyNames: 'schema',
  minProperties: 'count',
  maxProperties: 'count',
  required: 'names',
  prefixItems: 'schemas',
  items: 'schema',
  unevaluatedItems: 'schema',
  contains: 'schema',
  minContains: 'count',
  maxContains: 'count',
  minItems: 'count',
  maxItems: 'count',
  uniqueItems: 'flag',
  type: 'types',
  enum: 'list',
  const: 'any',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'positive',
  minLength: 'count',
  maxLength: 'count',
  pattern: 'pattern',
  format: 'format',
  contentEncoding: 'text',
  contentMediaType: 'text',
  contentSchema: 'schema',
  title: 'text',
  description: 'text',
  default: 'any',
  examples: 'any',
  deprecated: 'flag',
  readOnly: 'flag',
  writeOnly: 'flag',
};

/** Keywords that mean something which the validator would not carry out, with what to do. */
export const refused: Readonly<Record<string, string>> = {
  $dynamicRef: 'Use $ref.',
  $dynamicAnchor: 'Use $anchor.',
  $recursiveRef: 'Use $ref.',
  $recursiveAnchor: 'Use $anchor.',
  additionalItems: 'In draft 2020-12 that is items, beside prefixItems.',
};

/** Names that other tools add to schemas, and that are near to a keyword without being a misspelling of one. */
export const annotations: ReadonlySet<string> = new Set([
  'id',
  'example',
  'enumNames',
  'enumDescriptions',
  'markdownDescription',
  'markdownEnumDescriptions',
  'defaultSnippets',
  'nullable',
  'discriminator',
  'xml',
  'externalDocs',
  'errorMessage',
]);

export const types: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** The formats of the standard. */
export const formats: readonly string[] = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'iri',
  'iri-reference',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
];
