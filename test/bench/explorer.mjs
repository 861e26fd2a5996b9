import { existsSync } from 'node:fs';
import { packagedExtensionPath } from '../../scripts/lib/repository.mjs';

/** Each part resolves with rows. A row's value may be within its bound on an idle machine only: see its `foreign CPU s`. */
const parts = {
  opening: () => import('./explorer/opening.mjs'),
  memory: () => import('./explorer/memory.mjs'),
  running: () => import('./explorer/running.mjs'),
};

/**
 * The Test Explorer in a real editor, with the packaged production extension (`npm run package -- --production`).
 * Options: [part,…] [repetitions].
 */
export async function measure([wanted = Object.keys(parts).join(), repetitions = '5']) {
  if (!existsSync(packagedExtensionPath())) throw new Error('Run npm run package -- --production first.');
  const rows = [];
  for (const name of wanted.split(',')) {
    if (!(name in parts)) throw new Error(`There is no part ${name}, only ${Object.keys(parts).join(', ')}.`);
    rows.push(...(await (await parts[name]()).measure(Number(repetitions))));
  }
  return rows;
}
