/**
 * Finds a Chrome or Chromium for the end-to-end tests, or installs one. Node built-ins alone.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { repositoryRoot } from './lib/repository.mjs';
import { runCommand } from './lib/run-command.mjs';

const installLimitSeconds = 600;

/** No browser could be found or installed; the message says what was tried and what to do. */
export class BrowserUnavailable extends Error {
  /** @override */
  name = 'BrowserUnavailable';
}

/**
 * Returns a browser that starts: `ROOK_BROWSER`, else one of the system, else one that Playwright has downloaded,
 * else a new one from the Debian archive (as root) or from Playwright.
 * @returns {Promise<string>} path of the executable
 * @throws {BrowserUnavailable}
 */
export async function ensureBrowser() {
  const chosen = process.env.ROOK_BROWSER;
  if (chosen) {
    if (await starts(chosen)) return chosen;
    throw new BrowserUnavailable(
      `ROOK_BROWSER is ${chosen}, which does not start. Set it to the path of Chrome or Chromium, or unset it.`,
    );
  }
  const found = (await firstThatStarts(systemBrowsers())) ?? (await firstThatStarts(playwrightBrowser()));
  if (found) return found;

  const tried = ['no Chrome or Chromium in the usual places'];
  for (const install of [installWithApt, installWithPlaywright]) {
    const outcome = await install();
    if (outcome.path) return outcome.path;
    tried.push(outcome.problem);
  }
  throw new BrowserUnavailable(
    `The end-to-end tests need a browser. Tried: ${tried.join('; ')}.\n` +
      'Install Google Chrome or Chromium (Debian: apt-get install chromium), or set ROOK_BROWSER to the path of one.',
  );
}

/** Usual places of a browser on this system, preferred first. */
function systemBrowsers() {
  if (process.platform === 'darwin') {
    const roots = ['/Applications', path.join(process.env.HOME ?? '', 'Applications')];
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return roots.flatMap((root) => names.map((name) => path.join(root, `${name}.app`, 'Contents', 'MacOS', name)));
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    const places = [['Google', 'Chrome'], ['Chromium'], ['Microsoft', 'Edge']];
    return places.flatMap((place, index) =>
      roots.map((root) => path.join(root, ...place, 'Application', index === 2 ? 'msedge.exe' : 'chrome.exe')),
    );
  }
  const names = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'];
  const folders = [
    ...new Set([...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), '/usr/bin', '/usr/local/bin']),
  ];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The browser of playwright-core, when that is installed. */
function playwrightBrowser() {
  try {
    const { chromium } = createRequire(path.join(repositoryRoot, 'package.json'))('playwright-core');
    return [/** @type {string} */ (chromium.executablePath())];
  } catch {
    return []; // Before `npm ci` there is no playwright-core.
  }
}

/** @param {string[]} candidates */
async function firstThatStarts(candidates) {
  for (const candidate of candidates) if (await starts(candidate)) return candidate;
  return undefined;
}

/**
 * Whether the file is a browser that runs: Ubuntu's `chromium-browser` may be a stub that only prints advice.
 * @param {string} file
 */
async function starts(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  if (process.platform === 'win32') return true; // chrome.exe --version would open a window.
  const result = await runCommand(file, ['--version'], { quiet: true, limitSeconds: 30 });
  return result.code === 0 && /chrom|edge/i.test(result.output);
}

/** @typedef {{ path?: string, problem: string }} InstallOutcome */

/** @returns {Promise<InstallOutcome>} */
async function installWithApt() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return { problem: 'apt-get is not here' };
  if (process.getuid?.() !== 0) return { problem: 'apt-get needs root' };
  console.log('Installing Chromium with apt-get …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, quiet: true, limitSeconds: installLimitSeconds };
  await runCommand('apt-get', ['update'], options); // One broken source must not stop the install.
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  const found = await firstThatStarts(systemBrowsers());
  if (found) return { path: found, problem: '' };
  return {
    problem: `apt-get install chromium (${install.code === 0 ? 'installed nothing that starts' : lastLine(install.output)})`,
  };
}

/** @returns {Promise<InstallOutcome>} */
async function installWithPlaywright() {
  const cli = path.join(repositoryRoot, 'node_modules', 'playwright-core', 'cli.js');
  if (!existsSync(cli)) return { problem: 'playwright-core is not installed yet (npm ci)' };
  console.log('Downloading Chromium with Playwright …');
  const install = await runCommand(process.execPath, [cli, 'install', 'chromium'], {
    quiet: true,
    limitSeconds: installLimitSeconds,
  });
  const found = await firstThatStarts(playwrightBrowser());
  if (found) return { path: found, problem: '' };
  const hint =
    install.code === 0
      ? 'what it downloaded does not start; npx playwright install-deps chromium adds system libraries'
      : lastLine(install.output);
  return { problem: `playwright install chromium (${hint})` };
}

/** @param {string} output */
function lastLine(output) {
  return output.trim().split('\n').at(-1) ?? '';
}

if (isEntryPoint(import.meta.url)) {
  runAsProgram(async () => {
    console.log(await ensureBrowser());
  });
}
