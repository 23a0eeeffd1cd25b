import { Type } from '@sinclair/typebox';
import { CHECKIN_CODES, CHECKIN_SOURCES, CHECKIN_STATUSES } from '../../events/enumerations.ts';
import { described, id, instant, nullable, object, oneOf, type Static } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { pack } from '../../records/json.ts';
import type { Erase } from '../../records/personal.ts';
import { type RowOf, record } from '../../records/record.ts';
import { Booking } from '../bookings/record.ts';
import { ClientResponse } from '../clients/record.ts';
import { Session } from '../sessions/record.ts';
import { Site } from '../sites/record.ts';

const override = object(() => ({
  at: described(instant(), 'Time at which the client was let in.'),
  staffId: described(nullable(id()), 'The staff member who decided. `null` for a credential without a staff member.'),
  reason: described(nullable(Type.String()), 'The reason.'),
  statusCode: described(oneOf(...CHECKIN_CODES), 'Why the client had been refused.'),
  message: described(Type.String(), 'The same as a message.'),
}));

/** Who decided stays, and why they did goes. */
const withoutReason: Erase = (text) => pack({ ...JSON.parse(String(text)), reason: null });

/** A client at a location (records.md "Check-in"). */
export const Checkin = record(
  'checkin',
  'checkins',
  () => ({
    clientId: field.id().readOnly(),
    client: field.related(nullable(ClientResponse)),
    siteId: field.id().readOnly(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId),
    location: field.related(nullable(Site.schema)),
    bookingId: field.id().nullable().readOnly(),
    booking: field.related(nullable(Booking.schema)),
    sessionId: field.id().nullable().readOnly(),
    session: field.related(nullable(Session.schema)),
    packageId: field.id().nullable().readOnly(),
    checkedInAt: field.instant().readOnly().described('Time at which the client checked in.'),
    type: field
      .computed(oneOf('general', 'session'), ({ sessionId }: { sessionId: string | null }) =>
        sessionId === null ? 'general' : 'session',
      )
      .described('`session` for a session, otherwise `general`.'),
    source: field.word(CHECKIN_SOURCES).default('api').described('Who or what checked the client in.'),
    checkedInByStaffId: field
      .id()
      .nullable()
      .readOnly()
      .described('The staff member who checked the client in. `null` if no person did.'),
    status: field.word(CHECKIN_STATUSES).readOnly().described('`invalid` if the client was refused.'),
    statusCode: field
      .word(CHECKIN_CODES)
      .readOnly()
      .described('`ok`, or why the client was refused; `undone` by staff.'),
    message: field
      .text(Type.String({ maxLength: 500 }))
      .readOnly()
      .described('The status as a message to display.'),
    override: field
      .object(override)
      .nullable()
      .readOnly()
      .personal(withoutReason)
      .described('Who let the client in after a refusal. `null` if this was not necessary.'),
    isReEntry: field.flag().readOnly().described('Whether the client had checked in shortly before.'),
    /** Whether it counts as a visit; one with a booking is counted with the booking. */
    isVisit: field.flag().default(false).internal(),
    ...field.integrationFields,
  }),
  { sites: 'siteId', label: 'check-in' },
);

export type CheckinRow = RowOf<typeof Checkin>;
export type StatusCode = (typeof CHECKIN_CODES)[number];
export type Override = Static<typeof override>;
