import { describe, expect, it } from 'vitest';
import { SpendGuard, soundsLikeProduction } from '../../../extension/spend-guard';

describe('the guard of continuous runs', () => {
  it('allows as many runs within an hour as the settings say, and counts no refused one', () => {
    let now = 0;
    let limit = 5;
    const guard = new SpendGuard(
      () => limit,
      () => now,
    );
    expect(guard.allows(3)).toBe(true);
    expect(guard.allows(3)).toBe(false);
    expect(guard.spent).toBe(3);
    expect(guard.allows(2)).toBe(true);
    now = 3_599_999;
    expect(guard.allows(1)).toBe(false);
    now = 3_600_000;
    expect(guard.allows(5)).toBe(true);
    limit = 6;
    expect(guard.allows(1)).toBe(true);
    limit = 0;
    expect(guard.allows(1)).toBe(false);
  });
});

describe('a name that sounds like production', () => {
  it.each(['prod', 'production', 'eu-prod', 'live', 'Prod (EU)', 'shop_live_2'])('%s', (name) => {
    expect(soundsLikeProduction(name)).toBe(true);
  });
  it.each(['local', 'staging', 'product-desk', 'delivery', 'reproduce', 'alive'])('but not %s', (name) => {
    expect(soundsLikeProduction(name)).toBe(false);
  });
});
