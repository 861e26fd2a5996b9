import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Material } from '../engine/author/material';
import { messageOf } from '../engine/workspace/read-text';
import { ok, type Result, refuse } from '../schemas/result';

/** Most that is read as material, in bytes: an OpenAPI file may be large, a log file is none. */
const mostBytes = 16 * 1024 * 1024;
/** The clipboard is looked at, to say what it holds, up to this many characters. */
const mostLookedAt = 512 * 1024;

type Way = vscode.QuickPickItem & { give: () => Promise<Result<Material> | undefined> };

/** What a way to give material offers, known before it is chosen. */
interface Seen {
  /** In words, such as `a cURL command: POST …`; credentials are not in it. */
  what: string;
  /** Whether it can be used without a model. */
  known: boolean;
}

/**
 * Asks for what a profile is to be written from: the selection, the clipboard, an editor to paste into, a file, or a line that
 * is typed. What is at hand says what it is, so that mostly one key is enough.
 * @param root absolute path of the workspace: what files in pasted material are relative to
 * @param pasteIntoEditor opens the editor; the work goes on from there
 * @returns undefined when nothing was given, or will be given later
 */
export async function askMaterial(
  root: string,
  pasteIntoEditor: () => Promise<void>,
): Promise<Result<Material> | undefined> {
  const selected = selectedMaterial(vscode.window.activeTextEditor, root);
  const seen = await lookAtClipboard(root);
  const fromClipboard: Way = {
    label: `$(clippy) ${vscode.l10n.t('From the Clipboard')}`,
    detail: seen?.what ?? vscode.l10n.t('What was copied last'),
    give: async () => ok(await clipboardMaterial(root)),
  };
  const ways: Way[] = [];
  if (selected)
    ways.push({
      label: `$(selection) ${vscode.l10n.t('From the Selection')}`,
      detail: (await look(selected)).what,
      give: async () => ok(selected),
    });
  if (seen?.known) ways.push(fromClipboard);
  ways.push({
    label: `$(edit) ${vscode.l10n.t('Paste into an Editor')}`,
    detail: vscode.l10n.t('A cURL command, an HTTP request, OpenAPI, Postman, notes'),
    give: async () => {
      await pasteIntoEditor();
      return undefined;
    },
  });
  if (!seen?.known) ways.push(fromClipboard);
  ways.push({
    label: `$(terminal) ${vscode.l10n.t('Type a Command Line or a URL…')}`,
    detail: vscode.l10n.t('A program such as claude -p, or the address of an agent'),
    give: typedLine.bind(undefined, root),
  });
  ways.push({
    label: `$(file) ${vscode.l10n.t('From a File…')}`,
    detail: vscode.l10n.t('OpenAPI 3, a Postman collection, a saved request'),
    give: chosenFile.bind(undefined, root),
  });
  const picked = await vscode.window.showQuickPick(ways, {
    title: vscode.l10n.t('Add Profile: How Is the Agent Called?'),
    placeHolder: vscode.l10n.t('Give what you have; nothing is sent before you say so'),
    ignoreFocusOut: true,
  });
  return picked?.give();
}

/** What is selected in an editor; undefined when nothing is. */
export function selectedMaterial(editor: vscode.TextEditor | undefined, root: string): Material | undefined {
  if (!editor || editor.selection.isEmpty) return undefined;
  const { document, selection } = editor;
  const text = document.getText(selection);
  return text.trim() === '' ? undefined : materialOf(document, text, root);
}

/** Text of a document as material: files that it names are relative to where it is. */
export function materialOf({ uri }: vscode.TextDocument, text: string, root: string): Material {
  const isFile = uri.scheme === 'file';
  // The name of a file would say that the text is all of it, such as a program.
  const source = vscode.l10n.t('the text in {0}', vscode.workspace.asRelativePath(uri));
  return { text, folder: isFile ? dirname(uri.fsPath) : root, source };
}

async function clipboardMaterial(root: string): Promise<Material> {
  return { text: await vscode.env.clipboard.readText(), folder: root, source: vscode.l10n.t('the clipboard') };
}

/** What the clipboard holds. A browser asks before it lets anybody look: there it is read once it is chosen. */
async function lookAtClipboard(root: string): Promise<Seen | undefined> {
  if (vscode.env.uiKind === vscode.UIKind.Web) return undefined;
  const material = await clipboardMaterial(root);
  return material.text.trim() === '' || material.text.length > mostLookedAt ? undefined : look(material);
}

async function look(material: Material): Promise<Seen> {
  const { recognise } = await import('../engine/author/material/recognise');
  const found = await recognise(material);
  if (!found.ok) return { what: found.error.message.split('\n', 1)[0] ?? '', known: false };
  if (found.value.kind !== 'notes') return { what: found.value.what, known: true };
  const lines = material.text.trim().split('\n').length;
  return { what: vscode.l10n.t('notes that a judge model would read (lines: {0})', lines), known: false };
}

async function typedLine(root: string): Promise<Result<Material> | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Profile: Command Line or URL'),
    prompt: vscode.l10n.t('Write {{goal}} where the goal belongs; else it is the last argument or standard input.'),
    placeHolder: 'claude -p',
    ignoreFocusOut: true,
  });
  const text = typed?.trim();
  if (!text) return undefined;
  // `--command` says that it is a program, whatever it looks like.
  const isUrl = /^[a-z][a-z+.-]*:\/\/\S+$/i.test(text);
  return ok({ text, folder: root, source: isUrl ? vscode.l10n.t('what was typed') : '--command' });
}

async function chosenFile(root: string): Promise<Result<Material> | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Add Profile from a File'),
      openLabel: vscode.l10n.t('Add Profile'),
      defaultUri: vscode.Uri.file(root),
    })) ?? [];
  if (!uri) return undefined;
  const file = uri.fsPath;
  const remedy = vscode.l10n.t('Choose a text file that says how the agent is called.');
  try {
    if ((await stat(file)).size > mostBytes) return refuse(vscode.l10n.t('{0} is larger than 16 MiB', file), remedy);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return ok({ text, folder: dirname(file), source: file });
  } catch (error) {
    if (error instanceof TypeError) return refuse(vscode.l10n.t('{0} is not UTF-8 text', file), remedy);
    return refuse(messageOf(error), remedy);
  }
}
