import { basename } from 'node:path';
import type * as vscode from 'vscode';
import type { EventSubject, RunEvent } from '../schemas/event';
import type { PanelState } from '../schemas/panel';
import type { Verdict } from '../schemas/verdict';
import type { UnableToVerifyState } from './configuration';
import type { ItemStates } from './item-states';
import type { ItemTree } from './item-tree';
import { testMessages } from './run-messages';
import { dimLine, forTerminal, prefixedLines, redLine, sourceOf } from './run-output';
import { lineOfCriterion } from './scenario-outline';
import type { ScenarioTarget } from './scenario-target';
import { type CriterionOutcome, type FinalState, type MessageData, statesOf } from './verdict-states';

/** What of a hook's standard error goes into a message, in characters; the whole of it is in the output. */
const quotedStderr = 4000;

/** Shows what happens in one agent's run: output as it comes, states when a verdict is there. It decides nothing. */
export class RunReporter {
  private runDir: string | undefined;
  /** What the failed hooks of a scenario said. */
  private readonly stderr = new Map<string, string>();

  constructor(
    private readonly run: vscode.TestRun,
    private readonly states: ItemStates,
    private readonly tree: ItemTree,
    private readonly targets: ReadonlyMap<string, ScenarioTarget>,
    private readonly unableToVerify: UnableToVerifyState,
  ) {}

  handle(event: RunEvent): void {
    switch (event.type) {
      case 'planned':
        this.runDir = event.runDir;
        this.write(dimLine(`run ${event.runId}, profile ${event.plan.pins?.profile_id}, evidence in ${event.runDir}`));
        for (const gap of event.plan.gapped ?? []) {
          const remedy = gap.remedy ? ` ${gap.remedy}` : '';
          this.write(dimLine(`${gap.scenario_id} will not be verified in full: ${gap.why}.${remedy}`), gap.scenario_id);
        }
        break;
      case 'scenarioStarted':
        this.started(event.scenarioId);
        break;
      case 'phaseStarted': {
        this.stderr.delete(stderrKey(event, event.phase));
        const script = event.command.at(-2) ?? '';
        const source = sourceOf(event, event.phase, event.turn);
        this.write(dimLine(`[${source}] ${basename(script)} started`), event.scenarioId);
        break;
      }
      case 'waiting': {
        const seconds = (event.remainingMs / 1000).toFixed(1);
        this.write(dimLine(`[${sourceOf(event, event.phase)}] waits ${seconds} s`), event.scenarioId);
        break;
      }
      case 'output':
        this.output(event);
        break;
      case 'phaseEnded': {
        const took = `${event.durationMs} ms`;
        const source = sourceOf(event, event.phase, event.turn);
        const line = event.ok
          ? dimLine(`[${source}] done in ${took}`)
          : redLine(`[${source}] failed after ${took}: ${this.newIn(event)}`);
        this.write(line, event.scenarioId);
        break;
      }
      case 'criterionGraded':
        break; // the verdict, which follows, has them all
      case 'verdict':
        this.verdict(event.scenarioId, event.title, event.verdict);
        break;
      case 'notRun':
        this.settleAlone(event.scenarioId, 'skipped', [], `not ${event.unjudged ? 'judged' : 'run'}: ${event.why}`);
        break;
      case 'warning':
        this.write(forTerminal(`\x1b[33m${event.message}\x1b[0m\n`));
        break;
      case 'halted':
        this.write(redLine(`The run was halted: ${event.reason}`));
        break;
      case 'finished':
        this.write(forTerminal(`${event.report.headline}\n`));
        break;
      default:
        event satisfies never;
    }
  }

  /** Gives a scenario a state of its own, with a reason. */
  settleAlone(scenarioId: string, state: FinalState, messages: readonly MessageData[], note?: string): void {
    const target = this.targets.get(scenarioId);
    if (!target) return;
    this.tree.dropBrought(target.item, new Set());
    const shown = testMessages(target, messages, this.record(scenarioId));
    this.states.settleScenario(target.item, target.criteria.values(), state, shown);
    this.tree.setNote(target.item, note);
    if (note !== undefined) this.write(dimLine(`${scenarioId} ${note}`), scenarioId);
  }

  private started(scenarioId: string): void {
    const target = this.targets.get(scenarioId);
    if (!target) return;
    this.states.start(target.item);
    for (const item of target.criteria.values()) this.states.start(item);
  }

