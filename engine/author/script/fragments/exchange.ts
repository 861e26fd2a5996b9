import type { Fragment } from '../script-parts';

/** Standard input, whole and exact. */
export const readGoal: Fragment = {
  code: `/** The goal of this turn, byte for byte. */
async function readGoal() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}`,
};

/** The beginning of a reply, for messages. */
export const excerpt: Fragment = {
  code: `/** The beginning of a reply, for messages. */
function excerpt(text) {
  const shown = text.trim();
  if (shown === '') return '(nothing)';
  return shown.length > 500 ? \`\${shown.slice(0, 500)}…\` : shown;
}`,
};

/** `reply.json`: the type Exchange of engine/author/draft.ts. */
export const saveExchange: Fragment = {
  imports: [
    ['node:fs', 'writeFileSync'],
    ['node:path', 'default as path'],
  ],
  code: `/** Keeps the last exchange as reply.json: it shows you, and Rook when it mends this script, what really came back. */
function saveExchange(exchange) {
  const folder = process.env.ROOK_STATE_DIR;
  if (!folder) return; // not started by Rook
  const body = Buffer.from(exchange.body).subarray(0, 4 * 1024 * 1024).toString('utf8');
  const text = JSON.stringify({ ...exchange, body }, null, 2);
  writeFileSync(path.join(folder, 'reply.json'), text, { mode: 0o600 });
}`,
};
