import { expect, test } from 'bun:test';
import { startJobs } from '../src/jobs.ts';
import { Timeline } from '../src/kernel/timer.ts';

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
      { name: 'minute', pattern: '* * * * *', run: note('minute') },
      { name: 'daily', pattern: '30 2 8 * * *', run: note('daily') },
    ],
    () => {},
  );
  await time.moveTo(START + 150_000);
  expect(runs).toEqual(['minute 08:01:00', 'minute 08:02:00', 'daily 08:02:30', 'minute 08:03:00']);
});

test('a run that fails is told and the next one takes place', async () => {
  const time = new Timeline(START);
  const told: string[] = [];
  startJobs(
    time,
    [
      {
        name: 'broken',
        pattern: '* * * * *',
        run: () => {
          throw new Error('no');
        },
      },
    ],
    (name) => told.push(name),
  );
  await time.moveTo(START + 90_000);
  expect(told).toEqual(['broken', 'broken']);
});

test('nothing runs after it is called off', async () => {
  const time = new Timeline(START);
  let runs = 0;
  const cancel = startJobs(time, [{ name: 'job', pattern: '* * * * *', run: () => runs++ }], () => {});
  cancel();
  await time.moveTo(START + 300_000);
  expect(runs).toBe(0);
});
