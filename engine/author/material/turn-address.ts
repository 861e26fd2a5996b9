import { wordsOf } from '../../workspace/literal-secrets/field-names';

const turns = new Set(
  [
    'chat',
    'chats',
    'ask',
    'message',
    'messages',
    'completion',
    'completions',
    'converse',
    'conversation',
    'conversations',
  ].concat([
    'agent',
    'agents',
    'assistant',
    'bot',
    'invoke',
    'prompt',
    'generate',
    'respond',
    'reply',
    'answer',
    'query',
    'run',
    'runs',
    'predict',
    'responses',
    'talk',
    'turn',
  ]),
);
const otherThings = new Set(
  [
    'login',
    'logout',
    'auth',
    'token',
    'user',
    'users',
    'health',
    'feedback',
    'rating',
    'ratings',
    'file',
    'files',
    'upload',
    'uploads',
  ].concat([
    'delete',
    'embedding',
    'embeddings',
    'moderation',
    'moderations',
    'image',
    'images',
    'audio',
    'speech',
    'webhook',
    'webhooks',
    'settings',
    'config',
    'admin',
    'search',
    'register',
    'password',
    'billing',
    'translate',
    'document',
    'documents',
  ]),
);

/** How much an address sounds like that of a turn: from -30 for logins, files and the like up to 30. */
export function turnAddressScore(path: string): number {
  const words = path.split('/').flatMap((segment) => wordsOf(segment));
  const turnWords = words.filter((word) => turns.has(word)).length;
  const others = words.filter((word) => otherThings.has(word)).length;
  return Math.max(-30, Math.min(30, turnWords * 20 - others * 30));
}
