import { describe, expect, test } from 'bun:test';
import { startJobs } from '../../src/jobs/runner.ts';
import { DAY_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { everyMinute, type JobPeriod } from '../../src/kernel/periods.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { until } from '../helpers/process.ts';
import { settableClock } from '../helpers/settable-clock.ts';

const START = Date.parse('2026-03-02T08:00:30.000Z');

test('a moved clock passes every run at its own moment, in order', async () => {
  const time = new Timeline(START);
  const runs: string[] = [];
  const note = (name: string) => async () => {
    await Promise.resolve();
    runs.push(`${name} ${new Date(time.now()).toISOString().slice(11, 19)}`);
  };
  startJobs(
    time,
    [
      { name: 'minute', period: everyMinute, run: note('minute') },
      { name: 'daily', period: { every: DAY_MS, at: (8 * 3_600 + 2 * 60 + 30) * 1_000 }, run: note('daily') },
    ],
    () => {},
  );
  await time.moveTo(START + 150_000);
  expect(runs).toEqual(['minute 08:01:00', 'minute 08:02:00', 'daily 08:02:30', 'minute 08:03:00']);
});

test('a run that meets a full disk is reported, and is no failure of the job', async () => {
  const time = new Timeline(START);
  const reported: string[] = [];
  const full = () => {
    throw new Problem(503, 'storage_full', 'The disk is full.');
  };
  const jobs = startJobs(time, [{ name: 'full', period: everyMinute, run: full }], (job) => reported.push(job));
  await time.moveTo(START + MINUTE_MS);
  expect(reported).toEqual(['full']);
  expect(jobs.isHealthy()).toBe(true);
});

test('a run that fails is told and the next one takes place', async () => {
  const time = new Timeline(START);
  const reported: string[] = [];
  startJobs(
    time,
    [
      {
        name: 'broken',
        period: everyMinute,
        run: () => {
          throw new Error('no');
        },
      },
    ],
    (name) => reported.push(name),
  );
  await time.moveTo(START + 90_000);
  expect(reported).toEqual(['broken', 'broken']);
});

test('nothing runs after it is called off', async () => {
  const time = new Timeline(START);
  let runs = 0;
  const jobs = startJobs(time, [{ name: 'job', period: everyMinute, run: () => runs++ }], () => {});
  await jobs.stop();
  await time.moveTo(START + 300_000);
  expect(runs).toBe(0);
});

test('jobs keep up while their last runs went well', async () => {
  const time = new Timeline(START);
  let fails = true;
  const run = () => {
    if (fails) throw new Error('no');
  };
  const jobs = startJobs(time, [{ name: 'job', period: everyMinute, run }], () => {});
  expect(jobs.isHealthy()).toBe(true);
  await time.moveTo(START + MINUTE_MS);
  expect(jobs.isHealthy()).toBe(false);
  fails = false;
  await time.moveTo(START + 120_000);
  expect(jobs.isHealthy()).toBe(true);
});

test('a job that is ten minutes over its time did not start in time', async () => {
  const time = new Timeline(START);
  const jobs = startJobs(time, [{ name: 'job', period: everyMinute, run: () => {} }], () => {});
  expect(jobs.startsInTime()).toBe(true);
  time.now = () => START + MINUTE_MS + 11 * MINUTE_MS;
  expect(jobs.startsInTime()).toBe(false);
  await jobs.stop();
});

test('a run that does not end is behind after ten minutes, and a stop waits for it', async () => {
  const time = new Timeline(START);
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  const run = () => {
    started = true;
    return promise;
  };
  const jobs = startJobs(time, [{ name: 'job', period: everyMinute, run }], () => {});
  const moved = time.moveTo(START + MINUTE_MS);
  await until(() => started);
  const late = { now: () => START + MINUTE_MS + 11 * MINUTE_MS };
  expect(jobs.isHealthy()).toBe(true);
  time.now = late.now;
  expect(jobs.isHealthy()).toBe(false);
  // It started when it was due: ending the program would not help.
  expect(jobs.startsInTime()).toBe(true);
  let stopped = false;
  const stopping = jobs.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  resolve();
  await Promise.all([stopping, moved]);
  expect(stopped).toBe(true);
});

describe('when the system clock is set', () => {
  const open = (period: JobPeriod, run: () => unknown) => {
    const system = settableClock();
    const time = new Timeline(undefined, system);
    const jobs = startJobs(time, [{ name: 'job', period, run }], () => {});
    return { system, time, jobs };
  };

  test.each([
    ['back', -DAY_MS],
    ['forward', DAY_MS],
  ])('%s, jobs run on by the new time', async (_direction, step) => {
    const runs: number[] = [];
    const { system, time, jobs } = open({ every: 1_000, at: 0 }, () => runs.push(time.now()));
    await until(() => runs.length > 0);
    const set = time.now() + step;
    system.step(step);
    runs.length = 0;
    await until(() => runs.length > 0);
    expect(runs[0]).toBeGreaterThanOrEqual(set);
    expect(runs[0]).toBeLessThan(set + MINUTE_MS);
    expect(jobs.isHealthy()).toBe(true);
    await jobs.stop();
    time.stop();
  });

  test('back, jobs do not keep up until their times are calculated again', async () => {
    const { system, time, jobs } = open(everyMinute, () => {});
    expect(jobs.isHealthy()).toBe(true);
    system.step(-DAY_MS);
    expect(jobs.isHealthy()).toBe(false);
    await until(() => jobs.isHealthy());
    await jobs.stop();
    time.stop();
  });

  test('back, a run that does not end still falls behind after ten minutes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isRunning = false;
    const { system, time, jobs } = open({ every: 1_000, at: 0 }, () => {
      isRunning = true;
      return promise;
    });
    time.at(time.now() + 2 * DAY_MS, () => {});
    await until(() => isRunning);
    system.step(-DAY_MS);
    let isNoticed = false;
    time.onSetBack(() => {
      isNoticed = true;
    });
    await until(() => isNoticed);
    expect(jobs.isHealthy()).toBe(true);
    system.step(11 * MINUTE_MS);
    expect(jobs.isHealthy()).toBe(false);
    resolve();
    await jobs.stop();
    time.stop();
  });
});

