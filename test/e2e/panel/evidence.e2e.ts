import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PanelSession } from '../../../engine/report/views/panel-session';
import { quotesOf } from '../../../engine/report/views/quotes';
import type { AgentRef } from '../../../engine/workspace/workspace';
import type { PanelAnswer, PanelRequest, PanelRoute } from '../../../schemas/panel';
import type { ScenarioView } from '../../../schemas/panel-view';
import { answering } from './harness/answering';
import { hostileTexts, plainView } from './harness/made-views';
import type { PanelPage } from './harness/panel-page';
import { writeRichRun } from './harness/rich-run';
import { usePanel } from './harness/use-panel';

/** A view with what its evidence quotes, as its host makes it. */
const withQuotes = (view: ScenarioView): ScenarioView => ({ ...view, quotes: quotesOf(view) });

function graded(change: Partial<NonNullable<ScenarioView['verdict']>['criteria'][number]>): ScenarioView {
  const view = plainView();
  const [criterion] = view.verdict?.criteria ?? [];
  if (!view.verdict || !criterion) throw new Error('plainView has a criterion');
  return { ...view, verdict: { ...view.verdict, criteria: [{ ...criterion, status: 'Fail', ...change }] } };
}

describe('texts that were cut', () => {
  const panels = usePanel();
  const whole = Array.from({ length: 60_000 }, (_, index) => `line ${index} of an answer`).join('\n');
  const at = ['response', 'transcript', 0, 'content'];
  const view: ScenarioView = {
    ...plainView(),
    response: {
      scenario_id: 'SC-001',
      status: 'completed',
      transcript: [{ role: 'agent', content: whole.slice(0, 20_000) }],
    },
    cuts: [{ path: at, length: whole.length }],
  };
  const portion = (request: PanelRequest): PanelAnswer =>
    request.ask === 'viewText'
      ? { kind: 'text', text: whole.slice(request.start, request.end), length: whole.length }
      : { kind: 'refused', message: 'not asked for' };

  test('the whole length is told, further portions are asked for, and nothing is lost on the way', async () => {
    const panel = await panels().open();
    await answering(panel, portion);
    await panel.show(view);
    const transcript = panel.section('Transcript');
    await transcript.getByRole('button', { name: /^Show more \(\d+ of 1,\d{3},\d{3} characters\)/ }).waitFor();
    expect(await panel.sent()).not.toContainEqual(expect.objectContaining({ type: 'request' }));
    const more = transcript.getByRole('button', { name: /^Show (more|all)/ });
    for (let click = 0; click < 12 && (await more.count()) > 0; click++) {
      await more.click();
      await expect.poll(() => transcript.locator('button[aria-disabled]').count()).toBe(0);
    }
    const text = transcript.locator('rook-text .text');
    expect(await text.evaluate((element) => element.textContent?.length)).toBe(whole.length);
    expect((await text.evaluate((element) => element.textContent ?? '')) === whole).toBe(true);
    await transcript.getByRole('button', { name: 'Show less' }).click();
    await transcript.getByText('line 150').waitFor({ state: 'detached' });
    await panel.close();
  });

  test('its end can be looked at without all that is between, and what is before it', async () => {
    const long: ScenarioView = { ...view, cuts: [{ path: at, length: whole.length + 2_000_000 }] };
    const text = `${whole.padEnd(whole.length + 1_999_996, 'x')}last`;
    const panel = await panels().open();
    await answering(panel, (request) =>
      request.ask === 'viewText'
        ? { kind: 'text', text: text.slice(request.start, request.end), length: text.length }
        : { kind: 'refused', message: 'no' },
    );
    await panel.show(long);
    const transcript = panel.section('Transcript');
    await transcript.getByRole('button', { name: 'Show the end' }).click();
    const shown = () => transcript.locator('rook-text .text').evaluate((element) => element.textContent ?? '');
    await expect.poll(async () => (await shown()).endsWith('xlast')).toBe(true);
    const { length } = await shown();
    expect(length).toBeLessThan(50_000);
    await transcript.getByRole('button', { name: 'Show earlier' }).click();
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(length);
    expect(text.endsWith(await shown())).toBe(true);
    await panel.close();
  });

  test('a portion that does not come is told where it was asked for, and can be asked for again', async () => {
    const panel = await panels().open();
    let broken = true;
    await answering(panel, (request) =>
      broken
        ? { kind: 'refused', message: 'The records have changed.', remedy: 'Open the scenario again.' }
        : portion(request),
    );
    await panel.show(view);
    const transcript = panel.section('Transcript');
    const more = transcript.getByRole('button', { name: /^Show more/ });
    await more.click();
    await more.click();
    await transcript.getByRole('alert').getByText('The records have changed. Open the scenario again.').waitFor();
    broken = false;
    await more.click();
    await transcript.getByRole('alert').waitFor({ state: 'detached' });
    await transcript.getByText('line 1200 of').waitFor();
    await panel.close();
  });
});

