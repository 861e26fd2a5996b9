import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RedactionList } from '../engine/report/exports/bundle/redaction-list';
import type { AgentRef } from '../engine/workspace/workspace';
import { type ExportForm, exportForms } from '../schemas/panel';
import { formatRefusal } from '../schemas/result';
import { readSettings } from './configuration';
import type { EnvironmentSecrets } from './environment-secrets';
import { pickRun, staysOpen } from './run-pick';
import type { TestExplorer } from './test-explorer';

/** Writes runs in other forms to files that the user chooses. Runs are only read, so an untrusted workspace has it, too. */
export class RunExports {
  constructor(
    private readonly explorer: TestExplorer,
    private readonly secrets: EnvironmentSecrets,
    /** Of the extension. */
    private readonly version: string,
  ) {}

  /** Asks for a run first. */
  async choose(): Promise<void> {
    const picked = await pickRun(this.explorer);
    if (picked) await this.export(picked.agent, picked.runId);
  }

  /** @param form asked for when it is not given. */
  async export(agent: AgentRef, runId: string, given?: ExportForm): Promise<void> {
    const form = given ?? (await pickForm(runId));
    const outline = this.explorer.agentAt(agent.agentDir)?.workspace;
    if (form === undefined || outline === undefined) return;
    const { workspace, root } = outline;
    if (!workspace) throw new Error(vscode.l10n.t('the Rook workspace of {0} cannot be read', agent.name));
    const target = await askTarget(agent, runId, form, root);
    if (!target) return;
    const secrets = { ...this.secrets.of(root), names: this.secrets.list(root) };
    const request = {
      workspace,
      agent,
      runId,
      form,
      file: target.fsPath,
      version: this.version,
      env: process.env,
      secrets,
    };
    const title = vscode.l10n.t('Exporting run {0}', runId);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const written = await vscode.window.withProgress(options, (progress, token) =>
      this.write(request, progress, token),
    );
    if (written === undefined) return; // stopped, and nothing is left of it
    if (!written.ok) void vscode.window.showErrorMessage(`Rook: ${formatRefusal(written.error)}`);
    else await offer(target, form, written.value);
  }

  private async write(
    request: Omit<
      Parameters<typeof import('../engine/report/exports/entry').exportRunFile>[0],
      'patterns' | 'signal' | 'onProgress'
    >,
    progress: vscode.Progress<{ increment?: number; message?: string }>,
    token: vscode.CancellationToken,
  ): Promise<Awaited<ReturnType<typeof import('../engine/report/exports/entry').exportRunFile>> | undefined> {
    const stop = new AbortController();
    const listener = token.onCancellationRequested(() => stop.abort());
    let percent = 0;
    try {
      const { exportRunFile } = await import('../engine/report/exports/entry');
      const texts = readSettings(vscode.Uri.file(request.agent.agentDir)).redact;
      return await exportRunFile({
        ...request,
        patterns: { texts, where: 'rook.export.redact' },
        signal: stop.signal,
        onProgress: (done, total) => {
          const now = Math.floor((100 * done) / Math.max(total, 1));
          if (now > percent) progress.report({ increment: now - percent, message: `${now} %` });
          percent = Math.max(now, percent);
        },
      });
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      throw error;
    } finally {
      listener.dispose();
    }
  }
}

interface FormPick extends vscode.QuickPickItem {
  form: ExportForm;
}

async function pickForm(runId: string): Promise<ExportForm | undefined> {
  const picked = await vscode.window.showQuickPick<FormPick>(
    exportForms.map((form) => ({ form, ...wordsOf(form) })),
    {
      title: vscode.l10n.t('Export Run {0}', runId),
      placeHolder: vscode.l10n.t('What shall it become?'),
      ...staysOpen,
    },
  );
  return picked?.form;
}

function wordsOf(form: ExportForm): { label: string; detail: string } {
  switch (form) {
    case 'html':
      return {
        label: `$(globe) ${vscode.l10n.t('HTML Page')}`,
        detail: vscode.l10n.t(
          'Everything on one page that opens in any browser, offline. Nothing is masked beyond what the run has masked.',
        ),
      };
    case 'markdown':
      return {
        label: `$(markdown) ${vscode.l10n.t('Markdown Summary')}`,
        detail: vscode.l10n.t('A summary for an issue or a review'),
      };
    case 'junit':
      return { label: `$(checklist) ${vscode.l10n.t('JUnit XML')}`, detail: vscode.l10n.t('For a CI system') };
    case 'bundle':
      return {
        label: `$(file-zip) ${vscode.l10n.t('Redacted Bundle')}`,
        detail: vscode.l10n.t(
          'Records, page and reports in one archive; secret values and your own patterns are masked, with a list of what was',
        ),
      };
    default:
      return form satisfies never;
  }
}

function endingOf(form: ExportForm): { ending: string; kind: string } {
  switch (form) {
    case 'html':
      return { ending: 'html', kind: 'HTML' };
    case 'markdown':
      return { ending: 'md', kind: 'Markdown' };
    case 'junit':
      return { ending: 'xml', kind: 'XML' };
    case 'bundle':
      return { ending: 'zip', kind: 'ZIP' };
    default:
      return form satisfies never;
  }
}

/** Where to: beside the workspace's own files unless the user goes elsewhere. */
async function askTarget(
  agent: AgentRef,
  runId: string,
  form: ExportForm,
  root: string,
): Promise<vscode.Uri | undefined> {
  const { ending, kind } = endingOf(form);
  const name = `rook-${agent.id}-${runId}.${ending}`.replace(/[^\w.-]+/g, '-');
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Run {0}', runId),
    defaultUri: vscode.Uri.file(join(root || homedir(), name)),
    filters: { [kind]: [ending] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (target && target.scheme !== 'file') {
    void vscode.window.showErrorMessage(vscode.l10n.t('A run can be exported to a folder on disk only.'));
    return undefined;
  }
  return target;
}

/** Says that it is there, and offers to look at it. */
async function offer(target: vscode.Uri, form: ExportForm, list: RedactionList | undefined): Promise<void> {
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Reveal');
  const buttons = form === 'bundle' ? [reveal] : [open, reveal];
  const answer = await vscode.window.showInformationMessage(exportedWords(target, list), ...buttons);
  if (answer === open && form === 'html') await vscode.env.openExternal(target);
  else if (answer === open) await vscode.commands.executeCommand('vscode.open', target);
  else if (answer === reveal) await revealFile(target);
}

function exportedWords(target: vscode.Uri, list: RedactionList | undefined): string {
  if (!list) return vscode.l10n.t('Exported to {0}', target.fsPath);
  const places = list.files.reduce((sum, { masked }) => sum + masked.reduce((inner, { count }) => inner + count, 0), 0);
  const said = vscode.l10n.t(
    'Exported to {0}: {1} place(s) masked, {2} file(s) or folder(s) left out. REDACTION.md in it lists them: look before you send it.',
    target.fsPath,
    places,
    list.left_out.length,
  );
  const short = list.looked_for.too_short;
  return short.length === 0 ? said : `${said} ${vscode.l10n.t('Not masked, being too short: {0}.', short.join(', '))}`;
}

/** In the file manager of the desktop; where there is none, in the editor's own tree. */
async function revealFile(target: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('revealFileInOS', target);
  } catch {
    await vscode.commands.executeCommand('revealInExplorer', target); // a browser has no file manager
  }
}
