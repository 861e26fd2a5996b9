// Lists the checks, and bundles what ships: extension, language server, command, webview, and what they load apart.
// Usage: node scripts/build.mjs [--watch] [--production]
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { writeCheckRegistry } from './generate-check-registry.mjs';
import { browserThemes } from './lib/browser-themes.mjs';
import { bundledPackages, noticesText } from './notices.mjs';

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
  metafile: true,
  define: { ROOK_VERSION: JSON.stringify(version) },
};
/** Heavy parts, each a bundle of its own that is loaded when it is first needed: `import('./<name>')` → dist/<name>.js. */
const apart = {
  llm: 'engine/judge/providers/llm.ts',
  mcp: 'engine/tools/mcp/client-entry.ts',
  contract: 'engine/workspace/hook-contract/entry.ts',
  exports: 'engine/report/exports/entry.ts',
  main: 'extension/main.ts',
  'language-client': 'extension/language-client.ts',
  'server-main': 'language-server/connection.ts',
};
/**
 * What the commands do, by what they need: Node.js reads a bundle as a whole before it runs any of it, so `rook report`
 * does not carry what `rook profile add` takes. The command itself only knows how to read a command line.
 */
const actionGroups = {
  'rook-read': ['agent', 'compare', 'project', 'report', 'scenario-edits', 'scenarios', 'status'],
  'rook-run': ['run'],
  'rook-author': ['profile-add', 'profile-convert', 'profile-fix', 'profile-test'],
  'rook-manage': ['env', 'hooks', 'mcp', 'profile'],
  'rook-ui': ['ui'],
  'rook-gate': ['check', 'ci-init', 'gate', 'gate-self-test', 'merge', 'sync'],
};
const fileOf = (action) => join(root, 'cli', 'actions', `${action}.ts`);
const bundleOf = new Map([
  ...Object.entries(apart).map(([name, entry]) => [join(root, entry), name]),
  ...Object.entries(actionGroups).flatMap(([name, actions]) => actions.map((action) => [fileOf(action), name])),
]);
const loadApart = {
  name: 'load-apart',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path: wanted, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const name = bundleOf.get(`${join(resolveDir, wanted)}.ts`);
      return name && { path: `./${name}.js`, external: true };
    });
  },
};
/** `import text from './file?raw'`: the text of a file, as Vite has it for the tests. */
const rawText = {
  name: 'raw-text',
  setup(build) {
    build.onResolve({ filter: /\?raw$/ }, ({ path: wanted, resolveDir }) => ({
      path: join(resolveDir, wanted.slice(0, -'?raw'.length)),
      namespace: 'raw-text',
    }));
    build.onLoad({ filter: /.*/, namespace: 'raw-text' }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8'),
      loader: 'text',
      watchFiles: [file],
    }));
  },
};
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  plugins: [loadApart, rawText],
  // What is loaded apart is CommonJS, too: require finds it in every host.
  supported: { 'dynamic-import': false },
  // CommonJS bundles have no import.meta.url; some packages read it while loading.
  define: { ...common.define, 'import.meta.url': '__importMetaUrl' },
};
/** Packages that import zod by name would bundle all its locales. */
const withoutLocales = {
  name: 'without-locales',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.c?js$/ }, () => ({ contents: 'export {};' }));
  },
};
/** The fixtures of `rook gate self-test`, each with the text of its files: the command has them wherever it is installed. */
function gateFixtures() {
  const folder = join(root, 'examples/gate-fixtures');
  const cases = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return cases.map(({ name }) => {
    const files = readdirSync(join(folder, name)).sort();
    return {
      name,
      files: Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, name, file), 'utf8')])),
    };
  });
}
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
  ...Object.entries(actionGroups).map(([name, actions]) => ({
    ...node,
    stdin: {
      contents: actions.map((action) => `export * from ${JSON.stringify(fileOf(action))};`).join('\n'),
      resolveDir: root,
      sourcefile: `${name}.ts`,
    },
    outfile: `dist/${name}.js`,
    define: { ...node.define, ROOK_GATE_FIXTURES: JSON.stringify(gateFixtures()) },
    banner: { js: banner },
  })),
  ...Object.entries(apart).map(([name, entry]) => ({
    ...node,
    entryPoints: [entry],
    outfile: `dist/${name}.js`,
    external: ['vscode'],
    plugins: [withoutLocales, loadApart, rawText],
    banner: { js: banner },
  })),
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
for (const name of ['panel.css', 'icons/rook.svg'])
  copyFileSync(join(root, 'media', name), join(root, 'dist', basename(name)));
// A browser has no theme of VS Code.
const themes = JSON.parse(readFileSync(join(root, 'media/themes.json'), 'utf8'));
writeFileSync(
  join(root, 'dist/browser.css'),
  browserThemes(themes) + readFileSync(join(root, 'media/browser.css'), 'utf8'),
);

// A check is a file: what was dropped into the folder is in the bundles.
await writeCheckRegistry();
if (watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
  console.log('watching');
} else {
  const built = await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
  const packages = bundledPackages(
    built.map(({ metafile }) => metafile),
    root,
  );
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), noticesText(packages, root));
  chmodSync(join(root, 'dist/rook.js'), 0o755);
}
