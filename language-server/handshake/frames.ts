/** A message as the base protocol sends it: headers, an empty line, UTF-8. */
export function toFrame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** No header is so long; what has no end by then is no message. Bytes. */
const maxHeaderBytes = 4096;

/**
 * The body of the first message in what a client has sent so far.
 * @returns undefined while a part of it is missing; null when it is none, or is encoded otherwise
 */
export function firstBody(bytes: Buffer): string | null | undefined {
  const headerEnd = bytes.indexOf('\r\n\r\n');
  if (headerEnd < 0) return bytes.length > maxHeaderBytes ? null : undefined;
  const header = bytes.toString('latin1', 0, headerEnd);
  const length = Number(/^content-length:[ \t]*(\d+)[ \t]*$/im.exec(header)?.[1]);
  if (!Number.isSafeInteger(length) || /^content-encoding:/im.test(header)) return null;
  const start = headerEnd + 4;
  return bytes.length < start + length ? undefined : bytes.toString('utf8', start, start + length);
}
