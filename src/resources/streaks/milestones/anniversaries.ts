import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { type Sweep, sweep } from '../../../database/sweep.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { addDays, isLocalDate, localDateAt, localDayAt } from '../../../kernel/local-time.ts';
import { turn } from '../../../kernel/slices.ts';
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

/** Sites that one turn of the event loop looks at. */
const SITES_AT_ONCE = 200;

interface Cursor {
  readonly date: string;
  readonly day: string;
  readonly after: string;
}

const CURSOR = 'select "date", "day", "after" from "siteAnniversaries" where "siteId" = ?';
const STORE = `insert into "siteAnniversaries" ("siteId", "date", "day", "after") values (?, ?, ?, ?)
  on conflict do update set "date" = excluded."date", "day" = excluded."day", "after" = excluded."after"`;
// One day in each statement: with several, SQLite reads all clients of the site in the order of their ids.
const JOINED = `select "id", "joinedAt" from "clients" where "homeLocationId" = ? and "archivedAt" is null
  and substr("joinedAt", 6, 5) = ? and "id" > ? order by "id" limit ?`;
const SITES = `select "id", "timezone", "date" as "raisedUntil" from "sites"
  left join "siteAnniversaries" on "siteAnniversaries"."siteId" = "sites"."id"
  where "sites"."id" > ? order by "sites"."id" limit ${SITES_AT_ONCE}`;

interface Joined {
  readonly id: string;
  readonly joinedAt: string;
}

type Home = Pick<SiteRow, 'id' | 'timezone'>;

/** The day of the year (UTC) on which someone joined. */
const dayOf = ({ joinedAt }: Joined): string => joinedAt.slice(5, 10);

interface FollowedSite extends Home {
  /** Anniversaries of earlier dates are raised; null before the first run. */
  readonly raisedUntil: string | null;
}

/** Around the end of February the day before or after another one depends on the year. */
const LEAP_DAYS = ['02-28', '02-29', '03-01'];

/** Days of the year (UTC). `joinedAt` is an instant: its date in UTC may be beside the local one. */
const daysAround = (date: string): string[] => {
  const days = [-1, 0, 1].map((offset) => addDays(date, offset).slice(5));
  const isLeap = days.some((day) => LEAP_DAYS.includes(day));
  return [...new Set(isLeap ? [...days, ...LEAP_DAYS] : days)].sort();
};

/** The next clients of a date: a day at a time, each a bounded seek in the index by day. */
const nextJoined = (read: Read, siteId: string, { date, ...from }: Cursor, limit: number): Joined[] => {
  const statement = read.db.query<Joined, [string, string, string, number]>(JOINED);
  const rows: Joined[] = [];
  for (const day of daysAround(date).filter((each) => each >= from.day)) {
    rows.push(...statement.all(siteId, day, day === from.day ? from.after : '', limit - rows.length));
    if (rows.length === limit) break;
  }
  return rows;
};

/** A client who may have an anniversary on a date, or no one after the last of them. */
interface Candidate {
  readonly date: string;
  readonly joined?: Joined;
}

const cursorOf = (read: Read, siteId: string): Cursor | null => read.db.query<Cursor, [string]>(CURSOR).get(siteId);

/** Where a sweep is after a candidate. */
const after = ({ date, joined }: Candidate): Cursor =>
  joined === undefined
    ? { date: addDays(date, 1), day: '', after: '' }
    : { date, day: dayOf(joined), after: joined.id };

/** Raises the anniversaries of the clients of a site until a local date. */
const anniversariesAt = (home: Home, today: string): Sweep<Candidate> => {
  const store = (tx: Tx, at: Cursor) => void tx.db.query(STORE).run(home.id, at.date, at.day, at.after);
  /** Where this sweep is after a fault: what is stored stays before it, so that the next run tries again. No one gets one twice. */
  let ahead: Cursor | undefined;
  return {
    rows(read, limit) {
      const cursor = ahead ?? cursorOf(read, home.id) ?? { date: today, day: '', after: '' };
      const { date } = cursor;
      if (date > today) return [];
      const found = nextJoined(read, home.id, cursor, limit);
      return found.length === 0 ? [{ date }] : found.map((joined) => ({ date, joined }));
    },
    change(tx, candidate) {
      const { date, joined } = candidate;
      if (joined !== undefined) {
        const joinedOn = localDateAt(epochOf(joined.joinedAt), home.timezone);
        const years = yearsBetween(joinedOn, date);
        if (years > 0 && anniversaryOf(joinedOn, years) === date) {
          raiseAnniversary(tx, { clientId: joined.id, home }, years, isoInstant(startOf(date, home.timezone)));
        }
      }
      if (ahead === undefined) store(tx, after(candidate));
      else ahead = after(candidate);
    },
    postpone(tx, candidate) {
      if (cursorOf(tx, home.id) === null) store(tx, { date: candidate.date, day: '', after: '' });
      ahead = after(candidate);
    },
  };
};

/** Whether all sites have had their anniversaries at the time of a read. */
export const noAnniversaryDue = ({ db, nowMs }: Read): boolean => {
  const sites = db.query<FollowedSite, [string]>(SITES).all('');
  const isFollowed = ({ raisedUntil, timezone }: FollowedSite): boolean =>
    raisedUntil !== null && raisedUntil > localDayAt(nowMs, timezone).date;
  return sites.length < SITES_AT_ONCE && sites.every(isFollowed);
};

/** Clients who are not archived, at local midnight of their home sites. A site's first run begins with today. */
export const raiseAnniversaries = async (store: Store, signal: AbortSignal): Promise<void> => {
  const { db, nowMs } = store.view();
  const sitesAfter = (id: string) => db.query<FollowedSite, [string]>(SITES).all(id);
  for (let sites = sitesAfter(''); sites.length > 0; sites = sitesAfter(sites.at(-1)?.id ?? '')) {
    for (const site of sites) {
      const today = localDayAt(nowMs, site.timezone).date;
      if (site.raisedUntil !== null && site.raisedUntil > today) continue;
      await sweep(store, anniversariesAt(site, today), signal);
    }
    if (sites.length < SITES_AT_ONCE) return;
    await turn();
  }
};
