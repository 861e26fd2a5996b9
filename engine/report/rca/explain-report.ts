import type { Cluster, Report } from '../../../schemas/report';
import {
  type AskLog,
  askModel,
  type Model,
  type Reading,
  useOf,
  type VersionedQuestion,
} from '../../judge/model/ask-model';
import type { ScenarioOutcome } from '../outcome';
import { clusterEvidence } from './cluster-evidence';
import { rcaPromptVersion, wordClusterQuestion } from './cluster-question';
import { groundNarrative, readNarrative, wordNarrativeQuestion } from './narrative';
import { groundRootCause, readRootCause } from './root-cause';

/** `rca-working.json`: how the root causes of a run came about. */
export interface RcaWorking {
  version: 1;
  prompt_version: string;
  model: string;
  /** What each question was about, a cluster's id or `report`, and why an answer was left out. */
  questions: (AskLog & { about: string; left_out?: string })[];
}

export interface ExplainedReport {
  /** The report with what the model has shown; as it was in everything else. */
  report: Report;
  /** What could not be had, and why. */
  warnings: string[];
  working: RcaWorking;
}

/** Clusters that are asked about; compromised ones come first among them. */
const mostClusters = 20;
/** Questions at once. */
const atOnce = 4;

/**
 * Has a model look for the root cause of each cluster of a report, and sum the run up. What it says counts only as far as
 * the verdicts bear it out; no status, total or verdict is changed by it. A run in which nothing came out badly has no
 * root cause: nothing is asked.
 */
export async function explainReport(
  model: Model,
  report: Report,
  outcomes: readonly ScenarioOutcome[],
): Promise<ExplainedReport> {
  const explanation = new Explanation(model, outcomes);
  const asked = report.clusters.slice(0, mostClusters);
  const found = await explanation.clusters(asked);
  const clusters = [...found, ...report.clusters.slice(mostClusters)];
  const rest = report.clusters.length - asked.length;
  if (rest > 0) explanation.warnings.push(`the root causes of ${rest} more clusters were not asked for`);
  const explained = await explanation.run({ ...report, clusters });
  const { working, warnings } = explanation;
  if (working.questions.length === 0) return { report, warnings, working };
  return {
    report: { ...explained, rca: useOf(working.model, rcaPromptVersion, working.questions) },
    warnings,
    working,
  };
}

/** The questions about one report. */
class Explanation {
  readonly warnings: string[] = [];
  readonly working: RcaWorking;
  private readonly outcomes: ReadonlyMap<string, ScenarioOutcome>;
  /** The model cannot be reached, or the work was stopped: nothing more is asked. */
  private over = false;

  constructor(
    private readonly model: Model,
    outcomes: readonly ScenarioOutcome[],
  ) {
    this.outcomes = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    this.working = { version: 1, prompt_version: rcaPromptVersion, model: model.model.name, questions: [] };
  }

  /** The clusters, each with its root cause as far as there is one. */
  async clusters(clusters: readonly Cluster[]): Promise<Cluster[]> {
    const explained = [...clusters];
    const waiting = clusters.entries();
    const worker = async (): Promise<void> => {
      for (const [index, cluster] of waiting) explained[index] = await this.cluster(cluster);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return explained;
  }

  private async cluster(cluster: Cluster): Promise<Cluster> {
    const { mask } = this.model;
    const given = clusterEvidence(cluster, this.outcomes, mask);
    if (this.over || given.length === 0) return cluster;
    const question = wordClusterQuestion(cluster, given, mask);
    const answer = await this.ask(cluster.id, question, (text) => readRootCause(text, given));
    if (!answer) return cluster;
    const grounded = groundRootCause(answer.value, given);
    if ('why' in grounded) {
      this.leaveOut(answer.log, cluster.id, grounded.why);
      return cluster;
    }
    await this.keep(answer);
    const { where: _place, summary: _summary, ...rest } = cluster; // of an earlier cause
    return { ...rest, ...grounded.found };
  }

  /** The report with its narrative and next steps, as far as they hold. */
  async run(report: Report): Promise<Report> {
    if (this.over || report.clusters.length === 0) return report;
    const question = wordNarrativeQuestion(report, this.model.mask);
    const answer = await this.ask('report', question, readNarrative);
    if (!answer) return report;
    const { why, ...found } = groundNarrative(answer.value, report.totals, question.prompt);
    if (why === undefined) await this.keep(answer);
    else this.leaveOut(answer.log, 'the narrative', why);
    return { ...report, ...found };
  }

  private async ask<T>(about: string, question: VersionedQuestion, read: (text: string) => Reading<T>) {
    const answer = await askModel(this.model, question, read);
    if (answer.kind === 'interrupted') {
      if (!this.over)
        this.warnings.push('it was stopped before every root cause was asked for: rook report --rca asks for the rest');
      this.over = true;
      return undefined;
    }
    this.working.questions.push({ about, ...answer.log });
    if (answer.kind === 'answered') return answer;
    const what = about === 'report' ? 'the run is not summed up' : `there is no root cause for ${about}`;
    if (!this.over) this.warnings.push([`${what}: ${answer.why}`, answer.remedy].filter(Boolean).join('. '));
    if (answer.cause === 'unreachable') this.over = true;
    return undefined;
  }

  private async keep({ raw, log }: { raw: string; log: AskLog }): Promise<void> {
    if (!log.cached) await this.model.cache?.keep(log.key, this.model.model.name, rcaPromptVersion, raw);
  }

  private leaveOut(log: AskLog, what: string, why: string): void {
    const question = this.working.questions.find(({ key }) => key === log.key);
    if (question) question.left_out = why;
    this.warnings.push(`what the judge ${this.model.model.name} says of ${what} is left out: ${why}`);
  }
}
