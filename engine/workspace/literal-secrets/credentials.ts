import { wordsOf } from './field-names';
import { isPlaceholder } from './placeholders';

/** Beginnings by which well-known services mark their keys, and what each is. */
const knownTokens: readonly (readonly [RegExp, string])[] = [
  [/\bsk-ant-[\w-]{16,}/, 'an Anthropic API key'],
  [/\bsk-(?:proj-|svcacct-|or-v1-|live-|test-)?[A-Za-z0-9_-]{16,}/, 'an API key (sk-…)'],
  [/\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/, 'a Stripe key'],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/, 'a GitHub token'],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/, 'a GitHub token'],
  [/\bglpat-[\w-]{16,}/, 'a GitLab token'],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/, 'a Slack token'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, 'an AWS access key'],
  [/\bAIza[\w-]{30,}/, 'a Google API key'],
  [/\bya29\.[\w-]{20,}/, 'a Google access token'],
  [/\bhf_[A-Za-z0-9]{16,}/, 'a Hugging Face token'],
  [/\bgsk_[A-Za-z0-9]{20,}/, 'a Groq API key'],
  [/\bpplx-[A-Za-z0-9]{20,}/, 'a Perplexity API key'],
  [/\bxai-[A-Za-z0-9]{20,}/, 'an xAI API key'],
  [/\br8_[A-Za-z0-9]{20,}/, 'a Replicate token'],
  [/\bnpm_[A-Za-z0-9]{30,}/, 'an npm token'],
  [/\bdop_v1_[a-f0-9]{32,}/, 'a DigitalOcean token'],
  [/\bSG\.[\w-]{16,}\.[\w-]{16,}/, 'a SendGrid key'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/, 'a JSON Web Token'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
];
const anyToken = new RegExp(knownTokens.map(([{ source }]) => source).join('|'), 'g');

/** A token of a known kind in a text. Offsets are in UTF-16 units. */
export interface KnownToken {
  index: number;
  text: string;
  what: string;
}

/** Tokens in a text that their form gives away, placeholders of that form (`sk-xxxxxxxxxxxxxxxxxxxx`) left out. */
export function knownTokensIn(text: string): KnownToken[] {
  return [...text.matchAll(anyToken)].flatMap(({ 0: token, index }) => {
    const what = knownTokens.find(([pattern]) => pattern.test(token))?.[1] ?? 'a token';
    const name = /^sk-/.test(token) && !/\d/.test(token); // sk-some-long-css-class
    return isPlaceholder(token) || name ? [] : [{ index, text: token, what }];
  });
}

const secretEndings =
  /(token|secret|secrets|password|passwd|pwd|passphrase|passcode|pincode|credential|credentials|jwt|bearer|apikey|apitoken|accesstoken|authtoken|clientsecret|authorization)$/;
/** Short words that say so alone or after one other word: `pin`, `user_pw`. */
const wholeSecrets = new Set(['pin', 'otp', 'pw', 'cvv', 'cvc', 'tan']);
const keyKinds = new Set([
  'api',
  'access',
  'private',
  'secret',
  'subscription',
  'auth',
  'app',
  'service',
  'signing',
  'account',
  'functions',
]);

/** Whether a field, header, parameter or option of this name holds a credential. Names of counts and kinds do not. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'x');
  const last = words.at(-1) ?? '';
  if (/^(max|min|stop|eos|bos|pad|next|page|continuation|num|cancellation)/.test(words[0] ?? '') && last === 'token')
    return false;
  if (wholeSecrets.has(last)) return words.length < 3;
  if (secretEndings.test(last) || secretEndings.test(words.slice(-2).join(''))) return true;
  if (/^[A-Z][A-Z0-9_]*_KEY$/.test(name)) return true; // of the environment
  return last === 'key' && (keyKinds.has(words.at(-2) ?? '') || name.toLowerCase().startsWith('x-'));
}

/** Whether a name may hold a credential, so that what stands there decides: `key`, `auth`, `sig`, `X-Acme-Auth`. */
export function isDoubtfulName(name: string): boolean {
  return (
    /^(key|code|sessionkey)$/.test(wordsOf(name).join('')) ||
    /^(auth|sig|signature|pass)$/.test(wordsOf(name).at(-1) ?? '')
  );
}

/** Whether what stands below this name belongs to a credential: `credentials: {value: …}`, `auth: {user: …}`. */
export function isSecretParent(name: string): boolean {
  return /^(auth|authentication|authorization|credentials?|secrets?|password)$/.test(wordsOf(name).at(-1) ?? '');
}

/** Whether a value looks made by a machine to be unguessable: long, with digits and letters, no words, no UUID. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || /\s/.test(value) || isUuid(value) || isPlaceholder(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && /^[\w+/=.~-]+$/.test(value) && !/^https?:/.test(value);
}

/** Whether a value is a UUID. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}
