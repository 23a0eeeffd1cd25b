import type { Read } from '../../database/database.ts';
import { type Expansion, type Expansions, loadWith } from '../../http/expansions.ts';
import { type RecordText, recordText, textOf } from '../../kernel/record-text.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { memberPackageExpansion } from '../packages/view.ts';
import { sessionsById } from '../sessions/queries.ts';
import { memberSessionExpansions, memberSessionViews } from '../sessions/view.ts';
import { freeCancelDeadlines, lineRules, memberCancelDeadlines } from './deadlines.ts';
import { memberEligibility } from './member/eligibility.ts';
import { type BookingRecord, type BookingText, bookingsById } from './queries.ts';
import { Booking, type BookingResponse } from './record.ts';
import type { MemberBookingResponse } from './shapes.ts';
import { waitlistPositions } from './waitlist/queries.ts';

type Viewed = Omit<BookingText, 'json'>;

const waitlistOf = (row: Viewed, position: number | undefined): BookingResponse['waitlist'] => {
  const { joinedAt, offeredAt, offerExpiresAt, promotedAt, lastSkipReason } = row;
  if (joinedAt === null) return null;
  return { position: position ?? null, joinedAt, offeredAt, offerExpiresAt, promotedAt, lastSkipReason };
};

/** What views add to the bookings of one response: their settings and waitlist positions are read once. */
const derivedFields = (read: Read, rows: readonly Viewed[]) => {
  const deadlineOf = freeCancelDeadlines(read);
  const positions = waitlistPositions(read, rows);
  return (row: Viewed) => ({ waitlist: waitlistOf(row, positions.get(row.id)), freeCancelUntil: deadlineOf(row) });
};

export const bookingViews = (read: Read, rows: readonly BookingRecord[]): ((row: BookingRecord) => BookingResponse) => {
  const derived = derivedFields(read, rows);
  return (row) => ({ ...Booking.view(row), ...derived(row) });
};

export const bookingTexts = (read: Read, rows: readonly BookingText[]): ((row: BookingText) => RecordText) => {
  const derived = derivedFields(read, rows);
  return (row) => {
    const { waitlist, freeCancelUntil } = derived(row);
    return recordText(row).add('waitlist', textOf(waitlist)).add('freeCancelUntil', `"${freeCancelUntil}"`);
  };
};

export const bookingView = (read: Read, row: BookingRecord): BookingResponse => bookingViews(read, [row])(row);

/** Includes the booking that `from` points to; null where a restricted caller may not see its site. */
export const bookingExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getBooking', 'manageGetBooking'],
  load: loadWith(bookingsById, Booking.canAccess, bookingViews),
});

/** What pays for a guest is the host's, of whom a guest learns nothing. */
const OF_HOST = { packageId: null, creditsUsed: 0, creditOutcome: 'not_applicable' } as const;

/** A booking without what another client pays for it. */
export const withoutHosts = <Row extends Pick<BookingRecord, 'hostBookingId' | keyof typeof OF_HOST>>(row: Row): Row =>
  row.hostBookingId === null ? row : { ...row, ...OF_HOST };

export const memberBookingViews = (read: Read, rows: readonly BookingRecord[]) => {
  const view = bookingViews(read, rows);
  const deadlineOf = memberCancelDeadlines(read);
  const ruleOf = lineRules(read);
  return (row: BookingRecord): MemberBookingResponse => {
    const { notes: _notes, client: _, session: __, package: ___, ...own } = withoutIntegrationFields(view(row));
    const { waitlist, ...shown } = own;
    return {
      ...withoutHosts(shown),
      hostBookingId: null,
      waitlist: waitlist && { ...waitlist, ...ruleOf(row) },
      cancellableUntil: deadlineOf(row, shown.freeCancelUntil),
    };
  };
};

/** What a client can include in their bookings; a session as the timetable shows it. */
export const memberBookingExpansions = (clientId: string): Expansions => ({
  session: {
    from: 'sessionId',
    readBy: 'members',
    load: (read, ids) => {
      const rows = sessionsById(read, ids);
      const view = memberSessionViews(read, memberEligibility(read, clientId, rows));
      return new Map(rows.map((row) => [row.id, view(row)]));
    },
    within: memberSessionExpansions,
  },
  package: memberPackageExpansion('packageId'),
});
