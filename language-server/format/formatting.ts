import {
  type DocumentFormattingRegistrationOptions,
  DocumentFormattingRequest,
  type TextEdit,
} from 'vscode-languageserver/node';
import { organiseKeys } from '../../engine/workspace/edits/organise-keys';
import { changeBetween } from '../../engine/workspace/edits/text-change';
import { toTextEdits } from '../actions/workspace-edit';
import { ourYamlFiles } from '../documents/our-yaml-files';
import { answering, type Feature } from '../feature';
import { registersFormatting } from '../handshake/capabilities';

/**
 * Formatting puts keys into the documented order and touches nothing else: how a value is written, and where a comment stands,
 * is its author's. A text in order gets no edit.
 */
export const formattingFeature: Feature = {
  attach(connection, host) {
    connection.onDocumentFormatting(
      answering(host, null, ({ textDocument }): TextEdit[] | null => {
        const document = host.document(textDocument.uri);
        if (!document || !('reading' in document)) return null;
        const { document: yaml } = document.reading;
        const change = changeBetween(yaml.text, organiseKeys(yaml, document.file.kind));
        return change ? toTextEdits(document.text, [change]) : [];
      }),
    );
  },
  initialized(connection, host) {
    if (!registersFormatting(host.client()?.capabilities)) return;
    void connection.client
      .register(DocumentFormattingRequest.type, formatted)
      .catch((error: unknown) =>
        connection.console.warn(`The client has its files formatted by others: ${String(error)}`),
      );
  },
};

/** For the scripts that a client shows us, too, others are the formatters. */
const formatted: DocumentFormattingRegistrationOptions = { documentSelector: ourYamlFiles };
