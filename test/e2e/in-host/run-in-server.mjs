/**
 * Runs the bundled in-host suite in the extension host of the offline editor; exits with the suite's code.
 * The report is the suite's own file; the console of the extension host is shown meanwhile.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'node:util';
import { ensureBrowser } from '../../../scripts/ensure-browser.mjs';
import { ensureEditor } from '../../../scripts/ensure-editor.mjs';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { startEditorServer } from '../../../scripts/lib/editor-server.mjs';
import { testSettings } from '../../../scripts/lib/editor-settings.mjs';
import { copyExample } from '../../../scripts/lib/example-copy.mjs';
import { bundleInHostSuite, inHostEntry } from '../../../scripts/lib/in-host-suite.mjs';
import { runAsProgram } from '../../../scripts/lib/program.mjs';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';

const example = 'refund-desk';

/**
 * Opens the workbench with the suite in its address and waits for the exit code that it sends to the page.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @returns {Promise<number>}
 */
async function runInExtensionHost(page, url) {
  const { promise, resolve, reject } = promiseParts();
  /** @type {string[]} */
  const log = [];
  await page.exposeFunction('codeAutomationExit', resolve);
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ values) => {
    const line = format(...values);
    if (line.startsWith('[in-host]')) console.log(line);
    else log.push(line);
  });
  page.once('crash', () => reject(new Error('The page crashed.')));
  page.once('close', () => reject(new Error('The page was closed.')));
  await page.goto(url);
  const code = await promise;
  if (code !== 0) console.log(`Log of the editor:\n${log.join('\n')}`);
  return code;
}

/** @returns {{ promise: Promise<number>, resolve: (code: number) => void, reject: (error: Error) => void }} */
function promiseParts() {
  /** @type {(code: number) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  const promise = new Promise((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

runAsProgram(async () => {
  const grep = process.argv[2];
  await bundleInHostSuite(grep === undefined ? {} : { grep });
  const [editor, executable] = [await ensureEditor(), await ensureBrowser()];
  const dataFolder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-host-')));
  const copy = copyExample(example);
  const [server, browser] = await Promise.all([
    startEditorServer({ editor, dataFolder, settings: testSettings, smokeTestDriver: true, allow: ['run(*)'] }),
    launchChromium(executable),
  ]);
  try {
    const page = await browser.newPage();
    const payload = { developmentExtension: repositoryRoot, tests: inHostEntry };
    return await runInExtensionHost(page, server.url(copy.folder, payload));
  } finally {
    await browser.close();
    await server.stop();
    copy.remove();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
});
