import { type Static, Type } from '@sinclair/typebox';
import { described, flag, id, instant, nullable, object, oneOf, shape } from '../../../kernel/schemas.ts';
import { Booking } from '../../bookings/record.ts';
import { amount } from '../shapes.ts';

/** What the desk sees, by the type of its event. */
export const SHOWN = {
  'booking.checked_in': 'checked_in',
  'booking.created': 'booked',
  'booking.waitlisted': 'waitlisted',
  'booking.cancelled': 'cancelled',
  'booking.noshow': 'no_show',
  'package.purchased': 'bought',
  'client.created': 'joined',
} as const;

export type ShownType = keyof typeof SHOWN;

const entry = object(() => ({
  id: described(Type.String(), 'The ID of the event.'),
  type: described(
    oneOf(...Object.values(SHOWN)),
    '`checked_in`, `booked`, `waitlisted`, `cancelled`, and `no_show`: a booking; `bought`: a package; `joined`: a ' +
      'new client.',
  ),
  at: described(instant(), 'Time at which it happened.'),
  clientId: id(),
  name: described(
    nullable(Type.String()),
    'The name. `null` for a client whom the caller cannot read, such as one of another home site.',
  ),
  bookingId: nullable(id()),
  sessionId: nullable(id()),
  title: described(nullable(Type.String()), 'The name of the session or package.'),
  amount: described(
    nullable(object(amount)),
    'The amount paid for the package, after discounts. `null` for other entries.',
  ),
  channel: described(nullable(Booking.schema.properties.channel), 'Where it was booked.'),
  canUndo: described(flag(), 'Whether `undoBooking` can undo it now, and the caller can use it.'),
}));
export type LatestEntry = Static<typeof entry>;

export const DeskLatest = shape('DeskLatest', () => ({
  object: Type.Literal('desk_latest'),
  entries: described(Type.Array(entry), 'The entries, newest first.'),
}));
export type DeskLatestResponse = Static<typeof DeskLatest>;
