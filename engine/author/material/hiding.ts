import { isDoubtfulName, isSecretName, knownTokensIn } from '../../workspace/literal-secrets/credentials';
import {
  foldedName,
  goalNameScore,
  isCsrfName,
  isHandleName,
  wordsOf,
} from '../../workspace/literal-secrets/field-names';
import { isPlaceholder } from '../../workspace/literal-secrets/placeholders';
import { isOpenName, looksRandomDecoded, looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import { hasMarks, loneVariable } from './marks';
import { placeholderName, variableName } from './placeholders';
import { hostName, isLocalHost } from './url-parts';
import type { Variables } from './variables';

/** What names the variables of a host: `api.acme.com` → `ACME`. A local one, or one in a variable, is `AGENT`. */
export function variablePrefix(host: string): string {
  if (host === '' || hasMarks(host) || isLocalHost(host)) return 'AGENT';
  const name = hostName(host).replace(/^(generativelanguage-)?googleapis$/, 'google');
  return variableName(name).slice(0, 30).replace(/_+$/, '');
}

/** A literal value at a place whose name says that it is secret, or whose form does. */
export interface Suspect {
  name: string;
  value: string;
  /** `header X-Api-Key`, `field password`: for the purpose. */
  where: string;
  /** Whether a value that looks unguessable is secret there, whatever its name is. */
  anyName?: boolean;
  /** Whether that holds for ids of things, too: those in headers say who calls. */
  evenIds?: boolean;
  /** Whether it belongs to a credential by the name that it stands below. */
  within?: boolean;
}

/** A text with its literal credential replaced by a mark; as it is when it has none. */
export type Hide = (suspect: Suspect, kind?: 'bearer' | 'basic' | 'cookie' | 'header') => string;

/** @param host whose variables these are; part of their names and purposes. */
export function hiding(host: string, variables: Variables): Hide {
  const prefix = variablePrefix(host);
  const whose = host === '' || hasMarks(host) ? 'the agent' : host;
  return (suspect, kind) => {
    const { name, value, where } = suspect;
    if (value === '' || loneVariable(value)) return value;
    const purpose = kind === 'bearer' ? `bearer token for ${whose}` : `${where} for ${whose}`;
    const secret = kind !== undefined || isSuspicious(suspect);
    if (!secret) return hideTokens(value, prefix, whose, variables);
    if (hasMarks(value)) return value;
    const wanted = `${prefix}_${nameOf(name, value, kind)}`;
    if (!isPlaceholder(value)) return variables.secret(wanted, purpose, value);
    const given = placeholderName(value);
    const own =
      given === undefined || /^(your|my|the)/i.test(given) || !isSecretName(given) ? undefined : variableName(given);
    return variables.needed(own ?? wanted, purpose);
  };
}

function isSuspicious({ name, value, anyName, evenIds, within }: Suspect): boolean {
  if (isSecretName(name) || isCsrfName(name)) return true;
  if (isDoubtfulName(name)) {
    // Short values of `auth` and `pass` are words, as `auth: none`, unless there are digits in them.
    const short = !/^(key|code)$/.test(foldedName(name)) && value.length >= 8 && /\d/.test(value) && !/\s/.test(value);
    if (looksRandomDecoded(value) || short) return true;
  }
  if (within && !/^(type|kind|scheme|method|provider|user|username|email|grant_?type)$/i.test(name))
    return /\d/.test(value) || value.length >= 8;
  const open =
    (evenIds ? isHandleName(name) : isOpenName(name)) || goalNameScore(name) >= 40 || knownTokensIn(value).length > 0;
  return anyName === true && !open && looksUnguessable(value);
}

function hideTokens(text: string, prefix: string, whose: string, variables: Variables): string {
  return knownTokensIn(text).reduceRight((hidden, { index, text: token, what }) => {
    const name = what.includes('key') ? 'API_KEY' : 'TOKEN';
    const mark = variables.secret(`${prefix}_${name}`, `${what.replace(/^an? /, '')} for ${whose}`, token);
    return hidden.slice(0, index) + mark + hidden.slice(index + token.length);
  }, text);
}

function nameOf(name: string, value: string, kind: 'bearer' | 'basic' | 'cookie' | 'header' | undefined): string {
  const words = wordsOf(name).filter((word) => word !== 'x');
  switch (kind) {
    case 'bearer':
      return /^(sk-|gsk_)/.test(value) ? 'API_KEY' : 'API_TOKEN';
    case 'basic':
      return 'BASIC_AUTH';
    case 'cookie':
      return `${variableName(name)}${/cookie/i.test(name) ? '' : '_COOKIE'}`;
    case 'header':
    case undefined:
      if (foldedName(name) === 'apikey' || foldedName(name) === 'key' || foldedName(name) === 'xapikey')
        return 'API_KEY';
      return words.length === 0 ? 'TOKEN' : variableName(words.join('_'));
    default:
      return kind satisfies never;
  }
}
