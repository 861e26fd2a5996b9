// The refund ledger: one JSON object a line, one line a refund. The server writes it, status-mcp.mjs reads it.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const ledgerFile = process.env.REFUND_LEDGER || path.join(here, '..', '.state', 'ledger.jsonl');

/** Empties the ledger. */
export function resetLedger() {
  mkdirSync(path.dirname(ledgerFile), { recursive: true });
  writeFileSync(ledgerFile, '');
}

export function appendLedger(entry) {
  appendFileSync(ledgerFile, `${JSON.stringify(entry)}\n`);
}

/** All entries, oldest first; none when nothing has been written yet. */
export function readLedger() {
  let text;
  try {
    text = readFileSync(ledgerFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}
