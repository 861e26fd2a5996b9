import { join } from 'node:path';
import { readTextIfPresent } from '../../workspace/read-text';
import { writeFileAtomically } from '../../workspace/write-file';
import type { ProbeRecord } from './probe';

/** Longest text of a result that is kept, in characters. */
const longestText = 64 * 1024;

/** Adds a probe to `evidence/mcp-probes.json` of an attempt: what a verdict rests on must be on record. */
export async function keepProbe(evidenceDir: string, record: ProbeRecord): Promise<void> {
  const file = join(evidenceDir, 'mcp-probes.json');
  const before = probesIn(await readTextIfPresent(file));
  const text = `${JSON.stringify({ version: 1, probes: [...before, shortened(record)] }, null, 2)}\n`;
  await writeFileAtomically(file, text);
}

function shortened(record: ProbeRecord): ProbeRecord {
  const { result } = record;
  if (!result || result.text.length <= longestText) return record;
  return { ...record, result: { ...result, text: `${result.text.slice(0, longestText)}…` } };
}

/** Earlier probes; a file that cannot be read is written anew. */
function probesIn(text: string | undefined): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const probes: unknown = value !== null && typeof value === 'object' ? Reflect.get(value, 'probes') : undefined;
    return Array.isArray(probes) ? probes : [];
  } catch {
    return [];
  }
}
