import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { addDays, isLocalDate, localDateAt } from '../../../kernel/local-time.ts';
import type { SiteRow } from '../../sites/record.ts';
import { startOf } from '../periods.ts';
import { raiseAnniversary } from './milestones.ts';

/** The local date on which a number of years are over; of 29 February the 28th where the year has no 29th. */
export const anniversaryOf = (joinedOn: string, years: number): string => {
  const date = `${String(Number(joinedOn.slice(0, 4)) + years).padStart(4, '0')}${joinedOn.slice(4)}`;
  return isLocalDate(date) ? date : `${date.slice(0, 8)}28`;
};

/** The whole years from one local date to another; 0 when the second is earlier. */
export const yearsBetween = (joinedOn: string, date: string): number => {
  const years = Number(date.slice(0, 4)) - Number(joinedOn.slice(0, 4));
  return Math.max(0, anniversaryOf(joinedOn, years) <= date ? years : years - 1);
};

/** Clients that one transaction looks at. */
const BATCH = 100;

interface Cursor {
  readonly date: string;
  readonly after: string;
}

const CURSOR = 'select "date", "after" from "siteAnniversaries" where "siteId" = ?';
const STORE = `insert into "siteAnniversaries" ("siteId", "date", "after") values (?, ?, ?)
  on conflict do update set "date" = excluded."date", "after" = excluded."after"`;
const JOINED = `select "id", "joinedAt" from "clients" where "homeLocationId" = ?1 and "archivedAt" is null
  and substr("joinedAt", 6, 5) in (?2, ?3, ?4, ?5) and "id" > ?6 order by "id" limit ${BATCH}`;
const SITES = 'select * from "sites" order by "id"';

interface Joined {
  readonly id: string;
  readonly joinedAt: string;
}

const cursorOf = (read: Read, site: SiteRow, today: string): Cursor =>
  read.db.query<Cursor, [string]>(CURSOR).get(site.id) ?? { date: today, after: '' };

/**
 * Raises the anniversaries of some clients of a site on a date. `joinedAt` is an instant, so that its date in UTC may be
 * the one before or after the local one.
 */
const raiseSome = (tx: Tx, home: SiteRow, today: string): boolean => {
  const { date, after } = cursorOf(tx, home, today);
  if (date > today) return true;
  const days = [-1, 0, 1].map((days) => addDays(date, days).slice(5));
  const rows = tx.db
    .query<Joined, string[]>(JOINED)
    .all(home.id, days[0] ?? '', days[1] ?? '', days[2] ?? '', days.includes('02-28') ? '02-29' : '', after);
  const at = isoInstant(startOf(date, home.timezone));
  for (const { id: clientId, joinedAt } of rows) {
    const joinedOn = localDateAt(epochOf(joinedAt), home.timezone);
    const years = yearsBetween(joinedOn, date);
    if (years === 0 || anniversaryOf(joinedOn, years) !== date) continue;
    raiseAnniversary(tx, { clientId, home }, years, at);
  }
  const last = rows.at(-1)?.id;
  const next: Cursor =
    rows.length === BATCH && last !== undefined ? { date, after: last } : { date: addDays(date, 1), after: '' };
  tx.db.query(STORE).run(home.id, next.date, next.after);
  return next.date > today;
};

/**
 * Raises `milestone.reached` for the anniversaries of clients that are not archived, at local midnight of their home
 * sites. The first run for a site begins with today.
 */
export const raiseAnniversaries = async (store: Store, signal: AbortSignal): Promise<void> => {
  const read = store.view();
  for (const site of read.db.query<SiteRow, []>(SITES).all()) {
    const today = localDateAt(read.nowMs, site.timezone);
    const isKnown = read.db.query(CURSOR).get(site.id) !== null;
    if (isKnown && cursorOf(read, site, today).date > today) continue;
    while (!signal.aborted && !(await store.write((tx) => raiseSome(tx, site, today))));
  }
};
