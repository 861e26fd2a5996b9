import type { Connection } from 'vscode-languageserver/node';
import { codeActionFeature } from './actions/code-actions';
import { appearanceFeature } from './appearance/appearance-feature';
import { completionFeature } from './completion/completion-feature';
import type { Feature, FeatureHost } from './feature';
import { formattingFeature } from './format/formatting';
import type { FeatureName } from './handshake/capabilities';
import { hoverFeature } from './hover/hover-feature';
import { codeLensFeature } from './lenses/code-lenses';
import { navigationFeature } from './navigation/navigation-feature';
import { renameFeature } from './rename/renaming';
import { symbolsFeature } from './symbols/symbols-feature';

/** Who does what the server does when it is asked, beside the problems that it tells by itself. */
const features: Record<FeatureName, Feature> = {
  completion: completionFeature,
  hover: hoverFeature,
  navigation: navigationFeature,
  symbols: symbolsFeature,
  appearance: appearanceFeature,
  codeActions: codeActionFeature,
  codeLenses: codeLensFeature,
  formatting: formattingFeature,
  rename: renameFeature,
};

/** Has the connection answer the requests of every feature. */
export function attachFeatures(connection: Connection, host: FeatureHost): void {
  for (const feature of Object.values(features)) feature.attach(connection, host);
}

/** Has every feature register what the client was not told at the start. */
export function featuresInitialized(connection: Connection, host: FeatureHost): void {
  for (const feature of Object.values(features)) feature.initialized?.(connection, host);
}
