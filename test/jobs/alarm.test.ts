import { beforeEach, describe, expect, test } from 'bun:test';
import { createAlarm } from '../../src/jobs/alarm.ts';
import { Timeline } from '../../src/kernel/timer.ts';

const START = Date.parse('2026-03-02T08:00:00.000Z');

let time: Timeline;
let due: number[];
let ran: number[];
let faults: unknown[];
let fails: boolean;
let alarm: ReturnType<typeof createAlarm>;
beforeEach(() => {
  time = new Timeline(START);
  due = [];
  ran = [];
  faults = [];
  fails = false;
  alarm = createAlarm({
    name: 'alarm',
    time,
    dueAt: () => due[0],
    run: async () => {
      if (fails) throw new Error('no');
      ran.push(time.now() - START);
      due = due.filter((each) => each > time.now());
    },
    failed: (error) => faults.push(error),
  });
});

describe('an alarm', () => {
  test('runs each work at its own moment', async () => {
    due = [START + 20, START + 50];
    alarm.set();
    await time.moveTo(START + 100);
    expect(ran).toEqual([20, 50]);
  });

  test('looks again when it is set: what is due earlier comes first, what is gone not at all', async () => {
    due = [START + 50];
    alarm.set();
    due = [START + 30, START + 50];
    alarm.set();
    await time.moveTo(START + 40);
    due = [];
    alarm.set();
    await time.moveTo(START + 100);
    expect(ran).toEqual([30]);
  });

  test('reports work that fails, and does not run it again by itself', async () => {
    fails = true;
    due = [START + 10];
    alarm.set();
    await time.moveTo(START + 100);
    expect([ran, faults.length]).toEqual([[], 1]);
    fails = false;
    alarm.set();
    await time.moveTo(START + 101);
    expect(ran).toEqual([100]);
  });

  test('runs nothing after it is stopped', async () => {
    due = [START + 10];
    alarm.set();
    await alarm.stop();
    alarm.set();
    await time.moveTo(START + 100);
    expect(ran).toEqual([]);
  });
});
