import type { ExportedRun, GateWithoutRun } from './exported-run';
import { gateBlock } from './gate-block';
import { detailBlocks, headBlocks } from './markdown';
import { inline } from './markdown-blocks';
import { unverifiable } from './summary-table';

/** GitHub drops the whole summary of a step that is larger, in bytes of UTF-8. */
export const summaryLimit = 1024 * 1024;

export interface JobSummary {
  text: string;
  /** Sections that had no room. */
  cut: number;
}

/**
 * A run as the summary of a GitHub step: the gate first, Unable to Verify on a line of its own whatever the policy, the table,
 * then the scenarios. Sections that have no room are left out whole, and the last line says how many and where they are.
 * @param room bytes that the step has left of its limit.
 * @returns undefined when there is no room for what must not be missing.
 */
export function jobSummary(shown: ExportedRun | GateWithoutRun, room: number): JobSummary | undefined {
  if (!('id' in shown)) {
    const text = `${gateBlock(shown.gate)}\n`;
    return bytes(text) <= room ? { text, cut: 0 } : undefined;
  }
  const head = [
    ...(shown.gate ? [] : ['## Rook']),
    ...headBlocks(shown),
    `**Unable to Verify:** ${unverifiable(shown)}`,
  ].join('\n\n');
  const details = detailBlocks(shown);
  const whole = [head, ...details].join('\n\n');
  if (bytes(whole) < room) return { text: `${whole}\n`, cut: 0 };
  let left = room - bytes(head) - bytes(cutNote(shown, details.length));
  if (left < 0) return undefined;
  const kept = details.filter((block) => {
    const size = bytes(block) + 2; // and the blank line before it
    if (size > left) return false;
    left -= size;
    return true;
  });
  const cut = details.length - kept.length;
  return { text: [head, ...kept].join('\n\n') + cutNote(shown, cut), cut };
}

function cutNote(run: ExportedRun, cut: number): string {
  const where = `read them with ${inline(`rook report ${run.id}`)}, or in ${inline(run.dir, Number.POSITIVE_INFINITY)}`;
  return `\n\n**${cut} ${cut === 1 ? 'section was' : 'sections were'} left out here**: a step summary holds 1 MiB; ${where}.\n`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
