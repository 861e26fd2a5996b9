import type { Profile } from '../../schemas/profile';
import type { Scenario } from '../../schemas/scenario';

/** Whether a scenario needs several turns of one conversation. */
export function isMultiTurn(scenario: Scenario): boolean {
  return scenario.multiTurn || scenario.category === 'state_context' || scenario.setupMessages.length > 0;
}

/**
 * Why a scenario cannot run with a profile; undefined when it can. Computed, never stored (behaviour §6).
 * Exclusion is not runnability: it is a choice, and `--only` overrides it.
 */
export function unrunnableReason(scenario: Scenario, profile: Profile): string | undefined {
  if (!scenario.executable)
    return scenario.skipReason ? `not executable: ${scenario.skipReason}` : 'not executable (executable: false)';
  const lack = lackingCapability(scenario, profile);
  return lack && `${lack.why}, and profile ${profile.id} does not declare capabilities.${lack.capability}`;
}

/** A capability that a scenario needs to run, and that a profile does not declare. */
export interface LackingCapability {
  capability: 'multi_turn' | 'usage' | 'attachments';
  /** What the scenario has that needs it. */
  why: string;
  /** The field of the scenario by which it needs it. */
  field: 'multi_turn' | 'category' | 'setup_messages' | 'input_kind';
}

/** The first capability that keeps a scenario from running with a profile. */
export function lackingCapability(scenario: Scenario, { capabilities }: Profile): LackingCapability | undefined {
  if (isMultiTurn(scenario) && !capabilities.multi_turn) {
    const field = scenario.setupMessages.length > 0 ? 'setup_messages' : scenario.multiTurn ? 'multi_turn' : 'category';
    return { capability: 'multi_turn', why: 'needs several turns', field };
  }
  if (scenario.category === 'token_economy' && !capabilities.usage)
    return { capability: 'usage', why: 'needs token counts', field: 'category' };
  if (!['text', 'url'].includes(scenario.inputKind) && !capabilities.attachments)
    return { capability: 'attachments', why: `has ${scenario.inputKind} input`, field: 'input_kind' };
  return undefined;
}

/** What will not be observed with a profile, and what would make it observable. */
export type EvidenceGap = { kind: 'calls' | 'usage'; why: string; remedy: string };

/** Evidence of a kind that a profile does not declare: what needs it will be Unable to Verify (behaviour §6). */
export function evidenceGap(kind: EvidenceGap['kind'], profile: Profile): EvidenceGap | undefined {
  if (profile.capabilities[kind]) return undefined;
  const why = `profile ${profile.id} does not declare capabilities.${kind}`;
  switch (kind) {
    case 'calls':
      return {
        kind,
        why,
        remedy: 'Return calls from the hooks (the tool calls really made, [] for none) and declare calls: true.',
      };
    case 'usage':
      return { kind, why, remedy: 'Return usage {input, output} from the hooks and declare usage: true.' };
    default:
      return kind satisfies never;
  }
}
