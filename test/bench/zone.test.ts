import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { hourIn, zoneAtNoon } from '../helpers/zone-at-noon.ts';

test('whenever a run begins, the day of its studio is far from its ends', () => {
  for (const day of ['2026-01-15', '2026-07-15']) {
    for (let hour = 0; hour < 24; hour += 1) {
      const now = Date.parse(`${day}T00:55:00Z`) + hour * HOUR_MS;
      const local = hourIn(zoneAtNoon(now), now);
      expect(local).toBeGreaterThanOrEqual(9);
      expect(local).toBeLessThanOrEqual(15);
    }
  }
});
