import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { PanelState } from '../schemas/panel';

export interface PanelPage {
  title: string;
  /** What the webview keeps over a reload; without it, it is not restored. */
  state?: PanelState;
}

/** The webview's page: it loads three files of ours and nothing else. */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: PanelPage): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (name: string): string =>
    escapeHtml(webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', name)).toString());
  const { cspSource } = webview;
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    // Images on record come as messages, and are shown as blobs of ours.
    `img-src ${cspSource} blob:`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  const state = page.state ? `<meta name="rook-state" content="${escapeHtml(JSON.stringify(page.state))}">` : '';
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  ${state}
  <link id="vscode-codicon-stylesheet" rel="stylesheet" href="${asset('codicon.css')}">
  <link rel="stylesheet" href="${asset('panel.css')}">
  <title>${escapeHtml(page.title)}</title>
</head>
<body>
  <script nonce="${nonce}" src="${asset('panel.js')}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