  private output(event: Extract<RunEvent, { type: 'output' }>): void {
    this.write(prefixedLines(sourceOf(event, event.phase), event.text), event.scenarioId);
    const key = stderrKey(event, event.phase);
    const said = (this.stderr.get(key) ?? '') + event.text;
    this.stderr.set(key, said.length > quotedStderr ? `…${said.slice(-quotedStderr)}` : said);
  }

  /** What a failure says beyond the standard error that was shown already. */
  private newIn({ error = '', ...event }: Extract<RunEvent, { type: 'phaseEnded' }>): string {
    const [first = '', ...rest] = error.split('\n');
    const shown = this.stderr.get(stderrKey(event, event.phase)) ?? '';
    return rest.length > 0 && shown.includes(rest.join('\n').trim()) ? first.replace(/:$/, '') : error;
  }

  private verdict(scenarioId: string, title: string, verdict: Verdict): void {
    const target = this.targets.get(scenarioId);
    if (!target) return;
    const stderr = this.stderr.get(stderrKey({ scenarioId }, 'execute')) ?? '';
    const outcome = statesOf(verdict, this.unableToVerify, stderr);
    this.write(verdictLine(scenarioId, title, verdict), scenarioId);
    for (const criterion of criterionLines(outcome.criteria)) this.write(criterion.text, scenarioId, criterion.id);
    if (outcome.scenario) {
      const { state, messages } = outcome.scenario;
      this.settleAlone(scenarioId, state, messages, outcome.description);
      // A skipped test has no messages: what they would say is in the output.
      const said = state === 'skipped' ? messages.flatMap(({ text, remedy }) => [text, remedy ?? '']) : [];
      for (const text of said.filter((one) => one !== '')) this.write(forTerminal(`${text}\n`), scenarioId);
      return;
    }
    this.tree.dropBrought(target.item, new Set(outcome.criteria.map(({ criterionId }) => criterionId)));
    for (const criterion of outcome.criteria) this.settleCriterion(target, criterion);
    for (const item of target.criteria.values()) this.states.settle(item, 'skipped'); // none is left, save by a fault
    this.states.yieldToCriteria(target.item);
    this.tree.setNote(target.item, outcome.description);
  }

  private settleCriterion(target: ScenarioTarget, outcome: CriterionOutcome): void {
    const { criterionId, statement, forbidden } = outcome;
    if (target.excluded.has(criterionId)) return;
    const item =
      target.criteria.get(criterionId) ??
      this.tree.bring(target.item, criterionId, statement, lineOfCriterion(target.outline, criterionId, forbidden));
    const record = this.record(target.outline.entry.id);
    this.states.settle(item, outcome.state, testMessages(target, outcome.messages, record));
  }

  private record(scenarioId: string): PanelState | undefined {
    return this.runDir === undefined ? undefined : { runDir: this.runDir, scenarioId };
  }

  private write(text: string, scenarioId?: string, criterionId?: string): void {
    const target = scenarioId === undefined ? undefined : this.targets.get(scenarioId);
    const item = (criterionId !== undefined && target?.criteria.get(criterionId)) || target?.item;
    this.run.appendOutput(text, undefined, item);
  }
}

const colours: Record<FinalState, string> = { passed: '32', failed: '31', errored: '33', skipped: '2' };

/** `SC-004 Fail: title`, in the verdict's colour. */
function verdictLine(scenarioId: string, title: string, { status }: Verdict): string {
  const colour = { Pass: colours.passed, Fail: colours.failed, 'Unable to Verify': colours.errored }[status];
  return forTerminal(`\x1b[1;${colour}m${scenarioId} ${status}\x1b[0m\x1b[1m ${title}\x1b[0m\n`);
}

/** Each criterion's line in the output belongs to its own item, so that a passed one too says what was found. */
function criterionLines(criteria: readonly CriterionOutcome[]): { id: string; text: string }[] {
  return criteria.map(({ criterionId, state, line }) => ({
    id: criterionId,
    text: forTerminal(`  \x1b[${colours[state]}m${line}\x1b[0m\n`),
  }));
}

function stderrKey({ scenarioId }: EventSubject, phase: string): string {
  return `${scenarioId ?? ''} ${phase}`;
}
