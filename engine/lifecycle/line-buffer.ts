/** Passes text on in whole lines, so that the output of hooks that run at once does not mix within a line. */
export class LineBuffer {
  private rest = '';

  constructor(private readonly emit: (lines: string) => void) {}

  append(text: string): void {
    const all = this.rest + text;
    const end = all.lastIndexOf('\n') + 1;
    this.rest = all.slice(end);
    if (end > 0) this.emit(all.slice(0, end));
    else if (this.rest.length > 64 * 1024) this.flush(); // a line that never ends is still shown
  }

  /** Passes on what is left, as a line of its own. */
  flush(): void {
    if (this.rest !== '') this.emit(`${this.rest}\n`);
    this.rest = '';
  }
}
