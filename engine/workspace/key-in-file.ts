/** Names of settings that can only hold a credential. */
const credentialName = /(^|_|-)(api[_-]?key|key|token|secret|password|passwd|authorization|auth|bearer)$/i;
const camelCase = /[a-z](Key|Token|Secret|Password)$/;
/** Beginnings that known providers give their keys. */
const credentialValue =
  /\b(sk-[A-Za-z0-9_-]{16,}|AIza[A-Za-z0-9_-]{30,}|gh[pousr]_[A-Za-z0-9]{20,}|xox[abp]-[A-Za-z0-9-]{10,}|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.)/;

/**
 * Finds a key that was written into the judge's settings: by its field's name, or by what it looks like. A reference to
 * a variable is none.
 */
export function keyInFile(settings: Record<string, unknown>): { field: string; what: string } | undefined {
  for (const [field, value] of Object.entries(settings)) {
    const texts = stringsIn(value).filter((text) => text.trim() !== '');
    if (texts.length === 0) continue;
    if (credentialName.test(field) || camelCase.test(field)) return { field, what: 'a credential' };
    if (texts.some((text) => credentialValue.test(text))) return { field, what: 'something that looks like a key' };
    if (texts.some((text) => /^[a-z]+:\/\/[^/@\s]+@/i.test(text)))
      return { field, what: 'a URL with a user name or password' };
  }
  return undefined;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}
