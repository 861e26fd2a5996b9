import { join } from 'node:path';
import type { PanelAnswer, PanelRequest, PanelRoute, ToPanel } from '../../../schemas/panel';
import type { CompareView, ScenarioView } from '../../../schemas/panel-view';
import { ok, type Result, refuse } from '../../../schemas/result';
import { type RunLayout, runLayout } from '../../workspace/layout';
import { messageOf } from '../../workspace/read-text';
import { openRun, storedValue } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { CompareReader } from './compare-view';
import { cutTexts, textAt } from './cut-texts';
import { readImage, readRecord, readRecordText } from './record-requests';
import { RunReader } from './run-view';
import { scenarioTextAt, scenarioViewOf } from './scenario-view';
import { TrendsReader } from './trends-view';

/** What there is to show now. */
export interface Shown {
  message: ToPanel;
  /** Not all is read yet: ask again at once. */
  more: boolean;
  /** What is shown still changes by itself: the run goes on. */
  running: boolean;
}

/** One panel, wherever it is shown: where it stands, what it shows there, and what it reads when it is asked. */
export class PanelSession {
  private runReader: RunReader | undefined;
  private compareReader: CompareReader | undefined;
  private trendsReader: TrendsReader | undefined;

  /** @param agent whose runs are shown; no other file is read. */
  constructor(
    private readonly agent: AgentRef,
    private place: PanelRoute,
  ) {}

  get route(): PanelRoute {
    return this.place;
  }

  go(route: PanelRoute): void {
    this.place = route;
  }

  /** The folder of the scenario that is shown; undefined on other pages. */
  get scenarioDir(): string | undefined {
    return this.place.view === 'scenario' ? this.scenarioDirOf(this.place) : undefined;
  }

  /** Folders whose files are shown: when one changes, the view is another. */
  get watchedFolders(): string[] {
    const { place } = this;
    const { runsDir } = this.agent;
    switch (place.view) {
      case 'run': // and whether a newer one begins
        return [runsDir, join(runsDir, place.runId), join(runsDir, place.runId, 'scenarios')];
      case 'scenario':
        return [join(runsDir, place.runId), this.scenarioDirOf(place)];
      case 'compare':
      case 'trends':
        return [runsDir];
      default:
        return place satisfies never;
    }
  }

  /** What the place shows. Every fault of a file is in what is shown; only faults of ours are thrown. */
  async shown(): Promise<Shown> {
    const { place, agent } = this;
    switch (place.view) {
      case 'run': {
        const run = await openRun(agent.runsDir, place.runId);
        if (!run.ok) return failed(place, run.error);
        if (this.runReader?.runId !== place.runId) this.runReader = new RunReader(agent, place.runId);
        const view = await this.runReader.read(run.value);
        return {
          message: { type: 'run', route: place, view },
          more: view.reading !== undefined,
          running: view.status === 'running',
        };
      }
      case 'scenario': {
        const view = await this.scenario(place);
        if (!view.ok) return failed(place, view.error);
        const { value, cuts } = cutTexts(view.value.view);
        return {
          message: { type: 'scenario', route: place, view: { ...value, ...(cuts.length > 0 && { cuts }) } },
          more: false,
          running: view.value.running,
        };
      }
      case 'compare': {
        const view = await this.compare(place);
        return view.ok
          ? { message: { type: 'compare', route: place, view: view.value }, more: false, running: false }
          : failed(place, view.error);
      }
      case 'trends': {
        this.trendsReader ??= new TrendsReader(agent);
        const view = await this.trendsReader.read(place.scenarioId);
        return { message: { type: 'trends', route: place, view }, more: view.reading !== undefined, running: false };
      }
      default:
        return place satisfies never;
    }
  }

  /** Answers a request of the page; what it may not have, or what is not there, is refused in words. */
  async answer(request: PanelRequest): Promise<PanelAnswer> {
    try {
      const answer = await this.read(request);
      return answer.ok ? answer.value : { kind: 'refused', ...answer.error };
    } catch (error) {
      // What the system says of a file, such as that it is locked, is an answer.
      if (!(error instanceof Error && 'code' in error)) throw error;
      return { kind: 'refused', message: `this cannot be read: ${messageOf(error)}` };
    }
  }

  private async read(request: PanelRequest): Promise<Result<PanelAnswer>> {
    const { place } = this;
    if (request.ask === 'viewText') return this.viewText(request);
    if (place.view !== 'scenario') return refuse('files are read on the page of a scenario');
    const dir = this.scenarioDirOf(place);
    switch (request.ask) {
      case 'record':
        return readRecord(dir, request.file);
      case 'recordText':
        return readRecordText(dir, request);
      case 'image':
        return readImage(dir, request.file);
      default:
        return request satisfies never;
    }
  }

  private async viewText(request: Extract<PanelRequest, { ask: 'viewText' }>): Promise<Result<PanelAnswer>> {
    const { place } = this;
    let found = place.view === 'scenario' ? await scenarioTextAt(this.layoutOf(place), place, request) : 'elsewhere';
    if (found === 'elsewhere') {
      const whole = await this.wholeView();
      if (!whole.ok) return whole;
      found = textAt(whole.value, request.path, request.start, request.end);
    }
    return found ? ok({ kind: 'text', ...found }) : refuse('the records have changed: this text is not there any more');
  }

  /** The view that is shown, with no text cut. */
  private async wholeView(): Promise<Result<unknown>> {
    const { place } = this;
    if (place.view === 'scenario') {
      const view = await this.scenario(place);
      return view.ok ? ok(view.value.view) : view;
    }
    if (place.view === 'compare') return this.compare(place, { whole: true });
    return refuse('no text of this page was cut');
  }

  private compare(
    place: Extract<PanelRoute, { view: 'compare' }>,
    options: { whole?: boolean } = {},
  ): Promise<Result<CompareView>> {
    this.compareReader ??= new CompareReader(this.agent);
    return this.compareReader.read(place, options);
  }

  private async scenario(
    place: Extract<PanelRoute, { view: 'scenario' }>,
  ): Promise<Result<{ view: ScenarioView; running: boolean }>> {
    const run = await openRun(this.agent.runsDir, place.runId);
    if (!run.ok) return run;
    const view = await scenarioViewOf(run.value, place.scenarioId, place.attempt);
    return ok({ view, running: storedValue(run.value.file)?.status === 'running' });
  }

  private scenarioDirOf(place: { runId: string; scenarioId: string }): string {
    return this.layoutOf(place).scenarioDir(place.scenarioId);
  }

  private layoutOf({ runId }: { runId: string }): RunLayout {
    return runLayout(join(this.agent.runsDir, runId));
  }
}

function failed(route: PanelRoute, { message, remedy }: { message: string; remedy?: string }): Shown {
  return { message: { type: 'failed', route, message, ...(remedy && { remedy }) }, more: false, running: false };
}
