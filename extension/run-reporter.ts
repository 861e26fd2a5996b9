import { basename, join } from 'node:path';
import type * as vscode from 'vscode';
import { runLayout } from '../engine/workspace/layout';
import type { EventSubject, RunEvent } from '../schemas/event';
import type { RecordLink } from '../schemas/panel';
import type { Verdict } from '../schemas/verdict';
import type { UnableToVerifyState } from './configuration';
import { formatSize } from './format-size';
import { GatheredOutput } from './gathered-output';
import type { ItemStates } from './item-states';
import type { ItemTree } from './item-tree';
import { OutputLimit } from './output-limit';
import { rootCauseLines } from './root-cause-lines';
import { dimLine, forTerminal, prefixedLines, redLine, sourceOf } from './run-output';
import type { ScenarioTarget } from './scenario-target';
import { VerdictDisplay } from './verdict-display';
import { type CriterionOutcome, endOfStderr, type FinalState, type MessageData, statesOf } from './verdict-states';

/** Shows what happens in one agent's run: output as it comes, states when a verdict is there. It decides nothing. */
export class RunReporter implements vscode.Disposable {
  private readonly display: VerdictDisplay;
  private runDir: string | undefined;
  private readonly output: GatheredOutput;
  private readonly limit = new OutputLimit();
  /** What hooks have said last, by scenario and phase. */
  private readonly stderr = new Map<string, string>();
  /** What the hook said on which a scenario's first failed attempt came to grief. */
  private readonly lastWords = new Map<string, string>();

  constructor(
    run: vscode.TestRun,
    private readonly states: ItemStates,
    tree: ItemTree,
    private readonly targets: ReadonlyMap<string, ScenarioTarget>,
    private readonly unableToVerify: UnableToVerifyState,
  ) {
    this.display = new VerdictDisplay(tree, states);
    this.output = new GatheredOutput(run);
  }

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
        this.hookOutput(event);
        break;
      case 'phaseEnded': {
        const took = `${event.durationMs} ms`;
        const source = sourceOf(event, event.phase, event.turn);
        const line = event.ok
          ? dimLine(`[${source}] done in ${took}`)
          : redLine(`[${source}] failed after ${took}: ${this.newIn(event)}`);
        if (event.scenarioId === undefined) this.sayWithheld(undefined); // prepare, which no scenario's verdict follows
        this.write(line, event.scenarioId);
        if (!event.ok) this.noteFailure(event);
        break;
      }
      case 'criterionGraded':
        break; // the verdict, which follows, has them all
      case 'verdict':
        this.verdict(event.scenarioId, event.title, event.verdict);
        break;
      case 'notRun':
        this.sayWithheld(event.scenarioId);
        this.settleAlone(event.scenarioId, 'skipped', [], `not ${event.unjudged ? 'judged' : 'run'}: ${event.why}`);
        break;
      case 'warning':
        this.write(forTerminal(`\x1b[33m${event.message}\x1b[0m\n`));
        break;
      case 'halted':
        this.write(redLine(`The run was halted: ${event.reason}`));
        break;
      case 'explaining':
        this.write(dimLine(`asking the judge model for the root causes of ${event.clusters} cluster(s)`));
        break;
      case 'finished':
        this.write(forTerminal(`${event.report.headline}\n`) + rootCauseLines(event.report));
        break;
      default:
        event satisfies never;
    }
  }

  /** Hands over what has been said last. */
  dispose(): void {
    this.output.dispose();
  }

  /** Gives a scenario a state of its own, with a reason. */
  settleAlone(scenarioId: string, state: FinalState, messages: readonly MessageData[], note?: string): void {
    const target = this.targets.get(scenarioId);
    if (!target) return;
    this.display.settleAlone(target, state, messages, note, this.record(scenarioId));
    if (note !== undefined) this.write(dimLine(`${scenarioId} ${note}`), scenarioId);
  }

  private started(scenarioId: string): void {
    const target = this.targets.get(scenarioId);
    if (!target) return;
    this.states.start(target.item);
    for (const item of target.criteria.values()) this.states.start(item);
  }

  private hookOutput(event: Extract<RunEvent, { type: 'output' }>): void {
    const shown = this.limit.take(event.scenarioId ?? '', event.text);
    if (shown !== '') this.write(prefixedLines(sourceOf(event, event.phase), shown), event.scenarioId);
    const key = stderrKey(event, event.phase);
    this.stderr.set(key, endOfStderr((this.stderr.get(key) ?? '') + event.text));
  }

  /** The last line of a hook's output that was too much to show: how much it was, and where it is on record. */
  private sayWithheld(scenarioId: string | undefined): void {
    const bytes = this.limit.takeWithheld(scenarioId ?? '');
    if (bytes === 0 || this.runDir === undefined) return;
    const { hooksFile, scenarioDir } = runLayout(this.runDir);
    const file = scenarioId === undefined ? hooksFile : join(scenarioDir(scenarioId), basename(hooksFile));
    this.write(dimLine(`… ${formatSize(bytes)} more of output are left out here. On record: ${file}`), scenarioId);
  }

  /** A close that fails after the answer is there does not keep it from being judged. */
  private noteFailure({ scenarioId, phase }: Extract<RunEvent, { type: 'phaseEnded' }>): void {
    if (scenarioId === undefined || (phase !== 'open' && phase !== 'execute')) return;
    if (!this.lastWords.has(scenarioId))
      this.lastWords.set(scenarioId, this.stderr.get(stderrKey({ scenarioId }, phase)) ?? '');
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
    const outcome = statesOf(verdict, this.unableToVerify, this.lastWords.get(scenarioId));
    this.sayWithheld(scenarioId);
    this.write(verdictLine(scenarioId, title, verdict), scenarioId);
    for (const criterion of criterionLines(outcome.criteria)) this.write(criterion.text, scenarioId, criterion.id);
    this.display.show(target, outcome, this.record(scenarioId));
    if (!outcome.scenario) return;
    const { state, messages } = outcome.scenario;
    if (outcome.description !== undefined) this.write(dimLine(`${scenarioId} ${outcome.description}`), scenarioId);
    // A skipped test has no messages: what they would say is in the output.
    const said = state === 'skipped' ? messages.flatMap(({ text, remedy }) => [text, remedy ?? '']) : [];
    for (const text of said.filter((one) => one !== '')) this.write(forTerminal(`${text}\n`), scenarioId);
  }

  private record(scenarioId: string): RecordLink | undefined {
    return this.runDir === undefined ? undefined : { runDir: this.runDir, scenarioId };
  }

  private write(text: string, scenarioId?: string, criterionId?: string): void {
    const target = scenarioId === undefined ? undefined : this.targets.get(scenarioId);
    const item = (criterionId !== undefined && target?.criteria.get(criterionId)) || target?.item;
    this.output.write(text, item);
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
