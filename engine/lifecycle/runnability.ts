import type { Profile } from '../../schemas/profile';
import type { GappedEntry } from '../../schemas/run';
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
  const { capabilities } = profile;
  if (!scenario.executable)
    return scenario.skipReason ? `not executable: ${scenario.skipReason}` : 'not executable (executable: false)';
  if (isMultiTurn(scenario) && !capabilities.multi_turn) {
    return `needs several turns, and profile ${profile.id} does not declare capabilities.multi_turn`;
  }
  if (scenario.category === 'token_economy' && !capabilities.usage) {
    return `needs token counts, and profile ${profile.id} does not declare capabilities.usage`;
  }
  if (!['text', 'url'].includes(scenario.inputKind) && !capabilities.attachments) {
    return `has ${scenario.inputKind} input, and profile ${profile.id} does not declare capabilities.attachments`;
  }
  return undefined;
}

type Unmet = NonNullable<GappedEntry['unmet']>[number];

/** What will keep criteria from being verified, known before the run, with the remedy; undefined when nothing does. */
export function gapsOf(scenario: Scenario, profile: Profile, hasJudge: boolean): GappedEntry | undefined {
  const unmet: Unmet[] = [];
  for (const criterion of scenario.criteria) {
    const gap = criterionGap(criterion.check, profile, hasJudge);
    if (gap) unmet.push({ criterion_id: criterion.id, ...gap });
  }
  if (scenario.calls.length > 0 && !profile.capabilities.calls)
    unmet.push({ criterion_id: 'CALL-01', ...callsGap(profile) });
  for (const requirement of scenario.verificationRequires) {
    if (requirement.type === 'mcp') {
      const why = requirement.op
        ? 'no MCP server can be asked by this version'
        : 'a verification requirement names no MCP operation';
      unmet.push({ kind: requirement.op ? 'mcp' : 'unknown', why: `${why}: ${JSON.stringify(requirement)}` });
    }
  }
  const first = unmet[0];
  if (!first) return undefined;
  return { scenario_id: scenario.id, why: first.why, ...(first.remedy && { remedy: first.remedy }), unmet };
}

function criterionGap(
  check: Scenario['criteria'][number]['check'],
  profile: Profile,
  hasJudge: boolean,
): Unmet | undefined {
  switch (check) {
    case 'called':
    case 'not_called':
    case 'called_with':
    case 'call_order':
    case 'call_count':
      return profile.capabilities.calls ? undefined : callsGap(profile);
    case 'max_tokens':
      return profile.capabilities.usage
        ? undefined
        : {
            kind: 'usage',
            why: `profile ${profile.id} does not declare capabilities.usage`,
            remedy: 'Return usage {input, output} from the hooks and declare usage: true.',
          };
    case 'llm_judge':
      return hasJudge
        ? undefined
        : { kind: 'judge', why: 'no judge model is configured', remedy: 'Use a check that decides without a model.' };
    case 'mcp_probe':
      return {
        kind: 'mcp',
        why: 'no MCP server can be asked by this version',
        remedy: 'Let a hook return the effect as evidence.',
      };
    case 'json_schema':
    case 'file_exists':
    case 'file_matches':
    case 'script':
      return { kind: 'check', why: `this version does not carry out the check ${check}`, remedy: 'Use another check.' };
    case 'regex':
    case 'contains':
    case 'equals':
    case 'json_path':
    case 'max_latency_ms':
    case 'max_turns':
      return undefined;
    default:
      return check satisfies never;
  }
}

function callsGap(profile: Profile): Unmet {
  return {
    kind: 'calls',
    why: `profile ${profile.id} does not declare capabilities.calls`,
    remedy: 'Return calls from the hooks (the tool calls really made, [] for none) and declare calls: true.',
  };
}
