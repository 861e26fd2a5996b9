import { answering, type Feature } from '../feature';
import { rootField } from '../fields/field-at';
import { documentSymbols } from './document-symbols';
import { agentDirsOf, workspaceSymbols } from './workspace-symbols';

/** The outline of a document, and everything that has a name in the workspace. */
export const symbolsFeature: Feature = {
  attach(connection, host) {
    connection.onDocumentSymbol(
      answering(host, null, ({ textDocument: { uri } }) => {
        const [file, text] = [host.fileOf(uri), host.openText(uri)];
        return file && text && rootField(file.kind) ? documentSymbols(text) : null;
      }),
    );
    connection.onWorkspaceSymbol(
      answering(host, null, ({ query }, token) =>
        workspaceSymbols(query, agentDirsOf(host.knownFiles()), host.context().files, token),
      ),
    );
  },
};
