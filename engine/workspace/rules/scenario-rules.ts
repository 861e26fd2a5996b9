import type { Criterion } from '../../../schemas/criterion';
import type { Problem } from '../../../schemas/problem';
import type { Profile } from '../../../schemas/profile';
import type { Scenario } from '../../../schemas/scenario';
import { findCheck, findFolded, parametersOf } from '../../judge/known-checks';
import { writeReason } from '../mcp/write-names';
import { nearestName } from '../nearest-name';
import { evidenceGap, lackingCapability } from '../runnable';

/** Forbidden strings that a criterion itself requires: whatever the agent answers, the scenario fails. */
export function contradictions(scenario: Scenario): Problem[] {
  return scenario.criteria.flatMap((criterion): Problem[] => {
    const required = requiredText(criterion);
    const forbidden = scenario.forbidden.find((text) => required && findFolded(required.text, text, false));
    if (!required || forbidden === undefined) return [];
    return [
      {
        code: 'forbidden-required',
        severity: 'error',
        message: `${criterion.id} requires a text that holds the forbidden ${JSON.stringify(forbidden)}: no answer can pass both`,
        remedy: 'Remove it from forbidden, or require something else.',
        path: [...criterion.path, required.parameter],
      },
    ];
  });
}

/** The text that must stand in every answer that passes a criterion. A pattern that is not strict may be met in other words. */
function requiredText(criterion: Criterion): { text: string; parameter: string } | undefined {
  const contains = parametersOf(criterion, 'contains');
  const equals = parametersOf(criterion, 'equals');
  const regex = parametersOf(criterion, 'regex');
  const value = contains ?? equals;
  if (value) return value.absent ? undefined : { text: value.value, parameter: 'value' };
  const plain = regex && !/[\\^$.*+?()[\]{}|]/.test(regex.pattern);
  return plain && regex.strict && !regex.absent ? { text: regex.pattern, parameter: 'pattern' } : undefined;
}

/** What keeps a scenario from running, or its criteria from being verified, with the agent's active profile (behaviour §6). */
export function profileProblems(scenario: Scenario, profile: Profile): Problem[] {
  const lack = scenario.executable ? lackingCapability(scenario, profile) : undefined;
  if (lack)
    return [
      {
        code: 'not-runnable',
        severity: 'information',
        message: `the scenario ${lack.why}, and the active profile ${profile.id} does not declare capabilities.${lack.capability}: it is not run`,
        remedy:
          lack.capability === 'multi_turn'
            ? 'Return conversation from the hooks and declare multi_turn: true, or write a scenario of one turn.'
            : `Declare ${lack.capability}: true when the hooks can do it, or use another profile.`,
        path: [lack.field],
        at: 'key',
      },
    ];
  const gaps = scenario.criteria.flatMap((criterion): Problem[] => {
    const needs = findCheck(criterion.check)?.needs;
    const gap = needs === 'calls' || needs === 'usage' ? evidenceGap(needs, profile) : undefined;
    return gap ? [gapProblem(criterion.id, gap, [...criterion.path, 'check'])] : [];
  });
  const [call] = scenario.calls;
  const callGap = call && evidenceGap('calls', profile);
  return callGap ? [...gaps, gapProblem('CALL-01', callGap, [...call.path, 'tool'])] : gaps;
}

function gapProblem(id: string, { why, remedy }: { why: string; remedy: string }, path: Problem['path']): Problem {
  return {
    code: 'not-observable',
    severity: 'information',
    message: `${id} will be Unable to Verify: the active ${why}`,
    remedy,
    path,
  };
}

