import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import type { BookingRecord } from '../bookings/queries.ts';
import { bookingViews } from '../bookings/view.ts';
import { ledgersOf } from '../packages/credits/queries.ts';
import type { PackageRow } from '../packages/record.ts';
import { ledgerEntryView, packageViews } from '../packages/view.ts';
import { sessionsById } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';

const SESSION_FIELDS = [
  ...(['name', 'startTime', 'durationMinutes', 'siteId', 'instructorId', 'category', 'type', 'creditCost'] as const),
];

/** What identifies the session of a booking where its id is unknown. */
export const sessionFields = Type.Pick(Session.schema, SESSION_FIELDS);

/** The view of the bookings of one page, with their sessions. */
export const bookingsWithSession = (read: Read, rows: readonly BookingRecord[]) => {
  const ids = new Set(rows.map(({ sessionId }) => sessionId));
  const sessions = new Map(sessionsById(read, [...ids]).map((row) => [row.id, row]));
  const view = bookingViews(read, rows);
  return (row: BookingRecord): object => {
    const session = sessions.get(row.sessionId);
    if (session === undefined) throw new Error(`the booking '${row.id}' has no session`);
    return { ...view(row), session: Object.fromEntries(SESSION_FIELDS.map((field) => [field, session[field]])) };
  };
};

/** The view of the packages of one page, with their ledgers. */
export const packagesWithLedger = (read: Read, rows: readonly PackageRow[]) => {
  const ids = rows.map(({ id }) => id);
  const ledgers = Map.groupBy(ledgersOf(read, ids), ({ packageId }) => packageId);
  const view = packageViews(read, rows);
  return (row: PackageRow): object => ({ ...view(row), ledger: (ledgers.get(row.id) ?? []).map(ledgerEntryView) });
};
