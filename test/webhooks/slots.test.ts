import { describe, expect, test } from 'bun:test';
import { Slots } from '../../src/webhooks/queue/slots.ts';

/** Slots whose endpoints have the given number of due jobs; `started` lists the attempts in their order. */
const withJobs = (limits: { perEndpoint: number; total: number }, jobs: Record<string, number>) => {
  const slots = new Slots(limits);
  const left = new Map(Object.entries(jobs));
  const started: string[] = [];
  for (const endpointId of left.keys()) slots.markReady(endpointId);
  const fill = () =>
    slots.fill((endpointId, free) => {
      const count = Math.min(free, left.get(endpointId) ?? 0);
      left.set(endpointId, (left.get(endpointId) ?? 0) - count);
      started.push(...Array<string>(count).fill(endpointId));
      return count;
    });
  const end = (endpointId: string, hasSucceeded = true) => slots.release(endpointId, hasSucceeded);
  return { slots, started, fill, end };
};

describe('slots', () => {
  test('are filled up to the limit of each endpoint', () => {
    const { slots, started, fill } = withJobs({ perEndpoint: 2, total: 10 }, { a: 5, b: 1 });
    fill();
    expect(started).toEqual(['a', 'a', 'b']);
    expect([slots.isFull('a'), slots.isFull('b')]).toEqual([true, false]);
    expect(slots.use()).toEqual({ busy: 2, full: 1, ready: 1 });
  });

  test('are filled up to the total, and the endpoint that waited longest is next', () => {
    const { started, fill, end } = withJobs({ perEndpoint: 2, total: 4 }, { a: 9, b: 9, c: 9 });
    fill();
    expect(started).toEqual(['a', 'a', 'b', 'c']);
    end('a');
    fill();
    expect(started.slice(4)).toEqual(['b']);
    end('b');
    fill();
    expect(started.slice(5)).toEqual(['c']);
  });

  test('go to all endpoints alike, within a tenth, when the total is less than the slots of each', () => {
    const endpoints = Array.from({ length: 20 }, (_, index) => `endpoint ${index}`);
    const jobs = Object.fromEntries(endpoints.map((endpointId) => [endpointId, 1_000]));
    const { started, fill, end } = withJobs({ perEndpoint: 4, total: 64 }, jobs);
    for (let round = 0; round < 50; round += 1) {
      fill();
      expect(started).toHaveLength(64 * (round + 1));
      for (const endpointId of started.slice(-64)) end(endpointId);
    }
    const counts = endpoints.map((endpointId) => started.filter((each) => each === endpointId).length);
    expect(Math.min(...counts)).toBeGreaterThan(0.9 * Math.max(...counts));
  });

  test('every endpoint has one, also beyond the total', () => {
    const { started, fill, end } = withJobs({ perEndpoint: 2, total: 2 }, { a: 9, b: 9, c: 9 });
    fill();
    expect(started).toEqual(['a', 'b', 'c']);
    end('b');
    fill();
    expect(started.slice(3)).toEqual(['b']);
  });

  test('an endpoint whose last attempt failed has one, which is none of the total', () => {
    const { slots, started, fill, end } = withJobs({ perEndpoint: 2, total: 2 }, { failing: 9, healthy: 9 });
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

  test('of an endpoint without due jobs stay free, until it is ready again', () => {
    const { slots, started, fill } = withJobs({ perEndpoint: 2, total: 3 }, { a: 0 });
    fill();
    expect([started, slots.use(), slots.isEmpty]).toEqual([[], { busy: 0, full: 0, ready: 0 }, true]);
    slots.markReady('a');
    expect(slots.use().ready).toBe(1);
  });

  test('of an endpoint that is full wait for it, and those of others do not', () => {
    const { slots, started, fill, end } = withJobs({ perEndpoint: 1, total: 5 }, { hung: 3, healthy: 3 });
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
    const { slots, fill, end } = withJobs({ perEndpoint: 4, total: 4 }, { a: 2, b: 2 });
    fill();
    for (const endpointId of ['a', 'b', 'a', 'b']) end(endpointId);
    expect([slots.isEmpty, slots.use().busy]).toEqual([true, 0]);
  });
});
