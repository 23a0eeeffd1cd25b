import { type Row, rowsOf, type World } from '../world.ts';

/** What is wrong in the night; empty when nothing is. */
export type Check = (world: World, night: Night) => string[] | Promise<string[]>;

/** The night in which it is asked. */
export interface Night {
  /** Whether everything is looked at, also what has not changed since the last night: once a week. */
  readonly isWhole: boolean;
  /** ISO instants: the last night, or the opening, and now. */
  readonly from: string;
  readonly now: string;
  /** When the program died or could not write, epoch ms. */
  readonly losses: readonly number[];
  /** Since when the bank has answered, epoch ms. */
  readonly bankWellSince: number;
}

/** How long the program may take to find out what a lost answer of the bank was, ms. */
export const FINDING_OUT_MS = 26 * 3_600_000;

/** One line for each row that a query finds: the query tells only what must not be. */
export const none = (world: World, complaint: string, sql: string, ...values: (string | number)[]): string[] =>
  rowsOf(world, sql, ...values)
    .slice(0, 3)
    .map((row: Row) => `${complaint}: ${JSON.stringify(row)}`);
