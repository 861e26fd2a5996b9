import * as z from 'zod';
import type { Reading } from './host';

const key = 'rook-readings';
/** Places whose reading a tab keeps; the one that was looked at longest ago goes first. */
const mostKept = 50;
const Kept = z.array(
  z.object({
    address: z.string(),
    open: z.record(z.string(), z.boolean()),
    scroll: z.number().min(0),
    texts: z.record(z.string(), z.string()).optional(),
  }),
);

/** What the reader of a tab opened and where he stood, by place: it lasts over a reload, and ends with the tab. */
export function keptReadings(storage: Storage): {
  of(address: string): Reading | undefined;
  keep(address: string, reading: Reading): void;
} {
  let kept = readKept(storage);
  return {
    of: (address) => kept.find((one) => one.address === address),
    keep: (address, reading) => {
      kept = [{ address, ...reading }, ...kept.filter((one) => one.address !== address)].slice(0, mostKept);
      try {
        storage.setItem(key, JSON.stringify(kept));
      } catch {
        // Full or forbidden: then it lasts as long as the page.
      }
    },
  };
}

function readKept(storage: Storage): z.infer<typeof Kept> {
  try {
    const read = Kept.safeParse(JSON.parse(storage.getItem(key) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return []; // forbidden, or not ours
  }
}
