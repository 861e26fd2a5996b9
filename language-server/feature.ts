import type { CancellationToken, Connection, InitializeParams } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { messageOf } from '../engine/workspace/read-text';
import type { RookFile } from '../engine/workspace/rook-file';
import type { RuleContext } from '../engine/workspace/rules/rule-context';
import type { RookDocument } from './documents/rook-document';

/** What a feature may ask of the server. */
export interface FeatureHost {
  /** The text that the client holds open under a URI. */
  openText(uri: string): TextDocument | undefined;
  /** The text that the client holds open of the file at a path: a path has one name here, and clients write URIs differently. */
  openFile(path: string): TextDocument | undefined;
  /** What the file behind a URI is; undefined for one that is none of ours. */
  fileOf(uri: string): RookFile | undefined;
  /** An open document of ours, read once for each version, by whoever needs it first. */
  document(uri: string): RookDocument | undefined;
  /** Other files as they are saved, and what else rules look at. */
  context(): RuleContext;
  /** Absolute paths of the workspace folders. */
  folders(): readonly string[];
  /** Absolute paths of our files in the workspace folders, open or not, as far as they were found. */
  knownFiles(): readonly string[];
  /** What the client said of itself; undefined before it did. */
  client(): InitializeParams | undefined;
  /** A fault of ours. */
  failed(message: string): void;
}

/** One thing that the server does for its client when it is asked. What the client is told of it, handshake/capabilities.ts says. */
export interface Feature {
  /** Has the connection answer the feature's requests. */
  attach(connection: Connection, host: FeatureHost): void;
  /** Registers with the client what it was not told at the start. */
  initialized?(connection: Connection, host: FeatureHost): void;
}

/**
 * Makes a handler that never fails at the client: a fault of ours is logged, and the answer is `nothing`. What was called
 * off before its turn is not worked on.
 */
export function answering<P, R>(
  host: FeatureHost,
  nothing: R,
  work: (params: P, token: CancellationToken) => R | Promise<R>,
): (params: P, token: CancellationToken) => Promise<R> {
  return async (params, token) => {
    if (token.isCancellationRequested) return nothing;
    try {
      return await work(params, token);
    } catch (error) {
      host.failed(error instanceof Error ? (error.stack ?? error.message) : messageOf(error));
      return nothing;
    }
  };
}

/** Lets what has reached the process meanwhile come first: a cancellation, say. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
