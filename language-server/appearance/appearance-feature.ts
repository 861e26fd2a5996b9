import {
  type SemanticTokensRegistrationOptions,
  SemanticTokensRegistrationType,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import { ourYamlFiles } from '../documents/our-yaml-files';
import { answering, type Feature } from '../feature';
import { rootField } from '../fields/field-at';
import { registersTokens, tokenLegend } from '../handshake/capabilities';
import { foldingRanges } from './folding';
import { inlayHints } from './inlay-hints';
import { semanticTokens } from './semantic-tokens';

/** How a document looks: folding, colours of variables, hints between the words. Editors let each be switched off. */
export const appearanceFeature: Feature = {
  attach(connection, host) {
    connection.onFoldingRanges(
      answering(host, null, ({ textDocument: { uri } }) => {
        const [file, text] = [host.fileOf(uri), host.openText(uri)];
        return file && text && rootField(file.kind) ? foldingRanges(text) : null;
      }),
    );
    connection.languages.inlayHint.on(
      answering(host, null, ({ textDocument, range }) => {
        const document = host.document(textDocument.uri);
        return document ? inlayHints(document, host.context(), range) : null;
      }),
    );
    connection.onRequest(
      SemanticTokensRequest.type,
      answering(host, null, ({ textDocument: { uri } }) => {
        const [file, text] = [host.fileOf(uri), host.openText(uri)];
        return file && text ? semanticTokens(file, text, host.context()) : null;
      }),
    );
  },
  initialized(connection, host) {
    if (!registersTokens(host.client()?.capabilities)) return;
    void connection.client
      .register(SemanticTokensRegistrationType.type, coloured)
      .catch((error: unknown) => connection.console.warn(`The client shows no colours of Rook's: ${String(error)}`));
  },
};

/**
 * Our YAML files alone. VS Code takes the colours of a document from one server and waits for all that could have some: a script
 * keeps those of its language, and gets them as fast as without us.
 */
const coloured: SemanticTokensRegistrationOptions = {
  documentSelector: ourYamlFiles,
  legend: tokenLegend,
  full: true,
};
