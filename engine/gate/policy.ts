import type { PolicyFile } from '../../schemas/policy';

/** A policy with every rule in it, whether a file wrote it or not. */
export interface Policy {
  name: string;
  /** strict, general, or the file it was read from. */
  source: string;
  minPassRate?: number;
  maxFailed: number;
  /** Most that may be Unable to Verify, beyond those with an allowed tag or category; null: any number. */
  maxUnverifiable: number | null;
  allowTags: readonly string[];
  allowCategories: readonly string[];
  maxUnjudged: number;
  maxNotRun: number;
  /** null: any number. */
  maxUnrunnable: number | null;
  requiredCriteria: readonly string[];
  allowCompromised: boolean;
  allowFlaky: boolean;
  allowNewlyFailing: boolean;
  /** The policy says so itself, so a gate without a base cannot follow it. */
  needsBase: boolean;
}

/** What seed 004's release recipes demand: every planned scenario passed, and nothing else is there. */
export const strictPolicy: Policy = {
  name: 'strict',
  source: 'strict',
  maxFailed: 0,
  maxUnverifiable: 0,
  allowTags: [],
  allowCategories: [],
  maxUnjudged: 0,
  maxNotRun: 0,
  maxUnrunnable: 0,
  requiredCriteria: [],
  allowCompromised: false,
  allowFlaky: false,
  allowNewlyFailing: false,
  needsBase: false,
};

/** The general recipe of seed 004: Unable to Verify and what cannot run are told, and do not close the gate alone. */
export const generalPolicy: Policy = {
  ...strictPolicy,
  name: 'general',
  source: 'general',
  maxUnverifiable: null,
  maxUnrunnable: null,
};

/** A policy file as a policy: what it does not write is as in `strict`. */
export function policyOf(file: PolicyFile, source: string): Policy {
  return {
    name: file.name,
    source,
    ...(file.min_pass_rate !== undefined && { minPassRate: file.min_pass_rate }),
    maxFailed: file.max_failed ?? 0,
    maxUnverifiable: file.unverifiable?.max ?? 0,
    allowTags: file.unverifiable?.allow_tags ?? [],
    allowCategories: file.unverifiable?.allow_categories ?? [],
    maxUnjudged: file.max_unjudged ?? 0,
    maxNotRun: file.max_not_run ?? 0,
    maxUnrunnable: file.max_unrunnable ?? 0,
    requiredCriteria: file.required_criteria ?? [],
    allowCompromised: file.allow_compromised ?? false,
    allowFlaky: file.allow_flaky ?? false,
    allowNewlyFailing: file.allow_newly_failing ?? false,
    needsBase: file.allow_newly_failing === false,
  };
}

/** Each rule in one sentence, as it is applied: whoever reads a green gate sees what it was green by. */
export function rulesOf(policy: Policy): string[] {
  const { allowTags: tags, allowCategories: categories } = policy;
  const allowed = [
    ...(tags.length > 0 ? [`with a tag of ${tags.join(', ')}`] : []),
    ...(categories.length > 0 ? [`of the categories ${categories.join(', ')}`] : []),
  ];
  return [
    'The run completed, its ids agree, and its counts add up.',
    'At least one scenario was executed.',
    atMost(policy.maxFailed, 'fail'),
    policy.allowCompromised ? 'Compromised scenarios are allowed.' : 'No scenario was compromised.',
    `${atMost(policy.maxUnverifiable, 'be Unable to Verify')}${allowed.length > 0 ? ` Beside them, those ${allowed.join(' or ')} may be.` : ''}`,
    atMost(policy.maxUnjudged, 'be without a grade'),
    atMost(policy.maxNotRun, 'be planned and not run'),
    atMost(policy.maxUnrunnable, 'be selected and unable to run'),
    policy.allowFlaky ? 'Flaky scenarios are allowed.' : 'No scenario is flaky.',
    policy.allowNewlyFailing
      ? 'Scenarios that fail newly are allowed.'
      : `No scenario fails newly${policy.needsBase ? '' : ', where a base is given'}.`,
    ...(policy.minPassRate === undefined ? [] : [`At least ${percent(policy.minPassRate)} of all verdicts are Pass.`]),
    ...policy.requiredCriteria.map((criterion) => `The criterion ${criterion} passed.`),
  ];
}

function atMost(count: number | null, what: string): string {
  if (count === null) return `Any number of scenarios may ${what}.`;
  if (count === 0) return `No scenario may ${what}.`;
  return `At most ${count} ${count === 1 ? 'scenario' : 'scenarios'} may ${what}.`;
}

/** A share as a percentage, rounded down so that 99.96 % never reads as 100 %. */
export function percent(share: number): string {
  return `${Math.floor(Number((share * 1000).toFixed(6))) / 10} %`;
}
