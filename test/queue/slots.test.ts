import { describe, expect, test } from 'bun:test';
import { Slots } from '../../src/queue/slots.ts';

/** Slots whose lanes have the given number of due jobs; `started` lists the attempts in their order. */
const withJobs = (limits: { perLane: number; total: number }, jobs: Record<string, number>) => {
  const slots = new Slots(limits);
  const left = new Map(Object.entries(jobs));
  const started: string[] = [];
  for (const lane of left.keys()) slots.markReady(lane);
  const fill = () =>
    slots.fill((lane, free) => {
      const count = Math.min(free, left.get(lane) ?? 0);
      left.set(lane, (left.get(lane) ?? 0) - count);
      started.push(...Array<string>(count).fill(lane));
      return count;
    });
  const end = (lane: string, hasSucceeded = true) => slots.release(lane, hasSucceeded);
  return { slots, started, fill, end };
};

describe('slots', () => {
  test('are filled up to the limit of each lane', () => {
    const { slots, started, fill } = withJobs({ perLane: 2, total: 10 }, { a: 5, b: 1 });
    fill();
    expect(started).toEqual(['a', 'a', 'b']);
    expect([slots.isFull('a'), slots.isFull('b')]).toEqual([true, false]);
    expect(slots.use()).toEqual({ busy: 2, full: 1, ready: 1 });
  });

  test('are filled up to the total, and the lane that waited longest is next', () => {
    const { started, fill, end } = withJobs({ perLane: 2, total: 4 }, { a: 9, b: 9, c: 9 });
    fill();
    expect(started).toEqual(['a', 'a', 'b', 'c']);
    end('a');
    fill();
    expect(started.slice(4)).toEqual(['b']);
    end('b');
    fill();
    expect(started.slice(5)).toEqual(['c']);
  });

  test('go to all lanes alike, within a tenth, when the total is less than the slots of each', () => {
    const lanes = Array.from({ length: 20 }, (_, index) => `lane ${index}`);
    const jobs = Object.fromEntries(lanes.map((lane) => [lane, 1_000]));
    const { started, fill, end } = withJobs({ perLane: 4, total: 64 }, jobs);
    for (let round = 0; round < 50; round += 1) {
      fill();
      expect(started).toHaveLength(64 * (round + 1));
      for (const lane of started.slice(-64)) end(lane);
    }
    const counts = lanes.map((lane) => started.filter((each) => each === lane).length);
    expect(Math.min(...counts)).toBeGreaterThan(0.9 * Math.max(...counts));
  });

  test('every lane has one, also beyond the total', () => {
    const { started, fill, end } = withJobs({ perLane: 2, total: 2 }, { a: 9, b: 9, c: 9 });
    fill();
    expect(started).toEqual(['a', 'b', 'c']);
    end('b');
    fill();
    expect(started.slice(3)).toEqual(['b']);
  });

  test('a lane whose last attempt failed has one, which is none of the total', () => {
    const { slots, started, fill, end } = withJobs({ perLane: 2, total: 2 }, { failing: 9, healthy: 9 });
    fill();
    end('failing', false);
    end('healthy');
    fill();
    expect(started.slice(2)).toEqual(['failing', 'healthy', 'healthy']);
    expect([slots.isFull('failing'), slots.isFull('healthy')]).toEqual([true, true]);
    end('healthy');
    end('failing', true);
    slots.markReady('failing');
    fill();
    expect(started.slice(5)).toEqual(['failing']);
    expect(slots.isFull('failing')).toBe(false);
  });

  test('of a lane without due jobs stay free, until it is ready again', () => {
    const { slots, started, fill } = withJobs({ perLane: 2, total: 3 }, { a: 0 });
    fill();
    expect([started, slots.use(), slots.isEmpty]).toEqual([[], { busy: 0, full: 0, ready: 0 }, true]);
    slots.markReady('a');
    expect(slots.use().ready).toBe(1);
  });

  test('of a lane that is full wait for it, and those of others do not', () => {
    const { slots, started, fill, end } = withJobs({ perLane: 1, total: 5 }, { hung: 3, healthy: 3 });
    fill();
    for (let round = 0; round < 2; round += 1) {
      end('healthy');
      slots.markReady('healthy');
      fill();
    }
    expect(started).toEqual(['hung', 'healthy', 'healthy', 'healthy']);
    expect(slots.use()).toEqual({ busy: 2, full: 2, ready: 2 });
  });

  test('are empty again when every attempt has ended', () => {
    const { slots, fill, end } = withJobs({ perLane: 4, total: 4 }, { a: 2, b: 2 });
    fill();
    for (const lane of ['a', 'b', 'a', 'b']) end(lane);
    expect([slots.isEmpty, slots.use().busy]).toEqual([true, 0]);
  });
});
