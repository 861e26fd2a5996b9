import type { RecordLink } from '../schemas/panel';
import type { ItemStates } from './item-states';
import type { ItemTree } from './item-tree';
import { testMessages } from './run-messages';
import { lineOfCriterion } from './scenario-outline';
import type { ScenarioTarget } from './scenario-target';
import type { CriterionOutcome, FinalState, MessageData, VerdictStates } from './verdict-states';

/** Puts states onto the items of scenarios, those of a run that goes on and those of one that is read back. */
export class VerdictDisplay {
  constructor(
    private readonly tree: ItemTree,
    private readonly states: ItemStates,
  ) {}

  /** Shows a verdict: on the scenario when no criterion can carry it, else on its criteria. */
  show(target: ScenarioTarget, outcome: VerdictStates, record: RecordLink | undefined): void {
    if (outcome.scenario) {
      const { state, messages } = outcome.scenario;
      this.settleAlone(target, state, messages, outcome.description, record);
      return;
    }
    this.tree.dropBrought(target.item, new Set(outcome.criteria.map(({ criterionId }) => criterionId)));
    for (const criterion of outcome.criteria) this.settleCriterion(target, criterion, record);
    for (const item of target.criteria.values()) this.states.settle(item, 'skipped'); // none is left, save by a fault
    this.states.yieldToCriteria(target.item);
    this.tree.setNote(target.item, outcome.description);
  }

  /** Gives a scenario a state of its own, with a reason. */
  settleAlone(
    target: ScenarioTarget,
    state: FinalState,
    messages: readonly MessageData[],
    note: string | undefined,
    record: RecordLink | undefined,
  ): void {
    this.tree.dropBrought(target.item, new Set());
    const shown = testMessages(target, messages, record);
    this.states.settleScenario(target.item, target.criteria.values(), state, shown);
    this.tree.setNote(target.item, note);
  }

  private settleCriterion(target: ScenarioTarget, outcome: CriterionOutcome, record: RecordLink | undefined): void {
    const { criterionId, statement, forbidden } = outcome;
    if (target.excluded.has(criterionId)) return;
    const item =
      target.criteria.get(criterionId) ??
      this.tree.bring(target.item, criterionId, statement, lineOfCriterion(target.outline, criterionId, forbidden));
    this.states.settle(item, outcome.state, testMessages(target, outcome.messages, record));
  }
}
