import { type Static, Type } from '@sinclair/typebox';
import { described, email, id, line, nullable, optional, shape, withOneOf } from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { total } from '../../records/totals.ts';
import { Checkin } from './record.ts';

const optionalId = (description: string) => optional(nullable(Type.String({ format: 'uuid', description })));

const request = shape('CreateCheckinRequest', () => ({
  clientId: optional(id()),
  barcode: optional(described(line(100), "The client's barcode, instead of `clientId`.")),
  fobNumber: optional(described(line(100), "The number of the client's key fob, instead of `clientId`.")),
  email: optional(email()),
  locationId: optional(id()),
  siteId: optional(Type.String({ format: 'uuid', description: 'The same as `locationId`.' })),
  bookingId: optionalId('The booking to check in. Found automatically if omitted.'),
  sessionId: optionalId('The session to check in to, with or without a booking.'),
  packageId: optionalId('The package to use. Found automatically if omitted.'),
  checkedInAt: optional(Type.String({ format: 'date-time', description: 'Defaults to now.' })),
  ...Checkin.create.properties,
}));

/** The alternative fields that name the client. */
export const IDENTIFIERS = ['clientId', 'barcode', 'fobNumber', 'email'] as const;

export const CreateCheckin = withOneOf(withOneOf(request, ...IDENTIFIERS), 'locationId', 'siteId');

export const MemberCheckin = shape('MemberCheckin', () => {
  const { client, location, booking, session, override, checkedInByStaffId, ...memberFields } =
    Checkin.schema.properties;
  return withoutIntegrationFields(memberFields);
});

export const CheckMemberIn = shape('MemberCheckInRequest', () => ({
  sessionId: optional(Type.String({ format: 'uuid', description: 'A session the member has booked.' })),
  bookingId: optional(
    Type.String({ format: 'uuid', description: 'The booking to check in. Defaults to the booking that is due.' }),
  ),
}));

export const OverrideCheckin = shape('OverrideCheckinRequest', () => ({
  reason: described(line(500), 'Why the client is let in after the refusal.'),
}));

/** A list of check-ins with how many the whole list has. */
export const CheckinList = shape('CheckinList', () => ({ ...Checkin.list.properties, total: optional(total) }));

export type MemberCheckinResponse = Static<typeof MemberCheckin>;
export type CheckMemberInBody = Static<typeof CheckMemberIn>;
export type CreateCheckinBody = Static<typeof CreateCheckin>;
export type OverrideCheckinBody = Static<typeof OverrideCheckin>;
