import * as vscode from 'vscode';
import type { RunEvent } from '../schemas/event';

/** A run that is over within this time needs no notification, in milliseconds. */
const quietMs = 3000;
/** How often it changes at most, in milliseconds: the window makes it anew each time, and nobody reads faster. */
const paceMs = 250;

interface Report {
  message: string;
  increment?: number;
}

/** A notification with phase and counts for a run that takes longer than a moment; cancelling it cancels the run. */
export class RunProgress implements vscode.Disposable {
  private readonly timer: NodeJS.Timeout;
  private next: NodeJS.Timeout | undefined;
  private progress: vscode.Progress<Report> | undefined;
  private end = (): void => {};
  private total = 0;
  private finished = 0;
  private reported = 0;
  private phase = '';

  constructor(
    private readonly title: string,
    private readonly onCancel: () => void,
    afterMs = quietMs,
  ) {
    this.timer = setTimeout(() => this.show(), afterMs);
  }

  /** Takes in what happens; cheap enough for every event of a run. */
  handle(event: RunEvent): void {
    switch (event.type) {
      case 'planned':
        this.total = event.plan.included.length;
        break;
      case 'phaseStarted':
        this.phase = event.scenarioId ? `${event.scenarioId} ${event.phase}` : event.phase;
        break;
      case 'verdict':
      case 'notRun':
        this.finished++;
        break;
      default:
        return;
    }
    if (this.progress) this.next ??= setTimeout(() => this.report(), paceMs);
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.next);
    this.end();
  }

  private show(): void {
    const options = { location: vscode.ProgressLocation.Notification, title: this.title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      this.progress = progress;
      token.onCancellationRequested(this.onCancel);
      this.report();
      return new Promise<void>((resolve) => {
        this.end = resolve;
      });
    });
  }

  private report(): void {
    this.next = undefined;
    if (!this.progress || this.total === 0) return;
    const increment = (100 * (this.finished - this.reported)) / this.total;
    this.reported = this.finished;
    const message = vscode.l10n.t('{0} of {1} scenarios, {2}', this.finished, this.total, this.phase);
    this.progress.report({ message, increment });
  }
}
