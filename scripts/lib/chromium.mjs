const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request stays on this machine.
 * @param {string} url
 */
export function isLocal(url) {
  const { protocol, hostname } = new URL(url);
  return !/^(https?|wss?):$/.test(protocol) || localHosts.has(hostname);
}

/**
 * Starts a browser that reaches this machine only: names of other hosts do not resolve, in workers neither.
 * `ROOK_HEADED=1` shows its window.
 * @param {string} executablePath
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium(executablePath) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    headless: process.env.ROOK_HEADED !== '1',
    // Playwright's handlers would close the browser and keep this process; it ends with its pipe anyway.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}
