/** Reads `a,b` and repeated flags into one list. An empty list stays empty: it selects nothing, not everything. */
export function commaList(value: string, before: string[] = []): string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set([...before, ...names])];
}
