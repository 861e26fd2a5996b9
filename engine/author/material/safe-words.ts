import { isSecretName, knownTokensIn } from '../../workspace/literal-secrets/credentials';
import { isHandleName } from '../../workspace/literal-secrets/field-names';
import { isPlaceholder } from '../../workspace/literal-secrets/placeholders';
import { isOpenName, looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import { hideInAnyText } from './hide-content';
import { hiding } from './hiding';
import { conversationMark, envMark, hasMarks, sessionMark } from './marks';
import { hideSecrets } from './secrets';
import type { ShellWord } from './shell-words';
import { joinUrl, splitUrl } from './url-parts';
import type { Variables } from './variables';

/** The words, `~` and credentials made variables, and ids of a conversation made slots. */
export function safeWords(
  words: readonly ShellWord[],
  variables: Variables,
  warnings: string[],
  /** Whether the program is not among the words, and no ids of a conversation are (an MCP server has none). */
  argumentsOnly = false,
): ShellWord[] {
  return words.map((word, index) => {
    const before = words[index - 1]?.text ?? '';
    const [, joined, given] = /^(--?[\w-]+=)(.*)$/s.exec(word.text) ?? [];
    const option = (joined ?? before).replace(/^-+|=$/g, '');
    const isValue = joined !== undefined || /^-/.test(before);
    const value = given ?? word.text;
    const slot = (text: string): ShellWord => ({ ...word, text: `${joined ?? ''}${text}` });
    if (!word.quoted && /^~\//.test(word.text)) return { ...word, text: `${envMark('HOME')}${word.text.slice(1)}` };
    if (!word.quoted && /[*?]/.test(word.text) && index > 0)
      warnings.push(`${word.text} is given to the program as it stands: no shell finds files for it.`);
    if (!isValue) return { ...word, text: index === 0 && !argumentsOnly ? word.text : safeWord(word.text, variables) };
    if (!argumentsOnly && isHandleName(option) && !value.startsWith('-') && !hasMarks(value))
      return slot(isPlaceholder(value) ? conversationMark : sessionMark);
    return slot(safeValue(option, value, variables));
  });
}

/** The value of an option; a random one is secret whatever the option is called: `-k 9fK2…`, `-e API_KEY=…`. */
function safeValue(name: string, value: string, variables: Variables): string {
  if (hasMarks(value)) return value;
  if (value.startsWith('-')) return safeWord(value, variables);
  const [, variable, given] = /^([A-Za-z_]\w*)=(.+)$/s.exec(value) ?? [];
  if (variable !== undefined && given !== undefined) return `${variable}=${safeVariable(variable, given, variables)}`;
  if (/^\s*[[{]|\s--?\w/.test(value)) return hideInAnyText(value, hiding('', variables));
  if (isFilePath(value)) return hideTokens(value, variables);
  if (/^[a-z]+:\/\/\S+$/i.test(value)) return safeAddress(value, variables);
  const header = /^([A-Za-z][\w-]*):\s*(?!\/\/)(?=\S)/.exec(value);
  if (header) {
    const [whole, label = ''] = header;
    const scheme = /^(?:Bearer|Basic|Token)\s+/i.exec(value.slice(whole.length))?.[0] ?? '';
    const rest = value.slice(whole.length + scheme.length);
    return whole + scheme + hiding('', variables)({ name: label, value: rest, where: label, anyName: true });
  }
  return hiding('', variables)({ name, value, where: name === '' ? 'argument' : name, anyName: !isOpenName(name) });
}

/** A word that is no option's value: random by itself, or joined to a short option (`-pSECRET`). */
function safeWord(word: string, variables: Variables): string {
  if (hasMarks(word)) return hideTokens(word, variables);
  const [, letter, joined] = /^(-[A-Za-z])(.+)$/s.exec(word) ?? [];
  if (letter !== undefined && joined !== undefined)
    return looksUnguessable(joined) ? letter + safeValue('', joined, variables) : hideTokens(word, variables);
  return word.startsWith('-') ? hideTokens(word, variables) : safeValue('', word, variables);
}

/** A URL among the words of a program. Its password stays in it, as a variable: a program has no other place for it. */
function safeAddress(url: string, variables: Variables): string {
  const { userInfo, ...parts } = splitUrl(url);
  const hidden = hideSecrets({ method: 'GET', url: joinUrl(parts), headers: [] }, variables, []).url;
  if (userInfo === undefined) return hidden;
  const [user = '', ...password] = userInfo.split(':');
  const secret = hiding('', variables)({ name: 'password', value: password.join(':'), where: 'password in a URL' });
  const { userInfo: _none, ...safe } = splitUrl(hidden);
  return joinUrl({ ...safe, userInfo: password.length === 0 ? user : `${user}:${secret}` });
}

function isFilePath(value: string): boolean {
  return /^(\.{0,2}|~|[A-Za-z]:)[\\/]/.test(value) || /^[\w-]+(?:\/[\w-]+)*\.[A-Za-z]{1,5}$/.test(value);
}

/** The value of a variable that is set for the program: a secret one is given on under its own name. */
export function safeVariable(name: string, value: string, variables: Variables): string {
  if (value === '' || hasMarks(value)) return value;
  const random = !isOpenName(name) && !isFilePath(value) && looksUnguessable(value);
  if (/^[a-z]+:\/\/\S+$/i.test(value)) return safeAddress(value, variables);
  if (!(isSecretName(name) || knownTokensIn(value).length > 0 || random)) return value;
  const purpose = `${name}, which the program reads`;
  return isPlaceholder(value) ? variables.needed(name, purpose) : variables.secret(name, purpose, value);
}

function hideTokens(text: string, variables: Variables): string {
  return knownTokensIn(text).length === 0 ? text : hiding('', variables)({ name: '', value: text, where: 'argument' });
}
