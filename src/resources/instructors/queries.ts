import { sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { personConditions } from '../staff/queries.ts';
import type { StaffRow } from '../staff/record.ts';
import { Instructor } from './record.ts';

export const instructorPage = pagesOf<StaffRow>(Instructor.table, () => ({
  direction: 'descending',
  // Without a parameter, so that the partial index of instructors serves it.
  filters: { ...personConditions(), isInstructor: sql`${Instructor.table.isInstructor} = 1` },
  sites: Instructor.sites,
}));

/** A person whose role is instructor can be read after removal. @throws Problem 404 unless the caller may see them. */
export const findInstructor = (read: Read, caller: Caller, id: string): StaffRow => {
  const row = Instructor.find(read, caller, id);
  if (row.isInstructor === 0 && row.role !== 'instructor') throw notFound('instructor', id);
  return row;
};
