import type { InitializeParams } from 'vscode-languageserver/node';
import { asRecord } from '../../engine/workspace/plain-value';

/**
 * Whether a client has a command. One that lists its commands, as `initializationOptions: {commands: [<id>…]}`, has those; one
 * that says nothing is taken to know what it does with a command that comes to it.
 */
export function hasCommand(client: InitializeParams | undefined, id: string): boolean {
  const commands = asRecord(client?.initializationOptions)?.commands;
  return !Array.isArray(commands) || commands.includes(id);
}
