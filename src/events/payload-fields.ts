import { Type } from '@sinclair/typebox';
import {
  BACKUP_CHECKS,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  CHECKIN_CODES,
  CHECKIN_SOURCES,
  CHECKIN_STATUSES,
  CLIENT_STATUSES,
  HOUSEHOLD_ROLES,
  OWN_BOOKING_SOURCES,
  PACKAGE_STATUSES,
  PACKAGE_TYPES,
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  PAYMENT_STATUSES,
  PENALTY_TYPES,
  STAFF_ROLES,
  STAFF_STATUSES,
  STREAK_TYPES,
} from './enumerations.ts';

// The fields that the data of several events have.

export const Id = Type.String({ format: 'uuid' });
export const Instant = Type.String({ format: 'date-time' });
export const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Changes = Type.Record(Type.String(), Type.Unknown());
/** One value of an enumeration in its form for events: `FRONT_DESK` for `front_desk`. */
export const upper = <const Word extends string>(words: readonly Word[]) =>
  Type.Union(words.map((word) => Type.Literal(upperSnake(word))));

/** The form of enumeration values in event payloads: `front_desk` becomes `FRONT_DESK`. */
export const upperSnake = <Value extends string>(value: Value): Uppercase<Value> =>
  value.toUpperCase() as Uppercase<Value>;

export const bookingStatus = () => upper(BOOKING_STATUSES);
export const bookingSource = () => ({
  ...upper(BOOKING_SOURCES),
  'x-extension-values': OWN_BOOKING_SOURCES.map(upperSnake),
});
export const clientStatus = () => upper(CLIENT_STATUSES);
/** A client who is or was in a household. */
export const householdMember = () => ({ householdId: Id, clientId: Id, role: upper(HOUSEHOLD_ROLES) });
export const isPayer = () => Type.Boolean({ description: "Whether the adult's saved cards pay for the dependants." });
export const packageType = () => upper(PACKAGE_TYPES);
export const packageStatus = () => ({
  packageId: Id,
  clientId: Id,
  status: upper(PACKAGE_STATUSES),
});
export const paymentStatus = () => upper(PAYMENT_STATUSES);
export const money = () => ({ amount: Type.Integer(), currency: Type.String() });
export const payment = () => ({
  paymentId: Id,
  clientId: Id,
  ...money(),
  status: paymentStatus(),
  paymentMethod: upper(PAYMENT_METHODS),
  purpose: upper(PAYMENT_PURPOSES),
  failureCode: nullable(Type.String()),
});
export const booking = () => ({ bookingId: Id, clientId: Id, sessionId: Id });
export const checkin = () => ({
  checkinId: Id,
  clientId: Id,
  bookingId: nullable(Id),
  sessionId: nullable(Id),
  checkedInAt: Instant,
  source: upper(CHECKIN_SOURCES),
  status: upper(CHECKIN_STATUSES),
  statusCode: upper(CHECKIN_CODES),
});
export const penalty = () => ({
  bookingId: Id,
  clientId: Id,
  type: upper(PENALTY_TYPES),
  ...money(),
  paymentId: nullable(Id),
});
export const savedCard = () => ({
  paymentMethodId: Id,
  clientId: Id,
  brand: Type.String(),
  last4: Type.String(),
  isDefault: Type.Boolean(),
});
export const streak = () => ({ type: upper(STREAK_TYPES), clientId: Id, length: Type.Integer() });
export const changed = () => ({ changes: Changes, previous: Changes });
export const staffStatus = () => ({
  role: upper(STAFF_ROLES),
  status: upper(STAFF_STATUSES),
});
export const metric = () => ({
  entryId: Id,
  contentEntryId: Id,
  clientId: Id,
  value: Type.Number(),
  unit: Type.String(),
  previousBest: Type.Union([Type.Number(), Type.Null()]),
});
export const seats = () => ({ sessionId: Id, bookedCount: Type.Integer(), capacity: nullable(Type.Integer()) });
/** `watchedSeconds`: credited in the session that completed it; null where it was not completed by watching. */
export const content = () => ({ clientId: Id, watchedSeconds: nullable(Type.Integer()) });
export const enrollment = () => ({ challengeId: Id, clientId: Id, enrollmentId: Id });
/** What a submission has earned, and the points of the member with it. */
export const earned = () => ({ points: Type.Integer(), pointsTotal: Type.Integer() });
/** `target`: where the copy is; null for the others. `file`: null when no backup was made. */
export const backup = () => ({
  check: upper(BACKUP_CHECKS),
  file: nullable(Type.String()),
  target: nullable(Type.String()),
});
export const health = () => ({ webhookId: Id, name: Type.String(), consecutiveFailures: Type.Integer() });
