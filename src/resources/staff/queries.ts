import { and, count, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Filters, pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { sessions } from '../../database/tables/sessions.ts';
import { type StaffRow, staff } from '../../database/tables/staff.ts';
import type { Caller } from '../../kernel/caller.ts';

export const staffRows = tableRows(staff);

/** Those who work at one of the sites in the bound list; NULL in the column is every site. */
const worksAt = (list: string): SQL =>
  sql`(${staff.siteIds} is null or exists (select 1 from json_each(${staff.siteIds}) as place where place.value in (select value from json_each(${named(list)}))))`;

/** The filters of both lists of people. */
export const personConditions = {
  reachable: worksAt('reachable'),
  atSite: worksAt('atSite'),
  status: eq(staff.status, named('status')),
  externalId: eq(staff.externalId, named('externalId')),
  search: sql`instr(${staff.searchText}, ${named('search')}) > 0`,
};

/** What a query of either list asks for; `siteId` is the site it names. */
export const personFilter = (
  caller: Caller,
  query: { status?: string; external_id?: string; search?: string },
  siteId: string | undefined,
): Filters => ({
  reachable: caller.siteIds === null ? undefined : JSON.stringify(caller.siteIds),
  atSite: siteId === undefined ? undefined : JSON.stringify([siteId]),
  status: query.status,
  externalId: query.external_id,
  search: query.search?.toLowerCase(),
});

export const staffPage = pagesOf<StaffRow>(staff, {
  direction: 'descending',
  filters: { ...personConditions, role: eq(staff.role, named('role')) },
});

const byEmail = query<{ id: string }>(
  select
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.email, named('email'))),
);

/** Who has this email, in lower case. */
export const idOfEmail = (read: Read, email: string): string | undefined => byEmail.get(read, { email })?.id;

const otherOwner = query<{ id: string }>(
  select
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), eq(staff.status, 'active'), ne(staff.id, named('id'))))
    .limit(1),
);

/** Whether an active owner is left besides `id`. */
export const hasOtherOwner = (read: Read, id: string): boolean => otherOwner.get(read, { id }) !== undefined;

const upcoming = query<{ id: string; n: number }>(
  select
    .select({ id: sql<string>`${sessions.instructorId}`.as('id'), n: count().as('n') })
    .from(sessions)
    .where(
      and(inList(sessions.instructorId, 'ids'), gt(sessions.startTime, named('now')), isNull(sessions.cancelledAt)),
    )
    .groupBy(sessions.instructorId),
);

/** How many sessions each of `ids` leads that have not begun; who leads none is left out. */
export const upcomingSessions = (read: Read, ids: readonly string[]): Map<string, number> =>
  new Map(
    ids.length === 0 ? [] : upcoming.all(read, { ids: JSON.stringify(ids), now: read.now }).map(({ id, n }) => [id, n]),
  );
