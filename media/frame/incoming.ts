import * as z from 'zod';
import { ToPanel } from '../../schemas/panel';
import type { Incoming } from './host';

/** Messages are for this panel when they name one of its types; anything else that reaches the window is not ours. */
const Addressed = z.object({ type: z.enum(ToPanel.options.map((option) => option.shape.type.value)) });

/** @returns undefined when the message is not for this panel */
export function readMessage(data: unknown): Incoming | undefined {
  const read = ToPanel.safeParse(data);
  if (read.success) return read.data;
  if (!Addressed.safeParse(data).success) return undefined;
  const issue = read.error.issues[0];
  return {
    type: 'unreadable',
    why: issue ? `${issue.path.join('.') || 'message'}: ${issue.message}` : 'unknown shape',
  };
}
