import * as vscode from 'vscode';
import type { AddRequest } from '../engine/author/add-profile';
import type { AuthorSurface } from '../engine/author/author-surface';
import { Toolbox } from '../engine/tools/toolbox';
import { messageOf } from '../engine/workspace/read-text';
import type { AgentRef, Workspace } from '../engine/workspace/workspace';
import { formatRefusal, type Result } from '../schemas/result';
import { type Acceptance, editorPerson } from './author-person';
import { authorProgress } from './author-progress';
import { readSettings } from './configuration';
import { editorJudge } from './editor-judge';
import type { EnvironmentSecrets } from './environment-secrets';
import { environmentForHooks, nodeForHooks } from './hook-host';
import { ModalPermission } from './modal-permission';
import { ScriptPreviews } from './script-previews';
import type { LocatedAgent } from './test-explorer';

/** What the engine's author gets from the editor, whether it adds a profile or repairs one. */
export type AuthorWork = Pick<AddRequest, 'workspace' | 'agent' | 'signal' | 'surface' | 'onProcesses' | keyof Host>;

type Host = Pick<AddRequest, 'node' | 'env' | 'secrets' | 'hidden' | 'openTools' | 'judge'>;

/** How a piece of work came out. */
export interface WorkOutcome<T> {
  result: Result<T>;
  /** The person did not want what was found. */
  discarded: boolean;
}

interface Active {
  abort: AbortController;
  endAllNow?: () => void;
  discarded: boolean;
}

/** Lets the engine's author work, one piece of work for each agent at a time. */
export class AuthorWorks implements vscode.Disposable {
  private readonly active = new Map<string, Active>();
  private readonly previews = new ScriptPreviews();

  constructor(
    private readonly secrets: EnvironmentSecrets,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /**
   * Works while a notification tells how far it is; cancelling it ends the work and its processes.
   * @returns undefined when it was cancelled before anything came of it, and when the agent is being worked on already
   */
  async run<T extends { ok: boolean }>(
    { agent, workspace: { workspace, root, trouble } }: LocatedAgent,
    title: string,
    acceptance: Acceptance,
    start: (work: AuthorWork) => Promise<Result<T>>,
  ): Promise<WorkOutcome<T> | undefined> {
    if (!workspace) {
      const error = trouble ?? { message: `${root} cannot be read` };
      return { result: { ok: false, error }, discarded: false };
    }
    if (this.active.has(agent.agentDir)) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Rook is writing a profile of {0} already.', agent.name));
      return undefined;
    }
    const active: Active = { abort: new AbortController(), discarded: false };
    this.active.set(agent.agentDir, active);
    this.log.info(title);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    try {
      const result = await vscode.window.withProgress(options, async (progress, token) => {
        token.onCancellationRequested(() => active.abort.abort());
        return start({
          workspace,
          agent,
          signal: active.abort.signal,
          ...(await this.host(workspace, agent)),
          surface: this.surface(root, active, acceptance, progress),
          onProcesses: (endAllNow) => {
            active.endAllNow = endAllNow;
          },
        });
      });
      // Cancelled at the last question, after the profile was written: that is told all the same.
      const isDone = result.ok && result.value.ok;
      if (!active.abort.signal.aborted || isDone) return { result, discarded: active.discarded };
      this.log.info(vscode.l10n.t('cancelled'));
      return undefined;
    } finally {
      this.active.delete(agent.agentDir);
    }
  }

  /** Ends what is running, at once: the host may be gone a moment later. */
  shutDown(): void {
    for (const { abort, endAllNow } of this.active.values()) {
      abort.abort();
      endAllNow?.();
    }
  }

  dispose(): void {
    for (const { abort } of this.active.values()) abort.abort();
    this.previews.dispose();
  }

  private surface(
    root: string,
    active: Active,
    acceptance: Acceptance,
    progress: vscode.Progress<{ message?: string }>,
  ): AuthorSurface {
    const person = editorPerson(this.previews, acceptance);
    return {
      person: {
        ...person,
        accept: async (answer, signal) => {
          progress.report({ message: vscode.l10n.t('waiting for your answer') });
          const isRight = await person.accept(answer, signal);
          active.discarded = !isRight;
          return isRight;
        },
      },
      keepValue: (variable, value) => this.keep(root, variable, value),
      onEvent: authorProgress(this.log, progress),
    };
  }

  /** A value that cannot be kept is no reason to give up a profile: it can be set later. */
  private async keep(root: string, variable: string, value: string): Promise<void> {
    try {
      await this.secrets.set(root, variable, value);
    } catch (error) {
      this.log.error(messageOf(error));
      void vscode.window.showWarningMessage(
        vscode.l10n.t('The value of {0} could not be kept: {1}', variable, messageOf(error)),
      );
    }
  }

  private async host(workspace: Workspace, agent: AgentRef): Promise<Host> {
    const env = environmentForHooks();
    const settings = readSettings(vscode.Uri.file(agent.agentDir));
    const judge = await editorJudge(workspace, env);
    // A judge reads notes alone: whatever else there is does without.
    if (!judge.ok) this.log.warn(formatRefusal(judge.error));
    const model = judge.ok ? judge.value : undefined;
    const permission = new ModalPermission();
    const hooks = settings.toolHooks;
    return {
      env,
      node: nodeForHooks(settings.nodePath),
      secrets: this.secrets.of(workspace.root),
      ...(model && { judge: model }),
      ...(model?.key && { hidden: [model.key.variable] }),
      openTools: (profileId) => Toolbox.open({ workspace, agent, profileId, env, permission, hooks }),
    };
  }
}
