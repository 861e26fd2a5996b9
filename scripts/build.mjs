// Bundles the four things that ship: extension, language server, command, webview.
// Usage: node scripts/build.mjs [--watch] [--production]
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
  define: { ROOK_VERSION: JSON.stringify(version) },
};
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  // CommonJS bundles have no import.meta.url; some packages read it while loading.
  define: { ...common.define, 'import.meta.url': '__importMetaUrl' },
};
const banner = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

const bundles = [
  {
    ...node,
    entryPoints: ['extension/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode'],
    banner: { js: banner },
  },
  { ...node, entryPoints: ['language-server/server.ts'], outfile: 'dist/server.js', banner: { js: banner } },
  {
    ...node,
    entryPoints: ['cli/rook.ts'],
    outfile: 'dist/rook.js',
    banner: { js: `#!/usr/bin/env node\n${banner}` },
  },
  {
    ...common,
    entryPoints: ['media/panel.ts'],
    outfile: 'dist/panel.js',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    // Lit's reactive properties die silently under native class fields.
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
  },
];

mkdirSync(join(root, 'dist'), { recursive: true });
for (const name of ['codicon.css', 'codicon.ttf']) {
  copyFileSync(join(root, 'node_modules/@vscode/codicons/dist', name), join(root, 'dist', name));
}
if (existsSync(join(root, 'media/panel.css')))
  copyFileSync(join(root, 'media/panel.css'), join(root, 'dist/panel.css'));

if (watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
  console.log('watching');
} else {
  await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
  chmodSync(join(root, 'dist/rook.js'), 0o755);
}
