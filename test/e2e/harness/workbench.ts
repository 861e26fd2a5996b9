import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/ensure-browser.mjs';
import { ensureEditor } from '../../../scripts/ensure-editor.mjs';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { type EditorServer, startEditorServer } from '../../../scripts/lib/editor-server.mjs';
import { testSettings } from '../../../scripts/lib/editor-settings.mjs';
import { packagedExtensionPath } from '../../../scripts/lib/repository.mjs';
import { saveFailure, saveScreenshot } from './artefacts';
import { type EditorArea, editorAreaOf } from './editor-area';
import { extensionHostLog, isActivated, readyHosts, waitForHostsToEnd } from './extension-host';
import { type LanguageFeatures, languageFeaturesOf } from './language-features';
import { type Messages, messagesOf } from './messages';
import { type PageLog, recordPageLog } from './page-log';
import { type ProblemsView, problemsViewOf } from './problems-view';
import { type QuickInput, quickInputOf } from './quick-input';
import { type TestingView, testingViewOf } from './testing-view';
import { installVsix } from './vsix';
import { waitFor } from './wait-for';
import { type WorkspaceTrust, workspaceTrustOf } from './workspace-trust';

const startLimitMs = 90_000;
const leaveLimitMs = 5_000;
const restrictedMode = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };

export interface WorkbenchOptions {
  /** Absolute path of the folder to open. */
  folder: string;
  /** User settings in addition to the quiet ones. */
  settings?: Record<string, unknown>;
  /** `false` opens the folder in Restricted Mode. */
  trust?: boolean;
  /** `true` leaves running a profile to the question that VS Code asks once per target. */
  asksPermission?: boolean;
  /** Packaged extension; `ROOK_E2E_VSIX`, else the one that `npm run package` makes. `false` = the editor alone. */
  vsix?: string | false;
  /** Folders of further extensions, such as one with a fake language model. */
  extensions?: string[];
  /** Environment of the extension host in addition to the usual; `ROOK_*` of this process is not passed on. */
  env?: Record<string, string>;
  /** Window size in CSS pixels. */
  viewport?: { width: number; height: number };
}

/** A running editor with the packaged extension in it, and what a test does with it. */
export interface Workbench
  extends QuickInput,
    TestingView,
    EditorArea,
    LanguageFeatures,
    ProblemsView,
    Messages,
    WorkspaceTrust {
  page: Page;
  /** Folder that is open. */
  folder: string;
  pageLog: PageLog;
  /** Loads the page anew: the extension host starts again, the window restores its state. */
  reload: () => Promise<void>;
  /** Opens another folder in the same window. */
  openFolder: (folder: string) => Promise<void>;
  /** Waits until the extension is active in the current extension host. */
  waitForActivation: (extensionId: string) => Promise<void>;
  /** Log of the latest extension host. */
  extensionHostLog: () => string;
  /** Saves `test-results/<name>.png` and returns its path. */
  screenshot: (name: string) => Promise<string>;
  /** Saves screenshot and logs of a failed test and returns their folder. */
  saveFailure: (name: string) => Promise<string>;
  /** Ends browser and server, checks that the port is closed, removes temporary files. */
  stop: () => Promise<void>;
}

/** Starts one server and one browser page. It takes several seconds: share it in a test file (`useWorkbench`). */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const [editor, executable] = [await ensureEditor(), await ensureBrowser()];
  const dataFolder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-e2e-')));
  let server: EditorServer | undefined;
  let browser: Browser | undefined;
  let page: Page | undefined;
  const stop = async () => {
    try {
      await leaveWorkbench(page);
      // The page stays until its hosts are gone: what it has just sent would be lost with it.
      if (server) await waitForHostsToEnd(server);
    } finally {
      await browser?.close();
      await server?.stop();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    server = await startEditorServer({
      editor,
      dataFolder,
      settings: { ...testSettings, ...(options.trust === false ? restrictedMode : {}), ...options.settings },
      workspaceTrust: options.trust === false,
      linkedExtensions: options.extensions ?? [],
      ...(!options.asksPermission && { allow: ['run(*)'] }),
      env: options.env ?? {},
    });
    if (options.vsix !== false)
      installVsix(options.vsix ?? process.env.ROOK_E2E_VSIX ?? packagedExtensionPath(), server.extensionsFolder);
    browser = await launchChromium(executable);
    page = await browser.newPage({ viewport: options.viewport ?? { width: 1400, height: 1000 } });
    const workbench = assemble(page, server, options.folder, stop);
    await workbench.openFolder(options.folder);
    return workbench;
  } catch (error) {
    await saveFailure(page, 'workbench-start', { server: server?.log() ?? 'not started' });
    await stop();
    throw error;
  }
}

/**
 * Leaves the workbench for an empty page. Closing a page ends its process at once, and then the word that tells the server
 * that the window is gone may be lost: its extension host would wait for a window that comes back.
 */
async function leaveWorkbench(page: Page | undefined): Promise<void> {
  if (page && !page.isClosed()) await page.goto('about:blank', { timeout: leaveLimitMs }).catch(() => undefined);
}

function assemble(page: Page, server: EditorServer, firstFolder: string, stop: () => Promise<void>): Workbench {
  let folder = firstFolder;
  const pageLog = recordPageLog(page);
  const quickInput = quickInputOf(page);

  const openFolder = async (next: string) => {
    const before = readyHosts(server);
    folder = next;
    await page.goto(server.url(next));
    await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: startLimitMs });
    await waitFor('the extension host', () => readyHosts(server) > before, {
      timeoutMs: startLimitMs,
      describe: server.log,
    });
  };

  return {
    ...quickInput,
    ...testingViewOf(page),
    ...editorAreaOf(page, () => folder),
    ...languageFeaturesOf(page),
    ...problemsViewOf(page, quickInput),
    ...messagesOf(page),
    ...workspaceTrustOf(page, quickInput),
    page,
    pageLog,
    stop,
    openFolder,
    get folder() {
      return folder;
    },
    reload: () => openFolder(folder),
    waitForActivation: async (extensionId) => {
      await waitFor(`${extensionId} to be activated`, () => isActivated(server, extensionId), {
        describe: () => extensionHostLog(server),
      });
    },
    extensionHostLog: () => extensionHostLog(server),
    screenshot: (name) => saveScreenshot(page, name),
    saveFailure: (name) =>
      saveFailure(page, name, {
        server: server.log(),
        page: pageLog.all(),
        'extension-host': extensionHostLog(server),
      }),
  };
}
