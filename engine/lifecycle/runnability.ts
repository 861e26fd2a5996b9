import type { Criterion } from '../../schemas/criterion';
import type { Profile } from '../../schemas/profile';
import type { GappedEntry } from '../../schemas/run';
import type { Scenario } from '../../schemas/scenario';
import type { ProbeParameters } from '../judge/checks/mcp-probe';
import { findCheck, parametersOf } from '../judge/known-checks';
import { howToConfigureJudge } from '../judge/model/judge';
import { probeFor } from '../judge/probed-requirement';
import { evidenceGap } from '../workspace/runnable';

export { isMultiTurn, unrunnableReason } from '../workspace/runnable';

/** Tells before a run why a probe cannot be made; undefined when it can be tried. */
export interface ProbeForecast {
  probeGap(parameters: ProbeParameters): { reason: string; remedy: string } | undefined;
}

type Unmet = NonNullable<GappedEntry['unmet']>[number];

/** What will keep criteria from being verified, known before the run, with the remedy; undefined when nothing does. */
export function gapsOf(
  scenario: Scenario,
  profile: Profile,
  hasJudge: boolean,
  probes?: ProbeForecast,
): GappedEntry | undefined {
  const unmet: Unmet[] = [];
  for (const criterion of scenario.criteria) {
    const gap = criterionGap(criterion, profile, hasJudge, probes);
    if (gap) unmet.push({ criterion_id: criterion.id, ...gap });
  }
  const callsGap = scenario.calls.length > 0 ? evidenceGap('calls', profile) : undefined;
  if (callsGap) unmet.push({ criterion_id: 'CALL-01', ...callsGap });
  for (const requirement of scenario.verificationRequires) {
    if (requirement.type === 'mcp' && !probeFor(requirement, scenario)) {
      const why = requirement.op
        ? 'no mcp_probe criterion asks for what a requirement names'
        : 'a verification requirement names no MCP operation';
      unmet.push({ kind: requirement.op ? 'mcp' : 'unknown', why: `${why}: ${JSON.stringify(requirement)}` });
    }
  }
  const first = unmet[0];
  if (!first) return undefined;
  return { scenario_id: scenario.id, why: first.why, ...(first.remedy && { remedy: first.remedy }), unmet };
}

function criterionGap(
  criterion: Criterion,
  profile: Profile,
  hasJudge: boolean,
  probes: ProbeForecast | undefined,
): Unmet | undefined {
  const probe = parametersOf(criterion, 'mcp_probe');
  if (probe) return probeGap(probe, probes);
  const needs = findCheck(criterion.check)?.needs;
  switch (needs) {
    case 'calls':
    case 'usage':
      return evidenceGap(needs, profile);
    case 'judge':
      return hasJudge
        ? undefined
        : {
            kind: 'judge',
            why: 'no judge model is configured',
            remedy: `${howToConfigureJudge} Or use a check that decides without a model.`,
          };
    case undefined:
      return undefined;
    default:
      return needs satisfies never;
  }
}

function probeGap(parameters: ProbeParameters, probes: ProbeForecast | undefined): Unmet | undefined {
  if (!probes)
    return { kind: 'mcp', why: 'no MCP server can be asked from here', remedy: 'Run the scenario with rook run.' };
  const gap = probes.probeGap(parameters);
  return gap && { kind: 'mcp', why: gap.reason, remedy: gap.remedy };
}