describe('expected against achieved', () => {
  const panels = usePanel();

  test('similar texts have their differences below them, and both texts stay', async () => {
    const panel = await panels().open();
    await panel.show(
      graded({
        expected: 'The refund of 49.90 EUR for order ORD-1042 was issued on Monday.',
        achieved: 'The refund of 94.90 EUR for order ORD-1042 was issued on Monday.',
      }),
    );
    const card = panel.card('C1');
    await card.locator('rook-diff').getByText('94.90').waitFor();
    await card.locator('dd').getByText('The refund of 49.90 EUR for order').waitFor();
    await card.getByRole('button', { name: 'Hide differences' }).click();
    expect(await card.locator('rook-diff').count()).toBe(0);
    await card.getByRole('button', { name: 'Show differences' }).click();
    await card.locator('rook-diff').waitFor();
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('texts that say different things, and short ones, have none', async () => {
    const panel = await panels().open();
    await panel.show(graded({ expected: 'the answer contains "49.90 EUR"', achieved: 'it is not there' }));
    await panel.card('C1').getByText('it is not there').waitFor();
    expect(await panel.card('C1').locator('rook-diff').count()).toBe(0);
    expect(
      await panel
        .card('C1')
        .getByRole('button', { name: /differences/ })
        .count(),
    ).toBe(0);
    await panel.close();
  });
});

describe('the quotation in its source', () => {
  const panels = usePanel();
  const focusedText = (panel: PanelPage) =>
    panel.page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return `${at?.tagName}: ${at?.textContent}`;
    });
  const saying = (content: string, evidence: string): ScenarioView =>
    withQuotes({
      ...graded({ evidence }),
      response: { scenario_id: 'SC-001', status: 'completed', transcript: [{ role: 'agent', content }] },
    });

  test('the button leads to it: highlighted, focused, announced; Escape leads back', async () => {
    const panel = await panels().open();
    await panel.show(saying('First. The refund\n  was issued. Really.', '"The refund was issued."'));
    await panel.card('C1').getByRole('button', { name: 'Show in transcript' }).click();
    const mark = panel.section('Transcript').locator('mark');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('The refund\n  was issued.');
    await expect.poll(() => focusedText(panel)).toMatch(/^MARK: The refund/);
    await panel.page.getByRole('status').getByText('Highlighted in the transcript. Escape leads back.').waitFor();
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => focusedText(panel)).toMatch(/^BUTTON:\s+Show in transcript/);
    expect(await mark.count()).toBe(0);
    await panel.close();
  });

  test('behind the preview of a long text: the text is opened there', async () => {
    const panel = await panels().open();
    await panel.show(saying(`${'a line\n'.repeat(9000)}the very words${'\nmore'.repeat(9000)}`, 'the very words'));
    await panel.card('C1').getByRole('button', { name: 'Show in transcript' }).click();
    await expect.poll(() => focusedText(panel)).toBe('MARK: the very words');
    await panel.page.getByRole('status').getByText('Highlighted in the transcript.').waitFor();
    await panel.close();
  });

  test('in a text that was cut: its portion is asked for', async () => {
    const whole = `${'x'.repeat(5_000_000)} the very words ${'y'.repeat(1_000_000)}`;
    const view = saying(whole, 'the very words');
    const [entry] = view.response?.transcript ?? [];
    if (entry) entry.content = whole.slice(0, 20_000);
    const panel = await panels().open();
    await answering(panel, (request) =>
      request.ask === 'viewText'
        ? { kind: 'text', text: whole.slice(request.start, request.end), length: whole.length }
        : { kind: 'refused', message: 'no' },
    );
    await panel.show({ ...view, cuts: [{ path: ['response', 'transcript', 0, 'content'], length: whole.length }] });
    await panel.card('C1').getByRole('button', { name: 'Show in transcript' }).click();
    await expect.poll(() => focusedText(panel)).toBe('MARK: the very words');
    await panel.close();
  });

  test('in the hundredth message, which is shown first', async () => {
    const transcript = Array.from({ length: 150 }, (_, index) => ({
      role: 'agent' as const,
      content: `message number ${index}`,
    }));
    const panel = await panels().open();
    await panel.show(
      withQuotes({
        ...graded({ evidence: 'message number 120' }),
        response: { scenario_id: 'SC-001', status: 'completed', transcript },
      }),
    );
    await panel.card('C1').getByRole('button', { name: 'Show in transcript' }).click();
    await expect.poll(() => focusedText(panel)).toBe('MARK: message number 120');
    await panel.close();
  });

  test('in a tool call: the call and the tree open; a call that is the evidence is its own line', async () => {
    const calls = Array.from({ length: 130 }, (_, index) => ({
      name: `tool_${index}`,
      arguments: { nested: { list: ['a', `order ORD-${index} is unpaid`] } },
    }));
    const hooks = { phases: { execute: { ran: true, ok: true, data: { calls } } } };
    const panel = await panels().open();
    await panel.show(withQuotes({ ...graded({ evidence: '"order ORD-117 is unpaid"' }), hooks }));
    await panel.card('C1').getByRole('button', { name: 'Show in tool calls' }).click();
    await expect.poll(() => focusedText(panel)).toBe('MARK: order ORD-117 is unpaid');
    await panel.show(withQuotes({ ...graded({ evidence: JSON.stringify(calls[3]) }), hooks }));
    await panel.card('C1').getByRole('button', { name: 'Show in tool calls' }).click();
    await expect.poll(() => focusedText(panel)).toMatch(/^DIV:\s+tool_3/);
    await panel.close();
  });

  test('in what a hook printed as an error', async () => {
    const panel = await panels().open();
    const timeline = [{ phase: 'execute', ok: true, exitCode: 0, stderr: 'warning: connection refused twice' }];
    await panel.show(withQuotes({ ...graded({ evidence: '"connection refused"' }), timeline }));
    await panel.card('C1').getByRole('button', { name: 'Show in timeline' }).click();
    await expect.poll(() => focusedText(panel)).toBe('MARK: connection refused');
    await panel.close();
  });

  test('a quotation that stands nowhere has no button, and says nothing of it', async () => {
    const panel = await panels().open();
    await panel.show(saying('Something else.', 'the judge said this in words of its own'));
    expect(
      await panel
        .card('C1')
        .getByRole('button', { name: /^Show in/ })
        .count(),
    ).toBe(0);
    await panel.close();
  });

  test('an update does not take the focus again', async () => {
    const view = saying('The refund was issued.', '"refund was issued"');
    const panel = await panels().open();
    await panel.show(view);
    await panel.card('C1').getByRole('button', { name: 'Show in transcript' }).click();
    await expect.poll(() => focusedText(panel)).toMatch(/^MARK/);
    await panel.card('C1').locator('summary').focus();
    await panel.show({ ...view, runName: 'renamed' });
    expect(await focusedText(panel)).toMatch(/^SUMMARY/);
    await panel.close();
  });
});

