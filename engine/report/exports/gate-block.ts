import type { GateReason, GateResult, RedKind } from '../../../schemas/gate';
import { inline } from './markdown-blocks';

/** What a gate has decided: open or closed, the kind of red, every reason, and the policy with its rules as applied. */
export function gateBlock(gate: GateResult): string {
  const outcome =
    gate.gate === 'open'
      ? '## Gate open'
      : `## Gate closed${gate.kind === undefined ? '' : `: ${redWords(gate.kind)}`}`;
  const rules = gate.policy.rules.map((rule) => `- ${inline(rule)}`);
  return [
    outcome,
    ...(gate.error === undefined || gate.reasons.length > 0 ? [] : [inline(gate.error)]),
    ...(gate.reasons.length === 0 ? [] : [gate.reasons.map(reasonLine).join('\n')]),
    `Policy ${inline(gate.policy.name)} (${inline(gate.policy.source)}):`,
    ...(rules.length === 0 ? [] : [rules.join('\n')]),
  ].join('\n\n');
}

function reasonLine({ kind, message, remedy }: GateReason): string {
  return `- ${redWords(kind)}: ${inline(message)}${remedy === undefined ? '' : ` ${inline(remedy)}`}`;
}

/** A kind of red in words (seed 004). What the policy blocks is not called a failure. */
export function redWords(kind: RedKind): string {
  switch (kind) {
    case 'setup':
      return 'setup failure, or no usable run';
    case 'incomplete':
      return 'incomplete run';
    case 'inconsistent':
      return 'the report does not add up';
    case 'finding':
      return 'finding about the agent';
    case 'blocked':
      return 'blocked by the policy';
    default:
      return kind satisfies never;
  }
}
