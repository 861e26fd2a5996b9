import * as z from 'zod';

/** Parts of the parameters of several checks. */
export const flag = z.boolean().nullish();
export const text = z.string().min(1);
export const json = z.json();
export const mapping = z.record(z.string(), json);
/** What names a tool: the tool, and the server whose tool it is. */
export const tool = { tool: text, server: text.optional() };
export const limit = z.object({ value: z.number().min(0) });

/** Parameters of which exactly one of the named must be there; the JSON Schema for editors says so, too. */
export function exactlyOne<P extends z.ZodObject>(parameters: P, ...names: (keyof z.infer<P> & string)[]): P {
  return parameters
    .refine((written) => names.filter((name) => name in written).length === 1, {
      message: `needs exactly one of ${names.join(', ')}`,
    })
    .meta({ oneOf: names.map((name) => ({ required: [name] })) });
}

/** Parameters of which at least one of the named must be there. */
export function someOf<P extends z.ZodObject>(parameters: P, ...names: (keyof z.infer<P> & string)[]): P {
  return parameters
    .refine((written) => names.some((name) => name in written), {
      message: `needs ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`,
    })
    .meta({ anyOf: names.map((name) => ({ required: [name] })) });
}
