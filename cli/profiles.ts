import { readFile } from 'node:fs/promises';
import { findProfileFile } from '../engine/workspace/agent-files';
import { type ProfileReading, readProfileText } from '../engine/workspace/profile-file';
import type { AgentRef } from '../engine/workspace/workspace';
import type { Refusal } from '../schemas/result';
import { problemToRefusal } from './warnings';

/** A profile as its file says, whether it can run or not. */
export interface ProfileOnDisk {
  id: string;
  name: string;
  path: string;
  reading: ProfileReading;
  /** What keeps it from running; a legacy recipe explains itself here. */
  problem?: Refusal;
}

/** Reads one of an agent's profiles. The id must be one of its `profileIds`. */
export async function readProfile(agent: AgentRef, id: string): Promise<ProfileOnDisk> {
  const path = await findProfileFile(agent, id);
  if (path === undefined) throw new Error(`profile ${id} was listed, and is gone`);
  const reading = readProfileText(await readFile(path, 'utf8'), path);
  const first = reading.problems.find(({ severity }) => severity === 'error') ?? reading.problems[0];
  return {
    id,
    name: nameOf(reading) ?? id,
    path,
    reading,
    ...(!reading.profile && first && { problem: problemToRefusal(first) }),
  };
}

function nameOf({ document }: ProfileReading): string | undefined {
  const value = document.value;
  return value !== null && typeof value === 'object' && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
}
