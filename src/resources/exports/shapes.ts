import { Type } from '@sinclair/typebox';
import { id, instant, nullable, oneOf, optional, part, type TObject } from '../../kernel/schemas.ts';
import { Booking } from '../bookings/record.ts';
import { Client } from '../clients/record.ts';
import { ledgerEntry, Package } from '../packages/record.ts';
import { Payment } from '../payments/record.ts';
import { Session } from '../sessions/record.ts';

export const ExportQuery = part({ format: optional(oneOf('csv', 'json')) });

/** A record without what is only included on demand. */
const alone = (shape: TObject, expansions: readonly string[]): TObject =>
  Type.Object(Object.fromEntries(Object.entries(shape.properties).filter(([field]) => !expansions.includes(field))));

/** Enough of a session to find it again, or to know what it was. */
const sessionFacts = part({
  name: Type.String(),
  startTime: instant(),
  durationMinutes: Type.Integer(),
  siteId: id(),
  instructorId: nullable(id()),
  category: nullable(Type.String()),
  type: Type.String(),
  creditCost: Type.Integer(),
});

/** How the records of each family stand in a file, where that is not just the record. */
export const ExportedClient = alone(Client.schema, ['homeLocation', 'packages']);
export const ExportedSession = alone(Session.schema, ['location', 'instructor', 'schedule']);
export const ExportedPackage = Type.Object({
  ...alone(Package.schema, ['client', 'payment', 'ledger']).properties,
  ledger: Type.Array(ledgerEntry),
});
export const ExportedPayment = alone(Payment.schema, ['client', 'package', 'booking']);
export const ExportedBooking = Type.Object({
  ...alone(Booking.schema, ['client', 'package', 'session']).properties,
  session: sessionFacts,
});
