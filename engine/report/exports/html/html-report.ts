import { createHash } from 'node:crypto';
import type { ScenarioView } from '../../../../schemas/panel-view';
import type { ExportedRun } from '../exported-run';
import { moment } from './figures';
import { findingsPart } from './findings-part';
import { headPart } from './head';
import { html, Markup } from './markup';
import { scenarioPart } from './scenario-part';
import { ordered, scenarioTable } from './scenario-table';
import styleFile from './style.css?raw';

/** Where the records of scenarios come from, one at a time. */
export interface ScenarioSource {
  /** @param attempt from 1. */
  viewOf(scenarioId: string, attempt: number): Promise<ScenarioView>;
}

/** Readers of HTML fold line ends before they hash a style sheet. */
const style = styleFile.replaceAll('\r\n', '\n');

/** Attempts whose evidence is shown; the records have them all. */
const mostAttempts = 10;

/**
 * A run as one page that opens anywhere, offline: no script, no request, one style sheet that the page's policy names by its
 * hash. What agents wrote is text in it. It comes in pieces, scenario by scenario, so a thousand of them need no more memory
 * than the largest one. The same records make the same page.
 * @param version of what makes the page.
 */
export async function* htmlReport(run: ExportedRun, source: ScenarioSource, version: string): AsyncGenerator<string> {
  const scenarios = ordered(run.outcomes);
  const anchors = new Map(scenarios.map(({ id }, index) => [id, `s${index + 1}`]));
  const anchorOf = (id: string): string | undefined => anchors.get(id);
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Rook ${version}">
<title>${new Markup(titleOf(run))}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${headPart(run, anchorOf)}
${findingsPart(run, anchorOf)}
${scenarioTable(run, anchorOf)}
<section aria-labelledby="evidence">
<h2 id="evidence">Scenario by scenario</h2>
`.text;
  for (const outcome of scenarios) {
    const attempts = Math.min(Math.max(outcome.verdict?.attempts?.length ?? 1, 1), mostAttempts);
    const views: ScenarioView[] = [];
    for (let attempt = 1; attempt <= attempts; attempt++) views.push(await source.viewOf(outcome.id, attempt));
    const where = (file: string): string => `scenarios/${outcome.id}/${file}`;
    yield scenarioPart(outcome, anchorOf(outcome.id) ?? '', views, where).text;
  }
  yield html`</section>
</main>
<footer>
<p>Made by Rook ${version} from the records of run <code>${run.id}</code> in <code>${run.dirInRepository}</code>, report of ${moment(run.report.generated)}. A verdict is Pass, Fail or Unable to Verify, which is neither. Files that are named here stand in that folder.</p>
</footer>
</body>
</html>
`.text;
}

/** Text of the title, which has no markup: what would be hidden there is made visible, too. */
function titleOf({ name, agentId, id }: ExportedRun): string {
  const text = html`<x y="${[name ?? agentId, ' – Rook run ', id].join('')}">`.text;
  return text.slice('<x y="'.length, -'">'.length);
}
