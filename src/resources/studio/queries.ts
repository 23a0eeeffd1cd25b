import type { Read } from '../../database/database.ts';
import { membershipSettings } from '../settings/queries.ts';
import { Site, type SiteRow } from '../sites/record.ts';

/** Whether strangers see the timetable of a site, its classes and the plans. */
export const hasTimetable = (read: Read, siteId: string): boolean => membershipSettings(read, siteId).publicTimetable;

/** The site with this id, if it is active and shows strangers its timetable. */
export const siteWithTimetable = (read: Read, id: string): SiteRow | undefined => {
  const row = Site.rows.find(read, id);
  return row?.archivedAt === null && row.status === 'active' && hasTimetable(read, id) ? row : undefined;
};

const TEACHES = `select 1 from "sessions" join "staff" on "staff"."id" = "sessions"."instructorId"
  where "instructorId" = ? and "isPrivate" = 0 and "staff"."status" = 'active' limit 1`;

/** Whether someone who works here teaches, or has taught, a class that strangers may see. */
export const teachesPublicly = (read: Read, instructorId: string): boolean =>
  read.db.query(TEACHES).get(instructorId) !== null;