/** `verification_requires` that no criterion can meet: VERIFY-nn is Unable to Verify then, and nothing passes (behaviour §7). */
export function requirementProblems(
  scenario: Scenario,
  servers: readonly string[] | undefined,
  mcpFile: string,
): Problem[] {
  return scenario.verificationRequires.flatMap((requirement, index): Problem[] => {
    if (requirement.type !== 'mcp') return [];
    const { server, op } = requirement;
    const path = ['verification_requires', index];
    if (!op)
      return [
        {
          code: 'requirement-without-operation',
          severity: 'information',
          message:
            'the requirement names no MCP operation, so nothing can meet it: the scenario stays Unable to Verify',
          remedy: 'Add op: the tool that a criterion with check mcp_probe asks, or remove the requirement.',
          path,
        },
      ];
    const probed = scenario.criteria.some((criterion) => {
      const probe = parametersOf(criterion, 'mcp_probe');
      return probe?.server === server && probe?.tool === op;
    });
    if (probed) return []; // an unknown server is told at the criterion
    if (server && servers && !servers.includes(server))
      return [
        {
          ...unknownServer('the requirement', server, servers, mcpFile, [...path, 'server']),
          severity: 'information',
          message: `the requirement names the MCP server ${server}, which is not defined: the scenario stays Unable to Verify`,
        },
      ];
    const write = definiteWrite(op);
    return [
      {
        code: 'requirement-without-probe',
        severity: 'information',
        message: `no criterion with check mcp_probe asks ${server ? `${server}.` : ''}${op}${write ? `, and none could: ${write}` : ''}: the scenario stays Unable to Verify`,
        remedy: write
          ? 'Name a tool that only reads, and ask it in a criterion: judging looks and never touches.'
          : `Add a criterion: check: mcp_probe, server: ${server ?? '<name>'}, tool: ${op}, and expect.`,
        path: [...path, 'op'],
      },
    ];
  });
}

/** Probes of servers that are defined nowhere, and of tools that would write: neither is ever asked. */
export function probeProblems(scenario: Scenario, servers: readonly string[] | undefined, mcpFile: string): Problem[] {
  return scenario.criteria.flatMap((criterion): Problem[] => {
    const { server, tool } = parametersOf(criterion, 'mcp_probe') ?? {};
    const problems: Problem[] = [];
    if (server !== undefined && servers && !servers.includes(server))
      problems.push(unknownServer('check mcp_probe', server, servers, mcpFile, [...criterion.path, 'server']));
    const write = tool === undefined ? undefined : definiteWrite(tool);
    if (write)
      problems.push({
        code: 'writing-tool',
        severity: 'information',
        message: `${criterion.id} will be Unable to Verify: ${tool} is not asked, since ${write}`,
        remedy:
          'Judging looks and never touches: name a tool that only reads, such as one that begins with get or list.',
        path: [...criterion.path, 'tool'],
      });
    return problems;
  });
}

function unknownServer(
  subject: string,
  server: string,
  servers: readonly string[],
  mcpFile: string,
  path: Problem['path'],
): Problem {
  const near = nearestName(server, servers);
  const known = servers.length > 0 ? ` Known are: ${servers.join(', ')}.` : '';
  return {
    code: 'unknown-server',
    severity: 'warning',
    message: `${subject}: there is no MCP server ${server}, so the criterion cannot be verified`,
    remedy: near ? `Did you mean ${near}?` : `Define it in ${mcpFile}, or with rook mcp add.${known}`,
    path,
  };
}

/** Why a tool is never called whatever its server says of it; undefined when that is not sure. */
function definiteWrite(tool: string): string | undefined {
  return writeReason(tool, { readOnlyHint: true })?.replace(/, and that it only reads is the server's own word$/, '');
}

/** A feature that the agent does not have, when it has any. */
export function featureProblems({ featureId }: Scenario, features: readonly { id: string }[]): Problem[] {
  if (featureId === undefined || features.length === 0 || features.some(({ id }) => id === featureId)) return [];
  const ids = features.map(({ id }) => id);
  const near = nearestName(featureId, ids);
  return [
    {
      code: 'unknown-feature',
      severity: 'information',
      message: `there is no feature ${featureId}: coverage counts the scenario for none`,
      remedy: near ? `Did you mean ${near}?` : `The features are ${ids.slice(0, 20).join(', ')}.`,
      path: ['feature_id'],
    },
  ];
}
