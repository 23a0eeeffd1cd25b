import { afterEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { until } from '../helpers/process.ts';
import { settableClock } from '../helpers/settable-clock.ts';
import { httpReceiver } from './receivers.ts';
import { closeAll, openPipeline, START } from './set-up.ts';

afterEach(closeAll);

describe('when the clock was set back', () => {
  test('a retry waits for its time again, and not for the old one', async () => {
    let status = 500;
    const { port, arrived } = await httpReceiver(() => status);
    const system = settableClock();
    const time = new Timeline(undefined, system);
    const pipeline = await openPipeline({ time });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    await pipeline.webhooks.idle();
    const nextAttempt = () => Date.parse(pipeline.deliveries(id)[0]?.nextAttemptAt ?? '');
    expect(nextAttempt()).toBeGreaterThan(time.now());

    system.step(-HOUR_MS);
    await until(() => nextAttempt() <= time.now() + MINUTE_MS);
    status = 200;
    await time.moveTo(nextAttempt() + 1);
    await pipeline.webhooks.idle();
    expect([arrived.length, pipeline.jobs()]).toEqual([2, 0]);
    expect(pipeline.deliveries(id).map((row) => [row.attempt, row.status])).toEqual([
      [1, 'failed'],
      [2, 'succeeded'],
    ]);
    time.stop();
  });

  test.each([HOUR_MS, 5_000])(
    'while no server ran, by %d ms: what waited is sent at once, each event once',
    async (by) => {
      const { port, arrived } = await httpReceiver();
      const time = new Timeline(START);
      const pipeline = await openPipeline({ time, start: false });
      await pipeline.addEndpoint(`https://receiver.test:${port}/`);
      const ids = await pipeline.raise(600);
      pipeline.db.run('update queueJobs set dueAt = ?', [new Date(START + by).toISOString()]);
      await pipeline.webhooks.start();
      await until(() => arrived.length >= ids.length);
      await pipeline.webhooks.idle();
      expect(arrived.map(({ headers }) => String(headers['x-service-event-id'])).sort()).toEqual(ids.toSorted());
      expect(pipeline.jobs()).toBe(0);
    },
    300_000,
  );
});
