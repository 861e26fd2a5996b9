/** What is shown of one scenario's hooks, in bytes: the terminal of test results keeps all it gets in memory. */
const mostBytes = 256 * 1024;

/** Keeps the hook output of each scenario within a limit, and counts what goes beyond. */
export class OutputLimit {
  private readonly shown = new Map<string, number>();
  private readonly withheld = new Map<string, number>();

  constructor(private readonly limit = mostBytes) {}

  /** The lines that still fit. Once one did not, none follows: a log with holes would mislead. */
  take(key: string, text: string): string {
    const bytes = Buffer.byteLength(text);
    const before = this.shown.get(key) ?? 0;
    if (!this.withheld.has(key) && before + bytes <= this.limit) {
      this.shown.set(key, before + bytes);
      return text;
    }
    const fitting = this.withheld.has(key) ? '' : firstLines(text, this.limit - before);
    const taken = Buffer.byteLength(fitting);
    this.shown.set(key, before + taken);
    this.withheld.set(key, (this.withheld.get(key) ?? 0) + bytes - taken);
    return fitting;
  }

  /** How many bytes were withheld; asked again, it says so no second time. */
  takeWithheld(key: string): number {
    const bytes = this.withheld.get(key) ?? 0;
    if (bytes > 0) this.withheld.set(key, 0);
    return bytes;
  }
}

/** The whole lines at the beginning that fit into so many bytes. */
function firstLines(text: string, bytes: number): string {
  let end = 0;
  let room = bytes;
  for (let next = text.indexOf('\n') + 1; next > 0; next = text.indexOf('\n', end) + 1) {
    room -= Buffer.byteLength(text.slice(end, next));
    if (room < 0) break;
    end = next;
  }
  return text.slice(0, end);
}
