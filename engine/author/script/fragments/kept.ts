import type { Fragment } from '../script-parts';
import { excerpt } from './exchange';

/** What steps before the turns have learnt, from phase to phase: files in the state folders of the run and the scenario. */
export const keptState: Fragment = {
  imports: [
    ['node:fs', 'existsSync'],
    ['node:fs', 'readFileSync'],
    ['node:fs', 'writeFileSync'],
    ['node:path', 'default as path'],
  ],
  constants: [
    '// What earlier requests have learnt, for later ones. The files are in state folders that git ignores.',
    'const kept = { taken: {}, cookies: [] };',
  ],
  code: `/** Reads what prepare has kept for the run, then what this scenario has kept. */
function loadKept() {
  for (const folder of [process.env.ROOK_RUN_STATE_DIR, process.env.ROOK_STATE_DIR]) {
    const file = folder && path.join(folder, 'kept.json');
    if (!file || !existsSync(file)) continue;
    const { taken, cookies } = JSON.parse(readFileSync(file, 'utf8'));
    Object.assign(kept.taken, taken);
    kept.cookies = cookies;
  }
}

function saveKept(folder) {
  if (!folder) return; // not started by Rook
  writeFileSync(path.join(folder, 'kept.json'), JSON.stringify(kept), { mode: 0o600 });
}`,
};

/** A value that a step has taken. */
export const takenValue: Fragment = {
  needs: [keptState],
  code: `/** A value that an earlier request has brought. */
function taken(name) {
  if (!Object.hasOwn(kept.taken, name)) throw new Error(\`no \${name} is known: the request that brings it has not run\`);
  return kept.taken[name];
}`,
};

/** Cookies, as far as an agent's API uses them. */
export const cookieJar: Fragment = {
  needs: [keptState],
  code: `/** Notes the cookies that a reply sets; one that has expired is forgotten. Returns their names. */
function keepCookies(url, headers) {
  const names = [];
  for (const line of headers.getSetCookie()) {
    const [pair, ...attributes] = line.split(';');
    const [name, value] = split(pair, '=');
    const settings = new Map(attributes.map((attribute) => split(attribute, '=')));
    for (const [key, text] of settings) settings.set(key.toLowerCase(), text);
    const domain = (settings.get('domain') ?? '').replace(/^\\./, '').toLowerCase();
    const host = domain || new URL(url).hostname;
    const folder = settings.get('path')?.startsWith('/') ? settings.get('path') : '/';
    const maxAge = Number(settings.get('max-age') || NaN);
    const expired = maxAge <= 0 || (Number.isNaN(maxAge) && Date.parse(settings.get('expires') ?? '') <= Date.now());
    kept.cookies = kept.cookies.filter((old) => !(old.name === name && old.host === host && old.folder === folder));
    if (!expired) kept.cookies.push({ name, value, host, folder, subdomains: domain !== '' });
    names.push(name);
  }
  return names;
}

/** The cookies that belong to a URL, as a header. */
function cookiesFor(url) {
  const { hostname, pathname } = new URL(url);
  return kept.cookies
    .filter(({ host, subdomains }) => hostname === host || (subdomains && hostname.endsWith(\`.\${host}\`)))
    .filter(({ folder }) => pathname === folder || pathname.startsWith(folder.endsWith('/') ? folder : \`\${folder}/\`))
    .map(({ name, value }) => \`\${name}=\${value}\`)
    .join('; ');
}

/** Both sides of the first separator, without white space around them. */
function split(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}`,
};

/** A hidden input or a meta tag of a page. */
export const hiddenField: Fragment = {
  code: `/** The value of a hidden input, or of a meta tag, of an HTML page. */
function hiddenField(html, name) {
  for (const [tag] of html.matchAll(/<(?:input|meta)\\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi)) {
    if (attribute(tag, 'name') === name) return attribute(tag, 'value') ?? attribute(tag, 'content');
  }
  return undefined;
}

function attribute(tag, name) {
  const pattern = new RegExp(\`\\\\s\${name}\\\\s*=\\\\s*(?:"([^"]*)"|'([^']*)'|([^\\\\s"'>]+))\`, 'i');
  const [, double, single, bare] = tag.match(pattern) ?? [];
  return unescaped(double ?? single ?? bare);
}

function unescaped(text) {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  const entity = /&(?:#x([0-9a-f]+)|#(\\d+)|(amp|lt|gt|quot|apos));/gi;
  return text?.replace(entity, (_, hex, decimal, word) =>
    word ? named[word.toLowerCase()] : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
  );
}`,
};

/** What a step must bring. */
export const requiredValue: Fragment = {
  needs: [excerpt],
  code: `/** What a request must bring; its absence is an error that shows the reply. */
function required(value, what, reply) {
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
  throw new Error(\`the reply of \${reply.url} has no \${what}; it begins: \${excerpt(reply.body)}\`);
}`,
};
