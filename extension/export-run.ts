import type { AgentRef } from '../engine/workspace/workspace';
import type { ExportForm } from '../schemas/panel';

/** Writes a run in another form to a file that the user chooses. */
export async function exportRun(_agent: AgentRef, _runId: string, _form: ExportForm): Promise<void> {}
