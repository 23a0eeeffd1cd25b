import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { until } from '../helpers/process.ts';
import { settableClock } from '../helpers/settable-clock.ts';
import { openQueue } from './set-up.ts';

describe('when the clock was set back', () => {
  const setBack = async (waitsMs: readonly number[]) => {
    const system = settableClock();
    const time = new Timeline(undefined, system);
    const opened = openQueue({ time, ending: () => 'failure', backOff: { waitsMs, jitter: 0 } });
    opened.queue.start();
    await opened.add('example.com', ['retried']);
    await opened.queue.idle();
    await opened.add('example.com', ['reminder'], new Date(time.now() + 2 * HOUR_MS).toISOString());
    system.step(-HOUR_MS);
    await until(() => opened.advanced.length > 0);
    await opened.queue.idle();
    time.stop();
    return opened;
  };

  test('a retry waits for its time again, and a job for a later time waits for that', async () => {
    const { advanced, stored } = await setBack([Number.POSITIVE_INFINITY, MINUTE_MS]);
    expect(advanced).toEqual([['retried', expect.any(String)]]);
    expect(stored()).toEqual([
      ['reminder', 0, false],
      ['retried', 1, false],
    ]);
  });

  test('first attempts are due at once where they always are', async () => {
    const { advanced, attempts } = await setBack([0, MINUTE_MS]);
    await until(() => attempts.length >= 2);
    expect(advanced.map(([key]) => key).sort()).toEqual(['reminder', 'retried']);
    expect(attempts.map(({ key }) => key)).toContain('reminder');
  });
});
