import { createHash } from 'node:crypto';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver/node';

interface Shown {
  /** As the client writes it. */
  uri: string;
  /** How many problems the client shows now. */
  count: number;
  /** What was sent last, in short. */
  digest: string;
  dependencies: string[];
}

/**
 * What the client shows of each file, so that a file that became good is cleared, and a good one is not announced at
 * all. It remembers open files and those with problems or dependencies only, and neither their texts nor their diagnostics.
 */
export class ShownProblems {
  readonly #files = new Map<string, Shown>();
  readonly #send: (params: PublishDiagnosticsParams) => void;

  constructor(send: (params: PublishDiagnosticsParams) => void) {
    this.#send = send;
  }

  /**
   * Shows the diagnostics of a file in place of those before. What the client shows already is not sent again.
   * @param version of the document they were found in; undefined for a file that is not open.
   */
  show(path: string, uri: string, diagnostics: Diagnostic[], dependencies: string[], version?: number): void {
    const before = this.#files.get(path);
    const digest = digestOf(diagnostics, version);
    const needless = before ? before.digest === digest : version === undefined && diagnostics.length === 0;
    if (!needless) this.#send({ uri, diagnostics, ...(version !== undefined && { version }) });
    if (version !== undefined || diagnostics.length > 0 || dependencies.length > 0)
      this.#files.set(path, { uri, count: diagnostics.length, digest, dependencies });
    else this.#files.delete(path);
  }

  /** Takes away what the client shows of a file, if anything; the file itself goes on. */
  clear(path: string): void {
    const before = this.#files.get(path);
    if (!before) return;
    if (before.count > 0) this.#send({ uri: before.uri, diagnostics: [] });
    this.#files.set(path, { uri: before.uri, count: 0, digest: digestOf([]), dependencies: [] });
  }

  /** Takes away what the client shows of a file that is gone. */
  forget(path: string): void {
    this.clear(path);
    this.#files.delete(path);
  }

  /** The name under which the client knows a file that has problems. */
  uriOf(path: string): string | undefined {
    return this.#files.get(path)?.uri;
  }

  /** Files that meet a condition, by path and by what they depend on. */
  filesWhere(matches: (path: string, dependencies: readonly string[]) => boolean): string[] {
    return [...this.#files].flatMap(([path, { dependencies }]) => (matches(path, dependencies) ? [path] : []));
  }

  /** Every path that some file depends on. */
  dependencies(): Set<string> {
    return new Set([...this.#files.values()].flatMap(({ dependencies }) => dependencies));
  }
}

function digestOf(diagnostics: Diagnostic[], version?: number): string {
  return createHash('sha1')
    .update(JSON.stringify([version ?? null, diagnostics]))
    .digest('base64');
}
