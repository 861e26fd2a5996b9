import type { CodeLens } from 'vscode-languageserver/node';
import { hasCommand } from '../actions/client-commands';
import { answering, type Feature, type FeatureHost } from '../feature';
import type { Lens } from './lens';
import { profileLenses } from './profile-lenses';
import { scenarioLenses } from './scenario-lenses';
import { scriptLenses } from './script-lenses';

/** What can be done with profiles, scenarios and hook scripts, above their text; offered as far as the client has the commands. */
export const codeLensFeature: Feature = {
  attach(connection, host) {
    connection.onCodeLens(
      answering(host, null, ({ textDocument }): CodeLens[] | null => {
        const lenses = lensesOf(textDocument.uri, host);
        return lenses?.filter(({ command }) => hasCommand(host.client(), command.command)) ?? null;
      }),
    );
  },
};

function lensesOf(uri: string, host: FeatureHost): Lens[] | undefined {
  const document = host.document(uri);
  if (!document) return undefined;
  const { file } = document;
  const { files } = host.context();
  switch (file.kind) {
    case 'profile':
      return document.kind === 'profile' ? profileLenses(uri, file, document.reading, files) : undefined;
    case 'scenario':
      return document.kind === 'scenario' ? scenarioLenses(uri, file, document.reading, files) : undefined;
    case 'script':
      return scriptLenses(file, files);
    default:
      return undefined;
  }
}
