import type { Result } from '../../schemas/result';
import type { RunJudge } from '../judge/model/run-judge';
import { Redactor } from '../lifecycle/redactor';
import { underLock } from '../lifecycle/under-lock';
import type { AddRequest } from './add-profile';
import { type ReadNotes, readNotes, type TriedNotes } from './from-notes';
import type { FoundSecret, Material } from './material';

/** Stands for the profile, which has no name yet, in the rules of what the model's tools may do. */
const unnamed = 'new-profile';

/** Asks the judge model about notes, with its tools behind the gate and the tool hooks (behaviour §9). */
export async function askAboutNotes(
  request: AddRequest & { judge: RunJudge },
  notes: Material,
  secrets: readonly FoundSecret[],
  tried: readonly TriedNotes[],
): Promise<Result<ReadNotes & { material: string }>> {
  const { workspace, agent, judge, node, signal, surface, onProcesses } = request;
  const toolbox = await request.openTools(request.name ?? unnamed);
  if (!toolbox.ok) return toolbox;
  const values = Object.fromEntries(secrets.map(({ variable, value }) => [variable, value]));
  const redactor = new Redactor({ ...values, ...(judge.key && { [judge.key.variable]: judge.key.value }) });
  const hidden = judge.key ? [judge.key.variable] : [];
  const host = { workspace, agent, onEvent: () => {}, ...(onProcesses && { onProcesses }) };
  return underLock(host, async (processes) => {
    const tools = toolbox.value.start({ processes, node, redactor, hidden, stop: signal });
    try {
      const model = {
        model: judge.connect(processes),
        timeoutMs: judge.timeoutMs,
        maxSteps: judge.maxSteps,
        mask: (text: string) => redactor.mask(text),
        stop: signal,
        tools: tools.authorTools((tool, reason) => surface.onEvent({ type: 'learned', what: `${tool}: ${reason}` })),
      };
      return await readNotes(model, notes, tried);
    } finally {
      await tools.close();
    }
  });
}
