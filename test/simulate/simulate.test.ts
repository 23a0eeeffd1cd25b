import { describe, expect, test } from 'bun:test';
import { simulate } from './run.ts';

describe('a simulated studio', () => {
  test('lives through a month, with much that goes wrong', async () => {
    const { failure, log } = await simulate({ seed: 2, days: 30 });
    expect(failure).toBeUndefined();
    expect(log.length).toBeGreaterThan(500);
  }, 120_000);

  test('does the same for the same seed, also when the program dies', async () => {
    const [first, second] = [await simulate({ seed: 49, days: 2 }), await simulate({ seed: 49, days: 2 })];
    expect(first.log.filter((line) => line.includes('it is opened again')).length).toBeGreaterThan(0);
    expect(second.log.join('\n')).toBe(first.log.join('\n'));
  }, 120_000);
});
