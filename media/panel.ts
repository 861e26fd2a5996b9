import './frame/zod-without-eval';
import './frame/rook-panel';
import type { RookPanel } from './frame/rook-panel';
import { connectServer } from './frame/served-host';
import { connectVsCode } from './frame/vscode-host';

/** The page's entry: puts the app into it, gives it its host to talk to. */
function start(): void {
  const panel = document.querySelector('rook-panel') ?? document.body.appendChild(document.createElement('rook-panel'));
  (panel as RookPanel).connect('acquireVsCodeApi' in window ? connectVsCode() : connectServer());
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
