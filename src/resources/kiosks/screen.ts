import { Kiosk } from '../../auth/kiosks/record.ts';
import type { Read } from '../../database/database.ts';
import type { KioskCaller } from '../../kernel/caller.ts';
import { addDays, localDateAt, startOfDate } from '../../kernel/local-time.ts';
import { brandSettings } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';
import { Staff, type StaffRow } from '../staff/record.ts';
import { nextSessions } from './queries.ts';
import type { KioskScreenResponse } from './shapes.ts';

const MOST_NEXT = 6;

/** The name by which a kiosk calls an instructor: the display name of the timetable, else the first name. */
const calledName = ({ displayName, firstName }: StaffRow): string => displayName ?? firstName;

export const screenOf = (read: Read, { credentialId, siteId }: KioskCaller): KioskScreenResponse => {
  const [kiosk, site] = [Kiosk.rows.find(read, credentialId), Site.rows.find(read, siteId)];
  if (kiosk === undefined || site === undefined)
    throw new Error(`the kiosk '${credentialId}' lacks its row or its site`);
  const { name, logoUrl, locale } = brandSettings(read);
  const tomorrow = addDays(localDateAt(read.nowMs, site.timezone), 1);
  const rows = nextSessions(read, siteId, startOfDate(tomorrow, site.timezone), MOST_NEXT);
  const instructors = Staff.rows.findAll(read, [...new Set(rows.flatMap(({ instructorId }) => instructorId ?? []))]);
  const names = new Map(instructors.map((row) => [row.id, calledName(row)]));
  return {
    object: 'kiosk_screen',
    kioskId: kiosk.id,
    name: kiosk.name,
    siteId,
    siteName: site.name,
    timezone: site.timezone,
    studioName: name,
    logoUrl,
    locale,
    serverTime: read.now,
    next: rows.map(({ instructorId, ...row }) => ({ ...row, instructorName: names.get(instructorId ?? '') ?? null })),
  };
};
