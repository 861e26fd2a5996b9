/**
 * Installs a real VS Code for the end-to-end tests: the workbench of code-server and the Node.js it needs,
 * both from the npm registry, nothing compiled. Runs before `npm ci`, so it uses Node built-ins alone.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { cacheFolder } from './lib/repository.mjs';
import { runCommand, runNpm } from './lib/run-command.mjs';

export const editorVersion = '4.139.1';
const workbenchVersion = '1.139.1';
const nodeVersion = '24.22.3';
const substitutes = { spdlog: 'spdlog-substitute.cjs', 'native-watchdog': 'watchdog-substitute.cjs' };
/** Raise it when what is done to the installed editor changes, so that an older install is done anew. */
const recipe = 1;
const markerName = 'complete.json';
const installLimitSeconds = 900;

/**
 * @typedef {object} Editor
 * @property {string} folder where it is installed
 * @property {string} node the Node.js that runs it
 * @property {string} serverMain the script that serves the workbench
 *
 * @typedef {{ supported: true, nodePackage: string } | { supported: false, reason: string }} EditorSupport
 */

/** An installation that failed for a reason outside this repository; the message says what to do. */
export class EditorUnavailable extends Error {
  /** @override */
  name = 'EditorUnavailable';
}

/**
 * Whether the offline editor exists for this system.
 * @returns {EditorSupport}
 */
export function editorSupport() {
  const remedy = 'Run the tests inside the desktop editor instead: npm run test:desktop.';
  const { platform, arch } = process;
  if (platform !== 'linux' && platform !== 'darwin') {
    return {
      supported: false,
      reason: `The offline editor (code-server) runs on Linux and macOS, not on ${platform}. ${remedy}`,
    };
  }
  if (arch !== 'x64' && arch !== 'arm64') {
    return { supported: false, reason: `There is no offline editor for ${platform} on ${arch}. ${remedy}` };
  }
  if (platform === 'linux' && isMusl()) {
    return { supported: false, reason: `The offline editor needs glibc; this Linux uses musl. ${remedy}` };
  }
  return { supported: true, nodePackage: `node-${platform}-${arch}` };
}

function isMusl() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {});
  return report.header?.glibcVersionRuntime === undefined;
}

/**
 * Installs the editor unless it is there. Several processes may call this at once.
 * @returns {Promise<Editor>}
 * @throws {EditorUnavailable} with a remedy, when the system is not supported or the download failed
 */
export async function ensureEditor() {
  const support = editorSupport();
  if (!support.supported) throw new EditorUnavailable(support.reason);
  const parent = process.env.ROOK_EDITOR_CACHE ?? path.join(cacheFolder, 'editor');
  const folder = path.resolve(parent, editorVersion);
  const wanted = JSON.stringify({ codeServer: editorVersion, [support.nodePackage]: nodeVersion, recipe });
  const editor = describeEditor(folder, support.nodePackage);
  if (isComplete(folder, wanted)) return editor;

  console.log(`Installing the offline editor (VS Code ${workbenchVersion}, about 400 MB, under a minute) …`);
  const partial = `${folder}.partial-${process.pid}`;
  try {
    await install(partial, support.nodePackage);
    writeFileSync(path.join(partial, markerName), wanted);
    if (!isComplete(folder, wanted)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(partial, folder);
    }
  } finally {
    rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
  }
  return editor;
}

/** @param {string} folder @param {string} wanted */
function isComplete(folder, wanted) {
  const marker = path.join(folder, markerName);
  return existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
}

/**
 * @param {string} folder
 * @param {string} nodePackage
 * @returns {Editor}
 */
function describeEditor(folder, nodePackage) {
  return {
    folder,
    node: path.join(folder, 'node_modules', nodePackage, 'bin', 'node'),
    serverMain: path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** @param {string} folder @param {string} nodePackage */
async function install(folder, nodePackage) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  await npmInstall(folder, [`${nodePackage}@${nodeVersion}`, `code-server@${editorVersion}`]);
  const workbench = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  // Not `npm ci`: the shrinkwrap that code-server ships misses tslib.
  await npmInstall(workbench, []);
  removeUnused(folder, workbench, nodePackage);
  replaceNativeModules(workbench);
  const { node, serverMain } = describeEditor(folder, nodePackage);
  const check = await runCommand(node, [serverMain, '--version'], { quiet: true, limitSeconds: 60 });
  if (check.code !== 0) throw new EditorUnavailable(`The installed editor does not start:\n${check.output}`);
}

/** @param {string} cwd @param {string[]} packages */
async function npmInstall(cwd, packages) {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--omit=dev'];
  const result = await runNpm(['install', ...flags, ...packages], {
    cwd,
    quiet: true,
    limitSeconds: installLimitSeconds,
  });
  if (result.code === 0) return;
  throw new EditorUnavailable(
    `The offline editor could not be installed${result.timedOut ? ` within ${installLimitSeconds} s` : ''}:\n${result.output.trim()}\n` +
      'Make sure that npm reaches its registry, or point ROOK_EDITOR_CACHE at a folder where the editor is already installed, then run: node scripts/ensure-editor.mjs',
  );
}

/**
 * Removes what the tests never load: half of the size.
 * @param {string} folder
 * @param {string} workbench
 * @param {string} nodePackage
 */
function removeUnused(folder, workbench, nodePackage) {
  const modules = path.join(workbench, 'node_modules');
  const here = `${process.platform}-${process.arch}`;
  const unused = [
    path.join(modules, '@github'),
    path.join(modules, '@microsoft', 'mxc-sdk'),
    path.join(modules, '@devcontainers'),
    path.join(modules, 'node-pty', 'third_party'),
    path.join(workbench, 'extensions', 'copilot'),
    path.join(folder, 'node_modules', nodePackage, 'include'),
    path.join(folder, 'node_modules', nodePackage, 'share'),
    ...others(path.join(modules, '@vscode', 'ripgrep-universal', 'bin'), here),
    ...others(path.join(modules, 'node-pty', 'prebuilds'), here),
  ];
  for (const entry of unused) rmSync(entry, { recursive: true, force: true });
}

/**
 * Puts plain JavaScript where the editor wants modules that only a compiler could make.
 * @param {string} workbench
 */
function replaceNativeModules(workbench) {
  for (const [module, substitute] of Object.entries(substitutes)) {
    const target = path.join(workbench, 'node_modules', '@vscode', module);
    if (!existsSync(target) || existsSync(path.join(target, 'build'))) continue;
    copyFileSync(fileURLToPath(new URL(`./lib/${substitute}`, import.meta.url)), path.join(target, 'index.js'));
  }
}

/**
 * Builds for other systems, provided that there is one for this.
 * @param {string} folder
 * @param {string} here
 */
function others(folder, here) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.includes(here) ? names.filter((name) => name !== here).map((name) => path.join(folder, name)) : [];
}

if (isEntryPoint(import.meta.url)) {
  runAsProgram(async () => {
    console.log((await ensureEditor()).folder);
  });
}
