import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EditorServer } from '../../../scripts/lib/editor-server.mjs';
import { waitFor } from './wait-for';

const deactivationLimitMs = 6_000; // VS Code itself gives an extension 5 s.

/** Log of the latest extension host; empty while there is none. */
export function extensionHostLog(server: EditorServer): string {
  const latest = hostLogs(server).at(-1);
  return latest ? readFileSync(latest, 'utf8') : '';
}

/** How many extension hosts have started all that starts with the window. */
export function readyHosts(server: EditorServer): number {
  return hostLogs(server).filter((file) => readFileSync(file, 'utf8').includes('Eager extensions activated')).length;
}

/** Whether the extension has been activated in the latest extension host. */
export function isActivated(server: EditorServer, extensionId: string): boolean {
  return extensionHostLog(server).includes(`_doActivateExtension ${extensionId}, `);
}

/** After the window was left: waits until its extension host is gone, so that extensions could deactivate. */
export async function waitForHostsToEnd(server: EditorServer): Promise<void> {
  const count = (pattern: RegExp) => server.log().match(pattern)?.length ?? 0;
  await waitFor(
    'the extension host to end',
    () => count(/Launched Extension Host/g) <= count(/Extension Host Process exited/g),
    { timeoutMs: deactivationLimitMs, describe: () => server.log().split('\n') },
  );
}

/** One file for each extension host, oldest first. */
function hostLogs(server: EditorServer): string[] {
  if (!existsSync(server.logsFolder)) return [];
  return readdirSync(server.logsFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'remoteexthost.log')
    .map((file) => path.join(server.logsFolder, file))
    .sort((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs);
}
