// The refund ledger: one JSON object a line, one line a refund. The server writes it, status-mcp.mjs reads it.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Both find it from where this file is, not from where they were started; a relative REFUND_LEDGER counts from there, too.
const example = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const ledgerFile = path.resolve(example, process.env.REFUND_LEDGER || '.state/ledger.jsonl');

/** Empties the ledger. */
export function resetLedger() {
  mkdirSync(path.dirname(ledgerFile), { recursive: true });
  writeFileSync(ledgerFile, '');
}

export function appendLedger(entry) {
  appendFileSync(ledgerFile, `${JSON.stringify(entry)}\n`);
}

/** All entries, oldest first. No ledger is an error, since it is not known then that nothing was paid. */
export function readLedger() {
  let text;
  try {
    text = readFileSync(ledgerFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`there is no ledger ${ledgerFile}: no desk has been started here`);
    throw error;
  }
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}
