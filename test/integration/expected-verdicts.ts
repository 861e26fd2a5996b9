import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './workspace-builder';

export interface ExpectedVerdict {
  status: string;
  reason?: string;
  compromised?: boolean;
}

/** What an example's expected.json says: with its MCP server approved, or without, where some cannot be verified. */
export function expectedVerdicts(example: string, server: 'approved' | 'unapproved'): Record<string, ExpectedVerdict> {
  const file: Record<string, ExpectedVerdict & { unapproved?: ExpectedVerdict }> = JSON.parse(
    readFileSync(join(repository, 'examples', example, 'expected.json'), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(file).map(([id, { unapproved, ...approved }]) => [
      id,
      server === 'unapproved' && unapproved ? unapproved : approved,
    ]),
  );
}
