// What is to happen, by the seed alone: each act has choices of its own, so that it stays the same when others are left out.

import { type Choices, choicesOf } from '../helpers/seeded.ts';
import { ACCOUNTS } from './acts/accounts.ts';
import type { Act } from './acts/act.ts';
import { BANKS } from './acts/banks.ts';
import { CONTENT } from './acts/content.ts';
import { DESK } from './acts/desk.ts';
import { DEVICES } from './acts/devices.ts';
import { ENGAGEMENT } from './acts/engagement.ts';
import { FAMILIES } from './acts/families.ts';
import { FURNISHING } from './acts/furnishing.ts';
import { INTEGRATORS } from './acts/integrators.ts';
import { MEMBERS } from './acts/members.ts';
import { OWNER } from './acts/owner.ts';
import { RECORDS } from './acts/records.ts';
import { UPKEEP } from './acts/upkeep.ts';
import { FAULTS } from './weather.ts';

export interface Entry {
  /** Of the year, from 0. */
  readonly day: number;
  /** Milliseconds after the day's midnight. */
  readonly at: number;
  readonly name: string;
  readonly seed: number;
}

export const ACTS: Readonly<Record<string, readonly [number, Act]>> = {
  ...MEMBERS,
  ...FAMILIES,
  ...BANKS,
  ...DEVICES,
  ...ACCOUNTS,
  ...DESK,
  ...RECORDS,
  ...OWNER,
  ...FURNISHING,
  ...UPKEEP,
  ...INTEGRATORS,
  ...ENGAGEMENT,
  ...CONTENT,
};

const DAY_MS = 86_400_000;
const ACTS_A_DAY = 31;

/** A name, as often as its weight says. */
const drawn = (choose: Choices, weighted: readonly (readonly [string, number])[]): string => {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let left = (choose.below(1_000_000) / 1_000_000) * total;
  for (const [name, weight] of weighted) {
    left -= weight;
    if (left < 0) return name;
  }
  return weighted[0]?.[0] ?? '';
};

const weightsOf = (table: Readonly<Record<string, readonly [number, unknown]>>) =>
  Object.entries(table).map(([name, [weight]]) => [name, weight] as const);

/** All that happens in so many days of a seed, in order. */
export const planOf = (seed: number, days: number): Entry[] => {
  const [acts, faults] = [weightsOf(ACTS), weightsOf(FAULTS)];
  return Array.from({ length: days }, (_, day) => {
    const choose = choicesOf(seed * 7_919 + day * 104_729);
    const entry = (name: string, at = choose.below(DAY_MS)): Entry => ({ day, at, name, seed: choose.below(2 ** 31) });
    const busy = choose.once(9) ? 2 : 1;
    const entries = Array.from({ length: busy * ACTS_A_DAY }, () => entry(drawn(choose, acts)));
    // Faults come in bursts.
    if (choose.once(3)) {
      const [name, begin] = [drawn(choose, faults), choose.below(DAY_MS)];
      const times = 1 + (choose.once(2) ? choose.below(4) : 0);
      for (let count = 0; count < times; count += 1) {
        entries.push(
          entry(choose.once(3) ? drawn(choose, faults) : name, Math.min(DAY_MS - 1, begin + choose.below(DAY_MS / 8))),
        );
      }
    }
    return entries.sort((left, right) => left.at - right.at);
  }).flat();
};
