import { describe, expect, test } from 'bun:test';
import { testsEverything } from '../helpers/everything.ts';
import { simulate } from './run.ts';

describe('a simulated studio', () => {
  // Without a death: at which of its commits a program dies depends on the threads of the machine, in a few turns.
  const DAYS = testsEverything ? 22 : 10;
  test('lives through some weeks, with much that goes wrong', async () => {
    const { failure, log } = await simulate({ seed: 2, days: DAYS });
    expect(failure).toBeUndefined();
    expect(log.length).toBeGreaterThan(20 * DAYS);
  }, 120_000);

  test('does the same for the same seed', async () => {
    const [first, second] = [await simulate({ seed: 3, days: 2 }), await simulate({ seed: 3, days: 2 })];
    expect(second.log.join('\n')).toBe(first.log.join('\n'));
  }, 120_000);
});
