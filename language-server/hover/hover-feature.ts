import { fileURLToPath } from 'node:url';
import { answering, type Feature } from '../feature';
import { DocsPages } from './docs-pages';
import { hoverScript } from './hover-script';
import { hoverYaml } from './hover-yaml';

// Bundled: the folder above `dist`.
const docs = new DocsPages(fileURLToPath(new URL('../docs', import.meta.url)));

/** Hover: what keys, values, variables and phases mean, and what was last observed of them. */
export const hoverFeature: Feature = {
  attach(connection, host) {
    connection.onHover(
      answering(host, null, ({ textDocument: { uri }, position }) => {
        const [file, text] = [host.fileOf(uri), host.openText(uri)];
        if (!file || !text) return null;
        const place = {
          file,
          text,
          offset: text.offsetAt(position),
          context: host.context(),
          document: () => host.document(uri),
          docs,
        };
        return file.kind === 'script' ? hoverScript(place) : hoverYaml(place);
      }),
    );
  },
};
