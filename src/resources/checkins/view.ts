import type { Read } from '../../database/database.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { bookingsById } from '../bookings/queries.ts';
import { Checkin, type CheckinRow } from './record.ts';

/** Check-ins as their client may see them. What pays for a guest is the host's, of whom a guest learns nothing. */
export const ownCheckinViews = (read: Read, rows: readonly CheckinRow[]) => {
  const ids = rows.flatMap(({ packageId, bookingId }) => (packageId === null ? [] : (bookingId ?? [])));
  const ofGuests = new Set(
    bookingsById(read, ids).flatMap(({ id, hostBookingId }) => (hostBookingId === null ? [] : [id])),
  );
  return (row: CheckinRow) => {
    const { override: _decision, ...shown } = withoutIntegrationFields(Checkin.view(row));
    return { ...shown, packageId: ofGuests.has(row.bookingId ?? '') ? null : shown.packageId };
  };
};
