import { answering, type Feature } from '../feature';
import { completeScript } from './complete-script';
import { completeYaml } from './complete-yaml';
import { silencingItems } from './silencing-items';

/** Completion: keys, values and names of the workspace in our files; variables and fields in hook scripts. */
export const completionFeature: Feature = {
  attach(connection, host) {
    connection.onCompletion(
      answering(host, null, ({ textDocument, position }) => {
        const [file, text] = [host.fileOf(textDocument.uri), host.openText(textDocument.uri)];
        if (!file || !text) return null;
        const item = host.client()?.capabilities.textDocument?.completion?.completionItem;
        const place = {
          file,
          text,
          offset: text.offsetAt(position),
          context: host.context(),
          snippets: item?.snippetSupport === true,
        };
        return silencingItems(place) ?? (file.kind === 'script' ? completeScript(place) : completeYaml(place));
      }),
    );
  },
};
