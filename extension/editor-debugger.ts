import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { HookDebugger, InspectedHook } from '../engine/lifecycle/hook-debugger';

/** A key of ours in a session's configuration: VS Code keeps what it does not know. */
const markKey = '__rookHook';

/**
 * Debugs the hooks of one test run with VS Code's own Node debugger. Stopping a session by hand ends the run: a debugger
 * that only attaches lets the hook go on, which is not what stopping means.
 */
export class EditorDebugger implements HookDebugger, vscode.Disposable {
  private readonly marks = new Set<string>();
  private readonly sessions = new Set<vscode.DebugSession>();
  private readonly owned: vscode.Disposable[];

  /** @param onStop told when the user stops or disconnects a session. */
  constructor(
    private readonly run: vscode.TestRun,
    private readonly folder: vscode.WorkspaceFolder | undefined,
    private readonly cwd: string,
    onStop: () => void,
  ) {
    this.owned = [
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: (session) => {
          if (!this.isOurs(session)) return undefined;
          this.sessions.add(session);
          return trackerOf(onStop);
        },
      }),
      vscode.debug.onDidTerminateDebugSession((session) => this.sessions.delete(session)),
    ];
  }

  async attach({ address, port, name }: InspectedHook): Promise<void> {
    const mark = randomUUID();
    this.marks.add(mark);
    const configuration: vscode.DebugConfiguration = {
      type: 'node',
      request: 'attach',
      name: `Rook: ${name}`,
      address,
      port,
      continueOnAttach: true,
      restart: false,
      skipFiles: ['<node_internals>/**'],
      cwd: this.cwd,
      [markKey]: mark,
    };
    const options: vscode.DebugSessionOptions = { testRun: this.run, suppressSaveBeforeStart: true };
    if (await vscode.debug.startDebugging(this.folder, configuration, options)) return;
    throw new Error('the debugger of VS Code did not start');
  }

  dispose(): void {
    for (const session of this.sessions) void vscode.debug.stopDebugging(session);
    for (const one of this.owned) one.dispose();
  }

  /** Sessions that the debugger opens below ours do not carry the mark; their parent does. */
  private isOurs(session: vscode.DebugSession): boolean {
    return session.parentSession === undefined && this.marks.has(String(session.configuration[markKey]));
  }
}

/** A user's stop is a `disconnect` or `terminate` that comes before the program has ended. */
function trackerOf(onStop: () => void): vscode.DebugAdapterTracker {
  let ended = false;
  return {
    onDidSendMessage: (message: { type?: string; event?: string }) => {
      if (message.type === 'event' && (message.event === 'terminated' || message.event === 'exited')) ended = true;
    },
    onWillReceiveMessage: (message: { type?: string; command?: string }) => {
      if (message.type !== 'request' || ended) return;
      if (message.command === 'disconnect' || message.command === 'terminate') onStop();
    },
  };
}
