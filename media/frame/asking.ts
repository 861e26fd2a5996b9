import type { FromPanel, PanelAnswer } from '../../schemas/panel';
import type { Asked } from './host';

/** After this long without an answer a request counts as refused, in milliseconds. */
const patienceMs = 30_000;

/** Requests on their way: each gets exactly one answer, and none is waited for for ever. */
export class Asking {
  private readonly waiting = new Map<number, (answer: PanelAnswer) => void>();
  private last = 0;

  constructor(private readonly send: (message: FromPanel) => void) {}

  ask({ request, answer }: Asked): void {
    const id = ++this.last;
    const timer = setTimeout(() => {
      this.take(id, {
        kind: 'refused',
        message: 'There was no answer for 30 seconds.',
        remedy: 'Try again, or open the file itself.',
      });
    }, patienceMs);
    this.waiting.set(id, (given) => {
      clearTimeout(timer);
      answer(given);
    });
    this.send({ type: 'request', id, request });
  }

  /** An answer came; one to nothing that was asked, or that comes too late, is dropped. */
  take(id: number, answer: PanelAnswer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.(answer);
  }
}
