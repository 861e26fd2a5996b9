import type { VerificationRequirement } from '../../schemas/scenario';
import type { Evidence } from './evidence';

/**
 * Why a requirement of `verification_requires` is not met, with the remedy; undefined when it is.
 * @param probeId the criterion that asks for it and was not decided, when there is one.
 */
export function unmetRequirement(
  requirement: VerificationRequirement,
  evidence: Evidence,
  probeId?: string,
): { why: string; remedy: string } | undefined {
  const shown = JSON.stringify(requirement);
  if (probeId !== undefined) {
    return {
      why: `criterion ${probeId} asks for what a requirement names, and was not decided: ${shown}`,
      remedy: `Make ${probeId} decidable: what it says would do so meets the requirement, too.`,
    };
  }
  if (requirement.type === 'mcp') {
    return requirement.op
      ? {
          why: `no mcp_probe criterion has shown what a requirement names: ${shown}`,
          remedy: 'Add a criterion with check: mcp_probe that asks this server and tool, and expect what must hold.',
        }
      : {
          why: `a verification requirement names no MCP operation: ${shown}`,
          remedy: 'Add op: the read-only operation that shows the effect.',
        };
  }
  if (requirement.type === 'agent_metadata') {
    const field = requirement.field ?? '';
    const usageKnown = evidence.observation.usage !== undefined && !evidence.observation.usageGap;
    if (
      ['total_tokens', 'usage', 'input_tokens', 'output_tokens'].includes(field)
        ? usageKnown
        : evidence.collected && Object.hasOwn(evidence.collected, field)
    ) {
      return undefined;
    }
    return {
      why: `the agent's metadata holds no ${field || 'named field'}: ${shown}`,
      remedy: `Return ${field || 'the field'} from execute or collect.`,
    };
  }
  return {
    why: `Rook does not know how to meet a requirement of this type: ${shown}`,
    remedy: 'Use type: mcp with server and op, or type: agent_metadata with field.',
  };
}
