import { createIds, type Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import { Timeline } from '../../../kernel/timer.ts';

/** The time (epoch ms) in the ids of the history: before that of all other demo records, so that lists end with it. */
const HISTORY_IDS_AT = 0x00ff_0000_0000;

const KINDS = {
  client: 1,
  session: 2,
  booking: 3,
  checkin: 4,
  fact: 5,
  package: 6,
  payment: 7,
  entry: 8,
  refund: 9,
  grant: 10,
  award: 11,
  schedule: 12,
};

/** A number of twelve digits. */
const FIRST = 100_000_000_000;

/** The same on every start. */
export const historyId = (kind: keyof typeof KINDS, number: number): string =>
  `00ff0000-0000-7000-8000-${FIRST + KINDS[kind] * 1_000_000 + number}`;

/** For records of the history that the rules make, such as awards. */
export const historyIds = (random: Random): Ids => createIds(new Timeline(HISTORY_IDS_AT + 1), random);
