import { sql } from 'drizzle-orm';
import { pagesOf } from '../../store/pages.ts';
import { type StaffRow, staff } from '../../store/tables/staff.ts';
import { personConditions } from '../staff/rows.ts';

export const instructorPage = pagesOf<StaffRow>(staff, {
  direction: 'descending',
  // Written out, so that the index of those who teach serves it.
  filters: { ...personConditions, teaching: sql`${staff.isInstructor} = 1` },
});
