import { describe, expect, test } from 'bun:test';
import {
  MAX_PARTS,
  packSeen,
  type Seen,
  seenMs,
  unpackSeen,
  withPart,
} from '../../../../src/resources/video/watching/seen.ts';
import { choicesOf } from '../../../helpers/seeded.ts';

const RUNS = 40;
const VIDEO_MS = 600;

/** Adds random parts of a short video, and marks each millisecond of them by itself. */
const randomRun = (seed: number) => {
  const { below } = choicesOf(seed);
  const isSeen = new Uint8Array(VIDEO_MS);
  let seen: Seen = [];
  for (let part = 1 + below(40); part > 0; part -= 1) {
    const from = below(VIDEO_MS);
    const to = Math.min(VIDEO_MS, from + below(30));
    isSeen.fill(1, from, to);
    seen = withPart(seen, from, to);
  }
  return { seen, isSeen };
};

describe('the seen parts of a video', () => {
  test('are the union of all parts, by brute force', () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { seen, isSeen } = randomRun(seed);
      expect({ seed, seen: seenMs(seen) }).toEqual({ seed, seen: isSeen.reduce((sum, each) => sum + each, 0) });
      const within = isSeen.map((_, at) => (seen.findIndex((edge) => edge > at) % 2 === 1 ? 1 : 0));
      expect({ seed, within }).toEqual({ seed, within: isSeen });
    }
  });

  test('ascend, do not touch, and are stored as they are', () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { seen } = randomRun(seed);
      expect({ seed, ascends: seen.every((edge, at) => at === 0 || edge > Number(seen[at - 1])) }).toEqual({
        seed,
        ascends: true,
      });
      expect(unpackSeen(packSeen(seen))).toEqual(seen);
    }
  });

  test('touching parts are one; an empty part is none', () => {
    expect(withPart([0, 10], 10, 20)).toEqual([0, 20]);
    expect(withPart([10, 20], 0, 10)).toEqual([0, 20]);
    expect(withPart([0, 10, 20, 30], 5, 25)).toEqual([0, 30]);
    expect(withPart([0, 10], 40, 40)).toEqual([0, 10]);
    expect(withPart([0, 10], 40, 30)).toEqual([0, 10]);
    expect(unpackSeen('')).toEqual([]);
  });

  test('thousands of tiny parts stay small, lose only tiny parts, and never add up to more than was sent', () => {
    let seen: Seen = [0, 60_000];
    for (let part = 1; part <= 5_000; part += 1) seen = withPart(seen, 60_000 + part * 10, 60_001 + part * 10);
    expect(seen.length).toBe(2 * MAX_PARTS);
    expect(seen.slice(0, 2)).toEqual([0, 60_000]);
    expect(seenMs(seen)).toBe(60_000 + MAX_PARTS - 1);
    expect(packSeen(seen).length).toBeLessThan(5_000);
  });
});
