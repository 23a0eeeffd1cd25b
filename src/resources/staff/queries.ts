import { Type } from '@sinclair/typebox';
import { and, count, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { STAFF_STATUSES } from '../../events/enumerations.ts';
import { byEmailWriting } from '../../kernel/emails.ts';
import { searchTerm } from '../../kernel/folding.ts';
import { extensionParameter, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { type Filters, pagesOf } from '../../records/pages.ts';
import { byColumn, containing, inList, NOW, named, query, select, selectColumns } from '../../records/query.ts';
import { Session } from '../sessions/record.ts';
import { Staff, type StaffRow } from './record.ts';

const { table: staff } = Staff;
const { table: sessions } = Session;

/** The conditions of the lists of staff and of instructors. A person without sites works at every site that exists. */
export const personConditions = () => ({
  atSite: sql`(${staff.siteIds} is null and exists (select 1 from "sites" where "id" = ${named('atSite')})
    or exists (select 1 from json_each(${staff.siteIds}) as "place" where "place"."value" = ${named('atSite')}))`,
  ...byColumn(staff, 'status', 'externalId'),
  search: containing(staff.searchText, 'search'),
});

export const personFilters = {
  siteId: optional(id()),
  locationId: optional(id()),
  status: optional(oneOf(...STAFF_STATUSES)),
  search: optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name or email.' })),
  external_id: extensionParameter(line(255)),
};

/** The filters of a query of either list; `siteId` is the site that it names. */
export const personFilter = (
  { status, external_id: externalId, search }: { status?: string; external_id?: string; search?: string },
  siteId: string | undefined,
): Filters => ({ atSite: siteId, status, externalId, search: search === undefined ? undefined : searchTerm(search) });

export const staffPage = pagesOf<StaffRow>(staff, () => ({
  direction: 'descending',
  filters: { ...personConditions(), role: eq(staff.role, named('role')) },
  sites: Staff.sites,
}));

const byEmail = query<{ id: string }>(() => selectColumns(staff, ['id'], 'email'));

export const idOfEmail = (read: Read, email: string): string | undefined =>
  byEmailWriting(email, (writing) => byEmail.get(read, { email: writing })?.id);

const otherOwner = query<{ id: string }>(() =>
  selectColumns(staff, ['id'], eq(staff.role, 'owner'), eq(staff.status, 'active'), ne(staff.id, named('id'))).limit(1),
);

export const hasOtherOwner = (read: Read, id: string): boolean => otherOwner.get(read, { id }) !== undefined;

const upcoming = query<{ id: string; n: number }>(() =>
  select
    .select({ id: sql<string>`${sessions.instructorId}`.as('id'), n: count().as('n') })
    .from(sessions)
    .where(and(inList(sessions.instructorId, 'ids'), gt(sessions.startTime, NOW), isNull(sessions.cancelledAt)))
    .groupBy(sessions.instructorId),
);

/** The number of future sessions of each of `ids`; those without any are left out. */
export const upcomingSessions = (read: Read, ids: readonly string[]): Map<string, number> =>
  new Map(ids.length === 0 ? [] : upcoming.all(read, { ids: JSON.stringify(ids) }).map(({ id, n }) => [id, n]));
