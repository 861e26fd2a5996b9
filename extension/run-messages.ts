import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { ownFirst, type StackFrame } from '../engine/lifecycle/stack-frames';
import type { RecordLink } from '../schemas/panel';
import { escapeMarkdown } from './escape-markdown';
import { lineOfCriterion } from './scenario-outline';
import type { ScenarioTarget } from './scenario-target';
import type { MessageData } from './verdict-states';

/** `testMessage` in the menus of package.json: a text has a link in it, a diff gets a button over it. */
const contexts = { text: 'rook.verdict', diff: 'rook.verdictDiff' };
const openVerdictCommand = 'rook.openVerdict';

/** Messages for the Test Explorer, each at its place in the scenario's file. */
export function testMessages(
  target: ScenarioTarget,
  data: readonly MessageData[],
  record: RecordLink | undefined,
): vscode.TestMessage[] {
  return data.map((one) => {
    const message = messageFrom(one, record);
    const location = locationOf(target, one);
    if (location) message.location = location;
    if (one.frames) message.stackTrace = stackTrace(one.frames, target);
    if (record) message.contextValue = message.actualOutput === undefined ? contexts.text : contexts.diff;
    return message;
  });
}

/** A diff shows no text of ours, so it has no link: the button that the menu puts over it opens the verdict. */
function messageFrom({ text, remedy, expected, actual }: MessageData, record?: RecordLink): vscode.TestMessage {
  const plain = remedy === undefined ? text : `${text}\n${remedy}`;
  if (expected !== undefined && actual !== undefined) return vscode.TestMessage.diff(plain, expected, actual);
  return new vscode.TestMessage(record ? withLink(text, remedy, record) : plain);
}

/**
 * What agents and hooks said stays plain text, whatever is in it. Only our own link is markdown, and all that it, or
 * any other link, may do here is open a verdict panel.
 */
function withLink(text: string, remedy: string | undefined, record: RecordLink): vscode.MarkdownString {
  const query = JSON.stringify([record]);
  const link = vscode.Uri.from({ scheme: 'command', path: openVerdictCommand, query });
  const parts = [
    escapeMarkdown(text),
    `[${vscode.l10n.t('Open Verdict')}](${link.toString()})`,
    escapeMarkdown(remedy ?? ''),
  ];
  const markdown = new vscode.MarkdownString(parts.filter((part) => part !== '').join('\n\n'));
  markdown.isTrusted = { enabledCommands: [openVerdictCommand] };
  return markdown;
}

/** The way to the line of a script that has thrown; a trace may name files that are not here. */
function stackTrace(frames: readonly StackFrame[], { item }: ScenarioTarget): vscode.TestMessageStackFrame[] {
  const folder = item.uri && vscode.workspace.getWorkspaceFolder(item.uri)?.uri.fsPath;
  const ordered = folder === undefined ? frames : ownFirst(frames, folder);
  return ordered
    .filter(({ file }) => existsSync(file))
    .map(({ label, file, line, column }) => {
      const position = new vscode.Position(Math.max(line - 1, 0), Math.max(column - 1, 0));
      return new vscode.TestMessageStackFrame(label, vscode.Uri.file(file), position);
    });
}

function locationOf({ item, outline }: ScenarioTarget, data: MessageData): vscode.Location | undefined {
  if (!item.uri) return undefined;
  const line =
    data.criterionId === undefined ? outline.line : lineOfCriterion(outline, data.criterionId, data.forbidden);
  return new vscode.Location(item.uri, new vscode.Position(line, 0));
}
