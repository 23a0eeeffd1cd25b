import { Type } from '@sinclair/typebox';
import { count, date, described, flag, id, instant, nullable, object, oneOf, optional } from '../../kernel/schemas.ts';
import { Booking } from '../bookings/record.ts';
import { Package } from '../packages/record.ts';
import { Payment } from '../payments/record.ts';
import { Schedule } from '../schedules/record.ts';
import { Session } from '../sessions/record.ts';

// What responses do not show of a record and the program continues with: files have it in the field `state`, so that a
// studio that moves is the same afterwards. A row without it is from another system.

/** Where and when something that a member did counts. Sites may have another time zone since, and members another home. */
export const factDates = object(() => ({
  id: described(id(), 'What happened at the same instant is in the order of these ids.'),
  siteId: described(id(), 'Where it happened, else the home site.'),
  at: instant(),
  localDate: described(date(), 'The local date of that site, in the time zone that it had then.'),
  homeDate: described(date(), 'The same of the home site that the client had then.'),
}));

/** A visit that counts. */
export const visitDates = object(() => ({
  ...factDates.properties,
  minutes: described(Type.Number({ minimum: 0 }), 'The minutes of the session; 0 without a session.'),
}));

const choices = () => nullable(Type.Record(Type.String(), Type.Unknown()));

export const clientState = object(() => ({
  notificationPreferences: described(choices(), 'The notifications that the client chose, or null.'),
  unitPreferences: described(choices(), 'The units that the client chose, or null.'),
}));

export const scheduleState = object(() => ({
  isBehindSite: described(flag(), 'Whether its sessions have yet to follow a change of the site.'),
  ...Schedule.state.properties,
}));

export const sessionState = object(() => ({
  isCompleted: described(flag(), 'Whether session.completed was raised.'),
  ...Session.state.properties,
}));

const freezeTimes = object(() => ({ startsAt: instant(), endsAt: instant() }));

export const packageState = object(() => {
  const { status, activatedAt, creditsHeld, expiryNotifiedAt, ...others } = Package.state.properties;
  return {
    // The columns of a file keep their order.
    status,
    activatedAt,
    creditsHeld,
    ...others,
    freezes: described(Type.Array(freezeTimes), 'All freezes so far, the earliest first: they keep streaks.'),
    expiryNotifiedAt,
  };
});

/** What a booking takes of its package. */
export const packageUse = object(() => ({
  credits: count(),
  state: oneOf('held', 'consumed', 'forfeited'),
}));

export const bookingState = object(() => ({
  ...Booking.state.properties,
  use: described(nullable(packageUse), 'What it takes of its package.'),
  visit: described(nullable(visitDates), 'How the visit counts, or null.'),
}));

export const checkinState = object(() => ({
  visit: described(nullable(visitDates), 'How the visit counts; null for no visit of its own.'),
}));

/** How a payment is charged to a saved card, until that has succeeded. */
export const chargeState = object(() => ({
  paymentMethodId: id(),
  attempt: Type.Integer({ minimum: 1, description: 'With the id of the payment the idempotency key.' }),
  isOpen: described(flag(), 'Whether its result is unknown.'),
  isAutomatic: described(flag(), 'Whether no request waits for the result.'),
  handler: described(Type.String({ maxLength: 40 }), 'What continues with the result.'),
  context: described(Type.Record(Type.String(), Type.Unknown()), 'What that has stored for itself.'),
  processingAt: optional(described(nullable(instant()), 'Since when the bank takes days for it.')),
  isAhead: optional(described(flag(), 'Whether what it pays for was given before it settles.')),
}));

export const paymentStateWithoutProcessor = object(() => ({
  ...Payment.state.properties,
  isOfPackage: described(flag(), 'Whether its package names it as the payment of the present period.'),
  discountCodeId: described(nullable(id()), 'The discount code that it has redeemed.'),
  discountGivenBackAt: described(nullable(instant()), 'When that was taken back, since nothing was sold.'),
}));

export const paymentState = object(() => ({
  ...paymentStateWithoutProcessor.properties,
  charge: nullable(chargeState),
}));
