import { describe, expect, test } from 'vitest';
import { addressOf, routeOfAddress } from '../../../engine/report/text/route-address';
import type { PanelRoute } from '../../../schemas/panel';

const runId = '2026-10-04T21-07-16Z';

describe('the address of a place', () => {
  test.each<[PanelRoute, string]>([
    [{ view: 'run', runId }, `run/${runId}`],
    [{ view: 'scenario', runId, scenarioId: 'SC-001' }, `run/${runId}/SC-001`],
    [{ view: 'scenario', runId, scenarioId: 'SC-001', attempt: 2 }, `run/${runId}/SC-001?attempt=2`],
    [{ view: 'compare' }, 'compare'],
    [{ view: 'compare', base: 'a', head: 'b', scenarioId: 'c' }, 'compare?base=a&head=b&scenario=c'],
    [{ view: 'trends' }, 'trends'],
    [{ view: 'trends', scenarioId: 'SC & 1/2'.replace('/', '⁄') }, 'trends?scenario=SC%20%26%201%E2%81%842'],
    [{ view: 'run', runId: 'a?b#c%d e' }, 'run/a%3Fb%23c%25d%20e'],
  ])('%j is %s, and leads back', (route, address) => {
    expect(addressOf(route)).toBe(address);
    expect(routeOfAddress(address)).toEqual(route);
  });

  test('can be written whatever the name is', () => {
    expect(addressOf({ view: 'run', runId: 'a\ud800b' })).toBe('run/a%EF%BF%BDb');
  });
});

describe('what is no place', () => {
  test.each([
    '',
    '/',
    'run',
    'run/',
    'run/a/b/c',
    'run/..',
    'run/..%2F..%2Fetc',
    'run/a/..',
    'run/a/.hidden',
    'run/a%2Fb',
    'run/a%5Cb',
    'run/a%00',
    'run/%',
    `run/${'a'.repeat(256)}`,
    'run/a/b?attempt=0',
    'run/a/b?attempt=x',
    'run/a/b?attempt=1e9',
    'compare/a',
    'compare?base=../x',
    'trends/a',
    'trends?scenario=',
    'constructor',
    'https://evil.example/',
    'javascript:alert(1)',
  ])('%s', (address) => {
    expect(routeOfAddress(address)).toBeUndefined();
  });
});
