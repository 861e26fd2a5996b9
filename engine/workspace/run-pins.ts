import * as z from 'zod';
import { RunFile, RunPins } from '../../schemas/run';
import { readTextIfPresent } from './read-text';
import { readSections } from './record-sections';
import { readStored, storedValue } from './runs';

const PinsOnly = z.object({ pins: RunPins });

/** What a run reached the agent with: its profile, and the profile's revision. */
export async function readPins(runFile: string): Promise<RunFile['pins']> {
  const text = await readTextIfPresent(runFile);
  const found = text && readSections(text, runFile, PinsOnly);
  return found ? found.pins : storedValue(await readStored(runFile, RunFile))?.pins;
}
