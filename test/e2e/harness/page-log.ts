import type { Page } from 'playwright-core';
import { isLocal } from '../../../scripts/lib/chromium.mjs';

/** What the page complained about, from the workbench and from every webview in it. */
export interface PageLog {
  /** Console errors and uncaught exceptions, without those that every workbench prints here. */
  errors: () => string[];
  /** Those of the errors that name the extension: in its code, in its host, or in one of its webviews. */
  errorsOf: (extensionId: string) => string[];
  /** Violations of a content security policy, of the workbench or of a webview. */
  cspViolations: () => string[];
  /** Addresses on other hosts that something tried to load; none was reached. */
  foreignRequests: () => string[];
  /** Everything the console showed, one message a line. */
  all: () => string;
}

/** Errors of the offline editor itself: files that its npm package does not carry, and its farewell. */
const knownNoise = [
  /favicon/,
  /\/vsda\//,
  /\/update\/check/,
  /ServiceWorker|A bad HTTP response code \(404\) was received when fetching the script/,
  /Long running operations during shutdown/,
  /authentication provider 'github'/,
];

/** Files of extensions have such addresses in webviews; a service worker answers them, they never leave the page. */
const webviewResource = /^https:\/\/[^/]+\.vscode-resource\.vscode-cdn\.net\//;

const cspMessage = /Content Security Policy|Content-Security-Policy/;

/** Listens from now on: attach it before the page opens its first address. */
export function recordPageLog(page: Page): PageLog {
  const errors: { text: string; source: string }[] = [];
  const violations: string[] = [];
  const foreign: string[] = [];
  const lines: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const source = message.location().url;
    lines.push(`${message.type()}: ${text}${source ? ` (${source})` : ''}`);
    if (cspMessage.test(text)) violations.push(text);
    else if (message.type() === 'error' && !isNoise(text, source)) errors.push({ text, source });
  });
  page.on('pageerror', (error) => {
    lines.push(`exception: ${error.stack ?? error.message}`);
    errors.push({ text: error.message, source: error.stack ?? '' });
  });
  page.on('crash', () => errors.push({ text: 'The page crashed.', source: '' }));
  page.on('request', (request) => {
    if (!isLocal(request.url()) && !webviewResource.test(request.url())) foreign.push(request.url());
  });
  return {
    errors: () => errors.map(({ text }) => text),
    errorsOf: (extensionId) =>
      errors.filter(({ text, source }) => `${text} ${source}`.includes(extensionId)).map(({ text }) => text),
    cspViolations: () => [...violations],
    foreignRequests: () => [...foreign],
    all: () => lines.join('\n'),
  };
}

function isNoise(text: string, source: string): boolean {
  return knownNoise.some((pattern) => pattern.test(text) || pattern.test(source));
}
