/**
 * The criteria of a verdict in which everything passed; undefined of any other. There is nothing to say of a pass but
 * that, and most verdicts are passes, so that a window which opens need not parse thousands of them: that took the
 * parser half a millisecond each, all else a tenth of it.
 * @param text of `verdict.yaml`, as we write it: block YAML, one entry a line.
 */
export function passedCriteria(text: string): string[] | undefined {
  if (!/^status: Pass$/m.test(text) || /^(compromised|diagnosis|flaky|attempts|unverifiable_reason):/m.test(text))
    return undefined;
  const list = /^criteria:\n((?: .*\n|\n)+)/m.exec(text)?.[1];
  if (list === undefined) return undefined;
  const ids = [...list.matchAll(/^ {2}- criterion_id: ([A-Za-z][\w-]*)$/gm)].map(([, id]) => id ?? '');
  const items = list.match(/^ {2}-/gm)?.length ?? 0;
  const passes = list.match(/^ {4}status: Pass$/gm)?.length ?? 0;
  return ids.length > 0 && ids.length === items && passes === items ? ids : undefined;
}
