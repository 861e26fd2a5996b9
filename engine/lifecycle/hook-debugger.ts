import { LineBuffer } from './line-buffer';
import type { TextFilter } from './process-runner';

/** A hook that waits for its debugger. */
export interface InspectedHook {
  /** Where Node's inspector listens. */
  address: string;
  port: number;
  /** What to call the session: phase and scenario. */
  name: string;
}

/** Attaches a debugger to hooks, one after the other; implemented by a surface that has one. */
export interface HookDebugger {
  /** Resolves when the debugger is attached and the hook may go on; rejects when it cannot be. */
  attach(hook: InspectedHook): Promise<void>;
}

const nodeScript = /\.[cm]?[jt]s$/i;
const listening = /^Debugger listening on ws:\/\/\[?([^\]/]+?)\]?:(\d+)\/\S+\s*$/;
const chatter =
  /^(Debugger (listening on|attached|ending on)|For help, see: https:\/\/nodejs\.org\/|Waiting for the debugger to disconnect)/;

/**
 * The command of a hook that waits for a debugger before its first line.
 * @returns undefined for a script that Node does not run: it has no inspector.
 */
export function inspectedCommand(command: readonly string[]): string[] | undefined {
  const [program, script, ...rest] = command;
  if (program === undefined || script === undefined || !nodeScript.test(script)) return undefined;
  return [program, '--inspect-brk=127.0.0.1:0', script, ...rest];
}

/**
 * Takes what Node's inspector says out of a hook's standard error, which is evidence, and tells where it listens.
 * @param onListening called once.
 */
export function withoutInspectorLines(
  next: TextFilter,
  onListening: (place: { address: string; port: number }) => void,
): TextFilter {
  let told = false;
  const lines = new LineBuffer((text) => {
    const kept: string[] = [];
    for (const line of text.split(/(?<=\n)/)) {
      const [, address, port] = listening.exec(line) ?? [];
      if (address !== undefined && !told) {
        told = true;
        onListening({ address, port: Number(port) });
      }
      if (!chatter.test(line)) kept.push(line);
    }
    if (kept.length > 0) next.append(kept.join(''));
  });
  return {
    append: (text) => lines.append(text),
    flush: () => {
      lines.flush();
      next.flush();
    },
  };
}
