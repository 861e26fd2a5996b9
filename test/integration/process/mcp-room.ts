import { join } from 'node:path';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { ProcessRunner } from '../../../engine/lifecycle/process-runner';
import { Redactor } from '../../../engine/lifecycle/redactor';
import { approvingPermission } from '../../../engine/tools/permission/permission';
import { type OpenTools, Toolbox, type ToolboxRequest } from '../../../engine/tools/toolbox';
import { selectAgentIn } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import { formatRefusal, type Result } from '../../../schemas/result';
import { doneHook, type WorkspaceBuilder } from '../workspace-builder';
import { stdioServerSource } from './mcp-server-script';

/** An agent that is done, and an MCP server of the user's own, `desk`, which notes what it does in `notes`. */
export function withServer(workspace: WorkspaceBuilder, more: Record<string, unknown> = {}): WorkspaceBuilder {
  workspace.agent().profile('local', ['execute']).hook(doneHook);
  workspace.file('server.mjs', stdioServerSource);
  const env = { NOTES: join(workspace.root, 'notes'), SECRET: '${DESK_SECRET:-none}' };
  const desk = { command: 'node', args: ['server.mjs'], env };
  workspace.file('.home/mcp.json', JSON.stringify({ mcpServers: { desk, ...more } }));
  return workspace;
}

export type ToolboxChanges = Partial<Omit<ToolboxRequest, 'workspace' | 'agent' | 'profileId'>>;

/** The toolbox of a workspace; whatever is asked is approved unless the test says otherwise. */
export async function toolboxOf(workspace: WorkspaceBuilder, changes: ToolboxChanges = {}): Promise<Toolbox> {
  const opened = must(await openWorkspace(workspace.root));
  const { env = {}, ...others } = changes;
  return must(
    await Toolbox.open({
      workspace: opened,
      agent: must(selectAgentIn(opened, {})),
      profileId: 'local',
      permission: approvingPermission(),
      ...others,
      env: { ...process.env, ROOK_HOME: join(workspace.root, '.home'), ...env },
    }),
  );
}

/** Works with the tools of a toolbox outside a run; everything has ended afterwards. */
export async function withTools<T>(
  toolbox: Toolbox,
  work: (tools: OpenTools, stop: AbortController) => Promise<T>,
  secrets: Record<string, string> = {},
): Promise<T> {
  const processes = new ProcessRunner();
  const stop = new AbortController();
  const redactor = new Redactor(secrets);
  const tools = toolbox.start({ processes, node: currentNode(), redactor, stop: stop.signal });
  try {
    return await work(tools, stop);
  } finally {
    await tools.close();
    await processes.close();
  }
}

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${formatRefusal(result.error)}`);
  return result.value;
}
