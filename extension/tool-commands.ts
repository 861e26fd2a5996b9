import * as vscode from 'vscode';
import { type McpPlace, type McpServer, type McpState, readServers } from '../engine/tools/mcp/registry';
import { approveServer, switchServer } from '../engine/tools/mcp/registry-changes';
import { shownDefinition } from '../engine/tools/mcp/shown-definition';
import { readHookFile, ToolHookRegistry } from '../engine/tools/tool-hooks/registry';
import { RookHome } from '../engine/workspace/home';
import { formatRefusal, type Result } from '../schemas/result';
import { type ToolHook, toolHookEvents } from '../schemas/tool-hook';
import { environmentForHooks } from './hook-host';
import type { TestExplorer } from './test-explorer';

const stateWords: Record<McpState, string> = {
  approved: vscode.l10n.t('approved'),
  needs_approval: vscode.l10n.t('needs approval'),
  changed: vscode.l10n.t('changed since it was approved'),
  disabled: vscode.l10n.t('disabled'),
  missing_variable: vscode.l10n.t('a variable has no value'),
  broken: vscode.l10n.t('broken'),
};

/** Shows the MCP servers that probes and judges may ask, and lets one be approved, disabled or enabled. */
export async function reviewMcpServers(explorer: TestExplorer): Promise<void> {
  const place = await placeOf(explorer);
  if (!place) return;
  const servers = orThrow(await readServers(place));
  if (servers.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There are no MCP servers: none in .testmuai/rook/mcp.json, .mcp.json or your own files.'),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    servers.map((server) => ({
      label: `${server.state === 'approved' ? '$(pass)' : '$(circle-slash)'} ${server.name}`,
      description: `${server.origin}, ${stateWords[server.state]}`,
      ...(server.why !== undefined && { detail: server.why }),
      server,
    })),
    { title: vscode.l10n.t('MCP servers'), placeHolder: vscode.l10n.t('Look at one, and decide') },
  );
  if (picked) await decide(picked.server, place);
}

/** Shows a definition in full, secrets hidden, and asks what is to become of the server. */
async function decide(server: McpServer, place: McpPlace): Promise<void> {
  const approve = vscode.l10n.t('Approve');
  const disable = vscode.l10n.t('Disable');
  const enable = vscode.l10n.t('Enable');
  const choices =
    server.state === 'needs_approval' || server.state === 'changed'
      ? [approve, disable]
      : server.state === 'disabled'
        ? [enable]
        : [disable];
  const definition = server.definition ? JSON.stringify(shownDefinition(server.definition), null, 2) : '';
  const detail = [server.file, definition, server.why ?? ''].filter((part) => part !== '').join('\n\n');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('MCP server {0} is {1}', server.name, stateWords[server.state]),
    { modal: true, detail },
    ...choices,
  );
  // What was looked at is what is approved: a definition that changes meanwhile has another fingerprint.
  if (answer === approve && server.fingerprint !== undefined)
    orThrow(await approveServer(server.name, server.fingerprint, place));
  if (answer === disable) orThrow(await switchServer(server.name, false, place));
  if (answer === enable) orThrow(await switchServer(server.name, true, place));
}

/** Adds a tool hook to the workspace's list: one command, or all of a file. */
export async function addToolHook(explorer: TestExplorer): Promise<void> {
  const place = await placeOf(explorer);
  if (!place) return;
  const fromFile = vscode.l10n.t('From a file …');
  const event = await vscode.window.showQuickPick([...toolHookEvents, fromFile], {
    title: vscode.l10n.t('When does the hook run?'),
  });
  if (event === undefined) return;
  const hooks = event === fromFile ? await hooksFromFile() : await hookFromInput(event as ToolHook['event']); // one of the list above
  if (hooks) orThrow(await new ToolHookRegistry(place.home, place.root).add(hooks));
}

async function hooksFromFile(): Promise<ToolHook[] | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ filters: { JSON: ['json'] } })) ?? [];
  return file && orThrow(await readHookFile(file.fsPath));
}

async function hookFromInput(event: ToolHook['event']): Promise<ToolHook[] | undefined> {
  const command = await vscode.window.showInputBox({
    title: vscode.l10n.t('Command of the {0} hook', event),
    prompt: vscode.l10n.t('A program and its arguments, no shell. {tool}, {event} and {path} are replaced.'),
    value: 'node hooks/check.mjs {tool} {path}',
  });
  return command ? [{ event, command }] : undefined;
}

/** Lists the tool hooks of the workspace; picking one removes it, after asking. */
export async function reviewToolHooks(explorer: TestExplorer): Promise<void> {
  const place = await placeOf(explorer);
  if (!place) return;
  const registry = new ToolHookRegistry(place.home, place.root);
  const hooks = orThrow(await registry.list());
  const add = { label: `$(add) ${vscode.l10n.t('Add a hook …')}`, number: 0 };
  const picked = await vscode.window.showQuickPick(
    [
      ...hooks.map(({ event, command }, index) => ({
        label: `#${index + 1} ${event}`,
        description: command,
        number: index + 1,
      })),
      add,
    ],
    { title: vscode.l10n.t('Tool hooks'), placeHolder: vscode.l10n.t('Pick one to remove it') },
  );
  if (!picked) return;
  if (picked.number === 0) return addToolHook(explorer);
  const remove = vscode.l10n.t('Remove');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove {0}?', picked.label),
    { modal: true },
    remove,
  );
  if (answer === remove) orThrow(await registry.remove(picked.number));
}

/** The workspace that is meant: the only one, or the one that is picked. */
async function placeOf(explorer: TestExplorer): Promise<McpPlace | undefined> {
  await explorer.ready;
  const workspaces = explorer.workspaces.flatMap(({ workspace }) => workspace ?? []);
  const roots = workspaces.map(({ root }) => root);
  const root = roots.length > 1 ? await vscode.window.showQuickPick(roots) : roots[0];
  const workspace = workspaces.find((one) => one.root === root);
  if (!workspace) return undefined;
  const env = environmentForHooks();
  return { home: RookHome.of(env), root: workspace.root, rookDir: workspace.rookDir, env };
}

function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { remedy } = result.error;
  throw new Error([formatRefusal(result.error), remedy].filter(Boolean).join('. '));
}
