import type { IncomingMessage } from 'node:http';

/** The body of a request as JSON; undefined when it is longer than this, in bytes, or no JSON. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // Streams of requests have no encoding set, so they give buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > limit) return undefined;
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
