import type { OutgoingHttpHeaders } from 'node:http';

/** What every answer carries: nothing is kept, guessed, framed or told to others. */
export const commonHeaders: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** The panel's page: files of ours and nothing else. */
export function appPage(nonce: string): { body: string; policy: string } {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "font-src 'self'",
    // Images on record come as messages, and are shown as blobs of ours.
    "img-src 'self' blob:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const body = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" type="image/svg+xml" href="rook.svg">
  <link rel="stylesheet" href="browser.css">
  <link id="vscode-codicon-stylesheet" rel="stylesheet" href="codicon.css">
  <link rel="stylesheet" href="panel.css">
  <title>Rook</title>
</head>
<body>
  <noscript>Rook shows runs with a script of its own, and scripts are switched off here.</noscript>
  <script nonce="${nonce}" src="panel.js"></script>
</body>
</html>
`;
  return { body, policy };
}

/** Who comes without the token is told how to get in, and nothing else. */
export function refusedPage(nonce: string): { body: string; policy: string } {
  const body = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <style nonce="${nonce}">
    body { max-width: 36em; margin: 18vh auto 0; padding: 0 20px; font: 15px/1.6 system-ui, sans-serif; }
    h1 { font-size: 1.4em; }
  </style>
  <title>Rook</title>
</head>
<body>
  <h1>This address alone does not let you in</h1>
  <p>Open the whole address that <code>rook ui</code> has printed, with the token at its end. It is another one whenever
  <code>rook ui</code> is started.</p>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return { body, policy };
}
