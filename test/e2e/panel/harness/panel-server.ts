import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { PanelState } from '../../../../schemas/panel';
import { repositoryRoot } from '../../../../scripts/lib/repository.mjs';

const nonce = 'dGhlLXRlc3Qtbm9uY2U';

/** The policy that the extension gives its webview; only the origin differs. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  `script-src 'nonce-${nonce}'`,
].join('; ');

const files: Record<string, { file: string; type: string }> = {
  '/panel.js': { file: 'dist/panel.js', type: 'text/javascript' },
  '/panel.css': { file: 'dist/panel.css', type: 'text/css' },
  '/codicon.css': { file: 'dist/codicon.css', type: 'text/css' },
  '/codicon.ttf': { file: 'dist/codicon.ttf', type: 'font/ttf' },
  '/vscode-default.css': { file: 'test/fixtures/panel/vscode-default.css', type: 'text/css' },
};

export interface PanelServer {
  url: (theme: string) => string;
  stop: () => Promise<void>;
}

/** Serves the built panel on loopback in a page like the one that the extension and VS Code make together. */
export async function startPanelServer(state: PanelState): Promise<PanelServer> {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const known = files[pathname];
    if (known) {
      response.setHeader('content-type', known.type);
      response.end(readFileSync(path.join(repositoryRoot, known.file)));
    } else if (pathname === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', policy);
      response.end(hostPage(searchParams.get('theme') ?? 'dark', state));
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  return {
    url: (theme) => `http://127.0.0.1:${port}/?theme=${theme}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function hostPage(theme: string, state: PanelState): string {
  const themes = JSON.parse(readFileSync(path.join(repositoryRoot, 'media/themes.json'), 'utf8'));
  const { bodyClass, variables } = themes[theme];
  const meta = JSON.stringify(state).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Verdict</title>
  <link rel="stylesheet" href="/vscode-default.css">
  <link rel="stylesheet" href="/codicon.css" id="vscode-codicon-stylesheet">
  <link rel="stylesheet" href="/panel.css">
  <meta name="rook-state" content="${meta}">
  <script nonce="${nonce}">
    for (const [name, value] of Object.entries(${JSON.stringify(variables)})) document.documentElement.style.setProperty(name, value);
    window.sent = [];
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
    window.acquireVsCodeApi = () => {
      delete window.acquireVsCodeApi; // VS Code hands it out once
      return {
        postMessage: (message) => { sent.push(structuredClone(message)); },
        getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
        setState: (next) => { sessionStorage.setItem('state', JSON.stringify(next)); },
      };
    };
  </script>
</head>
<body class="${bodyClass}">
  <script nonce="${nonce}" src="/panel.js"></script>
</body>
</html>`;
}
