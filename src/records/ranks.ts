// Ranks in lists of any size. The scores of a list are counted in a tree by their bytes, so that a rank and a new score
// cost a few look-ups, however many members the list has.

import type { Read, Tx } from '../database/database.ts';

/** A list of scores that also keeps its ranks at the last midnight. */
export interface DatedList {
  readonly list: string;
  /** The local date of now. A change on a later date keeps what the list was before it. */
  readonly day: string;
}

/** A list of scores, by its name; with a day, it also keeps the ranks of the last midnight. */
export type RankList = string | DatedList;

const datedOf = (list: RankList): DatedList => (typeof list === 'string' ? { list, day: '' } : list);

/** A score as 16 hexadecimal digits that are in the order of the scores. */
export const keyOfScore = (score: number): string => {
  const bytes = new DataView(new ArrayBuffer(8));
  // Without `+ 0`, -0 would rank below 0.
  bytes.setFloat64(0, score + 0);
  const bits = bytes.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  const ordered = isNegative ? bits ^ 0xffff_ffff_ffff_ffffn : bits ^ 0x8000_0000_0000_0000n;
  return ordered.toString(16).padStart(16, '0');
};

const DEPTH = 8;

const ADD = `insert into "rankCounts" ("list", "depth", "path", "members", "membersBefore", "day") values (?, ?, ?, ?, 0, ?)
  on conflict do update set
    "membersBefore" = case when excluded."day" > "day" then "members" else "membersBefore" end,
    "day" = max("day", excluded."day"),
    "members" = "members" + excluded."members"`;
const CLEAN = `delete from "rankCounts" where "list" = ? and "depth" = ? and "path" = ?
  and "members" = 0 and "membersBefore" = 0`;

const count = (tx: Tx, given: RankList, key: string, from: number, members: 1 | -1): void => {
  const { list, day } = datedOf(given);
  for (let depth = from; depth <= DEPTH; depth += 1) {
    const path = key.slice(0, 2 * depth);
    tx.db.query(ADD).run(list, depth, path, members, day);
    if (members < 0) tx.db.query(CLEAN).run(list, depth, path);
  }
};

/** Adds a member with a score to a list. The rank is by the score, the highest first. */
export const addScore = (tx: Tx, list: RankList, score: number): void => count(tx, list, keyOfScore(score), 0, 1);

export const removeScore = (tx: Tx, list: RankList, score: number): void => count(tx, list, keyOfScore(score), 0, -1);

export const moveScore = (tx: Tx, list: RankList, from: number, to: number): void => {
  const [before, after] = [keyOfScore(from), keyOfScore(to)];
  if (before === after) return;
  let depth = 1;
  while (before.slice(0, 2 * depth) === after.slice(0, 2 * depth)) depth += 1;
  count(tx, list, before, depth, -1);
  count(tx, list, after, depth, 1);
};

const RESTORE = `insert into "rankCounts" ("list", "depth", "path", "members", "membersBefore", "day")
  values (?, ?, ?, ?, ?, ?) on conflict do update set
    "membersBefore" = case when excluded."day" > "day" then "members" else "membersBefore" end + excluded."membersBefore",
    "day" = max("day", excluded."day"),
    "members" = "members" + excluded."members"`;

/** Adds a member to a list who had a score at the last midnight already, `before`; null for none. */
export const restoreScore = (tx: Tx, { list, day }: DatedList, score: number, before: number | null): void => {
  const put = (key: string, members: number, membersBefore: number): void => {
    for (let depth = 0; depth <= DEPTH; depth += 1) {
      tx.db.query(RESTORE).run(list, depth, key.slice(0, 2 * depth), members, membersBefore, day);
    }
  };
  put(keyOfScore(score), 1, Number(score === before));
  if (before !== null && before !== score) put(keyOfScore(before), 0, 1);
};

const ABOVE = `select coalesce(sum("members"), 0) "now",
    coalesce(sum(case when "day" >= ? then "membersBefore" else "members" end), 0) "before"
  from "rankCounts" where "list" = ? and "depth" = ? and "path" > ? and "path" < ?`;
const AT = `select "members" "now", case when "day" >= ? then "membersBefore" else "members" end "before"
  from "rankCounts" where "list" = ? and "depth" = ? and "path" = ?`;

/** `now`, or `before`: at the last midnight, which needs the day of now. */
type When = 'now' | 'before';
type Counts = Readonly<Record<When, number>>;

const NOBODY: Counts = { now: 0, before: 0 };

/** The rank of a score in a list: 1 and how many members have a higher one (1, 2, 2, 4). */
export const rankOfScore = (read: Read, given: RankList, score: number, when: When = 'now'): number => {
  const { list, day } = datedOf(given);
  const key = keyOfScore(score);
  let rank = 1;
  for (let depth = 1; depth <= DEPTH; depth += 1) {
    const parent = key.slice(0, 2 * depth - 2);
    const above = read.db
      .query<Counts, [string, string, number, string, string]>(ABOVE)
      .get(day, list, depth, key.slice(0, 2 * depth), `${parent}g`);
    rank += (above ?? NOBODY)[when];
  }
  return rank;
};

const countAt = (read: Read, given: RankList, depth: number, path: string, when: When): number => {
  const { list, day } = datedOf(given);
  const row = read.db.query<Counts, [string, string, number, string]>(AT).get(day, list, depth, path);
  return (row ?? NOBODY)[when];
};

export const countScores = (read: Read, list: RankList, when: When = 'now'): number => countAt(read, list, 0, '', when);

export const countScore = (read: Read, list: RankList, score: number, when: When = 'now'): number =>
  countAt(read, list, DEPTH, keyOfScore(score), when);
