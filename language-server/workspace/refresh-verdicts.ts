import {
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  InlayHintRefreshRequest,
} from 'vscode-languageserver/node';

/** How long reports are gathered before the client is asked to look again: shards end together. Milliseconds. */
const gatherMs = 200;

/** Has the client ask anew for what shows the last verdicts, lenses and hints, as far as it can be asked to. */
export class VerdictRefresh {
  readonly #connection: Connection;
  readonly #client: InitializeParams;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, client: InitializeParams) {
    this.#connection = connection;
    this.#client = client;
  }

  /** A run has ended, or a report is gone. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), gatherMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #refresh(): void {
    const { codeLens, inlayHint } = this.#client.capabilities.workspace ?? {};
    if (codeLens?.refreshSupport) void this.#ask(CodeLensRefreshRequest.type);
    if (inlayHint?.refreshSupport) void this.#ask(InlayHintRefreshRequest.type);
  }

  async #ask(request: typeof CodeLensRefreshRequest.type | typeof InlayHintRefreshRequest.type): Promise<void> {
    try {
      await this.#connection.sendRequest(request);
    } catch (error) {
      this.#connection.console.warn(`The client does not look at the verdicts again: ${String(error)}`);
    }
  }
}
