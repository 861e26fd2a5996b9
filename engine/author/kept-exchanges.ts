import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { RunEvent } from '../../schemas/event';
import type { HookPhase } from '../../schemas/phase';
import type { Exchange } from './draft';

/** Most that is read of a kept exchange, in bytes: a body of 4 MiB, as JSON text. */
const mostBytes = 32 * 1024 * 1024;

const Reply = z.object({
  status: z.int().exactOptional(),
  url: z.string().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  cookies: z.array(z.string()).exactOptional(),
  body: z.string(),
});
const ExchangeFile: z.ZodType<Exchange> = Reply.extend({ first: Reply.exactOptional() });

/** Where a generated script keeps its last exchange, in ROOK_STATE_DIR. */
export const exchangeFileName = 'reply.json';

/**
 * Follows what a generated script keeps of its exchanges while it is tried. A hand-written script may use the file for
 * something else, or not at all: what is not an exchange is passed over.
 */
export class KeptExchanges {
  private seen: string | undefined;
  private executed = false;
  /** Those of the turns, in their order. */
  readonly turns: Exchange[] = [];
  private exchange: Exchange | undefined;
  /** Of a phase before execute that failed. */
  private earlier: Exchange | undefined;

  /** @param runStateDir what prepare gets as its ROOK_STATE_DIR. */
  constructor(
    private readonly stateDir: string,
    private readonly runStateDir: string,
  ) {}

  /** Looks before and after each phase: only what the phase itself has written is of this exchange. */
  onEvent(event: RunEvent): void {
    if (event.type === 'phaseStarted') this.seen = stampOf(this.fileOf(event.phase));
    if (event.type !== 'phaseEnded') return;
    const { phase, ok } = event;
    const file = this.fileOf(phase);
    const stamp = stampOf(file);
    const fresh = stamp !== undefined && stamp !== this.seen ? readExchange(file) : undefined;
    if (phase === 'execute') {
      this.executed = true;
      if (fresh) this.turns.push(fresh);
      this.exchange = fresh ?? (ok ? undefined : this.earlier);
    } else if (!ok && !this.executed) this.earlier = fresh ?? this.earlier;
  }

  /** The exchange of the last turn; when it had none and failed, that of the phase before it that failed, such as a login. */
  last(): Exchange | undefined {
    return this.executed ? this.exchange : this.earlier;
  }

  private fileOf(phase: HookPhase): string {
    return join(phase === 'prepare' ? this.runStateDir : this.stateDir, exchangeFileName);
  }
}

/** Tells a file that was written anew from the one that was there. */
function stampOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() ? `${found.ino} ${found.mtimeNs} ${found.size}` : undefined;
}

function readExchange(file: string): Exchange | undefined {
  try {
    if (statSync(file).size > mostBytes) return undefined;
    return ExchangeFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // not an exchange: a script of the user's own may keep what it likes there
  }
}
