import type { Location, Position } from 'vscode-languageserver/node';
import { answering, type Feature, type FeatureHost } from '../feature';
import { documentLinks } from './document-links';
import { type Places, placesOf } from './places-of';
import { thingAt } from './thing-at';

/** Definition, references and links: from profiles, scenarios, features and scripts to each other. */
export const navigationFeature: Feature = {
  attach(connection, host) {
    connection.onDefinition(
      answering(host, null, ({ textDocument, position }) => {
        const found = places(host, textDocument.uri, position);
        if (!found) return null;
        // Who asks at the definition itself wants to know who uses it.
        const elsewhere = found.definitions.filter((one) => !covers(one, textDocument.uri, position));
        return elsewhere.length > 0 ? elsewhere : found.references;
      }),
    );
    connection.onReferences(
      answering(host, null, ({ textDocument, position, context }) => {
        const found = places(host, textDocument.uri, position);
        if (!found) return null;
        return context.includeDeclaration ? [...found.definitions, ...found.references] : found.references;
      }),
    );
    connection.onDocumentLinks(
      answering(host, null, ({ textDocument }) => {
        const document = host.document(textDocument.uri);
        return document ? documentLinks(document, host.context()) : null;
      }),
    );
  },
};

function places(host: FeatureHost, uri: string, position: Position): Places | undefined {
  const [file, text] = [host.fileOf(uri), host.openText(uri)];
  if (!file || !text) return undefined;
  const context = host.context();
  const thing = thingAt({ file, source: text.getText(), offset: text.offsetAt(position), context });
  return thing && placesOf(thing, context);
}

function covers({ uri, range }: Location, ofUri: string, { line, character }: Position): boolean {
  const { start, end } = range;
  return uri === ofUri && line >= start.line && line <= end.line && (line > start.line || character >= start.character);
}
