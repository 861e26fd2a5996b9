import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PanelSession } from '../../../engine/report/views/panel-session';
import type { AgentRef } from '../../../engine/workspace/workspace';
import type { ToPanel } from '../../../schemas/panel';
import { answering } from './harness/answering';
import { comparedScenario, comparedView } from './harness/made-comparisons';
import { compromisedRun, hostileRun, madeRun, runningRun, runRoute, tornRun } from './harness/made-run';
import { scenarioTrendView, trendsView } from './harness/made-trends';
import { hostileView, plainView, tornView } from './harness/made-views';
import type { PanelPage } from './harness/panel-page';
import { writeRichRun } from './harness/rich-run';
import { panelState, usePanel } from './harness/use-panel';

declare global {
  interface Window {
    axe: { run: (options: object) => Promise<{ violations: AxeViolation[] }> };
  }
}

interface AxeViolation {
  id: string;
  impact: string | null;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** The page's policy allows no foreign script: axe comes in as text that the test evaluates. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const compare = { view: 'compare' } as const;
const trends = { view: 'trends' } as const;
const pages: Record<string, ToPanel> = {
  'a run': { type: 'run', route: runRoute, view: madeRun(40) },
  'a run that is compromised': { type: 'run', route: runRoute, view: compromisedRun() },
  'a run that goes on': { type: 'run', route: runRoute, view: runningRun(40, 12) },
  'a torn run': { type: 'run', route: runRoute, view: tornRun() },
  'a hostile run': { type: 'run', route: runRoute, view: hostileRun() },
  'a verdict': { type: 'scenario', route: panelState.route, view: plainView() },
  'a torn verdict': { type: 'scenario', route: panelState.route, view: tornView() },
  'a hostile verdict': { type: 'scenario', route: panelState.route, view: hostileView() },
  'two runs compared': { type: 'compare', route: compare, view: comparedView() },
  'a scenario compared': { type: 'compare', route: { ...compare, scenarioId: 'SC-004' }, view: comparedScenario() },
  trends: { type: 'trends', route: trends, view: trendsView() },
  'the trend of a scenario': { type: 'trends', route: { ...trends, scenarioId: 'SC-004' }, view: scenarioTrendView() },
};

/** What axe finds that matters, each with the element that it is about. */
async function serious(panel: PanelPage): Promise<string[]> {
  await panel.page.evaluate(axe);
  const violations = await panel.page.evaluate(async () => (await window.axe.run({})).violations);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}

describe.each(['light', 'dark', 'high-contrast', 'high-contrast-light'])(
  'by the rules of axe, in the theme %s',
  (theme) => {
    const panels = usePanel();

    test('no page has a serious finding', async () => {
      const panel = await panels().open(theme);
      const found: Record<string, string[]> = {};
      for (const [name, message] of Object.entries(pages)) {
        await panel.post(message);
        const findings = await serious(panel);
        if (findings.length > 0) found[name] = findings;
      }
      expect(found).toEqual({});
      expect(await panel.complaints()).toEqual([]);
      await panel.close();
    });

    test('nor has a verdict with all its evidence opened', async () => {
      const runsDir = mkdtempSync(path.join(tmpdir(), 'rook-axe-'));
      try {
        const route = writeRichRun(runsDir);
        // Of the agent, a session of a scenario needs its runs only.
        const session = new PanelSession({ runsDir, agentDir: runsDir, id: 'a', name: 'A' } as AgentRef, route);
        const panel = await panels().open(theme);
        await answering(panel, (request) => session.answer(request));
        await panel.post((await session.shown()).message);
        await panel.section('Judge').getByText('judge-model-1').waitFor();
        for (const summary of await panel.page.locator('rook-disclosure:not([open]) summary').all())
          if (!(await summary.evaluate((element) => element.parentElement?.hasAttribute('open'))))
            await summary.click();
        await panel.section('Records').getByRole('tree', { name: 'hooks.json' }).waitFor();
        await panel.section('Records').getByText('2 × 1 pixels').waitFor();
        await panel.card('C1').getByRole('button', { name: 'Show in transcript' }).click();
        await panel.section('Transcript').locator('mark').waitFor();
        expect(await serious(panel)).toEqual([]);
        await panel.close();
      } finally {
        rmSync(runsDir, { recursive: true, force: true });
      }
    });
  },
);
