import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { guestOf } from '../../bookings/guests/queries.ts';
import { type BookingRecord, bookingById } from '../../bookings/queries.ts';
import { hasDropIn } from '../../payments/queries.ts';
import { knownPersons } from '../known.ts';
import type { RosterEntry } from './shapes.ts';

type Line = NonNullable<RosterEntry['guest']>;

const paidByOf = (read: Read, { id, packageId }: BookingRecord, isFree: boolean): Line['paidBy'] => {
  if (isFree) return 'free';
  return packageId !== null || hasDropIn(read, id) ? 'host' : 'studio';
};

/** What a roster says of guests. Of most rosters it reads nothing. */
export const guestLines = (
  read: Read,
  caller: Caller,
  rows: readonly BookingRecord[],
): ((row: BookingRecord) => Line | null) => {
  const hosts = new Map<string, string>();
  for (const { hostBookingId } of rows) {
    const host = hostBookingId === null ? undefined : bookingById(read, hostBookingId);
    if (host !== undefined) hosts.set(host.id, host.clientId);
  }
  if (hosts.size === 0) return () => null;
  const persons = knownPersons(read, caller, hosts.values());
  return (row) => {
    if (row.hostBookingId === null) return null;
    const [guest, host] = [guestOf(read, row.id), persons.get(hosts.get(row.hostBookingId) ?? '')];
    return {
      hostBookingId: row.hostBookingId,
      hostName: host === undefined ? null : fullName(host),
      paidBy: paidByOf(read, row, guest?.isFree === 1),
      standsForClientId: guest?.standsForClientId ?? null,
    };
  };
};
