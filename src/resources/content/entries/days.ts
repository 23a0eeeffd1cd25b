// The programs that open their children day by day (content.md "Who reads").

import type { Read } from '../../../database/database.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { textsOf } from '../../../records/query.ts';
import { statusesOf } from '../../library/queries.ts';
import { Site } from '../../sites/record.ts';

/** The programs that open by days for a member. As JSON they are the parameter of `isWaiting`. */
export interface ProgramDays {
  readonly now: string;
  /** The home site of the member, or the site at which a stranger looks. */
  readonly site: string;
  readonly programs: readonly string[];
  /** How many days are open of those that the member has started, by id. */
  readonly started: Readonly<Record<string, number>>;
  /** The entries that are open on every day. */
  readonly opened?: readonly string[];
}

const shown = (now: string, site: string): string => `"isListed" = 1 and "publishedAt" <= ${now}
  and ("expiresAt" is null or "expiresAt" > ${now})
  and ("siteIds" is null or exists (select 1 from json_each("siteIds") "at" where "at"."value" = ${site}))`;

const PROGRAMS = `select "id" from "contentEntries" indexed by "contentEntriesInOrder"
  where "unlocksInOrder" = 1 and ${shown('?1', '?2')}`;

const PROGRAMS_OF = `select distinct "contentEntries"."id" from "contentEntryChildren"
  cross join "contentEntries" on "contentEntries"."id" = "programId"
  where "entryId" in (select value from json_each(?3)) and "dayNumber" > 1 and "unlocksInOrder" = 1
    and ${shown('?1', '?2')}`;

const inOrder = (read: Read, site: string, children: readonly string[] | undefined): string[] =>
  children === undefined
    ? textsOf(read, PROGRAMS, read.now, site)
    : textsOf(read, PROGRAMS_OF, read.now, site, JSON.stringify(children));

/**
 * The programs that open by days at the home site of a member; undefined where there are none. A program opens a child
 * on its day, counted from the local day on which the member started it. The first day is open from the beginning,
 * because members start a program with it.
 * @param children only programs that have one of these entries on a later day.
 */
export const programDays = (
  read: Read,
  clientId: string,
  site: string,
  children?: readonly string[],
): ProgramDays | undefined => {
  const programs = inOrder(read, site, children);
  if (programs.length === 0) return undefined;
  const timezone = Site.rows.find(read, site)?.timezone ?? 'UTC';
  const today = localDateAt(epochOf(read.now), timezone);
  const started: Record<string, number> = {};
  for (const [id, { startedAt }] of statusesOf(read, clientId, programs)) {
    if (startedAt === null) continue;
    const first = localDateAt(epochOf(startedAt), timezone);
    started[id] = (Date.parse(today) - Date.parse(first)) / DAY_MS + 1;
  }
  return { now: read.now, site, programs, started };
};

/** The programs that open by days, for a stranger, who has started no program; undefined where there are none. */
export const strangerDays = (read: Read, site: string, children: readonly string[]): ProgramDays | undefined => {
  const programs = inOrder(read, site, children);
  return programs.length === 0 ? undefined : { now: read.now, site, programs, started: {} };
};

/** Whether a program does not open its child yet, as columns of `contentEntryChildren`. */
const closed = (days: string): string => `("programId" in (select value from json_each(${days}, '$.programs'))
  and ifnull("dayNumber", 1) > max(1, ifnull(
    (select value from json_each(${days}, '$.started') where key = "programId"), 1)))`;

/**
 * The condition that no program has opened an entry yet, though one that is published has it.
 * @param entryId the column with its id.
 * @param days the parameter that binds `ProgramDays` as JSON.
 */
export const isWaiting = (entryId: string, days: string): string => `(exists (
    select 1 from "contentEntryChildren" where "entryId" = ${entryId} and ${closed(days)})
  and ${entryId} not in (select value from json_each(${days}, '$.opened'))
  and not exists (select 1 from "contentEntryChildren" cross join "contentEntries" "program"
    on "program"."id" = "programId"
    where "entryId" = ${entryId} and ${shown(`(${days} ->> '$.now')`, `(${days} ->> '$.site')`)} and not ${closed(days)}))`;

const WAITING = `select "entry"."value" "id" from json_each(?1) "entry" where ${isWaiting('"entry"."value"', '?2')}`;

/** The ids of the entries among some that wait for their day. */
export const waitingAmong = (read: Read, ids: readonly string[], days: ProgramDays): ReadonlySet<string> =>
  new Set(textsOf(read, WAITING, JSON.stringify(ids), JSON.stringify(days)));
