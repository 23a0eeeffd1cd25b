import type { Read } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { addDays, instantOf, wallClock } from '../../kernel/local-time.ts';
import { unpackList } from '../../records/json.ts';
import type { FactSite } from '../facts/queries.ts';
import { EXPIRY } from '../packages/queries.ts';
import { isClosed } from '../schedules/recurrence/recurrence.ts';
import type { Closure } from '../sites/record.ts';
import { datesOf, endOf, startOf } from './periods.ts';
import type { StreakType } from './tables.ts';

export interface Owner {
  readonly clientId: string;
  readonly home: FactSite;
}

interface FreezeRow {
  readonly packageId: string;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

/**
 * Packages usable in a week, each with its freezes. The ledger says which had credits then, before later use. What starts with a first booking or visit
 * was usable before, and a later start changes no week that is past.
 */
const IN_WEEK = `select "packages"."id" as "packageId", "packageFreezes"."startsAt", "packageFreezes"."endsAt"
  from "packages" left join "packageFreezes"
    on "packageFreezes"."packageId" = "packages"."id" and "packageFreezes"."startsAt" < ?3 and "packageFreezes"."endsAt" > ?2
  where "packages"."clientId" = ?1
    and (coalesce((select "balance" from "creditLedger" where "packageId" = "packages"."id" and "at" < ?2
        order by "id" desc limit 1), 1) > 0
      or exists (select 1 from "creditLedger" where "packageId" = "packages"."id" and "at" >= ?2 and "at" < ?3
        and "balance" > 0))
    and (coalesce("packages"."startsAt", "packages"."createdAt") < ?3
      or ("packages"."activationType" in ('on_first_booking', 'on_first_visit') and "packages"."createdAt" < ?3))
    and ("packages"."expiresAt" is null or coalesce(${EXPIRY}, '~') > ?2)
    and ("packages"."cancelledAt" is null or "packages"."cancelledAt" > ?2)`;

/** Whether there is a day, from any time of day to the same on the next, between two instants (epoch ms). */
const hasDay = (from: number, until: number, timezone: string): boolean => {
  const { date, time } = wallClock(from, timezone);
  return from < until && instantOf(addDays(date, 1), time, timezone) <= until;
};

/** Whether every package of the member was frozen for a day or more in a week. */
const arePackagesFrozen = (read: Read, { clientId, home: { timezone } }: Owner, week: string): boolean => {
  const [start, end] = [startOf(week, timezone), endOf('weekly_attendance', week, timezone)];
  const rows = read.db.query<FreezeRow, string[]>(IN_WEEK).all(clientId, isoInstant(start), isoInstant(end));
  const frozen = rows.filter(
    ({ startsAt, endsAt }) =>
      startsAt !== null &&
      endsAt !== null &&
      hasDay(Math.max(start, epochOf(startsAt)), Math.min(end, epochOf(endsAt)), timezone),
  );
  const all = new Set(rows.map(({ packageId }) => packageId));
  return all.size > 0 && new Set(frozen.map(({ packageId }) => packageId)).size === all.size;
};

/**
 * Whether a period that is not met breaks no streak (engagement.md "Streaks, milestones, awards"): the home site was
 * closed for all of it, or in a week every package of the member was frozen for a day or more.
 */
export const isFrozen = (read: Read, owner: Owner, type: StreakType, period: string): boolean => {
  const closures = unpackList<Closure>(owner.home.closures);
  if (closures.length > 0 && datesOf(type, period).every((date) => isClosed(closures, date))) return true;
  return type === 'weekly_attendance' && arePackagesFrozen(read, owner, period);
};
