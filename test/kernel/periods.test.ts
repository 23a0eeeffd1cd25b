import { expect, test } from 'bun:test';
import { Cron } from 'croner';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { daily, everyMinute, everyMinutes, hourly, nextRun } from '../../src/kernel/periods.ts';

test('a period has the runs of its cron pattern', () => {
  const periods = [
    ['* * * * *', everyMinute],
    ['*/5 * * * *', everyMinutes(5)],
    ['0 * * * *', hourly(0)],
    ['37 * * * *', hourly(37)],
    ['0 0 * * *', daily(0, 0)],
    ['31 4 * * *', daily(4, 31)],
    ['59 23 * * *', daily(23, 59)],
  ] as const;
  const instants = ['2026-03-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z', '2028-02-29T04:31:00.000Z'].flatMap(
    (text) => [-60_000, -1, 0, 1, 60_000, HOUR_MS].map((offset) => Date.parse(text) + offset),
  );
  for (const [pattern, period] of periods) {
    const cron = new Cron(pattern, { paused: true, utcOffset: 0 });
    expect(instants.map((now) => nextRun(period, now))).toEqual(
      instants.map((now) => cron.nextRun(new Date(now))?.getTime() ?? 0),
    );
  }
});
