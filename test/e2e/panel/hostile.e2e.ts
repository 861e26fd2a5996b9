import { describe, expect, test } from 'vitest';
import type { ScenarioView } from '../../../schemas/panel-view';
import { hostileTexts, hostileView, plainView } from './harness/made-views';
import type { PanelPage } from './harness/panel-page';
import { usePanel } from './harness/use-panel';

/** Everything in the page, through every shadow root: texts, element names, and attributes that could act. */
function inventory(panel: PanelPage) {
  return panel.page.evaluate(() => {
    const texts: string[] = [];
    const tags = new Set<string>();
    const acting: string[] = [];
    const walk = (root: Node): void => {
      for (const node of root.childNodes) {
        if (node instanceof Text) texts.push(node.data);
        if (!(node instanceof Element)) continue;
        if (!['STYLE', 'SCRIPT', 'LINK', 'META', 'TITLE'].includes(node.tagName)) tags.add(node.tagName.toLowerCase());
        for (const { name, value } of node.attributes) {
          if (/^(on|href$|src$|style$|srcdoc$)/.test(name)) acting.push(`${node.tagName} ${name}=${value}`);
          if (/^(title|aria-label|label)$/.test(name)) texts.push(value);
        }
        if (node.tagName === 'SCRIPT') continue;
        walk(node);
        if (node.shadowRoot) walk(node.shadowRoot);
      }
    };
    walk(document.body);
    return { texts, tags: [...tags], acting };
  });
}

describe('what an agent writes is text', () => {
  const panels = usePanel();

  test('scripts, markup, links, control characters and bidi overrides stay inert and visible', async () => {
    const panel = await panels().open();
    await panel.show(hostileView());
    for (const summary of await panel.section('Tool calls').locator('summary').all()) await summary.click();
    const { texts, tags, acting } = await inventory(panel);
    expect(tags.filter((tag) => /^(script|img|a|iframe|object|embed|form|input|b|strong|em)$/.test(tag))).toEqual([
      'b',
    ]); // the bar's own
    expect(acting).toEqual(['SCRIPT src=/panel.js']);
    const raw =
      /[\0-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|\p{Cs}/u;
    expect(texts.filter((text) => raw.test(text))).toEqual([]);
    expect(texts.some((text) => text.includes(hostileTexts.script))).toBe(true);
    expect(texts.some((text) => text.includes(hostileTexts.link))).toBe(true);
    expect(await panel.page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test.each([1000, 400, 260])('nothing makes a page of %i pixels wider', async (width) => {
    const panel = await panels().open('dark', { viewport: { width, height: 800 } });
    await panel.show(hostileView());
    expect(
      await panel.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await panel.close();
  });

  test('hostile ids are handed back as they are, and never as commands', async () => {
    const panel = await panels().open();
    await panel.show(hostileView());
    await panel.sent();
    const cards = panel.page.locator('rook-criterion');
    await cards.last().getByRole('button', { name: 'Go to criterion' }).click();
    await cards.last().getByRole('button', { name: 'Copy as Markdown' }).click();
    const [go, copy] = await panel.sent();
    expect(go).toEqual({ type: 'openScenario', criterionId: hostileTexts.script });
    const text = copy?.type === 'copy' ? copy.text : '';
    expect(text).toContain(`\`${hostileTexts.script}\``);
    expect(text).toContain('‹U+202E›');
    expect(text).not.toContain('\u202e');
    await panel.close();
  });

  test('Markdown cannot break out of its fence', async () => {
    const view = plainView();
    const evidence = '```\n# not a heading\n`````\n<img src=x>';
    const [criterion] = view.verdict?.criteria ?? [];
    const panel = await panels().open();
    if (view.verdict && criterion)
      view.verdict.criteria = [{ ...criterion, evidence, criterion: '<b> [x](y) @everyone' }];
    await panel.show(view);
    await panel.sent();
    await panel.page.getByRole('button', { name: 'Copy verdict as Markdown' }).click();
    const [copy] = await panel.sent();
    const text = copy?.type === 'copy' ? copy.text : '';
    expect(text).toContain(`\`\`\`\`\`\`text\n${evidence}\n\`\`\`\`\`\``);
    expect(text).toContain('`<b> [x](y) @everyone`');
    await panel.close();
  });
});

describe('very long texts', () => {
  const panels = usePanel();
  const megabyte = (line: string): string => line.repeat(Math.ceil(1_048_576 / line.length)).slice(0, 1_048_576);

  const answering = (content: string): ScenarioView => ({
    ...plainView(),
    response: { scenario_id: 'SC-001', status: 'completed', output: content, transcript: [{ role: 'agent', content }] },
  });

  test.each([
    ['lines', megabyte('A line of an answer that goes on and on.\n')],
    ['one line', megabyte('x')],
    ['escapes', megabyte('\u001b[1m')],
    ['overrides', megabyte('\u202ea')],
  ])('a megabyte of %s opens in portions, to the last character', async (_name, content) => {
    const panel = await panels().open();
    await panel.show(answering(content));
    const transcript = panel.section('Transcript');
    const shownCharacters = () =>
      transcript.locator('rook-text .text').evaluate((element) => element.textContent?.length ?? 0);
    expect(await shownCharacters()).toBeLessThan(10_000);
    const more = transcript.getByRole('button', { name: /^Show (more|all)/ });
    await more.click();
    expect(await shownCharacters()).toBeLessThan(120_000);
    const reading = transcript.locator('button[aria-disabled]');
    for (let click = 0; click < 10 && (await more.count()) > 0; click++) {
      await more.click();
      await expect.poll(() => reading.count()).toBe(0);
    }
    expect(await more.count()).toBe(0);
    expect(await shownCharacters()).toBeGreaterThanOrEqual(1_048_576);
    // By its key: blocks that come into sight get their real height, and a pointer may miss what they move.
    await transcript.getByRole('button', { name: 'Show less' }).press('Enter');
    expect(await shownCharacters()).toBeLessThan(10_000);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('a copy never exceeds what the extension takes', async () => {
    const view = plainView();
    const [criterion] = view.verdict?.criteria ?? [];
    if (view.verdict && criterion) view.verdict.criteria = [{ ...criterion, evidence: megabyte('y') }];
    const panel = await panels().open();
    await panel.show(view);
    await panel.sent();
    await panel.page.getByRole('button', { name: 'Copy verdict as Markdown' }).click();
    const [copy] = await panel.sent();
    expect(copy?.type === 'copy' && copy.text.length).toBe(1_000_000);
    await panel.close();
  });

  test('hundreds of messages and calls come in portions', async () => {
    const view = plainView();
    const calls = Array.from({ length: 350 }, (_, index) => ({ name: `call_${index}`, arguments: { index } }));
    const transcript = Array.from({ length: 150 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('agent' as const),
      content: `message ${index}`,
    }));
    const panel = await panels().open();
    await panel.show({
      ...view,
      response: { scenario_id: 'SC-001', status: 'completed', transcript },
      hooks: { phases: { execute: { ran: true, ok: true, data: { calls } } } },
    });
    const toolCalls = panel.section('Tool calls');
    expect(await toolCalls.locator('rook-disclosure').count()).toBe(100);
    await toolCalls.getByRole('button', { name: 'Show more calls (100 of 350)' }).click();
    expect(await toolCalls.locator('rook-disclosure').count()).toBe(200);
    const messages = panel.section('Transcript');
    await messages.getByRole('button', { name: 'Show more messages (60 of 150)' }).click();
    expect(await messages.getByText(/^message \d+$/).count()).toBe(120);
    await panel.close();
  });
});
