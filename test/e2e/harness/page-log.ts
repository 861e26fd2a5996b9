import type { Page } from 'playwright-core';
import { isLocal } from '../../../scripts/lib/chromium.mjs';

/** What the page complained about, from the workbench and from every webview in it. */
export interface PageLog {
  /** Console errors and uncaught exceptions, without those that every workbench prints here. */
  errors: () => string[];
  /** Violations of a content security policy, of the workbench or of a webview. */
  cspViolations: () => string[];
  /** Addresses on other hosts that something tried to load; all were refused. */
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
  /\[LifecycleService\]|Reconnect/i,
];

const cspMessage = /Content Security Policy|Content-Security-Policy/;

/** Listens from now on: attach it before the page opens its first address. */
export function recordPageLog(page: Page): PageLog {
  const errors: string[] = [];
  const violations: string[] = [];
  const foreign: string[] = [];
  const lines: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const source = message.location().url;
    lines.push(`${message.type()}: ${text}${source ? ` (${source})` : ''}`);
    if (cspMessage.test(text)) violations.push(text);
    else if (message.type() === 'error' && !isNoise(text, source)) errors.push(text);
  });
  page.on('pageerror', (error) => {
    lines.push(`exception: ${error.stack ?? error.message}`);
    errors.push(error.message);
  });
  page.on('crash', () => errors.push('The page crashed.'));
  page.on('request', (request) => {
    if (!isLocal(request.url())) foreign.push(request.url());
  });
  return {
    errors: () => [...errors],
    cspViolations: () => [...violations],
    foreignRequests: () => [...foreign],
    all: () => lines.join('\n'),
  };
}

function isNoise(text: string, source: string): boolean {
  return knownNoise.some((pattern) => pattern.test(text) || pattern.test(source));
}
