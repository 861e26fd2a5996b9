import { formatRefusal, type Refusal } from '../../../schemas/result';
import { exactRule, parseRule, type ToolRequest } from '../../workspace/permission-rule';
import type { GrantStore } from './grants';
import type { Permission } from './permission';
import type { Policy, SourcedRule } from './policy';

/** What the gate decided; a refusal says why, and names the rule that would allow it. */
export type GateDecision = { allowed: true } | { allowed: false; reason: string; remedy: string };

/** How the reason begins when no rule covers a call, and nobody could be asked about it. */
export const uncoveredStart = 'no rule allows ';

export interface GateParts {
  policy: Policy;
  permission: Permission;
  grants: GrantStore;
  /** What is tested: `<project>/<agent>/<profile>`. */
  target: string;
  /** The file in which a user's own rules stand, for remedies. */
  settingsFile: string;
}

/** Every tool call of a model, and every start and call of an MCP server, passes here first (behaviour §9). */
export class Gate {
  private asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: GateParts) {}

  /**
   * Decides by the rules; what none covers is asked. Questions come one at a time, and each is looked up again first,
   * since an earlier answer may have settled it.
   * @param what what is going to happen, in words for a person.
   */
  async check(request: ToolRequest, what: string, signal: AbortSignal): Promise<GateDecision> {
    const known = this.byRules(request);
    if (known) return known;
    const turn = this.asking.then(async () => this.byRules(request) ?? this.ask(request, what, signal));
    this.asking = turn.catch(() => {}); // whoever asked hears of it; the next one gets its turn
    return turn;
  }

  /** Why one of the requests would be refused without anybody being asked; undefined when all are allowed, or could be. */
  foreseen(...requests: ToolRequest[]): { reason: string; remedy: string } | undefined {
    const open: ToolRequest[] = [];
    for (const request of requests) {
      const known = this.byRules(request);
      if (known && !known.allowed) return known;
      if (!known && this.refusesWhatIsOpen) open.push(request);
    }
    return open.length > 0 ? this.uncovered(...open) : undefined;
  }

  /** Why a run with a profile is forbidden by a deny rule `run(<profile-id>)`; undefined when none forbids it. */
  forbiddenRun(profileId: string): Refusal | undefined {
    const decision = this.parts.policy.decide({ tool: 'run', subject: profileId, phase: 'execute' }, this.attended);
    return decision.kind === 'deny'
      ? { message: deniedBy(`run(${profileId})`, decision.by), remedy: unlock(decision.by) }
      : undefined;
  }

  private get attended(): boolean {
    return this.parts.permission.unattended === undefined;
  }

  /** True when an open question can only end in a refusal: nobody is there, and nothing was approved beforehand. */
  private get refusesWhatIsOpen(): boolean {
    return !this.attended && this.parts.permission.approvesAll !== true;
  }

  private byRules(request: ToolRequest): GateDecision | undefined {
    const decision = this.parts.policy.decide(request, this.attended);
    if (decision.kind === 'open') return undefined;
    if (decision.kind === 'allow') return { allowed: true };
    return { allowed: false, reason: deniedBy(exactRule(request), decision.by), remedy: unlock(decision.by) };
  }

  private async ask(request: ToolRequest, what: string, signal: AbortSignal): Promise<GateDecision> {
    const { permission, target, grants, policy } = this.parts;
    const rule = exactRule(request);
    const answer = await permission.ask({ request, rule, what, target }, signal);
    if (answer === 'always' || answer === 'never') {
      const effect = answer === 'always' ? 'allow' : 'deny';
      const parsed = parseRule(rule);
      if (!parsed.ok) throw new Error(formatRefusal(parsed.error)); // our own rules can be read
      policy.add({ rule: parsed.value, effect, where: 'your answer', unattended: effect === 'deny' });
      await grants.keep({ target, effect, rule });
    }
    if (answer === 'once' || answer === 'always') return { allowed: true };
    if (!this.attended) return { allowed: false, ...this.uncovered(request) };
    return {
      allowed: false,
      reason: `${rule} was refused when asked`,
      remedy: `Answer yes next time, or ${this.howToAllow(rule)}.`,
    };
  }

  private uncovered(...requests: ToolRequest[]): { reason: string; remedy: string } {
    const rules = requests.map(exactRule);
    const { unattended } = this.parts.permission;
    return {
      reason: `${uncoveredStart}${rules.join(' and ')}, and nobody can be asked (${unattended})`,
      remedy: `If ${rules.length > 1 ? 'these' : 'it'} may be done unattended, ${this.howToAllow(...rules)}.`,
    };
  }

  private howToAllow(...rules: string[]): string {
    const flags = rules.map((rule) => `--allow '${rule}'`).join(' ');
    const entries = rules.map((rule) => JSON.stringify(rule)).join(' and ');
    return `add ${flags}, or put ${entries} into permissions.allow of ${this.parts.settingsFile}`;
  }
}

function deniedBy(what: string, { rule, where }: SourcedRule): string {
  return `${what} is forbidden by the deny rule ${rule.text} (${where})`;
}

function unlock({ rule, where }: SourcedRule): string {
  return `Remove the deny rule ${rule.text} from ${where} if it should be done: no allow rule and no --yes beats it.`;
}
