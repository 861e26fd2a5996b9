import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver/node';
import { codeActionFeature } from './actions/code-actions';
import { appearanceFeature } from './appearance/appearance-feature';
import { completionFeature } from './completion/completion-feature';
import type { Feature, FeatureHost } from './feature';
import { formattingFeature } from './format/formatting';
import { hoverFeature } from './hover/hover-feature';
import { codeLensFeature } from './lenses/code-lenses';
import { navigationFeature } from './navigation/navigation-feature';
import { renameFeature } from './rename/renaming';
import { symbolsFeature } from './symbols/symbols-feature';

/** What the server does when it is asked, beside the problems that it tells by itself. A feature is one line here. */
export const features: readonly Feature[] = [
  completionFeature,
  hoverFeature,
  navigationFeature,
  symbolsFeature,
  appearanceFeature,
  codeActionFeature,
  codeLensFeature,
  formattingFeature,
  renameFeature,
];

/** What all features together tell the client. */
export function featureCapabilities(client: InitializeParams): ServerCapabilities {
  return Object.assign(
    {},
    ...features.map(({ capabilities }) => (typeof capabilities === 'function' ? capabilities(client) : capabilities)),
  );
}

/** Has the connection answer the requests of every feature. */
export function attachFeatures(connection: Connection, host: FeatureHost): void {
  for (const feature of features) feature.attach(connection, host);
}

/** Has every feature register what the client was not told at the start. */
export function featuresInitialized(connection: Connection, host: FeatureHost): void {
  for (const feature of features) feature.initialized?.(connection, host);
}
