// What ends with a local day of a site ends with that day by another clock too: of another zone, or by other rules.

import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import type { LongChanges } from '../../../database/long-changes.ts';
import { clockOfStored, type StoredClock, storedClock, yearOf } from '../../../database/zone-rules.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { instantShowing } from '../../../kernel/local-time.ts';
import { timeZones } from '../../../kernel/zones/time-zones.ts';
import { offsetAt, type Zone } from '../../../kernel/zones/zone.ts';
import type { Reactions } from '../../reactions.ts';
import { timezoneOf } from '../../sites/queries.ts';
import { changePackage } from '../change.ts';
import type { PackageRow } from '../record.ts';
import { localDayChanges } from '../tables.ts';

/** Packages end with a local day, and renew when they end; freezes by members begin and end with days. */
const DAILY = ['expiresAt', 'nextRenewalAt', 'renewalEndsAt', 'frozenFrom', 'frozenUntil'] as const;

/**
 * The instant at which the clock of a zone shows what another one shows at `instant`, where that is the last or the first
 * moment of a day; undefined for other instants, which no one has calculated from a day.
 */
const sameDay = (instant: string, before: Zone, timezone: string): string | undefined => {
  const epoch = epochOf(instant);
  const local = epoch + offsetAt(before, epoch);
  const time = ((local % DAY_MS) + DAY_MS) % DAY_MS;
  if (time === 0) return isoInstant(instantShowing(local, timezone));
  // The day ends before the next one begins, also where a change of the clock skips its last hour.
  return time === DAY_MS - 1 ? isoInstant(instantShowing(local + 1, timezone) - 1) : undefined;
};

const moveEnds = (tx: Tx, row: PackageRow, before: readonly Zone[], timezone: string): void => {
  const columns: Partial<PackageRow> = {};
  for (const name of DAILY) {
    const instant = row[name];
    if (instant === null || instant <= tx.now) continue;
    const moved = before.map((zone) => sameDay(instant, zone, timezone)).find((each) => each !== undefined);
    if (moved !== undefined && moved !== instant) columns[name] = moved;
  }
  if (Object.keys(columns).length > 0) changePackage(tx, row, columns);
};

const NEXT = `select * from "packages" where "siteId" = ? and "status" in ('active', 'depleted') and "id" > ?
  order by "id" limit ?`;

/** Lets the packages of a site end with the days of its clock. Raises no event, as other changes of an end. */
export const localDayChange = longChange(localDayChanges, {
  rows({ tx, id, state: { clocks: stored, after } }, limit) {
    const before = stored.map(clockOfStored);
    const timezone = timezoneOf(tx, id);
    const rows = tx.db.query<PackageRow, [string, string, number]>(NEXT).all(id, after, limit);
    return rows.map((row) => ({ row, before, timezone }));
  },
  change({ tx, state }, { row, before, timezone }) {
    moveEnds(tx, row, before, timezone);
    return { ...state, after: row.id };
  },
});

/** Records that the packages of a site have to follow its clock, which was another one before. */
export const recordClockBefore = (tx: Tx, siteId: string, before: StoredClock): void => {
  const { clocks: others = [] } = localDayChanges.find(tx, siteId) ?? {};
  localDayChanges.store(tx, siteId, { clocks: [...others, before], after: '' });
};

/** Records a new time zone of a site. Runs in the transaction that changes the site. */
export const recordLocalDays: Reactions['siteChanged'] = (tx, site, { timezone }) => {
  // A zone that the rules do not know says nothing.
  const isKnown = timeZones().nameOf(timezone) !== undefined;
  if (timezone === site.timezone || !isKnown) return;
  recordClockBefore(tx, site.id, storedClock(timeZones().zone(timezone), yearOf(tx.nowMs)));
};

/** Waits until the packages of a site follow its clock. */
export const finishLocalDays = async (
  { changes }: { readonly changes: Pick<LongChanges, 'finish'> },
  siteId: string,
): Promise<void> => {
  // What fails is reported there, and the next start continues.
  await changes.finish(localDayChanges, siteId).catch(() => undefined);
};
