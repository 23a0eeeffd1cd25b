import { describe, expect, test } from 'bun:test';
import type { Tx } from '../../src/database/database.ts';
import { addScore, countScore, countScores, moveScore, rankOfScore, removeScore } from '../../src/records/ranks.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';
import { choicesOf } from '../helpers/seeded.ts';

const open = (): Tx => {
  const db = migratedDatabase();
  return { db } as Tx;
};

const naiveRank = (scores: Iterable<number>, score: number): number => {
  let rank = 1;
  for (const each of scores) if (each > score) rank += 1;
  return rank;
};

/** Whole numbers, fractions, negative ones and large ones. */
const scoreOf = (dice: number): number => {
  const base = Math.floor(dice * 60) - 20;
  if (dice < 0.3) return base;
  if (dice < 0.6) return base + dice;
  return dice < 0.8 ? base * 1e6 : -base / 7;
};

describe('ranks by counts', () => {
  test('1, 2, 2, 4, the highest first', () => {
    const tx = open();
    for (const score of [50, 40, 40, 0, -0, -1.5]) addScore(tx, 'a', score);
    addScore(tx, 'b', 100);
    expect([50, 40, 0, -0, -1.5, 60, 45, -2].map((score) => rankOfScore(tx, 'a', score))).toEqual([
      1, 2, 4, 4, 6, 1, 2, 7,
    ]);
    expect([countScores(tx, 'a'), countScore(tx, 'a', 40), countScore(tx, 'a', 41)]).toEqual([6, 2, 0]);
  });

  test('equal those of a list of scores after each of many changes, and those of the day before', () => {
    const seed = 20_261_120;
    const choices = choicesOf(seed);
    const random = () => choices.below(1_000_000) / 1_000_000;
    const tx = open();
    const live = new Map<number, number>();
    let before = new Map<number, number>();
    let day = 1;
    for (let step = 0; step < 600; step += 1) {
      if (random() < 0.02) {
        day += 1;
        before = new Map(live);
      }
      const list = { list: 'a', day: `2026-03-${String(day).padStart(2, '0')}` };
      const member = choices.below(40);
      const [had, score] = [live.get(member), scoreOf(random())];
      const leaves = had !== undefined && choices.below(3) === 0;
      if (had === undefined) addScore(tx, list, score);
      else if (leaves) removeScore(tx, list, had);
      else moveScore(tx, list, had, score);
      if (leaves) live.delete(member);
      else live.set(member, score);

      const asked = scoreOf(random());
      const found = [
        rankOfScore(tx, list, score),
        rankOfScore(tx, list, asked),
        countScores(tx, list),
        rankOfScore(tx, list, asked, 'before'),
        countScores(tx, list, 'before'),
        countScore(tx, list, score),
      ];
      expect({ seed, step, found }).toEqual({
        seed,
        step,
        found: [
          naiveRank(live.values(), score),
          naiveRank(live.values(), asked),
          live.size,
          naiveRank(before.values(), asked),
          before.size,
          [...live.values()].filter((each) => each === score).length,
        ],
      });
    }
  });

  test('leave no counts when nobody is left', () => {
    const tx = open();
    addScore(tx, 'a', 3);
    moveScore(tx, 'a', 3, 700_000);
    removeScore(tx, 'a', 700_000);
    expect(tx.db.query('select * from rankCounts').all()).toEqual([]);
  });
});
