import * as vscode from 'vscode';

/** Type of the verdict panels, as VS Code keeps it. */
export const verdictPanelType = 'rook.verdict';

/** What VS Code may ask for as soon as the extension counts as active. */
export interface Doors {
  /** By the names of package.json. */
  commands: Record<string, (...args: unknown[]) => Promise<void>>;
  tools: Record<string, vscode.LanguageModelTool<unknown>>;
  /** Called with a panel of an earlier window, and what it had kept. */
  restorePanel: (panel: vscode.WebviewPanel, kept: unknown) => Promise<void>;
  /** Called with a link to this extension that was followed anywhere; VS Code has asked the user. */
  openLink: (uri: vscode.Uri) => Promise<void>;
}

/**
 * Registers what VS Code may ask for at once, without the code behind it: whoever comes early waits until the rest is there.
 * @param rest what is loaded after the activation.
 */
export function openDoors(context: vscode.ExtensionContext, rest: Promise<Doors>): vscode.Disposable {
  const { commands, languageModelTools } = context.extension.packageJSON.contributes as {
    commands: { command: string }[];
    languageModelTools: { name: string }[];
  };
  return vscode.Disposable.from(
    ...commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...args: unknown[]) => (await rest).commands[command]?.(...args)),
    ),
    vscode.window.registerWebviewPanelSerializer(verdictPanelType, {
      deserializeWebviewPanel: async (panel, kept) => (await rest).restorePanel(panel, kept),
    }),
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await rest).openLink(uri) }),
    toolDoors(
      languageModelTools.map(({ name }) => name),
      rest,
    ),
  );
}

/** Tools for a chat are there as long as the user has not switched AI features off. */
function toolDoors(names: readonly string[], rest: Promise<Doors>): vscode.Disposable {
  let open: vscode.Disposable | undefined;
  const update = (): void => {
    const wanted = vscode.workspace.getConfiguration('chat').get('disableAIFeatures') !== true;
    if (wanted === (open !== undefined)) return;
    open?.dispose();
    open = wanted ? vscode.Disposable.from(...names.map((name) => toolDoor(name, rest))) : undefined;
  };
  update();
  const changes = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('chat.disableAIFeatures')) update();
  });
  return vscode.Disposable.from(changes, { dispose: () => open?.dispose() });
}

function toolDoor(name: string, rest: Promise<Doors>): vscode.Disposable {
  const tool = async (): Promise<vscode.LanguageModelTool<unknown>> => {
    const found = (await rest).tools[name];
    if (!found) throw new Error(`package.json names a tool that is not there: ${name}`);
    return found;
  };
  return vscode.lm.registerTool<unknown>(name, {
    prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await tool()).invoke(options, token),
  });
}
