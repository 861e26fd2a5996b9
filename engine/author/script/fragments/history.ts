import type { Fragment } from '../script-parts';

/** The messages of earlier turns, for an agent that keeps none. */
export const historyFile: Fragment = {
  imports: [
    ['node:fs', 'existsSync'],
    ['node:fs', 'readFileSync'],
    ['node:fs', 'writeFileSync'],
    ['node:path', 'default as path'],
  ],
  code: `/** The messages of the earlier turns: this agent keeps nothing itself, so each turn sends them again. */
function readHistory() {
  const file = historyFile();
  return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function saveHistory(messages) {
  const file = historyFile();
  if (file) writeFileSync(file, JSON.stringify(messages), { mode: 0o600 });
}

/** A file of the scenario's own; there is none when the script was not started by Rook. */
function historyFile() {
  return process.env.ROOK_STATE_DIR && path.join(process.env.ROOK_STATE_DIR, 'history.json');
}`,
};
