import { type Static, Type } from '@sinclair/typebox';
import {
  flag,
  id,
  instant,
  line,
  listOf,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';
import { Booking } from '../bookings/record.ts';
import { Client } from '../clients/record.ts';
import { Session } from '../sessions/record.ts';
import { Site } from '../sites/record.ts';

const source = oneOf('api', 'kiosk', 'staff', 'member_app', 'access_control');
const statusCode = oneOf(
  'ok',
  'no_active_package',
  'expired',
  'suspended',
  'arrears',
  'wrong_location',
  'outside_window',
);

/** A client at a location (records.md "Check-in"). */
export const Checkin = shape('Checkin', {
  ...recordFields('checkin'),
  clientId: id(),
  client: optional(nullable(Client.schema)),
  siteId: id(),
  locationId: id(),
  location: optional(nullable(Site.schema)),
  bookingId: nullable(id()),
  booking: optional(nullable(Booking.schema)),
  sessionId: nullable(id()),
  session: optional(nullable(Session.schema)),
  packageId: nullable(id()),
  checkedInAt: instant(),
  type: oneOf('general', 'session'),
  source,
  status: oneOf('valid', 'invalid'),
  statusCode,
  message: Type.String(),
  isReEntry: flag(),
  ...ownFields,
});

const optionalId = (description: string) => optional(nullable(Type.String({ format: 'uuid', description })));

/** Who comes is told by one of clientId, barcode, fobNumber and email. */
export const CreateCheckin = shape('CreateCheckinRequest', {
  clientId: optional(id()),
  barcode: optional(line(100)),
  fobNumber: optional(line(100)),
  email: optional(Type.String({ format: 'email', maxLength: 254 })),
  locationId: optional(id()),
  siteId: optional(Type.String({ format: 'uuid', description: 'The same as locationId.' })),
  bookingId: optionalId('The booking to check in; found by itself when absent.'),
  sessionId: optionalId('The session to check in to, also without a booking.'),
  packageId: optionalId('The package to come in with; found by itself when absent.'),
  checkedInAt: optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
  source: optional(source),
  ...ownInput,
});

export const CheckinList = listOf(Checkin);

const {
  client: _client,
  location: _location,
  booking: _booking,
  session: _session,
  metadata: _metadata,
  ...told
} = Checkin.properties;

/** A check-in as the member sees it: without what integrations note of it. */
export const MemberCheckin = shape('MemberCheckin', told);

export const CheckMemberIn = shape('MemberCheckInRequest', {
  sessionId: optional(Type.String({ format: 'uuid', description: 'A session that the member has booked.' })),
  bookingId: optional(
    Type.String({ format: 'uuid', description: 'An own booking; the one that is due is found by itself when absent.' }),
  ),
});

export type CheckinWire = Static<typeof Checkin>;
export type MemberCheckinWire = Static<typeof MemberCheckin>;
export type CheckMemberInBody = Static<typeof CheckMemberIn>;
export type CreateCheckinBody = Static<typeof CreateCheckin>;
export type StatusCode = Static<typeof statusCode>;
export type Source = Static<typeof source>;