describe('a clock that is moved by hand', () => {
  /** Jobs of every minute over one queue of instants, and what ran when. */
  const passing = () => {
    const time = new Timeline(START);
    const runs: string[] = [];
    const listeners: (() => void)[] = [];
    const due: number[] = [];
    const change = (instant: number): void => {
      due.push(instant);
      for (const listener of listeners) listener();
    };
    const job = (name: string, run: () => void = () => {}) => ({
      name,
      period: everyMinute,
      run() {
        runs.push(`${name} ${new Date(time.now()).toISOString().slice(11, 16)}`);
        run();
      },
      isIdleUntil: (instant: number) => due.every((each) => each > instant),
    });
    const start = (jobs: readonly ReturnType<typeof job>[]) =>
      startJobs(
        time,
        jobs,
        (name, error) => runs.push(`${name} failed: ${error}`),
        (listener) => void listeners.push(listener),
      );
    return { time, runs, due, change, job, start };
  };

  test('passes over runs that would do nothing, and stands at the next one when it has been moved', async () => {
    const { time, runs, due, job, start } = passing();
    due.push(START + 3 * DAY_MS);
    const jobs = start([job('one')]);
    await time.moveTo(START + 3 * DAY_MS + 90_000);
    // Once a day and once an hour, then each minute until what is due is done.
    expect(runs.slice(0, 3)).toEqual(['one 08:01', 'one 08:02', 'one 08:03']);
    expect(runs.slice(-3)).toEqual(['one 08:00', 'one 08:01', 'one 08:02']);
    expect(runs.length).toBeLessThan(200);
    expect(jobs.isHealthy()).toBe(true);
    const before = runs.length;
    await time.moveTo(time.now() + MINUTE_MS);
    expect(runs).toHaveLength(before + 1);
    await jobs.stop();
  });

  test('comes back for what changes: in the same minute for jobs after the change, in the next for those before', async () => {
    const { time, runs, due, change, job, start } = passing();
    const at = Math.floor(START / MINUTE_MS) * MINUTE_MS + 10 * MINUTE_MS;
    const changing = {
      ...job('second', () => {
        if (time.now() === at) change(at);
      }),
      isIdleUntil: () => false,
    };
    const done = (): void => void due.splice(0);
    const jobs = start([job('first', done), changing, job('third')]);
    await time.moveTo(at + 2 * MINUTE_MS);
    expect(runs.filter((run) => !run.startsWith('second'))).toEqual([
      'first 08:01',
      'third 08:01',
      'third 08:10',
      'first 08:11',
      'third 08:11',
    ]);
    await jobs.stop();
  });

  test('runs a job each minute that cannot say whether it has something to do, and reports that', async () => {
    const { time, runs, job, start } = passing();
    const jobs = start([
      {
        ...job('one'),
        isIdleUntil() {
          throw new Error('no such table');
        },
      },
    ]);
    await time.moveTo(START + 2 * MINUTE_MS);
    expect(runs).toEqual([
      'one 08:01',
      'one failed: Error: no such table',
      'one 08:02',
      'one failed: Error: no such table',
    ]);
    await jobs.stop();
  });

  test('passes over nothing where nobody says when something changes, and nothing while it runs by itself', async () => {
    const { time, runs, job } = passing();
    const jobs = startJobs(time, [job('one')], () => {});
    await time.moveTo(START + 5 * MINUTE_MS);
    expect(runs).toHaveLength(5);
    await jobs.stop();
  });
});
