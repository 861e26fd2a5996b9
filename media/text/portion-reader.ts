import type { LitElement, ReactiveController } from 'lit';
import { ask } from '../frame/host';
import { firstPortion, longestPortion, portionEnd, sliceLength } from './portions';
import type { TextSource } from './text-source';

/** What is shown of a text that was opened: the slices from an offset on. */
export interface OpenedText {
  from: number;
  slices: readonly string[];
}

/** A part of the text at the place that was looked for is shown with as much around it, in UTF-16 units. */
const around = 5000;

/**
 * Opens a long text portion by portion. What is not here is asked for; what is put into the page comes in slices, one a
 * frame, so that the page never stands still.
 */
export class PortionReader implements ReactiveController {
  /** Undefined as long as the preview is shown. */
  opened: OpenedText | undefined;
  /** More is on its way. */
  busy = false;
  failed: { message: string; remedy?: string | undefined } | undefined;
  /** Where the reader wants it to end. */
  private target = 0;
  /** Whatever began before has nothing to say any more. */
  private turn = 0;
  private text = '';
  private source: TextSource | undefined;

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.turn++;
    this.busy = false;
  }

  /** Of the whole text. */
  get length(): number {
    return this.source?.length ?? this.text.length;
  }

  /** Offset behind what is shown of an opened text. */
  get end(): number {
    return this.opened ? this.opened.slices.reduce((sum, { length }) => sum + length, this.opened.from) : 0;
  }

  /** Another text, or more of the same: what was opened stays open. */
  follow(text: string, source: TextSource | undefined): void {
    const same = text === this.text && source?.length === this.source?.length;
    [this.text, this.source] = [text, source];
    if (same || !this.opened) return;
    const { opened, target } = this;
    this.turn++;
    this.busy = false;
    if (opened.from >= text.length && opened.from > 0) this.close();
    else {
      this.opened = { from: opened.from, slices: this.here(opened.from, target) };
      if (this.end < Math.min(target, this.length)) void this.openTo(target);
    }
  }

  close(): void {
    this.turn++;
    [this.opened, this.busy, this.failed, this.target] = [undefined, false, undefined, 0];
    this.host.requestUpdate();
  }

  /** As much again as is shown. */
  more(): Promise<void> {
    if (this.busy) return Promise.resolve();
    if (!this.opened) return this.openTo(firstPortion);
    const shown = this.end - this.opened.from;
    return this.openTo(this.end + Math.min(Math.max(shown, firstPortion), longestPortion));
  }

  /** Opens the text at its end, without all that is between. */
  last(): Promise<void> {
    return this.openAt(Math.max(0, this.length - firstPortion), this.length);
  }

  /** Puts what stands before what is shown in front of it. */
  async earlier(): Promise<void> {
    const { opened } = this;
    if (this.busy || !opened || opened.from === 0) return;
    const turn = this.begin();
    const start = Math.max(0, opened.from - Math.min(Math.max(this.end - opened.from, firstPortion), sliceLength));
    const text = wholeStart(await this.read(start, opened.from, true));
    if (turn !== this.turn) return;
    if (text) this.opened = { from: opened.from - text.length, slices: [text, ...opened.slices] };
    this.done();
  }

  /** Shows a place of the text: reads on to it when it is near, else opens the text there. */
  reach(start: number, end: number): Promise<void> {
    const from = this.opened?.from ?? 0;
    if (this.opened && start >= from && end <= this.end) return Promise.resolve();
    if (from === 0 && end - this.end <= longestPortion) return this.openTo(end + around);
    return this.openAt(Math.max(0, start - around), end + around);
  }

  private async openAt(from: number, to: number): Promise<void> {
    this.opened = { from, slices: [] };
    await this.openTo(to);
  }

  private async openTo(target: number): Promise<void> {
    const turn = this.begin();
    this.target = target;
    this.opened ??= { from: 0, slices: [] };
    while (turn === this.turn && this.end < Math.min(target, this.length)) {
      const { end } = this;
      let read = await this.read(end, target);
      if (turn !== this.turn) return;
      if (!read) break;
      if (end === this.opened.from && end > 0) {
        const { length } = read;
        read = wholeStart(read);
        this.opened = { from: end + length - read.length, slices: [] };
      }
      for (let at = 0; at < read.length; ) {
        const to = portionEnd(read, at + sliceLength, at);
        this.opened = { from: this.opened.from, slices: [...this.opened.slices, read.slice(at, to)] };
        this.host.requestUpdate();
        at = to;
        if (at < read.length) await nextFrame();
        if (turn !== this.turn) return;
      }
    }
    this.done();
  }

  private begin(): number {
    this.busy = true;
    this.failed = undefined;
    this.host.requestUpdate();
    return ++this.turn;
  }

  private done(): void {
    this.busy = false;
    if (this.opened?.slices.length === 0) this.opened = undefined;
    this.host.requestUpdate();
  }

  /** A portion that ends well, or just where it is to end; undefined when it could not be had. */
  private async read(start: number, wanted: number, exact = false): Promise<string | undefined> {
    const to = Math.min(wanted, this.length);
    const { text, source } = this;
    if (to <= text.length) return text.slice(start, exact ? to : portionEnd(text, to, start));
    if (!source) return undefined;
    const answer = await ask(this.host, source.request(start, to));
    if (answer.kind === 'text' && answer.text !== '') {
      // More comes behind it: then a line break is not torn, and a line only where it is a long one.
      const last = start + answer.text.length >= answer.length;
      return last || exact ? answer.text : answer.text.slice(0, portionEnd(`${answer.text}\n`, answer.text.length, 0));
    }
    this.failed =
      answer.kind === 'refused' ? answer : { message: 'The rest of this text did not come.', remedy: 'Try again.' };
    return undefined;
  }

  /** As much of a stretch as is at hand, in slices. */
  private here(from: number, to: number): string[] {
    const { text } = this;
    const end = portionEnd(text, Math.min(to, text.length), from);
    const slices: string[] = [];
    for (let at = from; at < end; ) {
      const next = Math.min(end, portionEnd(text, at + sliceLength, at));
      slices.push(text.slice(at, next));
      at = next;
    }
    return slices;
  }
}

/** Without the half of a character that a text begins with when it begins anywhere. */
function wholeStart<T extends string | undefined>(text: T): T {
  return (text && /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text) as T; // a text stays a text
}

/** A page that is hidden has no frames; it goes on all the same. */
function nextFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(done);
    });
  });
}
