import * as vscode from 'vscode';
import type { Material } from '../engine/author/material';
import { messageOf } from '../engine/workspace/read-text';
import { selectProfileId } from '../engine/workspace/select';
import { Slug } from '../schemas/profile';
import { formatRefusal, ok, type Refusal, type Result } from '../schemas/result';
import { chooseAgent } from './agent-choice';
import { showRefusal } from './agent-run';
import { askMaterial, materialOf, selectedMaterial } from './author-material';
import { type OutcomeActions, tellAdded, tellFixed } from './author-outcome';
import type { Acceptance } from './author-person';
import { AuthorWorks } from './author-work';
import type { EnvironmentSecrets } from './environment-secrets';
import { PastedEditors } from './pasted-editors';
import { askProfileName } from './profile-name';
import { profileNamedBy, saveFilesOf } from './profile-trials';
import type { LocatedAgent, TestExplorer } from './test-explorer';

/** The commands that write and repair profiles, with a person at the editor (behaviour §13). */
export class ProfileAuthor implements vscode.Disposable {
  private readonly works: AuthorWorks;
  private readonly pasted = new PastedEditors();

  constructor(
    private readonly explorer: TestExplorer,
    secrets: EnvironmentSecrets,
    private readonly run: OutcomeActions['run'],
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.works = new AuthorWorks(secrets, log);
  }

  /** Asks for material, then writes a profile from it. @param target what says which agent is meant */
  async add(target?: unknown): Promise<void> {
    if (!isTrusted()) return;
    const document = vscode.window.activeTextEditor?.document;
    // Whoever has pasted, and asks again, wants to go on.
    if (target === undefined && document && this.pasted.read(document)?.text.trim())
      return this.addFromEditor(document.uri);
    const located = await chooseAgent(this.explorer, target);
    if (!located) return;
    const material = await askMaterial(located.workspace.root, () => this.pasted.show(located.agent.agentDir));
    if (material) await this.addFrom(located, material);
  }

  /** Writes a profile from the selection of an editor; where nothing is selected, from its whole text. */
  async addFromEditor(target?: unknown): Promise<void> {
    if (!isTrusted()) return;
    const editor = vscode.window.activeTextEditor;
    const named = target instanceof vscode.Uri ? target : editor?.document.uri;
    if (!named) return this.add();
    const document = await vscode.workspace.openTextDocument(named);
    const pasted = this.pasted.read(document);
    const known = pasted && this.explorer.agentAt(pasted.agentDir);
    const located = known ?? (await chooseAgent(this.explorer, named));
    if (!located) return;
    const { root } = located.workspace;
    const isInFront = editor?.document.uri.toString() === named.toString();
    const selected = isInFront && !pasted ? selectedMaterial(editor, root) : undefined;
    const material = selected ?? materialOf(document, pasted?.text ?? document.getText(), root);
    const isWritten = await this.addFrom(located, ok(material));
    if (pasted && isWritten) await this.pasted.close(document);
  }

  /** Runs a profile, says what is wrong with it, and repairs what can be repaired. */
  async fix(target?: unknown): Promise<void> {
    if (!isTrusted()) return;
    const located = await chooseAgent(this.explorer, target);
    if (!located) return;
    const named = profileNamedBy(target ?? vscode.window.activeTextEditor?.document.uri, located);
    const profileId = selectProfileId(located.agent, named);
    if (!profileId.ok) return this.refused(profileId.error, located);
    const what = await vscode.window.showInputBox({
      title: vscode.l10n.t('Fix Profile {0}: What Is Wrong?', profileId.value),
      prompt: vscode.l10n.t('Empty when you do not know. A field or path, a header, or a URL helps.'),
      placeHolder: vscode.l10n.t('the answer is in data.text'),
      ignoreFocusOut: true,
    });
    if (what === undefined) return;
    await saveFilesOf(located);
    const { fixProfile } = await import('../engine/author/fix-profile');
    const acceptance: Acceptance = {
      present: true,
      label: vscode.l10n.t('Repair the Script'),
      detail: vscode.l10n.t('Writes what the diff shows'),
    };
    const title = vscode.l10n.t('Rook repairs profile {0}', profileId.value);
    const outcome = await this.works.run(located, title, acceptance, (work) =>
      fixProfile({
        ...work,
        profileId: profileId.value,
        ...(what.trim() !== '' && { what }),
        shown: (path) => vscode.workspace.asRelativePath(path),
      }),
    );
    if (!outcome) return;
    const { result, discarded } = outcome;
    if (!result.ok) return this.refused(result.error, located);
    const fresh = await this.readAgain(located);
    this.offered(
      tellFixed(
        result.value,
        discarded,
        fresh,
        this.actions(() => this.fix(target)),
      ),
    );
  }

