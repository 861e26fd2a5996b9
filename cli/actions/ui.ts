import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInBrowser } from '../../engine/lifecycle/process-browser';
import { addressOf } from '../../engine/report/text/route-address';
import { messageOf } from '../../engine/workspace/read-text';
import { openRun } from '../../engine/workspace/runs';
import { PanelRoute } from '../../schemas/panel';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { UiFlags } from '../commands/ui';
import { Interrupts } from '../interrupts';
import { locateAgent } from '../locate';
import { printWarning } from '../prose';
import { visibleLine } from '../terminal/visible-text';
import { readAssets } from '../ui/assets';
import { UiServer } from '../ui/server';

/** `rook ui`: the panel in a browser. It is answered as soon as it serves, and goes on until a signal comes. */
export async function ui(flags: UiFlags, globals: GlobalFlags): Promise<Result<Answer>> {
  const port = readPort(flags.port);
  if (!port.ok) return port;
  const located = await locateAgent(globals);
  if (!located.ok) return located;
  const { agent } = located.value;
  const run = flags.run === undefined ? ok(undefined) : await openRun(agent.runsDir, flags.run);
  if (!run.ok) return run;
  // The build puts the files of the page beside the command.
  const assets = await readAssets(dirname(fileURLToPath(import.meta.url)));
  if (!assets.ok) return assets;
  const server = await UiServer.listen(port.value, {
    agent,
    assets: assets.value,
    fault: (error) => printWarning({ message: messageOf(error) }),
  });
  if (!server.ok) return server;
  const interrupts = new Interrupts(() => {});
  const route = PanelRoute.safeParse({ view: 'run', runId: run.value?.id });
  const place = route.success ? addressOf(route.data) : undefined;
  const url = server.value.url(place);
  if (flags.open) await openForPerson(() => server.value.urlForOnce(place));
  return ok({
    document: { ok: true, url, port: server.value.port, pid: process.pid },
    text: ({ paint }) =>
      `The runs of ${visibleLine(agent.name)} are here, to be looked at:\n\n  ${paint('bold', url)}\n\n` +
      'Whoever has this address can read them, from this machine. Ctrl+C ends it.\n',
    goesOn: async () => {
      await untilAborted(interrupts.signal);
      await server.value.stop();
      interrupts.dispose();
      return interrupts.exitCode ?? 0;
    },
  });
}

/** 0 lets the system choose one that is free. */
function readPort(text: string | undefined): Result<number> {
  if (text === undefined) return ok(0);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return ok(port);
  return refuse(`--port must be a whole number from 0 to 65535, found ${text || 'nothing'}`, 'Nothing was started.');
}

/** A browser is opened for a person: where none sits, as in a pipeline, the address is enough. */
async function openForPerson(url: () => string): Promise<void> {
  if (!process.stdout.isTTY) printWarning({ message: '--open opens nothing where there is no terminal' });
  else if (!(await openInBrowser(url())))
    printWarning({ message: 'no browser could be opened', remedy: 'Open the address yourself' });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
