import { isCommandLine } from './command-text';
import { holdsCurl } from './curl-material';

/** Something in notes that can be read by itself. */
export interface InProse {
  kind: 'curl' | 'url' | 'block';
  text: string;
}

/** The parts of notes that can be read by themselves, likeliest first: fenced blocks, a cURL command, a URL. */
export function partsOfProse(text: string): InProse[] {
  const blocks = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})([^\n`]*)\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm)].map(
    ([, , , body = '']) => body.trim(),
  );
  const fenced = blocks.filter(holdsCurl);
  const curls = fenced.length > 0 ? fenced : curlParagraphs(text.replace(/^[ \t]*(`{3,}|~{3,})[^\n]*$/gm, ''));
  // Several are steps and the call, as in "first log in, then …".
  const found: InProse[] = curls.length > 0 ? [{ kind: 'curl', text: curls.join('\n') }] : [];
  const inline = /`(curl\s[^`\n]+)`/.exec(text)?.[1];
  if (found.length === 0 && inline !== undefined) found.push({ kind: 'curl', text: inline });
  found.push(...blocks.filter((body) => !holdsCurl(body)).map((body) => ({ kind: 'block' as const, text: body })));
  const commands = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => /\s/.test(code) && isCommandLine(code));
  found.push(...commands.map((code) => ({ kind: 'block' as const, text: code })));
  const urls = [...text.matchAll(/\b(?:https?|wss?):\/\/[^\s<>"'`)\]]+/g)].map(([url]) =>
    url.replace(/[.,;:!?]+$/, ''),
  );
  if (new Set(urls).size === 1 && urls[0]) found.push({ kind: 'url', text: urls[0] });
  return found;
}

/** The paragraphs that begin with curl; lines within quotes belong to the same one. */
function curlParagraphs(text: string): string[] {
  const found: string[] = [];
  let taken: string[] | undefined;
  for (const line of text.split('\n')) {
    if (taken && line.trim() === '' && quotesClosed(taken.join('\n'))) taken = undefined;
    else if (taken) taken.push(line);
    else if (/^\s*(?:[$%>] )?(?:[A-Za-z_]\w*=\S*\s*)?curl(?:\.exe)?\s+\S/.test(line) && holdsCurl(line)) taken = [line];
    if (taken?.length === 1) found.push('');
    if (taken) found[found.length - 1] = taken.join('\n');
  }
  return found;
}

function quotesClosed(text: string): boolean {
  return (text.match(/'/g)?.length ?? 0) % 2 === 0;
}
