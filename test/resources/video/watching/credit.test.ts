import { describe, expect, test } from 'bun:test';
import { credit, TOLERANCE_MS } from '../../../../src/resources/video/watching/credit.ts';
import { choicesOf } from '../../../helpers/seeded.ts';

const RUNS = 200;
const RATES = [0.25, 0.5, 1, 1.25, 2, 4];

/** The credit of one stretch of 15 s of wall time, in seconds. */
const once = (delta: number, rate = 1, usedUntil = 0) =>
  credit({ delta: delta * 1000, rate, since: 0, now: 15_000 }, usedUntil).credited / 1000;

describe('credited seconds', () => {
  test('min(position delta, wall time x rate + 5), at least 0', () => {
    expect(once(15)).toBe(15);
    expect(once(3)).toBe(3);
    expect(once(300)).toBe(20);
    expect(once(-60)).toBe(0);
    expect(once(30, 2)).toBe(30);
    expect(once(300, 2)).toBe(35);
    expect(once(300, 0.25)).toBe(8.75);
  });

  test('wall time that was credited is not credited again', () => {
    const stretch = { delta: 15_000, rate: 1, since: 0, now: 15_000 };
    expect(credit(stretch, 10_000)).toEqual({ credited: 10_000, usedUntil: 20_000 });
    expect(credit(stretch, 20_000)).toEqual({ credited: 0, usedUntil: 20_000 });
    expect(credit(stretch, 60_000)).toEqual({ credited: 0, usedUntil: 60_000 });
  });

  test('nothing credited uses no time', () => {
    for (const delta of [0, -1]) expect(credit({ delta, rate: 1, since: 0, now: 9 }, 7).usedUntil).toBe(7);
  });

  test('never exceed the wall time: any number of sessions, any rates, any positions', () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { below, of } = choicesOf(seed);
      const last = Array.from({ length: 1 + below(5) }, () => 0);
      let [now, usedUntil, used] = [0, 0, 0];
      for (let beat = 0; beat < 60; beat += 1) {
        now += below(20_000);
        const session = below(last.length);
        const rate = of(RATES) ?? 1;
        const given = credit({ delta: below(120_000) - 30_000, rate, since: Number(last[session]), now }, usedUntil);
        last[session] = now;
        used += given.credited / rate;
        usedUntil = given.usedUntil;
        const isWithin = used <= now + TOLERANCE_MS / Math.min(...RATES);
        expect({ seed, beat, isWithin }).toEqual({ seed, beat, isWithin: true });
      }
    }
  });

  test('at the rate 1 they never exceed the wall time and 5 seconds, however often a client asks', () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { below } = choicesOf(seed);
      let [now, usedUntil, total] = [0, 0, 0];
      for (let beat = 0; beat < 200; beat += 1) {
        const since = now;
        now += below(2_000);
        const given = credit({ delta: below(60_000), rate: 1, since, now }, usedUntil);
        usedUntil = given.usedUntil;
        total += given.credited;
      }
      expect({ seed, isWithin: total <= now + TOLERANCE_MS }).toEqual({ seed, isWithin: true });
    }
  });

  test('who plays at the given rate gets all of it, early and late requests included', () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { below, of } = choicesOf(seed);
      const rate = of(RATES) ?? 1;
      const delta = 15_000 * rate;
      let [usedUntil, total, last] = [0, 0, 0];
      for (let beat = 1; beat <= 40; beat += 1) {
        // Up to a second late, however late the last one was.
        const now = beat * 15_000 + below(1_000);
        const given = credit({ delta, rate, since: last, now }, usedUntil);
        last = now;
        usedUntil = given.usedUntil;
        total += given.credited;
      }
      expect({ seed, rate, total }).toEqual({ seed, rate, total: 40 * delta });
    }
  });
});
