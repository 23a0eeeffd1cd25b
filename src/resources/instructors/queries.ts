import { sql } from 'drizzle-orm';
import { pagesOf } from '../../database/pages.ts';
import { type StaffRow, staff } from '../../database/tables/staff.ts';
import { personConditions } from '../staff/queries.ts';

export const instructorPage = pagesOf<StaffRow>(staff, {
  direction: 'descending',
  // Written out, so that the index of those who teach serves it.
  filters: { ...personConditions, teaching: sql`${staff.isInstructor} = 1` },
});
