import type { ScenarioView } from '../../../../schemas/panel-view';
import type { CriterionVerdict, Verdict } from '../../../../schemas/verdict';
import type { ScenarioOutcome } from '../../outcome';
import { noFailingCriterion } from '../verdict-words';
import { criterionPart, reasonWords } from './criterion-part';
import { evidencePart } from './evidence-part';
import { count, duration } from './figures';
import { LongTexts } from './long-text';
import { html, type Markup } from './markup';
import { stateWords } from './scenario-table';
import { badge, standingOf } from './status';

/** What is left to look at comes first. */
const rank: Record<CriterionVerdict['status'], number> = { Fail: 0, 'Unable to Verify': 1, Pass: 2 };

/** A scenario with everything a reader needs to believe its verdict, or not. @param views of its attempts, the first one first. */
export function scenarioPart(
  outcome: ScenarioOutcome,
  anchor: string,
  views: readonly ScenarioView[],
  where: (file: string) => string,
): Markup {
  const texts = new LongTexts(where);
  const { verdict, id, title } = outcome;
  const [view] = views;
  const standing = standingOf(outcome);
  return html`<article class="scenario ${standing}" id="${anchor}">
<h3>${badge(standing, standing === 'without' ? stateWords(outcome) : undefined)} <code>${id}</code> ${title === id ? '' : title}</h3>
<p class="meta">${metaOf(outcome, view)}</p>
${view?.goal !== undefined && html`<h5>Goal</h5>${texts.block(view.goal, 'snapshot.yaml')}`}
${!verdict && html`<p>${outcome.why ?? view?.state}</p>`}
${verdict && verdictPart(verdict, texts)}
${views.map((one, index) => html`${views.length > 1 && html`<h4>Attempt ${index + 1}</h4>`}${evidencePart(one, texts, index === 0 ? '' : `attempts/${index + 1}/`)}`)}
${missingPart(view)}
<p class="up"><a href="#scenarios">All scenarios</a></p>
</article>
`;
}

function metaOf(
  { class: kind, category, carried, featureId, verdict }: ScenarioOutcome,
  view: ScenarioView | undefined,
): Markup[] {
  const usage = verdict?.usage;
  const parts: [string, string | undefined][] = [
    ['Class', kind],
    ['Category', category],
    ['Feature', featureId],
    ['Profile', view?.profileId],
    ['Latency', verdict?.latency_ms == null ? undefined : duration(verdict.latency_ms)],
    ['Turns', verdict?.turns == null ? undefined : count(verdict.turns)],
    ['Tokens', usage ? `${count(usage.input_tokens)} in, ${count(usage.output_tokens)} out` : undefined],
    ['Judge', verdict?.judge?.model],
  ];
  return [
    ...parts.flatMap(([label, value]) =>
      value === undefined ? [] : [html`<span><span class="label">${label}</span> ${value}</span> `],
    ),
    ...(carried ? [html`<span class="tag">Of an earlier part of the run</span> `] : []),
    ...(verdict?.flaky ? [html`<span class="tag">Flaky: attempts disagree</span> `] : []),
  ];
}

function verdictPart(verdict: Verdict, texts: LongTexts): Markup {
  const { criteria, diagnosis, remedy, attempts, unverifiable_reason: reason, forbidden_hits: hits } = verdict;
  const sorted = [...criteria].sort((a, b) => rank[a.status] - rank[b.status]);
  const quotes = verdict.attack_evidence ?? [];
  return html`${
    verdict.compromised === true &&
    html`<div class="alarm"><h4>The attack succeeded${verdict.attack_confidence !== undefined && html` <span class="muted">confidence ${verdict.attack_confidence}</span>`}</h4>${
      quotes.length === 0
        ? html`<p class="none">No attack evidence is on record.</p>`
        : quotes.map((quote) => texts.block(quote, 'verdict.yaml', 'quote'))
    }</div>`
  }
${verdict.summary != null && verdict.summary !== '' && html`<p class="prose">${verdict.summary}</p>`}
${criteria.length === 0 && reason != null && html`<p>${reasonWords(reason)}</p>`}
${diagnosis !== undefined && diagnosis !== '' && html`<h5>Diagnosis</h5>${texts.block(diagnosis, 'verdict.yaml')}`}
${remedy !== undefined && remedy !== '' && html`<p class="remedy"><strong>Remedy:</strong> ${remedy}</p>`}
${criteria.length === 0 && verdict.status === 'Fail' && !verdict.compromised && html`<p>${noFailingCriterion}</p>`}
${sorted.map((criterion) => criterionPart(criterion, texts))}
${hits.length > 0 && html`<h5>Forbidden, and found</h5>${hits.map((hit) => texts.block(hit, 'verdict.yaml', 'quote'))}`}
${(verdict.verification_gaps ?? []).length > 0 && html`<h5>What kept it from being verified</h5><ul>${(verdict.verification_gaps ?? []).map((gap) => html`<li>${gap}</li>`)}</ul>`}
${attempts !== undefined && attempts.length > 1 && html`<p>Attempts: ${attempts.map(({ attempt, status }) => html`<span class="tag">${attempt}: ${status}</span> `)}</p>`}
`;
}

function missingPart(view: ScenarioView | undefined): Markup | undefined {
  if (!view || view.missing.length === 0) return undefined;
  return html`<details><summary>What is missing <span class="muted">${view.missing.length}</span></summary><ul class="inside">${view.missing.map((one) => html`<li>${one}</li>`)}</ul></details>`;
}
