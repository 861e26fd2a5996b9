import { ok, type Result, refuse } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import { envMark } from './marks';
import { headerOf, type RequestSketch } from './request-sketch';
import { sketchBody } from './sketch-body';

const command = /(?:^|[\n;=|(]\s*)(Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i;

/**
 * The request of `Invoke-WebRequest` or `Invoke-RestMethod`, as browsers copy it ("Copy as PowerShell") and people write it.
 * @returns undefined when the text is none; a refusal when its parts are computed.
 */
export function powerShellRequest(text: string, warnings: string[]): Result<RequestSketch> | undefined {
  const found = command.exec(text);
  if (!found) return undefined;
  const before = text.slice(0, found.index);
  const reader = new Reader(text.slice(found.index + found[0].length).replace(/`[ \t]*\n/g, ' '), before);
  const given = reader.parameters();
  const unread = reader.unread ?? (given.has('') || given.has('uri') ? undefined : 'its address');
  if (unread !== undefined)
    return refuse(
      `the ${found[1]} command computes ${unread}, which is not read`,
      'Write the values in their places, or give the request as a cURL command.',
    );
  const url = String(given.get('uri') ?? given.get(''));
  const headers = Object.entries(asRecord(given.get('headers')) ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  if (given.has('contenttype')) headers.push(['Content-Type', String(given.get('contenttype'))]);
  if (given.has('useragent')) headers.push(['User-Agent', String(given.get('useragent'))]);
  if (given.has('token')) headers.push(['Authorization', `Bearer ${String(given.get('token'))}`]);
  const cookies = [...before.matchAll(/New-Object System\.Net\.Cookie\("([^"]*)",\s*"([^"]*)"/g)];
  if (cookies.length > 0) headers.push(['Cookie', cookies.map(([, name, value]) => `${name}=${value}`).join('; ')]);
  const content = given.get('body');
  const method = String(given.get('method') ?? 'GET').toUpperCase();
  const type = headerOf({ headers }, 'content-type') ?? '';
  const form = asRecord(content);
  return ok({
    method,
    url,
    headers,
    ...(form && {
      body: {
        kind: 'form' as const,
        fields: Object.entries(form).map(([name, value]) => [name, String(value)] as const),
      },
    }),
    ...(content !== undefined && !form && { body: sketchBody(String(content), type, warnings) }),
    ...(given.has('skipcertificatecheck') && { insecure: true }),
  });
}

/** Parameters that stand alone. */
const switches =
  /^(usebasicparsing|skipcertificatecheck|skiphttperrorcheck|disablekeepalive|allowunencryptedauthentication|passthru|verbose)$/;

/** Reads the parameters of one command: texts, numbers, `@{…}`, those piped to ConvertTo-Json, and variables set before. */
class Reader {
  private at = 0;
  /** The parameter whose value is computed. */
  unread: string | undefined;

  constructor(
    private readonly text: string,
    private readonly before: string,
  ) {}

  parameters(): Map<string, unknown> {
    const found = new Map<string, unknown>();
    for (;;) {
      this.spaces(false);
      const [whole, name] = /^-([A-Za-z]+):?/.exec(this.rest()) ?? [];
      if (whole === undefined && (this.rest() === '' || /^[\n|;)]/.test(this.rest()))) return found;
      if (whole !== undefined) this.at += whole.length;
      const key = (name ?? '').toLowerCase();
      if (switches.test(key)) {
        found.set(key, true);
        continue;
      }
      if (key === 'websession' || key === 'sessionvariable') {
        this.spaces(false);
        this.at += /^\S*/.exec(this.rest())?.[0].length ?? 0;
        continue;
      }
      this.spaces(false);
      const value = this.value();
      if (!value) {
        this.unread = key === '' ? 'its address' : `-${name}`;
        return found;
      }
      found.set(key, value.value);
    }
  }

  private rest(): string {
    return this.text.slice(this.at);
  }

  private spaces(lines: boolean): void {
    this.at += (lines ? /^[\s;]*/ : /^[ \t\r]*/).exec(this.rest())?.[0].length ?? 0;
  }

  /** One value; undefined when it is computed. */
  value(): { value: unknown } | undefined {
    const rest = this.rest();
    if (rest.startsWith('(')) {
      this.at++;
      this.spaces(true);
      const inner = this.value();
      this.spaces(true);
      if (!inner || !this.piped(inner) || !this.rest().startsWith(')')) return undefined;
      this.at++;
      return inner;
    }
    if (/^@\{|^(\[ordered\]\s*)?@\{/i.test(rest)) return this.table();
    if (rest.startsWith('@(')) return this.list();
    const [text] = /^(?:"(?:[^"`]|`[\s\S]|"")*"|'(?:[^']|'')*')/.exec(rest) ?? [];
    if (text !== undefined) {
      this.at += text.length;
      return powerShellText(text);
    }
    const [variable, scope, name = ''] = /^\$(env:)?(\w+)/i.exec(rest) ?? [];
    if (variable !== undefined) {
      this.at += variable.length;
      if (/^true$/i.test(name)) return { value: true };
      if (/^false$/i.test(name)) return { value: false };
      if (/^null$/i.test(name)) return { value: null };
      return scope === undefined ? this.assigned(name) : { value: envMark(name) };
    }
    const [bare] = /^[^\s;(){}|,"'$]+/.exec(rest) ?? [];
    if (bare === undefined) return undefined;
    this.at += bare.length;
    return { value: /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : bare };
  }

  /** `| ConvertTo-Json` behind a value makes it a text; any other pipe is computed. */
  private piped(inner: { value: unknown }): boolean {
    const [pipe] = /^\|\s*ConvertTo-Json(\s+-(Depth\s+\d+|Compress))*\s*/i.exec(this.rest()) ?? [];
    if (pipe === undefined) return !this.rest().startsWith('|');
    this.at += pipe.length;
    inner.value = JSON.stringify(inner.value);
    return true;
  }

  private assigned(name: string): { value: unknown } | undefined {
    const set = [...this.before.matchAll(new RegExp(`(?:^|[\\n;])[ \\t]*\\$${name}[ \\t]*=[ \\t]*`, 'gi'))].at(-1);
    if (!set) return undefined;
    const reader = new Reader(this.before.slice(set.index + set[0].length), this.before.slice(0, set.index));
    const inner = reader.value();
    reader.spaces(false);
    return inner && reader.piped(inner) ? inner : undefined;
  }

  private table(): { value: unknown } | undefined {
    const entries: [string, unknown][] = [];
    this.at += this.rest().indexOf('{') + 1;
    for (;;) {
      this.spaces(true);
      if (this.rest().startsWith('}')) {
        this.at++;
        return { value: Object.fromEntries(entries) };
      }
      const [whole, quoted, bare] = /^(?:(["'][^"']*["'])|([\w-]+))\s*=\s*/.exec(this.rest()) ?? [];
      if (whole === undefined) return undefined;
      this.at += whole.length;
      const value = this.value();
      if (!value) return undefined;
      entries.push([quoted?.slice(1, -1) ?? bare ?? '', value.value]);
    }
  }

  private list(): { value: unknown } | undefined {
    const items: unknown[] = [];
    this.at += 2;
    for (;;) {
      this.at += /^[\s,]*/.exec(this.rest())?.[0].length ?? 0;
      if (this.rest().startsWith(')')) {
        this.at++;
        return { value: items };
      }
      const value = this.value();
      if (!value) return undefined;
      items.push(value.value);
    }
  }
}

function powerShellText(text: string): { value: string } {
  if (text.startsWith("'")) return { value: text.slice(1, -1).replaceAll("''", "'") };
  const letters: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  const value = text
    .slice(1, -1)
    .replaceAll('""', '"')
    .replace(/`([\s\S])|\$(?:env:(\w+)|\{env:(\w+)\})/gi, (_whole, escaped, name, braced) =>
      typeof escaped === 'string' ? (letters[escaped] ?? escaped) : envMark(String(name ?? braced)),
    );
  return { value };
}
