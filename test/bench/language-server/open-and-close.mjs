import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { memoryOf } from '../measured-process.mjs';

/** A server that is silent for so long has settled, in milliseconds. */
const settleMs = 1500;

/**
 * Memory of a server that opens and closes a document again and again, each time another text.
 * @returns MiB after the fifth and after the last time, and the peak
 */
export async function openAndClose(command, { root, file, text, settings, times }) {
  const child = spawn(command[0], command.slice(1), { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const folder = { uri: pathToFileURL(root).href, name: 'bench' };
  connection.onRequest('workspace/configuration', ({ items }) => items.map(({ section }) => settings[section] ?? null));
  connection.onRequest('workspace/workspaceFolders', () => [folder]);
  connection.onRequest(() => null);
  let published = () => {};
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => published(uri, diagnostics));
  connection.listen();
  const uri = pathToFileURL(file).href;
  try {
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: folder.uri,
      workspaceFolders: [folder],
      capabilities: { workspace: { configuration: true, workspaceFolders: true } },
    });
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('workspace/didChangeConfiguration', { settings });
    let afterFive = 0;
    for (let time = 1; time <= times; time++) {
      const checked = new Promise((resolve) => {
        published = (which, diagnostics) => which === uri && diagnostics.length > 0 && resolve();
      });
      const document = { uri, languageId: 'yaml', version: 1, text: `# ${time}\n${text}` };
      await connection.sendNotification('textDocument/didOpen', { textDocument: document });
      await checked;
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
      if (time === 5) {
        await settled();
        afterFive = memoryOf(child.pid).now;
      }
    }
    await settled();
    const { now, peak } = memoryOf(child.pid);
    return { afterFive, afterAll: now, peak };
  } finally {
    connection.dispose();
    child.kill('SIGKILL');
  }
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, settleMs));
}
