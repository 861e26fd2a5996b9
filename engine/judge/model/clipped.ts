/** The beginning of a text, without white space around it, and a sign that there was more. */
export function clipped(text: string, limit: number): string {
  const plain = text.trim();
  return plain.length <= limit ? plain : `${plain.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
