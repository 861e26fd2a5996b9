import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Scripts of the repository find it by where they lie: they are loaded from there. */
const scriptsStay = {
  name: 'scripts-stay',
  setup(build) {
    build.onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(resolve(resolveDir, path)).href,
      external: true,
    }));
  },
};

/** A TypeScript module of the repository, as Node.js can load it. @param {string} file relative to the repository */
export async function bundled(file) {
  const outfile = join(root, '.cache', 'bench', `${file.replace(/\W+/g, '-')}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    plugins: [scriptsStay],
  });
  return import(pathToFileURL(outfile).href);
}
