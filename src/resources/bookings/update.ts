import type { Tx } from '../../database/database.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { unpackPairs } from '../../records/json.ts';
import { setColumns } from '../../records/store-changes.ts';
import type { BookingRecord } from './queries.ts';
import { Booking, type BookingRow } from './record.ts';
import type { UpdateBookingBody } from './shapes.ts';
import { bookingIds } from './status/change.ts';

/** The fields that `booking.updated` shows. */
const eventFields = ({ externalId, metadata }: BookingRow) => ({ externalId, metadata: unpackPairs(metadata) });

/** Changes the notes, metadata and external id of a booking. Notes are for staff only: no event shows them. */
export const updateBooking = (tx: Tx, row: BookingRecord, body: UpdateBookingBody): BookingRecord => {
  const columns = Booking.columns(body, row);
  if (!isChanged(changesBetween(row, { ...row, ...columns }))) return row;
  const next = setColumns(tx, Booking, row, columns);
  const difference = changesBetween(eventFields(row), eventFields(next));
  if (isChanged(difference)) tx.raise('booking.updated', row.siteId, { ...bookingIds(row), ...difference });
  return next;
};
