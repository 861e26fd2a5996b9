import type { RunFile } from '../../../schemas/run';

/**
 * The run that made the records of a scenario, as they name it: the run itself, or the shard whose records a merged run
 * has copied.
 */
export function recordedBy(file: RunFile, scenarioId: string): string {
  const shard = file.included.find(({ scenario_id: id }) => id === scenarioId)?.shard;
  return file.merged_from?.find((part) => part.shard === shard)?.run_id ?? file.id;
}
