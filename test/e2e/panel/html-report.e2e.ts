import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportedRun } from '../../../engine/report/exports/exported-run';
import { htmlReport } from '../../../engine/report/exports/html/html-report';
import type { ScenarioView } from '../../../schemas/panel-view';
import { ensureBrowser } from '../../../scripts/ensure-browser.mjs';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { everyOutcome, exportedRun } from '../../unit/report/exports/exported';
import { gradeOf, judged } from '../../unit/report/outcomes';
import { recordPageLog } from '../harness/page-log';
import { hostileTexts, hostileView, plainView } from './harness/made-views';

/** A run in which whatever an agent, a hook or an author can write is hostile. */
function hostileRun(): ExportedRun {
  const { verdict } = hostileView();
  if (!verdict) throw new Error('it has one');
  const all = Object.values(hostileTexts).filter((text) => text.length < 10_000);
  const base = exportedRun([
    {
      id: 'SC-666',
      title: `${hostileTexts.script} ${hostileTexts.bidi}`,
      state: 'verdict',
      verdict,
      featureId: hostileTexts.script,
    },
    ...all.map((text, index) => ({
      id: text,
      title: text,
      state: 'not_run' as const,
      why: text,
      featureId: `${index}${text}`,
    })),
  ]);
  return {
    ...base,
    name: all.join(' '),
    agentId: hostileTexts.script,
    profileId: hostileTexts.link,
    id: hostileTexts.script,
    dirInRepository: hostileTexts.script,
    status: 'halted',
    reason: all.join('\n'),
    report: { ...base.report, headline: all.join('\n'), narrative: all.join('\n'), next: all },
    unrunnable: all.map((text) => ({ id: text, title: text, why: text })),
    coverage: { features: all, categories: all, criteria_verified: 1, criteria_total: 2 },
  };
}

describe('the page of an exported run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rook-page-'));
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(await ensureBrowser());
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(run: ExportedRun, viewOf: () => ScenarioView, options: Parameters<Browser['newPage']>[0] = {}) {
    const file = join(folder, 'page.html');
    let text = '';
    for await (const piece of htmlReport(run, { viewOf: async () => viewOf() }, '1.2.3')) text += piece;
    writeFileSync(file, text);
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options });
    const log = recordPageLog(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return { page, log, requests, address: pathToFileURL(file).href };
  }

  /** Opens everything, so that everything is laid out. */
  const openAll = (page: Page) =>
    page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });

  test('hostile texts stay inert and visible: nothing runs, no request leaves, the policy has nothing to say', async () => {
    const { page, log, requests, address } = await opened(hostileRun(), hostileView);
    await openAll(page);
    const { texts, tags, acting } = await page.evaluate(() => {
      const elements = [...document.body.querySelectorAll('*')];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [document.title];
      while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
      return {
        texts,
        tags: [...new Set(elements.map(({ localName }) => localName))],
        acting: elements.flatMap((element) =>
          [...element.attributes].flatMap(({ name, value }) =>
            /^(on|src|style$|srcdoc$|action$|ping$)/.test(name) || (name === 'href' && !/^#[a-z0-9]+$/.test(value))
              ? [`${element.localName} ${name}=${value}`]
              : [],
          ),
        ),
      };
    });
    expect(tags.filter((tag) => /^(script|img|iframe|object|embed|form|b|link|meta|base|style)$/.test(tag))).toEqual(
      [],
    );
    expect(acting).toEqual([]);
    const raw =
      /[\0-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|\p{Cs}/u;
    expect(texts.filter((text) => raw.test(text))).toEqual([]);
    expect(texts.some((text) => text.includes(hostileTexts.script))).toBe(true);
    expect(texts.some((text) => text.includes(hostileTexts.link))).toBe(true);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(requests).toEqual([address]);
    expect([...log.cspViolations(), ...log.errors(), ...log.foreignRequests()]).toEqual([]);
    await page.close();
  });

  test.each([1100, 400, 320])('hostile texts make a page of %i pixels no wider', async (width) => {
    const { page } = await opened(hostileRun(), hostileView, { viewport: { width, height: 800 } });
    await openAll(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('reads without scripts: the style sheet is taken, scenarios are listed by radio buttons, links lead to their parts', async () => {
    const { page, log } = await opened(everyOutcome(), plainView, { javaScriptEnabled: false });
    const row = page.locator('table.scenarios tbody tr');
    const all = await row.count();
    expect(await page.locator('.badge.compromised').first().isVisible()).toBe(true);
    await page.getByText('Unable to Verify', { exact: false }).locator('xpath=ancestor::label').first().click();
    const visible = page.locator('table.scenarios tbody tr:visible');
    expect(await visible.count()).toBeLessThan(all);
    await visible.first().locator('a').click();
    expect(page.url()).toMatch(/#s\d+$/);
    expect(log.cspViolations()).toEqual([]);
    await page.close();
  });

  test.each(['light', 'dark'] as const)('has readable colours in %s', async (colorScheme) => {
    const { page } = await opened(everyOutcome(), plainView, { colorScheme });
    const weak = await page.evaluate(() => {
      const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
      const light = ([r = 0, g = 0, b = 0]: number[]) => {
        const [x = 0, y = 0, z = 0] = [r, g, b].map((part) =>
          part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      };
      const groundOf = (element: Element | null): number[] => {
        for (let at = element; at; at = at.parentElement) {
          const ground = numbers(getComputedStyle(at).backgroundColor);
          if (ground.length === 3 || (ground[3] ?? 0) > 0) return ground;
        }
        return [255, 255, 255];
      };
      return [...document.querySelectorAll('main *, footer *')].flatMap((element) => {
        const own = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
        if (!own || element.closest('.hidden')) return [];
        const [text, ground] = [light(numbers(getComputedStyle(element).color)), light(groundOf(element))];
        const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
        return contrast < 4.5 ? [`${element.localName}.${element.className} ${contrast.toFixed(2)}`] : [];
      });
    });
    expect([...new Set(weak)]).toEqual([]);
    await page.close();
  });

  test('a thousand scenarios stay usable: what is out of sight is not laid out', async () => {
    const criteria = [gradeOf('Fail', {}), gradeOf('Pass', {})];
    const outcomes = Array.from({ length: 1000 }, (_, index) => judged(`SC-${index}`, 'Fail', { criteria }));
    const { page } = await opened(exportedRun(outcomes), plainView);
    expect(await page.locator('article.scenario').count()).toBe(1000);
    const hidden = await page.evaluate(
      () =>
        [...document.querySelectorAll('article.scenario h3')].filter(
          (heading) => !heading.checkVisibility({ contentVisibilityAuto: true }),
        ).length,
    );
    expect(hidden).toBeGreaterThan(900);
    await page.locator('table.scenarios tbody tr').nth(900).locator('a').click();
    expect(await page.locator('#s901 h3').boundingBox()).toMatchObject({ y: expect.any(Number) });
    expect(await page.locator('#s901').evaluate((part) => Math.abs(part.getBoundingClientRect().top) < 200)).toBe(true);
    await page.close();
  });
});
