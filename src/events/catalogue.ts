import { type Static, type TProperties, Type } from '@sinclair/typebox';
import {
  BACKUP_CHECKS,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  CANCELLED_BY,
  CHECKIN_CODES,
  CHECKIN_SOURCES,
  CHECKIN_STATUSES,
  CLIENT_STATUSES,
  CREDIT_OUTCOMES,
  IMPORT_FAMILIES,
  LEDGER_REASONS,
  MILESTONE_TYPES,
  PACKAGE_STATUSES,
  PACKAGE_TYPES,
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  PAYMENT_STATUSES,
  PENALTY_TYPES,
  SETTINGS_GROUPS,
  STAFF_ROLES,
  STAFF_STATUSES,
  STREAK_TYPES,
} from './enumerations.ts';

const Id = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });
const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Changes = Type.Record(Type.String(), Type.Unknown());
/** One value of an enumeration in its form for events: `FRONT_DESK` for `front_desk`. */
const upper = <const Word extends string>(words: readonly Word[]) =>
  Type.Union(words.map((word) => Type.Literal(upperSnake(word))));

/** The form of enumeration values in event payloads: `front_desk` becomes `FRONT_DESK`. */
export const upperSnake = <Value extends string>(value: Value): Uppercase<Value> =>
  value.toUpperCase() as Uppercase<Value>;

const BookingStatus = upper(BOOKING_STATUSES);
const BookingSource = upper(BOOKING_SOURCES);
const ClientStatus = upper(CLIENT_STATUSES);
const PackageType = upper(PACKAGE_TYPES);
const packageStatus = {
  packageId: Id,
  clientId: Id,
  status: upper(PACKAGE_STATUSES),
};
const PaymentStatus = upper(PAYMENT_STATUSES);
const money = { amount: Type.Integer(), currency: Type.String() };
const payment = {
  paymentId: Id,
  clientId: Id,
  ...money,
  status: PaymentStatus,
  paymentMethod: upper(PAYMENT_METHODS),
  purpose: upper(PAYMENT_PURPOSES),
  failureCode: nullable(Type.String()),
};
const booking = { bookingId: Id, clientId: Id, sessionId: Id };
const checkin = {
  checkinId: Id,
  clientId: Id,
  bookingId: nullable(Id),
  sessionId: nullable(Id),
  checkedInAt: Instant,
  source: upper(CHECKIN_SOURCES),
  status: upper(CHECKIN_STATUSES),
  statusCode: upper(CHECKIN_CODES),
};
const penalty = {
  bookingId: Id,
  clientId: Id,
  type: upper(PENALTY_TYPES),
  ...money,
  paymentId: nullable(Id),
};
const savedCard = {
  paymentMethodId: Id,
  clientId: Id,
  brand: Type.String(),
  last4: Type.String(),
  isDefault: Type.Boolean(),
};
const streak = { type: upper(STREAK_TYPES), clientId: Id, length: Type.Integer() };
const changed = { changes: Changes, previous: Changes };
const staffStatus = {
  role: upper(STAFF_ROLES),
  status: upper(STAFF_STATUSES),
};
const metric = {
  entryId: Id,
  contentEntryId: Id,
  clientId: Id,
  value: Type.Number(),
  unit: Type.String(),
  previousBest: Type.Union([Type.Number(), Type.Null()]),
};
const seats = { sessionId: Id, bookedCount: Type.Integer(), capacity: nullable(Type.Integer()) };
/** `watchedSeconds`: credited in the session that completed it; null where it was not completed by watching. */
const content = { clientId: Id, watchedSeconds: nullable(Type.Integer()) };
const enrollment = { challengeId: Id, clientId: Id, enrollmentId: Id };
/** What a submission has earned, and the points of the member with it. */
const earned = { points: Type.Integer(), pointsTotal: Type.Integer() };
/** `target`: where the copy is; null for the others. `file`: null when no backup was made. */
const backup = { check: upper(BACKUP_CHECKS), file: nullable(Type.String()), target: nullable(Type.String()) };
const health = { webhookId: Id, name: Type.String(), consecutiveFailures: Type.Integer() };
const data = <Fields extends TProperties>(fields: Fields) =>
  Type.Object({ ...fields, siteId: Id }, { additionalProperties: false });

