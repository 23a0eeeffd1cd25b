import { type Static, Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../events/enumerations.ts';
import { described, flag, id, instant, nullable, object, oneOf, shape } from '../../../kernel/schemas.ts';
import { DeskPackage, DeskSession, deskPerson } from '../shapes.ts';

const ACTS = ['check_in', 'book', 'sell_and_book', 'sell', 'open'] as const;

const act = object(() => ({
  type: described(
    oneOf(...ACTS),
    '`check_in`: the booking; `book`: the session, with a package that pays; `sell_and_book`: the session, without ' +
      'one; `sell`: no session is left today; `open`: none of these, or the caller is not allowed to.',
  ),
  bookingId: nullable(id()),
  sessionId: nullable(id()),
}));
export type ActResponse = Static<typeof act>;

const booking = object(() => ({
  id: id(),
  sessionId: id(),
  sessionName: Type.String(),
  startTime: instant(),
  endTime: instant(),
  status: oneOf(...BOOKING_STATUSES),
  checkedInAt: nullable(instant()),
  waitlistPosition: nullable(Type.Integer({ minimum: 1 })),
  offerExpiresAt: nullable(instant()),
}));

const client = object(() => ({
  ...deskPerson(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  booking: described(
    nullable(booking),
    "Today's most relevant booking at the site. `null` without one, or if bookings cannot be read.",
  ),
  nextSession: described(
    nullable(DeskSession),
    "Today's next session with an open spot that the client could be booked into.",
  ),
  package: described(
    nullable(DeskPackage),
    'The package of the booking, or else the one that would pay for the next session, or else the first active one.',
  ),
  act: described(act, 'The most likely next action for the front desk.'),
}));
export type FoundClient = Static<typeof client>;

export const DeskSearch = shape('DeskSearch', () => ({
  object: Type.Literal('desk_search'),
  clients: described(Type.Array(client), 'Clients with a booking today at the site come first, then the newest.'),
  hasMoreClients: described(flag(), 'Whether there are more clients than the limit.'),
  sessions: described(Type.Array(DeskSession), 'Sessions of the site in the next seven days, earliest first.'),
}));
export type DeskSearchResponse = Static<typeof DeskSearch>;
