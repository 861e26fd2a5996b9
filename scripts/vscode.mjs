/**
 * `npm run vscode [folder]`: opens a folder (examples/refund-desk when none is given) with the extension from this
 * repository: in the desktop editor when there is one, else in the offline editor, in the browser.
 * `npm run vscode -- --web [folder]` takes the offline editor in any case.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureEditor } from './ensure-editor.mjs';
import { startEditorServer } from './lib/editor-server.mjs';
import { quietSettings } from './lib/editor-settings.mjs';
import { build, installDependencies } from './lib/prepare.mjs';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { repositoryRoot } from './lib/repository.mjs';

const desktopEditors = ['code', 'code-insiders', 'codium', 'cursor'];

/** @returns {string | undefined} the first desktop editor on PATH */
function findDesktopEditor() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  return desktopEditors
    .flatMap((name) => folders.map((folder) => path.join(folder, name + suffix)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * @param {string} editor
 * @param {string} folder
 */
function openDesktopEditor(editor, folder) {
  console.log(`Opening ${folder} with ${editor}`);
  const args = ['--new-window', `--extensionDevelopmentPath=${repositoryRoot}`, folder];
  const onWindows = process.platform === 'win32';
  const quoted = onWindows ? args.map((arg) => `"${arg}"`) : args;
  const { status, error } = spawnSync(onWindows ? `"${editor}"` : editor, quoted, {
    stdio: 'inherit',
    shell: onWindows,
  });
  if (error) throw error;
  return status ?? 1;
}

/**
 * Serves the workbench until Ctrl+C. Only who knows the address, which holds a secret, gets in.
 * @param {string} folder
 */
async function serveWorkbench(folder) {
  const editor = await ensureEditor();
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'rook-vscode-'));
  const server = await startEditorServer({
    editor,
    dataFolder,
    settings: quietSettings,
    linkedExtensions: [repositoryRoot],
    workspaceTrust: true,
    connectionToken: randomBytes(16).toString('hex'),
  });
  console.log(`VS Code with the extension: ${server.url(folder)}\nCtrl+C ends it.`);
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => new Promise((end) => process.once(signal, end))));
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}

if (isEntryPoint(import.meta.url)) {
  runAsProgram(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { web: { type: 'boolean', default: false } },
    });
    const folder = path.resolve(positionals[0] ?? path.join(repositoryRoot, 'examples', 'refund-desk'));
    if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
    await installDependencies();
    await build();
    const desktop = values.web ? undefined : findDesktopEditor();
    if (desktop) return openDesktopEditor(desktop, folder);
    await serveWorkbench(folder);
    return 0;
  });
}
