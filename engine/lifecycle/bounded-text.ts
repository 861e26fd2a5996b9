/** Keeps the beginning and the end of a long stream of text, and says how much was cut between (behaviour §3). */
export class BoundedText {
  private head = '';
  private tail: string[] = [];
  private tailLength = 0;
  private cut = 0;

  constructor(
    private readonly headLimit = 64 * 1024,
    private readonly tailLimit = 192 * 1024,
  ) {}

  append(text: string): void {
    const room = this.headLimit - this.head.length;
    if (room > 0 && this.tailLength === 0) {
      this.head += text.slice(0, room);
      text = text.slice(room);
    }
    if (text === '') return;
    this.tail.push(text);
    this.tailLength += text.length;
    while (this.tailLength > this.tailLimit) {
      const first = this.tail[0] ?? '';
      const over = Math.min(this.tailLength - this.tailLimit, first.length);
      this.cut += over;
      this.tailLength -= over;
      if (over === first.length) this.tail.shift();
      else this.tail[0] = first.slice(over);
    }
  }

  toString(): string {
    const note = this.cut > 0 ? `\n… ${this.cut} characters cut …\n` : '';
    return this.head + note + this.tail.join('');
  }
}
