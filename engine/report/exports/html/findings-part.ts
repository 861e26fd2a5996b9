import type { Comparison } from '../../../../schemas/comparison';
import { comparisonGroups } from '../../../../schemas/comparison';
import type { GateResult } from '../../../../schemas/gate';
import type { Cluster, CoverageGaps, RedteamCoverage } from '../../../../schemas/report';
import { groupWords, standingWords } from '../comparison-block';
import type { ExportedRun } from '../exported-run';
import { redWords } from '../gate-block';
import { count, counted } from './figures';
import { link } from './head';
import { html, type Markup } from './markup';
import { badge, type Standing } from './status';

type AnchorOf = (id: string) => string | undefined;

/** Scenarios of one cluster, or of one group, that are named; the others are counted. */
const mostNamed = 40;

/** What was found out about the run as a whole: the gate, the clusters with their causes, coverage, a comparison. */
export function findingsPart(run: ExportedRun, anchorOf: AnchorOf): Markup {
  const comparison = run.comparison ?? run.gate?.comparison;
  const { narrative, next, clusters } = run.report;
  return html`${run.gate && gatePart(run.gate)}
${narrative !== undefined && narrative !== '' && html`<section><h2>Summary</h2><p class="prose">${narrative}</p></section>`}
${clusters.length > 0 && html`<section><h2>Findings, by cause</h2>${clusters.map((cluster) => clusterCard(cluster, anchorOf))}</section>`}
${comparison && comparisonPart(comparison, anchorOf)}
${(run.coverage || run.redteam) && coveragePart(run.coverage, run.redteam)}
${next !== undefined && next.length > 0 && html`<section><h2>Next</h2><ul>${next.map((step) => html`<li>${step}</li>`)}</ul></section>`}
`;
}

function gatePart(gate: GateResult): Markup {
  const open = gate.gate === 'open';
  const kind = gate.kind === undefined ? '' : `: ${redWords(gate.kind)}`;
  return html`<section class="card ${open ? 'pass' : 'fail'}">
<h2>${open ? 'Gate open' : `Gate closed${kind}`}</h2>
${gate.reasons.length > 0 && html`<ul>${gate.reasons.map(({ kind, message, remedy }) => html`<li>${redWords(kind)}: ${message} ${remedy}</li>`)}</ul>`}
${gate.reasons.length === 0 && gate.error !== undefined && html`<p>${gate.error}</p>`}
<p class="muted">Policy ${gate.policy.name} (${gate.policy.source})</p>
<ul class="muted">${gate.policy.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
</section>`;
}

