import type { Read } from '../../../database/database.ts';
import { addDays, earlierOf } from '../../../kernel/local-time.ts';
import { count, described, object } from '../../../kernel/schemas.ts';
import { beforeOf, dayKeys, daysOf, rowOf, Tally } from '../numbers.ts';
import type { DateRange } from '../range.ts';
import { reportShape, tableOf } from '../shapes.ts';
import { closedOn, ofBoth, type Reads, type Subject } from '../sources.ts';
import { eachOf } from './classes.ts';

/** Clients who have not come for this many days have lapsed. */
const LAPSE_DAYS = 30;

/** Guests who have bought something within this many days have become clients. */
const BUY_DAYS = 60;

/** How many clients are read in one step. */
const STEP_CLIENTS = 500;

const movements = () => ({
  new: described(count(), "The number of clients whose first visit ever at the report's sites was in this period."),
  returning: described(
    count(),
    `The number of clients whose first visit of the range was in this period, ${LAPSE_DAYS} days or more after their previous visit.`,
  ),
  lapsed: described(
    count(),
    `The number of clients who reached ${LAPSE_DAYS} days without a visit in this period, and did not return by the end of the range.`,
  ),
});

const numbers = () => ({
  active: described(count(), 'The number of clients with a visit in the range.'),
  ...movements(),
  guests: described(count(), 'The number of guests whom members brought, who came in the range.'),
  guestsBought: described(count(), `The number of these guests who bought a package within ${BUY_DAYS} days.`),
});

export const memberTables = { days: rowOf(dayKeys(), movements) };

/** Who is a member by their visits: new, active, returning and lapsed. */
export const MemberReport = reportShape('member_report', 'MemberReport', () => ({
  figures: described(object(numbers), 'The totals of the whole range.'),
  figuresBefore: beforeOf(numbers),
  days: tableOf(memberTables.days, 'One row for each day in the range.'),
}));

/** Clients who have come since, with the local dates of their visits at the edges of the range. @param atSites a condition. */
const clientsSql = (atSites: string): string => {
  const visits = `from "facts" where "clientId" = "clients"."id" and "kind" = 'visit' and "takenBackAt" is null ${atSites}`;
  return `select "id", coalesce("lastVisitAt", '') "lastVisitAt",
    (select "localDate" ${visits} and "at" >= $from and "at" < $end and "localDate" between $firstDate and $lastDate
      order by "at" limit 1) "first",
    (select "localDate" ${visits} and "at" < $until and "localDate" < $firstDate order by "at" desc limit 1) "earlier",
    case when exists (select 1 ${visits} and "at" >= $recent and "at" < $lastDate) then null else
      (select "localDate" ${visits} and "at" < $end and "localDate" <= $lastDate order by "at" desc limit 1) end "last"
    from "clients" where coalesce("lastVisitAt", '') >= $after and (coalesce("lastVisitAt", '') > $after or "id" > $afterId)
    order by coalesce("lastVisitAt", ''), "id" limit ${STEP_CLIENTS}`;
};

const CLIENTS = clientsSql('');
const CLIENTS_AT_SITES = clientsSql('and "siteId" in (select "value" from json_each($siteIds))');

interface Found {
  readonly id: string;
  readonly lastVisitAt: string;
  readonly first: string | null;
  readonly earlier: string | null;
  /** null also for a client who has come recently and has not lapsed. */
  readonly last: string | null;
}

const guestsSql = (atSites: string): string => `select count(*) "guests", coalesce(sum(exists (
    select 1 from "packages" where "packages"."clientId" = "guests"."clientId" and "packages"."price" > 0
      and "packages"."createdAt" >= "guests"."createdAt"
      and "packages"."createdAt" < strftime('%Y-%m-%dT%H:%M:%fZ', "sessions"."startTime", '+${BUY_DAYS} days'))), 0) "guestsBought"
  from "guests" cross join "bookings" on "bookings"."id" = "guests"."bookingId" and "bookings"."status" = 'attended'
    cross join "sessions" on "sessions"."id" = "bookings"."sessionId" and "sessions"."localDate" between $from and $to
  where "guests"."createdAt" > $since and "guests"."createdAt" < $until ${atSites}`;
const GUESTS = guestsSql('');
const GUESTS_AT_SITES = guestsSql('and "guests"."siteId" in (select "value" from json_each($siteIds))');

/** Members book up to two years ahead, and their guests no later than the day itself. */
const MOST_DAYS_AHEAD = 732;

const guestsIn = (read: Read, siteIds: Subject['siteIds'], { from, to }: DateRange) => {
  const dates = { from, to, since: addDays(from, -MOST_DAYS_AHEAD), until: addDays(to, 2) };
  const bound = siteIds === null ? dates : { ...dates, siteIds: JSON.stringify(siteIds) };
  const found = read.db
    .query<{ guests: number; guestsBought: number }, Record<string, string>>(
      siteIds === null ? GUESTS : GUESTS_AT_SITES,
    )
    .get(bound);
  return found ?? { guests: 0, guestsBought: 0 };
};

const daysApart = (date: string): string => addDays(date, LAPSE_DAYS);

function* membersOf(reads: Reads, { siteIds, today }: Subject, range: DateRange) {
  const days = new Tally(() => ({ new: 0, returning: 0, lapsed: 0 }));
  const all = { active: 0, new: 0, returning: 0, lapsed: 0, ...guestsIn(reads(), siteIds, range) };
  const add = (kind: 'new' | 'returning' | 'lapsed', date: string): void => {
    all[kind] += 1;
    days.of(date)[kind] += 1;
  };
  const lastDate = earlierOf(range.to, today);
  const bound = {
    ...(siteIds === null ? {} : { siteIds: JSON.stringify(siteIds) }),
    firstDate: range.from,
    lastDate,
    // Local dates differ from those of UTC by a day at most.
    from: addDays(range.from, -1),
    until: addDays(range.from, 2),
    end: addDays(lastDate, 2),
    recent: addDays(lastDate, 2 - LAPSE_DAYS),
  };
  let [after, afterId] = [addDays(range.from, -LAPSE_DAYS - 1), ''];
  for (;;) {
    const page = reads()
      .db.query<Found, Record<string, string>>(siteIds === null ? CLIENTS : CLIENTS_AT_SITES)
      .all({ ...bound, after, afterId });
    for (const { first, earlier, last } of page) {
      if (first !== null) {
        all.active += 1;
        if (earlier === null) add('new', first);
        else if (daysApart(earlier) <= first) add('returning', first);
      }
      const lapses = last === null ? '' : daysApart(last);
      if (lapses >= range.from && lapses <= lastDate) add('lapsed', lapses);
    }
    const edge = page.at(-1);
    if (edge === undefined || page.length < STEP_CLIENTS) break;
    [after, afterId] = [edge.lastVisitAt, edge.id];
    yield;
  }
  return { all, days };
}

export function* members(reads: Reads, subject: Subject) {
  const both = yield* ofBoth(subject, (range) => membersOf(reads, subject, range));
  return {
    figures: both.now.all,
    figuresBefore: both.before?.all ?? null,
    days: daysOf(
      subject,
      eachOf(both, ({ days }) => days),
      closedOn(subject),
      (day) => ({ ...day }),
    ),
  };
}
