import './frame/zod-without-eval';
import './frame/rook-panel';
import type { RookPanel } from './frame/rook-panel';
import { connectHost } from './frame/vscode-host';

/** The webview's entry: puts the app into the page, gives it the extension to talk to. */
function start(): void {
  const panel = document.querySelector('rook-panel') ?? document.body.appendChild(document.createElement('rook-panel'));
  (panel as RookPanel).connect(connectHost());
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
