/** A text, in the JSON Schema of an answer. */
export const text = { type: 'string' };

/** An object in the JSON Schema of an answer, in the subset that every provider takes: all fields required, no others. */
export function closedObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
