import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { Fact } from '../facts/tables.ts';
import { amountOf, reaches, storedTarget } from './counting.ts';
import { periodOf, startOf } from './periods.ts';
import { streaksOf } from './queries.ts';
import { isJoined, ownerOf } from './state.ts';
import type { StreakType } from './tables.ts';

export interface ReachedLength {
  /** The local start of its first period, an instant. */
  readonly startedAt: string;
  /** When it reached the length: the instant of the fact that met the target of that period. */
  readonly at: string;
}

type TimedFact = Pick<Fact, 'homeDate' | 'kind' | 'value' | 'at'>;

const FACTS = `select "homeDate", "kind", "value", "at" from "facts" where "clientId" = ? and "takenBackAt" is null
  order by "homeDate"`;

/** When the facts of a period reached its target; undefined if they did not. */
const metAt = (type: StreakType, facts: readonly TimedFact[], target: number): string | undefined => {
  let amount = 0;
  for (const fact of facts.toSorted((left, right) => (left.at < right.at ? -1 : Number(left.at > right.at)))) {
    const added = amountOf(type, fact);
    amount += added;
    if (added > 0 && reaches(amount, target)) return fact.at;
  }
  return undefined;
};

/** The streaks of a member that reached a length, the earliest first, from all facts. */
export const reachedLengths = (read: Read, clientId: string, type: StreakType, length: number): ReachedLength[] => {
  const owner = ownerOf(read, clientId);
  const { targets } = streaksOf(read, clientId);
  const all = read.db.query<TimedFact, [string]>(FACTS).all(clientId);
  const periods = Map.groupBy(all, ({ homeDate }) => periodOf(type, homeDate));
  const found: ReachedLength[] = [];
  let [count, startedOn, last] = [0, '', ''];
  // In the order of the dates of the facts.
  for (const [period, facts] of periods) {
    const at = metAt(type, facts, storedTarget(type, period, targets));
    if (at === undefined) continue;
    const goesOn = last !== '' && isJoined(read, owner, type, last, period);
    count = goesOn ? count + 1 : 1;
    if (!goesOn) startedOn = period;
    last = period;
    if (count === length) found.push({ startedAt: isoInstant(startOf(startedOn, owner.home.timezone)), at });
  }
  return found;
};
