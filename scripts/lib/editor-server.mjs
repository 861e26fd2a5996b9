import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { killGroup } from './run-command.mjs';

const guard = fileURLToPath(new URL('./server-guard.mjs', import.meta.url));
const startLimitMs = 60_000;
const stopLimitMs = 10_000;
const pollMs = 50;

/**
 * @typedef {object} ServerOptions
 * @property {import('../ensure-editor.mjs').Editor} editor
 * @property {string} dataFolder existing empty folder for settings, logs and extensions; removed when the server stops
 * @property {Record<string, unknown>} settings user settings
 * @property {string[]} [linkedExtensions] extension folders that shall appear as installed
 * @property {string[]} [allow] permission rules of the user, so that nothing they cover is asked
 * @property {boolean} [workspaceTrust] ask whether a folder is trusted; absent = every folder is
 * @property {boolean} [smokeTestDriver] accept development and test extensions in the address
 * @property {string} [connectionToken] secret that the address must carry; absent = none
 * @property {NodeJS.ProcessEnv} [env] additions to the environment of the server and its extensions
 *
 * @typedef {object} EditorServer
 * @property {number} port
 * @property {string} extensionsFolder
 * @property {() => string} log what server has written so far
 * @property {string} logsFolder logs of the workbench and the extension host
 * @property {(folder: string, payload?: Payload) => string} url address of the workbench on a folder
 * @property {() => Promise<void>} stop ends the process group and checks that the port is closed
 *
 * @typedef {object} Payload
 * @property {string} [developmentExtension] extension folder
 * @property {string} [tests] script that exports run()
 */

/**
 * Serves the workbench on a free port of the loopback interface.
 * The server also ends when this process dies, in whatever way.
 * @param {ServerOptions} options
 * @returns {Promise<EditorServer>}
 */
export async function startEditorServer(options) {
  const { editor, dataFolder } = options;
  const folders = prepareFolders(options);
  const logFile = path.join(dataFolder, 'server.log');
  const out = openSync(logFile, 'w');
  const child = spawn(
    process.execPath,
    [guard, dataFolder, editor.node, editor.serverMain, ...serverArguments(options, folders)],
    {
      detached: true,
      stdio: ['pipe', out, out],
      env: {
        ...cleanEnvironment(),
        ...temporaryFolder(folders.temporary),
        HOME: folders.home,
        EXTENSIONS_GALLERY: '{}',
        ...options.env,
      },
    },
  );
  closeSync(out);
  const log = () => readFileSync(logFile, 'utf8');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin?.destroy();
    await Promise.race([ended, delay(stopLimitMs, undefined, { ref: false })]);
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  let port;
  try {
    port = await waitForPort(log, () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    extensionsFolder: folders.extensions,
    logsFolder: path.join(folders.user, 'logs'),
    log,
    url: (folder, payload) => workbenchUrl({ port, folder, payload, token: options.connectionToken }),
    stop: async () => {
      await stop();
      await waitUntilClosed(port);
    },
  };
}

/** @param {ServerOptions} options */
function prepareFolders({ dataFolder, settings, linkedExtensions = [], allow }) {
  const folders = {
    user: path.join(dataFolder, 'user'),
    home: path.join(dataFolder, 'home'),
    server: path.join(dataFolder, 'server'),
    extensions: path.join(dataFolder, 'extensions'),
    temporary: path.join(dataFolder, 'tmp'),
  };
  for (const folder of [path.join(folders.user, 'User'), folders.home, folders.extensions, folders.temporary])
    mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folders.user, 'User', 'settings.json'), JSON.stringify(settings, undefined, 2));
  if (allow) {
    const home = path.join(folders.home, '.testmuai', 'rook');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(home, 'settings.json'), JSON.stringify({ permissions: { allow } }), { mode: 0o600 });
  }
  for (const extension of linkedExtensions) {
    const { publisher, name, version } = JSON.parse(readFileSync(path.join(extension, 'package.json'), 'utf8'));
    symlinkSync(path.resolve(extension), path.join(folders.extensions, `${publisher}.${name}-${version}`));
  }
  return folders;
}

/**
 * @param {ServerOptions} options
 * @param {{ user: string, server: string, extensions: string }} folders
 */
function serverArguments(options, folders) {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--accept-server-license-terms', '--telemetry-level', 'off'],
    ...['--server-data-dir', folders.server, '--user-data-dir', folders.user, '--extensions-dir', folders.extensions],
    ...(options.connectionToken ? ['--connection-token', options.connectionToken] : ['--without-connection-token']),
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(options.smokeTestDriver ? ['--enable-smoke-test-driver'] : []),
  ];
}

/** What extensions must not inherit: the test runner's switches, and those of an editor this runs in. */
function cleanEnvironment() {
  const foreign = /^(VSCODE_|VITEST|ROOK_|ELECTRON_RUN_AS_NODE$|NODE_ENV$|NODE_OPTIONS$|npm_|INIT_CWD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/**
 * Keeps sockets and temporary files inside the data folder. Not on macOS: a socket's path has to be short there.
 * @param {string} folder
 */
function temporaryFolder(folder) {
  return process.platform === 'linux' ? { TMPDIR: folder } : {};
}

/** @param {() => string} log @param {() => boolean} hasExited */
async function waitForPort(log, hasExited) {
  for (const deadline = Date.now() + startLimitMs; Date.now() < deadline; await delay(pollMs)) {
    const port = /Extension host agent listening on (\d+)/.exec(log())?.[1];
    if (port) return Number(port);
    if (hasExited()) break;
  }
  throw new Error(`The editor server did not start:\n${log().slice(-2000)}`);
}

/** @param {{ port: number, folder: string, payload: Payload | undefined, token: string | undefined }} target */
function workbenchUrl({ port, folder, payload, token }) {
  const authority = `localhost:${port}`; // Webviews need a secure context: https or this name.
  const url = new URL(`http://${authority}/`);
  url.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  if (token) url.searchParams.set('tkn', token);
  const remote = (/** @type {string} */ file) => `vscode-remote://${authority}${file}`;
  const entries = [];
  if (payload?.developmentExtension) entries.push(['extensionDevelopmentPath', remote(payload.developmentExtension)]);
  if (payload?.tests) entries.push(['extensionTestsPath', remote(payload.tests)]);
  if (entries.length > 0) url.searchParams.set('payload', JSON.stringify(entries));
  return url.toString();
}

/** @param {number} port */
async function waitUntilClosed(port) {
  for (const deadline = Date.now() + stopLimitMs; Date.now() < deadline; await delay(pollMs)) {
    if (!(await accepts(port))) return;
  }
  throw new Error(`The editor server was ended, yet port ${port} still answers.`);
}

/** @param {number} port @returns {Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
