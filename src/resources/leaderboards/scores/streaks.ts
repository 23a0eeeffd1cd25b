import type { Read } from '../../../database/database.ts';
import { addDays } from '../../../kernel/local-time.ts';
import { instantsAround } from '../../facts/queries.ts';
import type { Fact } from '../../facts/tables.ts';
import { reaches, targetOf } from '../../streaks/counting.ts';
import { periodOf } from '../../streaks/periods.ts';
import { NO_STREAK, streaksOf } from '../../streaks/queries.ts';
import { isJoined, ownerOf } from '../../streaks/state.ts';
import type { Amount, Span } from './sources.ts';

const TYPE = 'weekly_attendance';

const VISITS = `select "homeDate", "at" from "facts" where "clientId" = ? and "kind" = 'visit' and "at" >= ? and "at" < ?
  and "homeDate" between ? and ? and "takenBackAt" is null order by "homeDate"`;

type Visit = Pick<Fact, 'homeDate' | 'at'>;

/** The visits of local dates, both included; of all dates without them. */
const visitsOf = (read: Read, clientId: string, from = '', to = '9999-12-31'): Visit[] =>
  read.db.query<Visit, string[]>(VISITS).all(clientId, ...instantsAround(from, to), from, to);

/** When a week reached its target, from its visits; undefined if it has not. */
const metAt = (visits: readonly Visit[], target: number): string | undefined =>
  visits.map(({ at }) => at).sort()[Math.max(1, Math.ceil(target)) - 1];

/** The lengths that the streak of weeks of a client reached, and when. */
export const streakLengths = (read: Read, clientId: string): Amount[] => {
  const owner = ownerOf(read, clientId);
  const { targets } = streaksOf(read, clientId);
  const weeks = Map.groupBy(visitsOf(read, clientId), ({ homeDate }) => periodOf(TYPE, homeDate));
  const lengths: Amount[] = [];
  let lastOn: string | undefined;
  for (const [week, visits] of weeks) {
    const target = targetOf(read, owner, TYPE, week, { amount: visits.length, targets });
    const achievedAt = metAt(visits, target);
    if (achievedAt === undefined) continue;
    const goesOn = lastOn !== undefined && isJoined(read, owner, TYPE, lastOn, week);
    lengths.push({ amount: goesOn ? (lengths.at(-1)?.amount ?? 0) + 1 : 1, achievedAt });
    lastOn = week;
  }
  return lengths;
};

/** The greatest of the lengths that were reached in a period, and when it was first reached. */
export const longestIn = (lengths: readonly Amount[], { startsAt, endsAt }: Span): Amount | undefined => {
  let best: Amount | undefined;
  for (const each of lengths) {
    if (each.achievedAt < startsAt || (endsAt !== null && each.achievedAt >= endsAt)) continue;
    const isEarlier = each.amount === best?.amount && each.achievedAt < best.achievedAt;
    if (best === undefined || each.amount > best.amount || isEarlier) best = each;
  }
  return best;
};

/** The same after a visit, from what it was before; undefined for one that is not of the newest week. */
export const streakAfter = (read: Read, { clientId, homeDate, at }: Fact, before: Amount): Amount | undefined => {
  const { streaks, targets } = streaksOf(read, clientId);
  const { length, lastOn } = streaks[TYPE] ?? NO_STREAK;
  const week = periodOf(TYPE, homeDate);
  if (lastOn !== null && lastOn > week) return undefined;
  const visits = visitsOf(read, clientId, week, addDays(week, 6));
  if (visits.some((visit) => visit.at > at)) return undefined;
  const target = targetOf(read, ownerOf(read, clientId), TYPE, week, { amount: visits.length, targets });
  const isMetByThis = reaches(visits.length, target) && !reaches(visits.length - 1, target);
  return isMetByThis && length > before.amount ? { amount: length, achievedAt: at } : before;
};
