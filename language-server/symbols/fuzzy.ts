/**
 * How well a name fits what was typed: higher is better, undefined when its letters do not all stand in it, in this order.
 * Letters that follow each other, or begin a word, count more.
 */
export function fuzzyScore(typed: string, name: string): number | undefined {
  const wanted = typed.toLowerCase().replace(/\s+/g, '');
  const letters = name.toLowerCase();
  if (wanted === '') return 0;
  const whole = letters.indexOf(wanted);
  if (whole === 0) return 10_000 - name.length;
  if (whole > 0) return (isWordStart(name, whole) ? 8000 : 6000) - name.length;
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = letters.indexOf(letter, at + 1);
    if (next === -1) return undefined;
    score += (next === at + 1 ? 5 : 0) + (isWordStart(name, next) ? 8 : 0);
    at = next;
  }
  return score - name.length / 100;
}

function isWordStart(name: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1] ?? '') || /[a-z][A-Z]/.test(name.slice(at - 1, at + 1));
}
