import type { Result } from '../../schemas/result';
import { diskRefusal } from '../workspace/disk-fault';

/** What the disk makes impossible while a profile is written is a refusal that names the file and what to do. */
export async function orAuthorRefusal<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const refusal = diskRefusal(error, 'try again. No profile was changed.');
    if (refusal) return refusal;
    throw error;
  }
}
