/** A diagnosis in one line: what failed, with the last thing that standard error said when the line leads to it. */
export function firstWords(diagnosis: string): string {
  const [first = '', ...rest] = diagnosis.split('\n');
  if (!first.endsWith(':')) return first;
  const last = rest.findLast((line) => line.trim() !== '');
  return last === undefined ? first.slice(0, -1) : `${first} ${last.trim()}`;
}
