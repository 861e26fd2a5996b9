import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExportedRun } from '../../../../../engine/report/exports/exported-run';
import { htmlReport } from '../../../../../engine/report/exports/html/html-report';
import { html } from '../../../../../engine/report/exports/html/markup';
import type { ScenarioView } from '../../../../../schemas/panel-view';
import { hostileTexts, plainView, tornView } from '../../../../e2e/panel/harness/made-views';
import { gradeOf, judged } from '../../outcomes';
import { everyOutcome, exportedRun } from '../exported';

async function piecesOf(run: ExportedRun, viewOf: (id: string) => ScenarioView = plainView): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of htmlReport(run, { viewOf: async (id) => viewOf(id) }, '1.2.3')) pieces.push(piece);
  return pieces;
}

async function pageOf(...args: Parameters<typeof piecesOf>): Promise<string> {
  return (await piecesOf(...args)).join('');
}

describe('HTML from templates', () => {
  it('takes every value for text, in elements and in attributes', () => {
    const hostile = `"><script>alert(1)</script>'&`;
    const text = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;';
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(`<p title="${text}"><bdi>${text}</bdi></p>`);
  });

  it('puts markup that is finished into other markup, and nothing for what is not there', () => {
    expect(html`<ul>${[html`<li>${1}</li>`, false, undefined]}</ul>`.text).toBe('<ul><li>1</li></ul>');
  });

  it('shows what conceals or moves text by its name', () => {
    const shown = html`<p>${hostileTexts.bidi}</p>`.text;
    expect(shown).toContain('<span class="mark" title="U+202E right-to-left override">U+202E</span>');
    expect(shown).not.toContain('\u202e');
    expect(html`<p title="${hostileTexts.bidi}">x</p>`.text).toContain('‹U+202E›');
  });
});

describe('the page of a run', () => {
  it('names what it tells in its order: headline, compromised, totals, findings, scenarios, evidence', async () => {
    const page = await pageOf(everyOutcome());
    const order = [
      'class="headline"',
      'scenario</bdi> compromised',
      'class="tiles"',
      'Findings, by cause',
      '<h2 id="scenarios"',
      'id="s1"',
    ];
    const places = order.map((text) => page.indexOf(text));
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(page).toContain('Pass among all 5 verdicts: Pass, Fail and Unable to Verify');
    expect(page).toContain('the secret is 42');
  });

  it('links each scenario of the table to its part, gravest first', async () => {
    const page = await pageOf(everyOutcome());
    const rows = [...page.matchAll(/<th scope="row"><a href="#(s\d+)"><code><bdi>(SC-\d+)/g)].map(([, ...row]) => row);
    expect(rows.map(([, id]) => id)).toEqual(['SC-03', 'SC-02', 'SC-04', 'SC-05', 'SC-06', 'SC-07', 'SC-01']);
    for (const [anchor, id] of rows)
      expect(page).toMatch(new RegExp(`id="${anchor}">\\n<h3>.*<code><bdi>${id}</bdi></code>`));
  });

  it('opens what is left to look at, and closes what passed', async () => {
    const criteria = [
      gradeOf('Pass', {}),
      gradeOf('Unable to Verify', { remedy: 'Configure a judge.' }),
      gradeOf('Fail', {}),
    ];
    const page = await pageOf(exportedRun([judged('SC-01', 'Fail', { criteria })]));
    const shown = [...page.matchAll(/<details class="criterion (\w+)"( open)?>/g)].map(([, kind, open]) => [
      kind,
      open === ' open',
    ]);
    expect(shown).toEqual([
      ['fail', true],
      ['unable', true],
      ['pass', false],
    ]);
    expect(page).toContain('<strong>To make it checkable:</strong> <bdi>Configure a judge.</bdi>');
  });

  it('says what is missing, and what contradicts the report', async () => {
    const page = await pageOf(exportedRun([judged('SC-01', 'Pass', {})]), tornView);
    expect(page).toContain('response.json: cannot be read (Unexpected end of JSON input)');
    const run = everyOutcome();
    const torn = await pageOf({ ...run, outcomes: run.outcomes.slice(1) });
    expect(torn).toContain('The report and the records of this run contradict each other');
    expect(await pageOf({ ...run, status: 'cancelled', reason: 'stopped by hand' })).toContain('stopped by hand');
  });

  it('cuts a text of more than 100,000 characters, and says where the whole is', async () => {
    const view = plainView();
    const long = { ...view, goal: `${'g'.repeat(100_001)}END` };
    const page = await pageOf(exportedRun([judged('SC-01', 'Pass', {})]), () => long);
    expect(page).not.toContain('gEND');
    expect(page).toContain('Cut: the first <bdi>20,000</bdi> of <bdi>100,004</bdi> characters.');
    expect(page).toContain('<code><bdi>scenarios/SC-01/snapshot.yaml</bdi></code>');
  });

  it('has no script, no address of another place, and a policy that names its style sheet', async () => {
    const page = await pageOf(everyOutcome());
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|<link|<img|<iframe|\ssrc=|href="[^#]/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(style).toContain('.badge');
    expect(style).not.toMatch(/url\(|@import/);
  });

  it('has no path of the machine it was made on', async () => {
    const page = await pageOf(everyOutcome());
    expect(page).not.toContain('/w/.testmuai');
    expect(page).toContain('.testmuai/rook/projects/desk');
  });

  it('comes scenario by scenario, and is the same each time', async () => {
    const run = exportedRun(Array.from({ length: 50 }, (_, index) => judged(`SC-${index}`, 'Fail', {})));
    const asked: string[] = [];
    const source = {
      viewOf: async (id: string) => {
        asked.push(id);
        return plainView();
      },
    };
    const pieces = htmlReport(run, source, '1.2.3');
    await pieces.next();
    expect(asked).toEqual([]);
    await pieces.next();
    expect(asked).toEqual(['SC-0']);
    await pieces.return(undefined);
    expect(await pageOf(run)).toBe(await pageOf(run));
  });
});