describe('a run with everything on record', () => {
  const panels = usePanel();
  let runsDir: string;
  let route: Extract<PanelRoute, { view: 'scenario' }>;

  beforeAll(() => {
    runsDir = mkdtempSync(path.join(tmpdir(), 'rook-evidence-'));
    route = writeRichRun(runsDir);
  });
  afterAll(() => rmSync(runsDir, { recursive: true, force: true }));

  async function open(theme = 'dark', to = route) {
    // Of the agent, a session of a scenario needs its runs only.
    const session = new PanelSession({ runsDir, agentDir: runsDir, id: 'a', name: 'A' } as AgentRef, to);
    const panel = await panels().open(theme);
    await answering(panel, (request) => session.answer(request));
    await panel.post((await session.shown()).message);
    await panel.sent();
    return panel;
  }
  const record = (panel: PanelPage, name: string) =>
    panel.section('Records').locator('li').filter({ hasText: name }).first();

  test('JSON is a tree with search; keys work it', async () => {
    const panel = await open();
    const hooks = record(panel, 'hooks.json');
    await hooks.locator('summary').click();
    const tree = hooks.getByRole('tree', { name: 'hooks.json' });
    await tree.getByText('"phases"').waitFor();
    const search = hooks.getByRole('searchbox');
    await search.fill('ord-77');
    await hooks.getByText(/^1 of \d+/).waitFor();
    const at = () => tree.locator('.found').getAttribute('data-key');
    const first = await at();
    expect(first).toContain('calls');
    await search.press('Enter');
    await hooks.getByText(/^2 of \d+/).waitFor();
    expect(await at()).not.toBe(first);
    await search.press('Shift+Enter');
    await hooks.getByText(/^1 of \d+/).waitFor();
    await search.fill('nowhere at all');
    await hooks.getByText('No match').waitFor();
    await search.press('Escape');
    await hooks.getByRole('button', { name: 'Close all' }).click();
    expect(await tree.getByRole('treeitem').count()).toBe(2);
    await tree.getByRole('treeitem').nth(1).click();
    const { keyboard } = panel.page;
    for (let press = 0; press < 3; press++) await keyboard.press('ArrowRight');
    expect(await tree.locator('[tabindex="0"]').getAttribute('aria-level')).toBe('3');
    await keyboard.press('Home');
    expect(await tree.locator('[tabindex="0"]').getAttribute('data-key')).toBe('["version"]');
    await panel.sent();
    await hooks.getByRole('button', { name: 'Copy path' }).click();
    expect(await panel.sent()).toEqual([{ type: 'copy', text: '$.version' }]);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('YAML, HTML and SVG are text, and do nothing', async () => {
    const panel = await open();
    for (const [name, text] of [
      ['snapshot.yaml', 'goal: Refund'],
      ['page.html', '<script>window.pwned = 1</script>'],
      ['drawing.svg', '<svg'],
    ] as const) {
      const file = record(panel, name);
      await file.locator('summary').click();
      await file.locator('rook-text').getByText(text).waitFor();
    }
    expect(await panel.page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await panel.section('Records').locator('svg, script, iframe').count()).toBe(0);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('images are shown and let go; what only looks like one says why not', async () => {
    const panel = await open();
    const shot = record(panel, 'shot.png');
    await shot.locator('summary').click();
    const image = shot.getByRole('img', { name: 'artifacts/shot.png' });
    await shot.getByText('2 × 1 pixels').waitFor();
    const url = (await image.getAttribute('src')) ?? '';
    expect(url).toMatch(/^blob:/);
    await shot.locator('summary').click();
    await image.waitFor({ state: 'detached' });
    const alive = await panel.page.evaluate(
      (gone) =>
        new Promise((done) => {
          const probe = new Image();
          probe.onload = () => done(true);
          probe.onerror = () => done(false);
          probe.src = gone;
        }),
      url,
    );
    expect(alive).toBe(false);
    const fake = record(panel, 'fake.png');
    await fake.locator('summary').click();
    await fake.getByText('is not a PNG, JPEG, GIF or WebP image').waitFor();
    await panel.close();
  });

  test('binary files are opened in the editor only', async () => {
    const panel = await open();
    const film = record(panel, 'film.mp4');
    expect(await film.locator('summary').count()).toBe(0);
    await film.getByRole('button', { name: 'Open artifacts/film.mp4 in Editor' }).click();
    expect(await panel.sent()).toEqual([{ type: 'openFile', file: 'artifacts/film.mp4' }]);
    await panel.close();
  });

  test('the judge: what it was asked about, its tools, its answers and what they took', async () => {
    const panel = await open();
    const judge = panel.section('Judge');
    await judge.getByText('judge-model-1').waitFor();
    await judge.getByText('2,000 in, 300 out').waitFor();
    await judge.getByText('not usable').waitFor();
    await judge.getByText('it is no JSON').waitFor();
    const tool = judge.getByRole('list', { name: 'Tools that the judge used' });
    await tool.locator('summary').click();
    await tool.getByText('"order": "ORD-77"').waitFor();
    await tool.getByText('status: unpaid').waitFor();
    await judge.getByText('Quotations that are not in the evidence').waitFor();
    await panel.close();
  });

  test('attempts: which one is shown, and the way to another', async () => {
    const panel = await open();
    const attempts = panel.page.locator('rook-attempts');
    await attempts.getByText('those of attempt 1').waitFor();
    await attempts.getByRole('button', { name: 'Attempt 2: Fail' }).click();
    const to = { ...route, attempt: 2 };
    expect(await panel.sent()).toEqual([{ type: 'go', route: to }]);
    await panel.close();
    const second = await open('dark', to);
    await second.page.locator('rook-attempts').getByText('those of attempt 2').waitFor();
    await second.section('Transcript').getByText('the second answer').waitFor();
    await second.page.locator('rook-attempts').getByRole('button', { name: 'Attempt 1' }).click();
    expect(await second.sent()).toEqual([{ type: 'go', route }]);
    await second.close();
  });

  test('the script of a phase, in the editor', async () => {
    const panel = await open();
    const timeline = panel.section('Timeline');
    await timeline.locator('rook-disclosure', { hasText: 'execute' }).locator('summary').first().click();
    await timeline.getByRole('button', { name: 'Open script of execute' }).click();
    expect(await panel.sent()).toEqual([{ type: 'openScript', phase: 'execute' }]);
    await panel.close();
  });

  test('a browser has no editor: nothing is offered that it cannot do, copying is', async () => {
    const panel = await open();
    await panel.page.locator('rook-scenario').evaluate((element) => Object.assign(element, { host: 'browser' }));
    for (const name of [/in Editor/, 'Open scenario', 'Go to criterion', /^Open script/])
      await expect.poll(() => panel.page.getByRole('button', { name }).count()).toBe(0);
    await panel.card('C1').getByRole('button', { name: 'Copy as Markdown' }).click();
    expect((await panel.sent()).map(({ type }) => type)).toEqual(['copy']);
    await panel.close();
  });

  test('what is not there is said, and what is there is shown', async () => {
    const half = mkdtempSync(path.join(tmpdir(), 'rook-half-'));
    try {
      const dir = path.join(half, route.runId, 'scenarios', route.scenarioId);
      mkdirSync(dir, { recursive: true });
      writeFileSync(path.join(dir, 'response.json'), '{"scenario_id": "SC-900", "status"');
      writeFileSync(
        path.join(dir, 'hooks.json'),
        '{"phases": {"execute": {"ran": true, "ok": true, "data": {"calls": []}}}}',
      );
      // As above.
      const session = new PanelSession({ runsDir: half, agentDir: half, id: 'a', name: 'A' } as AgentRef, route);
      const panel = await panels().open();
      await answering(panel, (request) => session.answer(request));
      await panel.post((await session.shown()).message);
      for (const name of ['verdict.yaml', 'request.json', 'snapshot.yaml', 'run.yaml'])
        expect(await record(panel, name).getByText('not recorded').count()).toBe(1);
      await panel.section('Tool calls').getByText('Observed: no tool was called.').waitFor();
      const torn = record(panel, 'response.json');
      await torn.locator('summary').click();
      await torn.locator('rook-text').getByText('{"scenario_id": "SC-900", "status"').waitFor();
      expect(await panel.complaints()).toEqual([]);
      await panel.close();
    } finally {
      rmSync(half, { recursive: true, force: true });
    }
  });
});

describe('every Unable to Verify says what would help', () => {
  const panels = usePanel();

  test.each([
    ['agent_never_ran', 'Mend the hook that failed'],
    ['not_observable', 'Have the hooks return what is needed'],
    ['undecidable', 'configure a judge model'],
    [undefined, 'run the scenario again'],
  ] as const)('%s', async (reason, words) => {
    const panel = await panels().open();
    await panel.show(graded({ status: 'Unable to Verify', remedy: undefined, unverifiable_reason: reason }));
    await panel.card('C1').getByText('Remedy').waitFor();
    await panel.card('C1').getByText(words).waitFor();
    await panel.close();
  });

  test('its own words come first, then those of the verdict', async () => {
    const panel = await panels().open();
    const view = graded({ status: 'Unable to Verify', remedy: 'Do this.', unverifiable_reason: 'undecidable' });
    await panel.show(view);
    await panel.card('C1').getByText('Do this.').waitFor();
    const other = graded({ status: 'Unable to Verify', remedy: undefined, unverifiable_reason: 'undecidable' });
    if (other.verdict) other.verdict.remedy = 'Do that.';
    await panel.show(other);
    await panel.card('C1').getByText('Do that.').waitFor();
    await panel.close();
  });
});

describe('hostile records', () => {
  const panels = usePanel();

  test('names and texts in a tree are inert and visible', async () => {
    const value = Object.fromEntries(
      Object.values(hostileTexts)
        .filter((text) => text.length < 10_000)
        .map((text) => [text, { [text]: text }]),
    );
    const panel = await panels().open('dark', { viewport: { width: 320, height: 800 } });
    await answering(panel, () => ({ kind: 'json', value, cuts: [], size: 1 }));
    await panel.show({ ...plainView(), files: [{ path: hostileTexts.bidi, size: 5, kind: 'json' }] });
    const file = panel.section('Records').locator('li').filter({ hasText: 'total:' });
    await file.locator('summary').click();
    await file.getByRole('tree').getByText('<script>').first().waitFor();
    expect(await file.getByRole('img', { name: 'U+202E right-to-left override' }).count()).toBeGreaterThan(1);
    expect(
      await panel.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await panel.page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });
});
