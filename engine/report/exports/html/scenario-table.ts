import type { ScenarioOutcome } from '../../outcome';
import { firstWords } from '../../text/first-words';
import type { ExportedRun } from '../exported-run';
import { failureHeadline } from '../verdict-words';
import { count, counted, duration } from './figures';
import { link, short } from './head';
import { html, type Markup } from './markup';
import { badge, type Standing, standingOf, standings, wordsOf } from './status';

/** Longer titles are cut in the table; the scenario's own part has the whole. */
const longestTitle = 160;
const longestWhy = 200;

/** The scenarios gravest first; those that stand alike keep the order of the plan. */
export function ordered(outcomes: readonly ScenarioOutcome[]): ScenarioOutcome[] {
  return standings.flatMap((standing) => outcomes.filter((outcome) => standingOf(outcome) === standing));
}

/** Every scenario in a line, filtered by radio buttons and the style sheet alone: the page has no script. */
export function scenarioTable(run: ExportedRun, anchorOf: (id: string) => string | undefined): Markup {
  const outcomes = ordered(run.outcomes);
  return html`<section class="list" aria-labelledby="scenarios">
<h2 id="scenarios">Scenarios</h2>
${outcomes.length === 0 && html`<p>No scenario is on record.</p>`}
${outcomes.length > 1 && filters(outcomes)}
${
  outcomes.length > 0 &&
  html`<div class="scroll"><table class="scenarios">
<thead><tr><th scope="col">Result</th><th scope="col">Scenario</th><th scope="col">Kind</th><th scope="col">Criteria</th><th scope="col" class="n">Latency</th></tr></thead>
<tbody>${outcomes.map((outcome) => row(outcome, anchorOf))}</tbody>
</table></div>`
}
${unrunnablePart(run)}
</section>`;
}

function filters(outcomes: ScenarioOutcome[]): Markup {
  const present = standings.filter((standing) => outcomes.some((outcome) => standingOf(outcome) === standing));
  if (present.length < 2) return html``;
  const choice = (value: string, words: string, number: number): Markup =>
    html`<label><input type="radio" name="shown" value="${value}"${value === 'all' && html` checked`}> ${words} <span class="muted">${count(number)}</span></label>`;
  return html`<fieldset class="filters"><legend class="hidden">Which scenarios are listed</legend>
${choice('all', 'All', outcomes.length)}${present.map((standing) =>
  choice(standing, wordsOf(standing), outcomes.filter((outcome) => standingOf(outcome) === standing).length),
)}
</fieldset>`;
}

function row(outcome: ScenarioOutcome, anchorOf: (id: string) => string | undefined): Markup {
  const { id, title, verdict, category } = outcome;
  const standing = standingOf(outcome);
  const why = whyOf(outcome, standing);
  return html`<tr class="is-${standing}"><td>${badge(standing, standing === 'without' ? stateWords(outcome) : undefined)}${verdict?.flaky === true && html` <span class="tag">Flaky</span>`}</td>
<th scope="row">${link(anchorOf(id), id)} ${title === id ? '' : short(title, longestTitle)}${why !== '' && html`<span class="why">${short(why, longestWhy)}</span>`}</th>
<td>${[outcome.class, category].flatMap((one) => (one === undefined ? [] : [html`<span class="kind">${one}</span> `]))}</td>
<td>${verdict ? criteriaWords(verdict) : ''}</td>
<td class="n">${verdict?.latency_ms == null ? '' : duration(verdict.latency_ms)}</td></tr>
`;
}

/** How a scenario without a verdict stands. */
export function stateWords({ state }: ScenarioOutcome): string {
  return state === 'unjudged' ? 'Not judged' : 'Not run';
}

function whyOf({ verdict, why }: ScenarioOutcome, standing: Standing): string {
  if (!verdict) return why ?? '';
  switch (standing) {
    case 'fail':
    case 'compromised':
      return failureHeadline(verdict);
    case 'unable':
      return firstWords(
        verdict.diagnosis ?? verdict.criteria.find(({ status }) => status === 'Unable to Verify')?.achieved ?? '',
      );
    case 'pass':
    case 'without':
      return '';
    default:
      return standing satisfies never;
  }
}

function criteriaWords({ criteria }: NonNullable<ScenarioOutcome['verdict']>): Markup {
  const of = (status: string): number => criteria.filter((criterion) => criterion.status === status).length;
  const parts: [number, string][] = [
    [of('Fail'), 'Fail'],
    [of('Unable to Verify'), 'open'],
    [of('Pass'), 'Pass'],
  ];
  return html`${parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(', ')}`;
}

function unrunnablePart({ unrunnable }: ExportedRun): Markup | undefined {
  if (unrunnable.length === 0) return undefined;
  return html`<details><summary>${counted(unrunnable.length, 'scenario')} that cannot run</summary>
<ul>${unrunnable.map(({ id, title, why }) => html`<li><code>${id}</code> ${title}: ${why}</li>`)}</ul></details>`;
}
