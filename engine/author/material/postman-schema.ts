import * as z from 'zod';

/** A list of pairs, or (2.0) a mapping. */
const pairs = z.array(
  z.looseObject({
    key: z.string().nullish(),
    value: z.unknown().optional(),
    type: z.string().nullish(),
    disabled: z.boolean().nullish(),
    src: z.unknown().optional(),
    contentType: z.string().nullish(),
  }),
);

export const PostmanAuth = z.looseObject({
  type: z.string(),
  bearer: z.unknown().optional(),
  basic: z.unknown().optional(),
  apikey: z.unknown().optional(),
  oauth2: z.unknown().optional(),
});
export type PostmanAuth = z.infer<typeof PostmanAuth>;

const Url = z.union([
  z.string(),
  z.looseObject({
    raw: z.string().nullish(),
    protocol: z.string().nullish(),
    host: z.union([z.string(), z.array(z.string())]).nullish(),
    port: z.string().nullish(),
    path: z.union([z.string(), z.array(z.unknown())]).nullish(),
    query: pairs.nullish(),
    variable: pairs.nullish(),
  }),
]);

const Body = z.looseObject({
  mode: z.string().nullish(),
  raw: z.string().nullish(),
  urlencoded: z.union([pairs, z.string()]).nullish(),
  formdata: pairs.nullish(),
  graphql: z.looseObject({ query: z.string().nullish(), variables: z.unknown().optional() }).nullish(),
  options: z.looseObject({ raw: z.looseObject({ language: z.string().nullish() }).nullish() }).nullish(),
  disabled: z.boolean().nullish(),
});

export const PostmanRequest = z.union([
  z.string(),
  z.looseObject({
    method: z.string().nullish(),
    url: Url.nullish(),
    header: z.union([pairs, z.string()]).nullish(),
    body: Body.nullish(),
    auth: PostmanAuth.nullish(),
  }),
]);
export type PostmanRequest = z.infer<typeof PostmanRequest>;

const Event = z.looseObject({
  listen: z.string().nullish(),
  script: z.looseObject({ exec: z.union([z.string(), z.array(z.string())]).nullish() }).nullish(),
});
export type PostmanEvent = z.infer<typeof Event>;

export interface PostmanItem {
  name: string;
  item?: PostmanItem[] | undefined;
  request?: PostmanRequest | null | undefined;
  auth?: PostmanAuth | null | undefined;
  event?: PostmanEvent[] | null | undefined;
}

export const PostmanItem: z.ZodType<PostmanItem> = z.looseObject({
  name: z.string().default('request'),
  get item() {
    return z.array(PostmanItem).optional();
  },
  request: PostmanRequest.nullish(),
  auth: PostmanAuth.nullish(),
  event: z.array(Event).nullish(),
});

/** A collection of version 2.1 as Postman exports it. Unknown keys are data. */
export const PostmanCollection = z.looseObject({
  info: z.looseObject({ name: z.string().default('collection') }),
  item: z.array(PostmanItem),
  auth: PostmanAuth.nullish(),
  variable: z
    .array(
      z.looseObject({
        key: z.string().nullish(),
        id: z.string().nullish(),
        value: z.unknown().optional(),
        type: z.string().nullish(),
      }),
    )
    .nullish(),
});
export type PostmanCollection = z.infer<typeof PostmanCollection>;
