import type {
  ClientCapabilities,
  CodeActionKind,
  InitializeParams,
  InitializeResult,
  PositionEncodingKind,
  SemanticTokensLegend,
  ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';

declare const ROOK_VERSION: string;

/*
 * A client waits for this, and for nothing else, before it goes on: so it is said before anything that does the work is loaded,
 * and of other modules this one knows types only. Constants of the protocol are written out for the same reason.
 */
const incremental: typeof TextDocumentSyncKind.Incremental = 2;
const utf16: PositionEncodingKind = 'utf-16';

/** Kinds of the actions on a whole file. */
export const fixAllKind = 'source.fixAll.rook' satisfies CodeActionKind;
export const organiseKind = 'source.organizeKeys.rook' satisfies CodeActionKind;

/** What is coloured: variables of the environment, those that Rook sets marked as belonging to it. */
export const tokenLegend: SemanticTokensLegend = {
  tokenTypes: ['variable'],
  tokenModifiers: ['readonly', 'defaultLibrary'],
};

/** What one feature tells the client at the start; where it depends on the client, a function of what that said of itself. */
type Offer = ServerCapabilities | ((client: ClientCapabilities) => ServerCapabilities);

/** What the server does when it is asked. Who does it, features.ts says: it has one for each line here. */
const offers = {
  completion: { completionProvider: { triggerCharacters: [' ', '"', "'", '/', '{', '$', '.'] } },
  hover: { hoverProvider: true },
  navigation: {
    definitionProvider: true,
    referencesProvider: true,
    documentLinkProvider: { resolveProvider: false },
  },
  symbols: { documentSymbolProvider: { label: 'Rook' }, workspaceSymbolProvider: true },
  appearance: (client) => ({
    foldingRangeProvider: true,
    inlayHintProvider: true,
    ...(!registersTokens(client) && { semanticTokensProvider: { legend: tokenLegend, full: true } }),
  }),
  codeActions: {
    codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite', fixAllKind, organiseKind] },
  },
  codeLenses: { codeLensProvider: {} },
  formatting: (client) => (registersFormatting(client) ? {} : { documentFormattingProvider: true }),
  rename: { renameProvider: { prepareProvider: true } },
} satisfies Record<string, Offer>;

export type FeatureName = keyof typeof offers;

/** The answer to `initialize`. @throws TypeError when the client breaks the protocol and says nothing of itself */
export function initializeResult({ capabilities: client }: InitializeParams): InitializeResult {
  const told = Object.values<Offer>(offers).map((offer) => (typeof offer === 'function' ? offer(client) : offer));
  return {
    serverInfo: { name: 'Rook', version: ROOK_VERSION },
    capabilities: {
      ...Object.assign({}, ...told),
      positionEncoding: utf16,
      textDocumentSync: { openClose: true, change: incremental },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}

/** Whether formatting is registered apart, for some files only. */
export function registersFormatting(client: ClientCapabilities | undefined): boolean {
  return client?.textDocument?.formatting?.dynamicRegistration === true;
}

/** Whether the colours of variables are registered apart, for some files only. */
export function registersTokens(client: ClientCapabilities | undefined): boolean {
  return client?.textDocument?.semanticTokens?.dynamicRegistration === true;
}
