import { compareSpecificity, covers, type Rule, type ToolRequest } from '../../workspace/permission-rule';

/** A rule, and where it comes from. */
export interface SourcedRule {
  rule: Rule;
  effect: 'allow' | 'deny';
  /** In words, for messages: a flag, or the file. */
  where: string;
  /** False for what a person allowed when asked: that is no authority once nobody can be asked. */
  unattended: boolean;
}

/** What the rules say about a request: `open` when none covers it. */
export type PolicyDecision = { kind: 'allow' | 'deny'; by: SourcedRule } | { kind: 'open' };

/**
 * All rules that count for one command. Any deny rule that covers a request beats every allow rule, however exact the
 * latter is; among rules of one kind the more specific one is the one that decides and is named.
 */
export class Policy {
  constructor(private readonly rules: SourcedRule[] = []) {}

  /** @param attended whether a person could be asked now. */
  decide(request: ToolRequest, attended: boolean): PolicyDecision {
    const deny = this.mostSpecific(request, (rule) => rule.effect === 'deny');
    if (deny) return { kind: 'deny', by: deny };
    const allow = this.mostSpecific(request, (rule) => rule.effect === 'allow' && (attended || rule.unattended));
    return allow ? { kind: 'allow', by: allow } : { kind: 'open' };
  }

  /** Adds what was decided while the command runs. */
  add(rule: SourcedRule): void {
    this.rules.push(rule);
  }

  private mostSpecific(request: ToolRequest, wanted: (rule: SourcedRule) => boolean): SourcedRule | undefined {
    let best: SourcedRule | undefined;
    for (const candidate of this.rules) {
      if (!wanted(candidate) || !covers(candidate.rule, request)) continue;
      if (!best || compareSpecificity(candidate.rule, best.rule) > 0) best = candidate;
    }
    return best;
  }
}
