/** What an option of curl means for the request. Those without a bearing on it are `none` and `none-value`. */
export type CurlMeaning =
  | 'method'
  | 'url'
  | 'header'
  | 'data'
  | 'data-raw'
  | 'data-binary'
  | 'data-urlencode'
  | 'url-query'
  | 'json'
  | 'form'
  | 'form-string'
  | 'get'
  | 'head'
  | 'cookie'
  | 'user'
  | 'agent'
  | 'referer'
  | 'bearer'
  | 'max-time'
  | 'insecure'
  | 'follow'
  | 'upload'
  | 'next'
  /** Changes what is sent in a way that a script does not do. */
  | 'unsupported'
  | 'unsupported-value'
  | 'none'
  | 'none-value';

/** Long names by what they mean. */
const names: Partial<Record<CurlMeaning, string>> = {
  method: 'request',
  url: 'url',
  header: 'header',
  data: 'data data-ascii',
  'data-raw': 'data-raw',
  'data-binary': 'data-binary',
  'data-urlencode': 'data-urlencode',
  'url-query': 'url-query',
  json: 'json',
  form: 'form',
  'form-string': 'form-string',
  get: 'get',
  head: 'head',
  cookie: 'cookie',
  user: 'user',
  agent: 'user-agent',
  referer: 'referer',
  bearer: 'oauth2-bearer',
  'max-time': 'max-time',
  insecure: 'insecure',
  follow: 'location location-trusted',
  upload: 'upload-file',
  next: 'next',
  'unsupported-value': [
    'proxy socks5 socks5-hostname proxy-user cert key pass cacert capath resolve connect-to unix-socket',
    'aws-sigv4 config range',
  ].join(' '),
  unsupported: 'digest ntlm negotiate anyauth netrc',
  'none-value': [
    'output output-dir write-out dump-header cookie-jar connect-timeout keepalive-time limit-rate',
    'max-redirs max-filesize retry retry-delay retry-max-time speed-limit speed-time stderr trace',
    'trace-ascii interface ciphers tls-max proto-default proto noproxy',
  ].join(' '),
  none: [
    'silent show-error verbose include buffer fail fail-with-body fail-early compressed globoff',
    'path-as-is progress-bar progress-meter remote-name remote-header-name create-dirs retry-connrefused',
    'retry-all-errors keepalive tcp-nodelay tr-encoding basic http1 http1.0 http1.1 http2',
    'http2-prior-knowledge http3 tlsv1 tlsv1.2 tlsv1.3 ssl-no-revoke ipv4 ipv6 parallel styled-output',
    'disable post301 post302 post303',
  ].join(' '),
};

const long = new Map<string, CurlMeaning>(
  (Object.entries(names) as [CurlMeaning, string][]) // the keys are those of `names`
    .flatMap(([meaning, list]) => list.split(' ').map((name) => [name, meaning] as const)),
);

/** Short names, each with its long one. */
const short = new Map(
  [
    'X=request H=header d=data F=form G=get I=head b=cookie c=cookie-jar u=user A=user-agent e=referer',
    'm=max-time k=insecure L=location T=upload-file x=proxy U=proxy-user E=cert K=config n=netrc r=range',
    'o=output w=write-out D=dump-header s=silent S=show-error v=verbose i=include N=no-buffer f=fail',
    'g=globoff O=remote-name J=remote-header-name #=progress-bar 0=http1.0 1=tlsv1 2=sslv2 3=sslv3 4=ipv4',
    '6=ipv6 Z=parallel q=disable y=speed-time Y=speed-limit :=next',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

const valued = new Set<CurlMeaning>([
  'method',
  'url',
  'header',
  'data',
  'data-raw',
  'data-binary',
  'data-urlencode',
  'url-query',
  'json',
  'form',
  'form-string',
  'cookie',
  'user',
  'agent',
  'referer',
  'bearer',
  'max-time',
  'upload',
  'unsupported-value',
  'none-value',
]);

/** One option as it was given, with its value when it takes one; `undefined` as meaning: curl has none of that name. */
export interface CurlOption {
  name: string;
  meaning: CurlMeaning | undefined;
  value?: string;
}

/**
 * The options and the other words of a curl command, in order. Joined short ones (`-sSLk`, `-XPOST`), unambiguous beginnings
 * of long ones, `--no-…` and `--name=value` are understood. An option that is not known takes no value.
 */
export function readCurlOptions(words: readonly string[]): (CurlOption | { word: string })[] {
  const found: (CurlOption | { word: string })[] = [];
  let literal = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (literal || !/^-./.test(word)) found.push({ word });
    else if (word === '--') literal = true;
    else if (word.startsWith('--')) {
      const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
      const meaning = longMeaning(name);
      const takes = meaning !== undefined && valued.has(meaning);
      found.push({ name: `--${name}`, meaning, ...(takes && { value: value ?? words[++at] ?? '' }) });
    } else {
      for (let letter = 1; letter < word.length; letter++) {
        const name = short.get(word[letter] ?? '');
        const meaning = name === undefined ? undefined : longMeaning(name);
        const takes = meaning !== undefined && valued.has(meaning);
        const rest = word.slice(letter + 1);
        found.push({
          name: `-${word[letter]}`,
          meaning,
          ...(takes && { value: rest === '' ? (words[++at] ?? '') : rest }),
        });
        if (takes || meaning === undefined) break;
      }
    }
  }
  return found;
}

function longMeaning(name: string): CurlMeaning | undefined {
  const known = long.get(name);
  if (known) return known;
  if (name.startsWith('no-')) return longMeaning(name.slice(3)) === undefined ? undefined : 'none';
  const begun = name.length < 3 ? [] : [...long.keys()].filter((other) => other.startsWith(name));
  return begun.length === 1 ? long.get(begun[0] ?? '') : undefined;
}