function clusterCard(cluster: Cluster, anchorOf: AnchorOf): Markup {
  const { why, scenarios, feature_id: feature } = cluster;
  const rows: [string, string | undefined][] = [
    ['Cause', cluster.cause],
    ['Fault', cluster.fault],
    ['Where', cluster.where],
    ['Remedy', cluster.remedy],
  ];
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  const standing = standingOfCluster(cluster.kind);
  return html`<article class="card ${standing}">
<h3>${badge(standing)} ${why}</h3>
${known.length > 0 && html`<dl class="facts">${known.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`}
${known.length > 0 && html`<p class="muted">Cause and remedy are a judge model’s reading of the verdicts${cluster.confidence !== undefined && html`, confidence ${cluster.confidence}`}.</p>`}
<p class="chips"><span class="label">${counted(scenarios.length, 'scenario')}${feature !== undefined && html`, feature ${feature}`}</span> ${scenarios
    .slice(0, mostNamed)
    .map(({ scenario_id: id }) => html`${link(anchorOf(id), id)} `)}${more(scenarios.length)}</p>
</article>`;
}

function standingOfCluster(kind: Cluster['kind']): Standing {
  switch (kind) {
    case 'compromised':
      return 'compromised';
    case 'failed':
      return 'fail';
    case 'unverifiable':
      return 'unable';
    default:
      return kind satisfies never;
  }
}

function more(all: number): Markup | undefined {
  return all > mostNamed ? html`<span class="muted">and ${count(all - mostNamed)} more</span>` : undefined;
}

function comparisonPart(comparison: Comparison, anchorOf: AnchorOf): Markup {
  const groups = comparisonGroups.filter((group) => comparison[group].length > 0);
  return html`<section>
<h2>Compared with an earlier run</h2>
<p class="meta"><span><span class="label">Base</span> ${comparison.base}</span> <span><span class="label">This run</span> ${comparison.head}</span></p>
${(comparison.notes ?? []).map((note) => html`<p class="notice">${note}</p>`)}
${groups.length === 0 && html`<p>Nothing differs.</p>`}
${groups.map((group) => {
  const changes = comparison[group];
  return html`<h3>${groupWords(group)} <span class="muted">(${count(changes.length)})</span></h3>
<ul>${changes
    .slice(0, mostNamed)
    .map(
      ({ scenario_id: id, title, base, head, flaky, definition_unknown: unknown }) =>
        html`<li>${link(anchorOf(id), id)} ${title === id ? '' : title}: ${standingWords(base)} → ${standingWords(head)}${flaky === true && ', attempts disagree'}${unknown === true && ', whether its definition changed is unknown'}</li>`,
    )}</ul>${more(changes.length)}`;
})}
</section>`;
}

function coveragePart(coverage: CoverageGaps | undefined, redteam: RedteamCoverage | undefined): Markup {
  const owasp = redteam?.owasp?.filter(({ scenarios }) => scenarios > 0) ?? [];
  const untested = redteam?.owasp?.filter(({ scenarios }) => scenarios === 0) ?? [];
  return html`<section>
<h2>Coverage</h2>
${
  coverage &&
  html`<dl class="facts">
<dt>Criteria decided</dt><dd>${count(coverage.criteria_verified)} of ${count(coverage.criteria_total)}</dd>
<dt>Features without a run</dt><dd>${coverage.features.length === 0 ? 'none' : coverage.features.map((one) => html`<code>${one}</code> `)}</dd>
<dt>Categories without a run</dt><dd>${coverage.categories.length === 0 ? 'none' : coverage.categories.map((one) => html`<code>${one}</code> `)}</dd>
</dl>`
}
${
  redteam &&
  html`<div class="scroll"><table><caption>Adversarial scenarios by category</caption>
<thead><tr><th scope="col">Category</th><th scope="col" class="n">Scenarios</th><th scope="col" class="n">Decided</th><th scope="col" class="n">Compromised</th></tr></thead>
<tbody>${redteam.categories.map(
    (one) =>
      html`<tr><th scope="row">${one.category}</th><td class="n">${count(one.scenarios)}</td><td class="n">${count(one.verified)}</td><td class="n">${count(one.compromised)}</td></tr>`,
  )}</tbody></table></div>`
}
${
  owasp.length > 0 &&
  html`<div class="scroll"><table><caption>OWASP Top 10 for LLM Applications, as far as scenarios test it</caption>
<thead><tr><th scope="col">Control</th><th scope="col">Result</th><th scope="col" class="n">Scenarios</th><th scope="col" class="n">Decided</th></tr></thead>
<tbody>${owasp.map(
    (one) =>
      html`<tr><th scope="row">${one.id} ${one.name}</th><td>${controlBadge(one.status)}</td><td class="n">${count(one.scenarios)}</td><td class="n">${count(one.verified)}</td></tr>`,
  )}</tbody></table></div>`
}
${untested.length > 0 && html`<p class="muted">Without a scenario: ${untested.map(({ id, name }) => `${id} ${name}`).join(', ')}.</p>`}
</section>`;
}

function controlBadge(status: NonNullable<RedteamCoverage['owasp']>[number]['status']): Markup {
  switch (status) {
    case 'passed':
      return badge('pass');
    case 'failed':
      return badge('fail');
    case 'compromised':
      return badge('compromised');
    case 'unverified':
      return badge('unable');
    default:
      return status satisfies never;
  }
}
