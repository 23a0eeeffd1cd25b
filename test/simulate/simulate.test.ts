import { describe, expect, test } from 'bun:test';
import { simulate } from './run.ts';

describe('a simulated studio', () => {
  test('lives through a month, with all that goes wrong', async () => {
    const { failure, log } = await simulate({ seed: 1, days: 30 });
    expect(failure).toBeUndefined();
    expect(log.length).toBeGreaterThan(600);
  }, 120_000);

  test('does the same for the same seed', async () => {
    const [first, second] = [await simulate({ seed: 9, days: 2 }), await simulate({ seed: 9, days: 2 })];
    expect(second.log.join('\n')).toBe(first.log.join('\n'));
  }, 120_000);
});
