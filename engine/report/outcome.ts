import type { Scenario } from '../../schemas/scenario';
import type { Verdict } from '../../schemas/verdict';

/** How one planned scenario ended; what a report is made from. */
export interface ScenarioOutcome {
  id: string;
  title: string;
  featureId?: string;
  class?: Scenario['class'];
  category?: Scenario['category'];
  /** verdict: judged. unjudged: the agent answered, nobody graded it. not_run: it never got that far. */
  state: 'verdict' | 'unjudged' | 'not_run';
  verdict?: Verdict;
  /** Why its verdict cannot be read, though it is on disk; then it has none. */
  unreadable?: string;
  /** Why there is no verdict. */
  why?: string;
  carried?: boolean;
}
