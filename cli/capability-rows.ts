import type { ObservedCapabilities } from '../engine/lifecycle/observed-capabilities';
import type { Profile } from '../schemas/profile';

/** What a profile claims beside what its hooks were seen to do: a claim that nothing showed decides nothing. */
export function capabilityRows(declared: Profile['capabilities'], observed: ObservedCapabilities | null): string[][] {
  const rows = (['multi_turn', 'calls', 'usage'] as const).map((name) => {
    const seen = observed?.[name] === true;
    if (declared[name]) return [name, seen ? 'declared and observed' : 'declared, not observed'];
    return [name, seen ? 'observed, not declared' : 'no'];
  });
  return declared.attachments ? [...rows, ['attachments', 'declared']] : rows; // no answer shows what was read
}
