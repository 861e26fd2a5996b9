import { spawn } from 'node:child_process';

/**
 * Opens an address in the user's browser, by the system's own way and without a shell. It is not waited for: a browser that
 * is started so lives on.
 * @returns whether something was started; what comes of it, nobody tells
 */
export async function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = opener(url);
  const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
  const started = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false)).once('spawn', () => resolve(true));
  });
  child.unref();
  return started;
}

function opener(url: string): [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return ['xdg-open', url];
  }
}
