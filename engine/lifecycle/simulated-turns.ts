import { simulateUser } from '../judge/model/simulated-user';
import type { AttemptRecords } from './attempt-records';
import { exchangesOf } from './exchanges';
import type { RunContext } from './run-context';

/**
 * Opens the attempt for a simulated user, when there may be one: a judge model is there, max_turns leaves room after the
 * goal, and the agent keeps a conversation (behaviour §4). It goes to disk with the first turn, so that an attempt that
 * is cut off between two turns is known not to have come to its end.
 */
export function openForSimulation(run: RunContext, records: AttemptRecords): void {
  const { scenario, messages, turns, hooks } = records;
  const room = scenario.maxTurns > scenario.setupMessages.length + 1;
  if (hooks.simulation || !room || !run.judge || !run.loaded.profile.capabilities.multi_turn) return;
  if (turns.filter(({ ok }) => ok).length >= messages.length) return; // it came to its end before there was a judge
  hooks.simulation = { open: true, messages: [] };
}

/** True while a simulated user may still have something to say. */
export function simulationOpen({ hooks }: AttemptRecords): boolean {
  return hooks.simulation?.open === true;
}

/** Why the simulated user could not be asked: the conversation ended where it should not, and may be gone on with. */
export function simulationFault({ hooks }: AttemptRecords): string | undefined {
  return hooks.simulation?.open ? hooks.simulation.fault : undefined;
}

/**
 * The next message of the simulated user. It is on disk before it is sent.
 * @param deadline when the time of all turns is up, in milliseconds since the epoch.
 * @returns undefined when nothing more is to be said, and when it could not be told, or the run was stopped: then the
 * simulation stays open.
 */
export async function nextSimulatedMessage(
  run: RunContext,
  records: AttemptRecords,
  deadline: number | undefined,
): Promise<string | undefined> {
  const { scenario, hooks } = records;
  if (!hooks.simulation?.open) return undefined;
  const { fault: _earlier, ...simulation } = hooks.simulation;
  const end = async (why: string): Promise<undefined> => {
    hooks.simulation = { ...simulation, open: false, ended: why };
    await records.save();
  };
  const { judge } = run;
  if (!judge) return end('no judge model is configured');
  if (records.messages.length >= scenario.maxTurns) return end('max_turns is reached');
  if (records.conversation === undefined) return end('the agent returned no conversation handle');
  const remaining = deadline === undefined ? judge.timeoutMs : Math.min(judge.timeoutMs, deadline - Date.now());
  if (remaining <= 0) return end("the scenario's timeout_seconds are used up");
  const exchanges = exchangesOf(records);
  const mask = (text: string): string => run.redactor.mask(text);
  const said = await simulateUser(
    { model: judge.model, timeoutMs: remaining, mask, stop: run.stop },
    scenario,
    exchanges,
  );
  switch (said.kind) {
    case 'interrupted':
      return undefined;
    case 'silent':
      return end(said.why);
    case 'fault':
      // What the agent did not do for want of an answer is no failure of its own.
      hooks.simulation = { ...simulation, fault: said.why };
      await records.save();
      return undefined;
    case 'says': {
      const { content, usage, latencyMs } = said;
      const turn = records.messages.length + 1;
      const message = { turn, content, model: judge.model.name, latency_ms: latencyMs, ...(usage && { usage }) };
      hooks.simulation = { ...simulation, messages: [...simulation.messages, message] };
      await records.save();
      return content;
    }
    default:
      return said satisfies never;
  }
}
