import type { Read } from '../../../database/database.ts';
import type { EventRow } from '../../../database/outbox.ts';
import { type Caller, hasPermission } from '../../../kernel/caller.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { Booking, type BookingRow } from '../../bookings/record.ts';
import { UNDO_MS } from '../../bookings/undo.ts';
import { eventPage } from '../../events/queries.ts';
import { Payment } from '../../payments/record.ts';
import { sessionsById } from '../../sessions/queries.ts';
import { knownPersons } from '../known.ts';
import type { MayDo } from '../rights.ts';
import { type DeskLatestResponse, type LatestEntry, SHOWN, type ShownType } from './shapes.ts';

/** How many of the newest events are read: one check-in raises up to eight. */
const MOST_EVENTS = 100;

interface LatestQuery {
  readonly siteId: string;
  readonly limit: number;
  readonly mayDo: MayDo;
}

interface Data {
  readonly clientId: string;
  readonly bookingId?: string;
  readonly sessionId?: string;
  readonly name?: string;
  /** The payment of a sale, which says what was paid: the amount of the event is the price before discounts. */
  readonly paymentId?: string | null;
}

const dataOf = ({ body }: EventRow): Data => {
  const { data }: { readonly data: Data } = JSON.parse(body);
  return data;
};

const isShown = (type: string): type is ShownType => Object.hasOwn(SHOWN, type);

const UNDONE_STATUS: Readonly<Partial<Record<ShownType, BookingRow['status']>>> = {
  'booking.checked_in': 'attended',
  'booking.noshow': 'noshow',
};

/** What has happened at a site just now, as far as the caller may read it: one seek in the events of the site. */
export const latest = (read: Read, caller: Caller, { siteId, limit, mayDo }: LatestQuery): DeskLatestResponse => {
  const page = eventPage(read, { limit: MOST_EVENTS }, {}, { ...caller, siteIds: [siteId] });
  const all = page.rows.flatMap((row) => (isShown(row.type) ? [{ row, type: row.type, data: dataOf(row) }] : []));
  const idsIn = (of: typeof all, idOf: (data: Data) => string | undefined): string[] => [
    ...new Set(of.flatMap(({ data }) => idOf(data) ?? [])),
  ];
  const bookings = new Map(
    Booking.rows
      .findAll(
        read,
        idsIn(all, ({ bookingId }) => bookingId),
      )
      .map((row) => [row.id, row]),
  );
  const waited = new Set(all.flatMap(({ type, data }) => (type === 'booking.waitlisted' ? [data.bookingId] : [])));
  /** Of a booking that was checked in, undone and checked in again, the last time alone has happened. */
  const seen = new Set<string>();
  const isRepeated = (type: ShownType, bookingId = ''): boolean => {
    const key = `${type} ${bookingId}`;
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen;
  };
  const shown = all
    .filter(({ type, data: { bookingId } }) => {
      // Whoever went on the waitlist has not booked as well, and what was taken back has not happened.
      if (type === 'booking.created') return !waited.has(bookingId);
      // A waitlist that ends with the start of its class, and a class that is canceled, is no one's act.
      if (type === 'booking.cancelled')
        return (bookings.get(bookingId ?? '')?.cancelReason ?? 'requested') === 'requested';
      const status = UNDONE_STATUS[type];
      if (status === undefined) return true;
      return bookings.get(bookingId ?? '')?.status === status && !isRepeated(type, bookingId);
    })
    .slice(0, limit);
  const ids = (of: (data: Data) => string | undefined): string[] => idsIn(shown, of);
  const persons = knownPersons(
    read,
    caller,
    ids(({ clientId }) => clientId),
  );
  const sessions = new Map(
    sessionsById(
      read,
      ids(({ sessionId }) => sessionId),
    ).map((row) => [row.id, row.name]),
  );
  const paid = new Map(
    Payment.rows
      .findAll(
        read,
        ids(({ paymentId }) => paymentId ?? undefined),
      )
      .map(({ id, amount, currency }) => [id, { amount, currency }]),
  );
  const mayUndo = mayDo('undoBooking').length > 0 && hasPermission(caller, 'bookings:no_show');
  const entries = shown.map(({ row, type, data }): LatestEntry => {
    const { clientId, bookingId, sessionId, paymentId } = data;
    const [person, booking] = [persons.get(clientId), bookings.get(bookingId ?? '')];
    const isUndoable = booking !== undefined && booking.status === UNDONE_STATUS[type];
    return {
      id: row.id,
      type: SHOWN[type],
      at: row.createdAt,
      clientId,
      name: person === undefined ? null : fullName(person),
      bookingId: bookingId ?? null,
      sessionId: sessionId ?? null,
      title: data.name ?? sessions.get(sessionId ?? '') ?? null,
      amount: paid.get(paymentId ?? '') ?? null,
      channel: booking?.channel ?? null,
      canUndo: mayUndo && isUndoable && read.nowMs <= epochOf(row.createdAt) + UNDO_MS,
    };
  });
  return { object: 'desk_latest', entries };
};