/**
 * Every event type with the schema of its `data` (events.md). Each has a `siteId`, and enumerations are UPPER_SNAKE.
 */
export const catalogue = {
  'booking.created': data({ ...booking, status: BookingStatus, bookingSource: BookingSource }),
  'booking.waitlisted': data({ ...booking, status: BookingStatus, waitlistPosition: Type.Integer() }),
  'booking.waitlist_offered': data({ ...booking, offerExpiresAt: Instant }),
  'booking.waitlist_promoted': data({
    ...booking,
    status: BookingStatus,
    previousStatus: BookingStatus,
    packageId: nullable(Id),
    freeCancelUntil: Instant,
  }),
  'booking.updated': data({ ...booking, ...changed }),
  'booking.cancelled': data({
    ...booking,
    status: BookingStatus,
    previousStatus: BookingStatus,
    cancelledAt: Instant,
    cancelledBy: upper(CANCELLED_BY),
    cancelReason: Type.String(),
    isLateCancel: Type.Boolean(),
    creditOutcome: upper(CREDIT_OUTCOMES),
  }),
  'booking.checked_in': data({ ...booking, status: BookingStatus, checkedInAt: Instant, checkinId: Id }),
  'booking.noshow': data({
    ...booking,
    status: BookingStatus,
    noShowAt: Instant,
    penaltyAmount: Type.Integer(),
    currency: Type.String(),
  }),
  'booking.penalty_charged': data(penalty),
  'booking.penalty_waived': data(penalty),
  'session.created': data({
    sessionId: Id,
    scheduleId: nullable(Id),
    startTime: Instant,
    endTime: Instant,
    instructorId: nullable(Id),
    capacity: nullable(Type.Integer()),
  }),
  'session.updated': data({ sessionId: Id, scheduleId: nullable(Id), ...changed, bookedCount: Type.Integer() }),
  'session.instructor_changed': data({
    sessionId: Id,
    instructorId: nullable(Id),
    previousInstructorId: nullable(Id),
    isSubstitute: Type.Boolean(),
  }),
  'session.cancelled': data({
    sessionId: Id,
    scheduleId: nullable(Id),
    startTime: Instant,
    cancelReason: Type.String(),
    affectedBookings: Type.Integer(),
  }),
  'session.full': data({ ...seats, availableSpots: nullable(Type.Integer()) }),
  'session.spot_available': data({ ...seats, availableSpots: nullable(Type.Integer()) }),
  'session.completed': data({
    sessionId: Id,
    bookedCount: Type.Integer(),
    attendedCount: Type.Integer(),
    noShowCount: Type.Integer(),
  }),
  'schedule.created': data({ scheduleId: Id, sessionsCreated: Type.Integer() }),
  'schedule.updated': data({
    scheduleId: Id,
    ...changed,
    effectiveFrom: Type.String({ format: 'date' }),
    sessionsCreated: Type.Integer(),
    sessionsUpdated: Type.Integer(),
    sessionsCancelled: Type.Integer(),
  }),
  'schedule.deleted': data({ scheduleId: Id, sessionsCancelled: Type.Integer() }),
  'client.created': data({ clientId: Id, status: ClientStatus, homeLocationId: Id }),
  'client.updated': data({ clientId: Id, ...changed }),
  'client.status_changed': data({ clientId: Id, status: ClientStatus, previousStatus: ClientStatus }),
  'client.archived': data({ clientId: Id, status: ClientStatus, previousStatus: ClientStatus, archivedAt: Instant }),
  'client.restored': data({ clientId: Id, status: ClientStatus, previousStatus: ClientStatus }),
  'package.purchased': data({
    packageId: Id,
    clientId: Id,
    name: Type.String(),
    packageType: PackageType,
    ...money,
    paymentId: nullable(Id),
    creditsTotal: nullable(Type.Integer()),
    expiresAt: nullable(Instant),
  }),
  'package.credits_changed': data({
    packageId: Id,
    clientId: Id,
    delta: Type.Integer(),
    creditsRemaining: Type.Integer(),
    reason: upper(LEDGER_REASONS),
    bookingId: nullable(Id),
  }),
  'package.activated': data({ ...packageStatus, activatedAt: Instant, expiresAt: nullable(Instant) }),
  'package.depleted': data(packageStatus),
  'package.expiring': data({ ...packageStatus, expiresAt: Instant, creditsRemaining: nullable(Type.Integer()) }),
  'package.expired': data({ ...packageStatus, expiresAt: Instant }),
  'package.cancelled': data({ ...packageStatus, cancelledAt: Instant, cancelReason: nullable(Type.String()) }),
  'package.frozen': data({ ...packageStatus, startsAt: Instant, endsAt: Instant, expiresAt: nullable(Instant) }),
  'package.unfrozen': data({ ...packageStatus, expiresAt: nullable(Instant) }),
  'package.renewed': data({ ...packageStatus, paymentId: Id, expiresAt: Instant, nextRenewalAt: Instant }),
  'package.renewal_failed': data({
    ...packageStatus,
    paymentId: Id,
    failureCode: nullable(Type.String()),
    attempt: Type.Integer(),
    nextRenewalAt: nullable(Instant),
  }),
  'payment.created': data(payment),
  'payment.completed': data(payment),
  'payment.failed': data(payment),
  'payment.refunded': data({
    paymentId: Id,
    clientId: Id,
    refundId: Id,
    ...money,
    amountRefunded: Type.Integer(),
    status: PaymentStatus,
  }),
  'checkin.created': data(checkin),
  'checkin.failed': data(checkin),
  'payment_method.added': data(savedCard),
  'payment_method.removed': data(savedCard),
  'payment_method.default_changed': data(savedCard),
  'metric.recorded': data(metric),
  'metric.personal_best': data(metric),
  'site.created': data({}),
  'site.updated': data(changed),
  'site.archived': data({ archivedAt: Instant }),
  'staff.created': data({ staffId: Id, ...staffStatus }),
  'staff.updated': data({ staffId: Id, ...changed }),
  'staff.status_changed': data({ staffId: Id, status: staffStatus.status, previousStatus: staffStatus.status }),
  'staff.deactivated': data({ staffId: Id, ...staffStatus }),
  'instructor.created': data({ instructorId: Id, ...staffStatus }),
  'instructor.updated': data({ instructorId: Id, ...changed }),
  'instructor.deactivated': data({ instructorId: Id, ...staffStatus }),
  'settings.updated': data({ group: upper(SETTINGS_GROUPS), ...changed }),
  'import.completed': data({ family: upper(IMPORT_FAMILIES), created: Type.Integer(), updated: Type.Integer() }),
  'challenge.enrolled': data(enrollment),
  'challenge.withdrawn': data({ ...enrollment, pointsTotal: Type.Integer() }),
  'challenge.completed': data({ ...enrollment, pointsTotal: Type.Integer(), finalRank: Type.Integer() }),
  'challenge.goal_submitted': data({ ...enrollment, goalId: Id, achieved: Type.Boolean(), ...earned }),
  'challenge.assessment_submitted': data({ ...enrollment, assessmentId: Id, ...earned }),
  'content.completed': data({ ...content, contentEntryId: Id, contentMediaId: nullable(Id) }),
  'video.completed': data({ ...content, contentEntryId: Id, contentMediaId: Id }),
  'streak.extended': data(streak),
  'streak.broken': data(streak),
  'milestone.reached': data({
    type: upper(MILESTONE_TYPES),
    clientId: Id,
    threshold: Type.Integer(),
    earnedAt: Instant,
  }),
  'award.earned': data({ awardId: Id, clientId: Id, earnedAt: Instant }),
  'leaderboard.period_closed': data({
    leaderboardId: Id,
    periodId: Id,
    winners: Type.Array(Type.Object({ clientId: Id, rank: Type.Integer(), value: Type.Number() })),
  }),
  'backup.verified': data({ ...backup, rows: nullable(Type.Integer()), bytes: nullable(Type.Integer()) }),
  'backup.failed': data({ ...backup, lastGoodAt: nullable(Instant) }),
  'webhook.failing': data(health),
  'webhook.disabled': data(health),
  ping: data({ webhookId: Id }),
};

export type EventType = keyof typeof catalogue;

/** The `data` of an event type without its `siteId`. */
export type EventData<Type extends EventType> = Omit<Static<(typeof catalogue)[Type]>, 'siteId'>;

export const eventTypes = Object.keys(catalogue) as EventType[];