  /** Ends what is running, at once. */
  shutDown(): void {
    this.works.shutDown();
  }

  dispose(): void {
    this.works.dispose();
    this.pasted.dispose();
  }

  /** @returns whether a profile was written */
  private async addFrom(located: LocatedAgent, given: Result<Material>): Promise<boolean> {
    const isWritten = given.ok ? await this.write(located, given.value) : given;
    if (isWritten.ok) return isWritten.value;
    await this.refused(isWritten.error, located);
    return false;
  }

  private async write(located: LocatedAgent, material: Material): Promise<Result<boolean>> {
    const { agent } = located;
    // The author is loaded when it is first needed: opening a folder does not pay for it.
    const [{ recognise }, { addProfile }, { authoredFiles }] = await Promise.all([
      import('../engine/author/material/recognise'),
      import('../engine/author/add-profile'),
      import('../engine/author/write-profile'),
    ]);
    const recognised = await recognise(material);
    if (!recognised.ok) return recognised;
    const found = recognised.value;
    const name =
      found.kind === 'notes'
        ? await askProfileName(
            agent,
            Slug.catch('agent').parse(agent.id),
            vscode.l10n.t('These are notes in plain language; a judge model reads them.'),
          )
        : await askProfileName(
            agent,
            found.name,
            [vscode.l10n.t('This is {0}.', found.what), ...found.warnings].join(' '),
          );
    if (!name) return ok(false);
    const willBeActive = agent.activeProfileId === undefined || agent.activeProfileId === name.id;
    const acceptance: Acceptance = {
      file: authoredFiles(agent, name.id).script,
      present: name.replaces,
      label: willBeActive ? vscode.l10n.t('Use This Profile') : vscode.l10n.t('Add This Profile'),
      detail: vscode.l10n.t('Writes the profile {0} and the script below', name.id),
    };
    const title = vscode.l10n.t('Rook adds profile {0}', name.id);
    const outcome = await this.works.run(located, title, acceptance, (work) =>
      addProfile({ ...work, material, name: name.id, ...(name.replaces && { force: true }) }),
    );
    if (!outcome) return ok(false);
    const { result, discarded } = outcome;
    if (!result.ok) return result;
    const fresh = await this.readAgain(located);
    const again = async (): Promise<void> => void (await this.addFrom(fresh, ok(material)));
    this.offered(tellAdded(result.value, discarded, fresh, this.actions(again)));
    return ok(result.value.ok);
  }

  /** What is offered in a message may be taken much later: nothing waits for it. */
  private offered(message: Promise<void>): void {
    message.catch((error: unknown) => {
      this.log.error(messageOf(error));
      void vscode.window.showErrorMessage(`Rook: ${messageOf(error)}`);
    });
  }

  /** The agent with what was just written. */
  private async readAgain(located: LocatedAgent): Promise<LocatedAgent> {
    const { agent } = located;
    await this.explorer.update([agent.profilesDir, agent.activeProfileFile]);
    return this.explorer.agentAt(agent.agentDir) ?? located;
  }

  private actions(again: () => Promise<void>): OutcomeActions {
    return { explorer: this.explorer, log: this.log, run: this.run, again };
  }

  private refused(error: Refusal, { workspace }: LocatedAgent): Promise<void> {
    const text = [formatRefusal(error), error.remedy].filter(Boolean).join('\n');
    this.log.error(text);
    return showRefusal(text, error, workspace.root);
  }
}

function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void vscode.window.showErrorMessage(
    vscode.l10n.t('Rook runs the hook scripts of a workspace, and this one is not trusted. Trust it, then run again.'),
  );
  return false;
}
