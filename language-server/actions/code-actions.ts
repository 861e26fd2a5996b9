import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver/node';
import type { Fix } from '../../engine/workspace/edits/file-edit';
import { organiseKeys } from '../../engine/workspace/edits/organise-keys';
import { changeBetween } from '../../engine/workspace/edits/text-change';
import { checkFile } from '../../engine/workspace/rules/check-file';
import type { LocatedProblem } from '../../schemas/problem';
import { uriOf } from '../documents/file-uri';
import { type RookDocument, toRange } from '../documents/rook-document';
import { answering, type Feature, type FeatureHost } from '../feature';
import { fixAllKind, organiseKind } from '../handshake/capabilities';
import { mergeScripts, phaseAt, splitScript } from './arrange-scripts';
import { hasCommand } from './client-commands';
import { fixAll } from './fix-all';
import { changeOf, subjectOf } from './fix-subject';
import { fixesFor, silencing } from './fixes';
import { knownText } from './known-texts';
import { toggleExcluded } from './scenario-fixes';
import { editSupport, toWorkspaceEdit } from './workspace-edit';

/** Quick fixes of problems, and what can be done with a whole file. */
export const codeActionFeature: Feature = {
  attach(connection, host) {
    connection.onCodeAction(
      answering(host, null, (params, token) => actionsFor(params, host, () => token.isCancellationRequested)),
    );
  },
};

async function actionsFor(
  { textDocument, range, context }: CodeActionParams,
  host: FeatureHost,
  isCancelled: () => boolean,
): Promise<CodeAction[] | null> {
  const document = host.document(textDocument.uri);
  if (!document) return null;
  const wants = (kind: string): boolean => !context.only || context.only.some((only) => isOf(kind, only));
  const asked = (kind: string): boolean => context.only?.some((only) => isOf(kind, only)) === true;
  const actions: CodeAction[] = [];
  // An editor asks at every move of the cursor: without a problem there it need not be looked for.
  const isIdle = context.triggerKind === CodeActionTriggerKind.Automatic && !context.diagnostics.some(isOurs);
  if (wants(CodeActionKind.QuickFix) && !isIdle)
    actions.push(...quickFixes(document, range, context.diagnostics, host));
  // What a whole file is about is offered when it is asked for, and not at every place of it.
  if (asked(fixAllKind)) actions.push(...(await everyFix(document, host, isCancelled)));
  if (asked(organiseKind)) actions.push(...organise(document, host));
  if (wants(CodeActionKind.RefactorRewrite)) {
    for (const fix of rewritings(document, range, host))
      actions.push(...actionOf(fix, CodeActionKind.RefactorRewrite, host));
  }
  return isCancelled() ? null : actions;
}

/** `quickfix` asks for `quickfix.rook`, too. */
function isOf(kind: string, asked: string): boolean {
  return kind === asked || kind.startsWith(`${asked}.`) || asked === '';
}

/** The problems of a range are found anew: what the client has may be of an older text. */
function quickFixes(
  document: RookDocument,
  range: Range,
  shown: readonly Diagnostic[],
  host: FeatureHost,
): CodeAction[] {
  const { file } = document;
  const { problems } = checkFile(file, document, host.context());
  const about = subject(document, host);
  const actions = problems
    .filter((problem) => touches(document, problem, range))
    .map((problem) => ({
      told: shown.filter((one) => isOurs(one) && one.code === problem.code && sameStart(one, document, problem)),
      fixes: fixesFor(problem, about),
      silent: silencing(problem, about),
    }));
  // First everything that mends, then what only silences.
  return [
    ...actions.flatMap(({ told, fixes }) => fixes.flatMap((fix) => actionOf(fix, CodeActionKind.QuickFix, host, told))),
    ...actions.flatMap(({ told, silent }) => actionOf(silent, CodeActionKind.QuickFix, host, told)),
  ];
}

function isOurs({ source }: Diagnostic): boolean {
  return source === 'rook';
}

function touches({ text }: RookDocument, problem: LocatedProblem, { start, end }: Range): boolean {
  return problem.range.start <= text.offsetAt(end) && problem.range.end >= text.offsetAt(start);
}

function sameStart({ range }: Diagnostic, { text }: RookDocument, problem: LocatedProblem): boolean {
  const { start } = toRange(text, problem.range);
  return range.start.line === start.line && range.start.character === start.character;
}

/** What could be arranged otherwise, without a problem. */
function rewritings(document: RookDocument, range: Range, host: FeatureHost): (Fix | undefined)[] {
  const about = subject(document, host);
  if (document.kind !== 'profile') return [toggleExcluded(about)];
  const { text } = document;
  const phase = phaseAt(text.offsetAt(range.start), text.offsetAt(range.end), about);
  return phase ? [splitScript(phase, about), mergeScripts(about)] : [];
}

async function everyFix(document: RookDocument, host: FeatureHost, isCancelled: () => boolean): Promise<CodeAction[]> {
  const change = await fixAll(document, host.context(), (path) => textOf(host, path), isCancelled);
  if (!change) return [];
  const fix = { title: 'Fix everything that is sure', edits: [changeOf(document.file.path, [change])] };
  return actionOf(fix, fixAllKind, host);
}

function organise(document: RookDocument, host: FeatureHost): CodeAction[] {
  if (!('reading' in document)) return [];
  const { document: yaml } = document.reading;
  const change = changeBetween(yaml.text, organiseKeys(yaml, document.file.kind));
  if (!change) return [];
  const fix = { title: 'Organise keys', edits: [changeOf(document.file.path, [change])] };
  return actionOf(fix, organiseKind, host);
}

/** An action for a fix that the client can carry out; nothing for others. */
function actionOf(fix: Fix | undefined, kind: string, host: FeatureHost, told: Diagnostic[] = []): CodeAction[] {
  if (!fix) return [];
  const { title, edits, command, sure } = fix;
  const client = host.client();
  const edit =
    edits.length > 0
      ? toWorkspaceEdit(edits, editSupport(client?.capabilities), (path) => knownText(host, path), uriOf)
      : undefined;
  const isPossible = edits.length === 0 || edit !== undefined;
  if (!isPossible || (command && !hasCommand(client, command.id))) return [];
  return [
    {
      title,
      kind,
      ...(told.length > 0 && { diagnostics: told }),
      ...(sure && { isPreferred: true }),
      ...(edit && { edit }),
      ...(command && { command: { title, command: command.id, arguments: [...command.arguments] } }),
    },
  ];
}

function subject(document: RookDocument, host: FeatureHost) {
  return subjectOf(document, host.context(), (path) => textOf(host, path));
}

function textOf(host: FeatureHost, path: string): string | undefined {
  return knownText(host, path)?.text.getText();
}
