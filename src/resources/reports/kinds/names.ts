import type { Read } from '../../../database/database.ts';
import { shownName } from '../../instructors/view.ts';
import { Staff } from '../../staff/record.ts';

type Names = ReadonlyMap<string, string>;

/** Whoever led a class at a site is in the calendar of that site, so their name is not hidden here. */
export const namesOf = (read: Read, ids: readonly string[]): Names =>
  new Map(Staff.rows.findAll(read, [...new Set(ids)]).map((row) => [row.id, shownName(row)]));

/** @param key the id of an instructor; empty for classes without an instructor. */
export const instructorName = (names: Names, key: string) => ({
  instructorId: key === '' ? null : key,
  name: names.get(key) ?? null,
});
