import { type Static, Type } from '@sinclair/typebox';
import { described, email, id, line, nullable, optional, shape, withOneOf } from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { total } from '../../records/totals.ts';
import { Checkin } from './record.ts';

const optionalId = (description: string) => optional(nullable(Type.String({ format: 'uuid', description })));

const request = shape('CreateCheckinRequest', () => ({
  clientId: optional(id()),
  barcode: optional(described(line(100), "The barcode of the client, instead of 'clientId'.")),
  fobNumber: optional(described(line(100), "The number of the key fob, instead of 'clientId'.")),
  email: optional(email()),
  locationId: optional(id()),
  siteId: optional(Type.String({ format: 'uuid', description: 'The same as locationId.' })),
  bookingId: optionalId('The booking to check in; found by itself when absent.'),
  sessionId: optionalId('The session to check in to, also without a booking.'),
  packageId: optionalId('The package to come in with; found by itself when absent.'),
  checkedInAt: optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
  ...Checkin.create.properties,
}));

/** The alternative fields that name the client. */
export const IDENTIFIERS = ['clientId', 'barcode', 'fobNumber', 'email'] as const;

export const CreateCheckin = withOneOf(withOneOf(request, ...IDENTIFIERS), 'locationId', 'siteId');

export const MemberCheckin = shape('MemberCheckin', () => {
  const { client, location, booking, session, override, ...memberFields } = Checkin.schema.properties;
  return withoutIntegrationFields(memberFields);
});

export const CheckMemberIn = shape('MemberCheckInRequest', () => ({
  sessionId: optional(Type.String({ format: 'uuid', description: 'A session that the member has booked.' })),
  bookingId: optional(
    Type.String({ format: 'uuid', description: "The client's booking; by default, the booking that is due." }),
  ),
}));

export const OverrideCheckin = shape('OverrideCheckinRequest', () => ({
  reason: described(line(500), 'Why the client is let in all the same.'),
}));

/** A list of check-ins with how many the whole list has. */
export const CheckinList = shape('CheckinList', () => ({ ...Checkin.list.properties, total: optional(total) }));

export type MemberCheckinResponse = Static<typeof MemberCheckin>;
export type CheckMemberInBody = Static<typeof CheckMemberIn>;
export type CreateCheckinBody = Static<typeof CreateCheckin>;
export type OverrideCheckinBody = Static<typeof OverrideCheckin>;
