import { envMark, hasMarks, replaceVariables } from './marks';

/** `user:password` in base64; with a variable in it, a variable of its own, since a script cannot encode half a value. */
export function userCredentials(value: string): string {
  if (!hasMarks(value)) return Buffer.from(value, 'utf8').toString('base64');
  const names: string[] = [];
  replaceVariables(value, (name) => {
    names.push(name);
    return undefined;
  });
  return envMark(`${names.join('_')}_BASE64`);
}

/** Adds what `-H` gives: `Name: value`, or `Name;` for an empty one. `Name:` takes out one that curl would send by itself. */
export function addHeader(text: string, headers: [string, string][]): void {
  const [, name, value] = /^([^:;\s][^:;]*?)\s*:\s*(.*?)\s*$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) {
    // `X:` takes out a header that curl would send by itself: the script sends none of those.
    if (value !== '') headers.push([name, value]);
    return;
  }
  const empty = /^([^:;]+);$/.exec(text.trim())?.[1];
  if (empty !== undefined) headers.push([empty, '']);
}
