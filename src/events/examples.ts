import type { EventData, EventType } from './catalogue.ts';
import { envelope } from './envelope.ts';
import type { LegacyCheckIn } from './legacy-check-in.ts';

/** The records in the examples. */
const siteId = '019b76da-a800-7000-8000-000000000001';
const clientId = '019b76da-a800-7000-8000-000000000002';
const sessionId = '019b76da-a800-7000-8000-000000000003';
const bookingId = '019b76da-a800-7000-8000-000000000004';
const scheduleId = '019b76da-a800-7000-8000-000000000005';
const staffId = '019b76da-a800-7000-8000-000000000006';
const instructorId = '019b76da-a800-7000-8000-000000000007';
const checkinId = '019b76da-a800-7000-8000-000000000008';
const webhookId = '019b76da-a800-7000-8000-000000000009';

const packageId = '019b76da-a800-7000-8000-00000000000b';
const paymentId = '019b76da-a800-7000-8000-00000000000c';
const paymentMethodId = '019b76da-a800-7000-8000-00000000000e';
const entryId = '019b76da-a800-7000-8000-00000000000f';
const contentEntryId = '019b76da-a800-7000-8000-000000000011';
const refundId = '019b76da-a800-7000-8000-00000000000d';
const contentMediaId = '019b76da-a800-7000-8000-000000000010';

const enrollment = {
  challengeId: '019b76da-a800-7000-8000-000000000011',
  clientId,
  enrollmentId: '019b76da-a800-7000-8000-000000000012',
};
const goalId = '019b76da-a800-7000-8000-000000000013';
const assessmentId = '019b76da-a800-7000-8000-000000000014';
const awardId = '019b76da-a800-7000-8000-000000000015';

const booking = { bookingId, clientId, sessionId };
const startTime = '2026-03-08T07:30:00.000Z';
const endTime = '2026-03-08T08:30:00.000Z';
const expiresAt = '2026-06-05T03:59:59.999Z';
const householdId = '018f6d2e-7c1a-7b3e-9a54-3f1d2c4b5a71';
const active = { packageId, clientId, status: 'ACTIVE' } as const;
const paid = {
  paymentId,
  clientId,
  amount: 18000,
  currency: 'USD',
  status: 'COMPLETED',
  paymentMethod: 'CASH',
  purpose: 'PACKAGE',
  failureCode: null,
} as const;
const checkin = {
  checkinId,
  clientId,
  bookingId,
  sessionId,
  checkedInAt: '2026-03-08T07:21:40.000Z',
  source: 'KIOSK',
} as const;
const savedCard = { paymentMethodId, clientId, brand: 'visa', last4: '4242', isDefault: true };
const metric = { entryId, contentEntryId, clientId, unit: 'kg' };
const full = { sessionId, bookedCount: 12, capacity: 12, availableSpots: 0 };
const instructor = { instructorId, role: 'INSTRUCTOR' } as const;

export const exampleSiteId = siteId;

export const examples: { readonly [Type in EventType]: EventData<Type> } = {
  'booking.created': { ...booking, status: 'CONFIRMED', bookingSource: 'CREDIT' },
  'booking.waitlisted': { ...booking, status: 'WAITLISTED', waitlistPosition: 3 },
  'booking.waitlist_offered': { ...booking, offerExpiresAt: '2026-03-07T19:30:00.000Z' },
  'booking.waitlist_promoted': {
    ...booking,
    status: 'CONFIRMED',
    previousStatus: 'WAITLISTED',
    packageId,
    freeCancelUntil: '2026-03-07T19:30:00.000Z',
  },
  'booking.updated': {
    ...booking,
    changes: { externalId: 'old-4711' },
    previous: { externalId: null },
  },
  'booking.cancelled': {
    ...booking,
    status: 'CANCELLED',
    previousStatus: 'CONFIRMED',
    cancelledAt: '2026-03-07T18:04:11.250Z',
    cancelledBy: 'CLIENT',
    cancelReason: 'REQUESTED',
    isLateCancel: false,
    creditOutcome: 'RESTORED',
  },
  'booking.checked_in': { ...booking, status: 'ATTENDED', checkedInAt: '2026-03-08T07:21:40.000Z', checkinId },
  'booking.noshow': {
    ...booking,
    status: 'NOSHOW',
    noShowAt: '2026-03-08T08:30:05.000Z',
    penaltyAmount: 1500,
    currency: 'USD',
  },
  'booking.penalty_charged': { bookingId, clientId, type: 'NO_SHOW', amount: 1500, currency: 'USD', paymentId },
  'booking.penalty_waived': {
    bookingId,
    clientId,
    type: 'LATE_CANCEL',
    amount: 1500,
    currency: 'USD',
    paymentId: null,
  },
  'session.created': { sessionId, scheduleId, startTime, endTime, instructorId, capacity: 12 },
  'session.updated': {
    sessionId,
    scheduleId,
    changes: { capacity: 16 },
    previous: { capacity: 12 },
    bookedCount: 9,
  },
  'session.instructor_changed': {
    sessionId,
    instructorId,
    previousInstructorId: staffId,
    isSubstitute: true,
  },
  'session.cancelled': { sessionId, scheduleId, startTime, cancelReason: 'SCHEDULE_CHANGED', affectedBookings: 9 },
  'session.full': full,
  'session.spot_available': { ...full, bookedCount: 11, availableSpots: 1 },
  'session.completed': { sessionId, bookedCount: 12, attendedCount: 11, noShowCount: 1 },
  'schedule.created': { scheduleId, sessionsCreated: 13 },
  'schedule.updated': {
    scheduleId,
    changes: { startTime: '19:00' },
    previous: { startTime: '18:00' },
    effectiveFrom: '2026-03-09',
    sessionsCreated: 0,
    sessionsUpdated: 12,
    sessionsCancelled: 0,
  },
  'schedule.deleted': { scheduleId, sessionsCancelled: 12 },
  'client.created': { clientId, status: 'ACTIVE', homeLocationId: siteId },
  'client.updated': { clientId, changes: { phone: '+1 212 555 0142' }, previous: { phone: null } },
  'client.status_changed': { clientId, status: 'SUSPENDED', previousStatus: 'ACTIVE' },
  'client.archived': {
    clientId,
    status: 'ARCHIVED',
    previousStatus: 'ACTIVE',
    archivedAt: '2026-03-31T12:00:00.000Z',
  },
  'client.erasure_requested': { clientId, requestedAt: '2026-03-07T18:04:11.250Z' },
  'client.erasure_withdrawn': { clientId },
  'client.erasure_declined': { clientId },
  'client.merged': { clientId, mergedClientId: '018f6d2e-7c1a-7b3e-9a54-3f1d2c4b5a69' },
  'client.restored': { clientId, status: 'ACTIVE', previousStatus: 'ARCHIVED' },
  'household.created': { householdId },
  'household.updated': { householdId, changes: { name: 'Reed' }, previous: { name: 'Reed family' } },
  'household.deleted': { householdId },
  'household.member_added': { householdId, clientId, role: 'DEPENDANT', isPayer: false },
  'household.member_updated': { householdId, clientId, role: 'ADULT', isPayer: true },
  'household.member_removed': { householdId, clientId, role: 'ADULT', reason: 'LEFT' },
  'household.invited': { householdId, invitationId: '018f6d2e-7c1a-7b3e-9a54-3f1d2c4b5a72', clientId },
  'package.purchased': {
    packageId,
    clientId,
    name: '10 classes',
    packageType: 'CREDIT_PACK',
    amount: 18000,
    currency: 'USD',
    paymentId,
    creditsTotal: 10,
    expiresAt,
  },
  'package.credits_changed': {
    packageId,
    clientId,
    delta: -1,
    creditsRemaining: 9,
    reason: 'BOOKING',
    bookingId,
  },
  'package.activated': { ...active, activatedAt: '2026-03-07T18:04:11.250Z', expiresAt },
  'package.depleted': { ...active, status: 'DEPLETED' },
  'package.expiring': { ...active, expiresAt, creditsRemaining: 2 },
  'package.expired': { ...active, status: 'EXPIRED', expiresAt },
  'package.cancelled': {
    ...active,
    status: 'CANCELLED',
    cancelledAt: '2026-04-02T09:12:44.108Z',
    cancelReason: 'moved away',
  },
  'package.frozen': {
    ...active,
    startsAt: '2026-04-01T04:00:00.000Z',
    endsAt: '2026-04-11T04:00:00.000Z',
    expiresAt: '2026-06-15T03:59:59.999Z',
  },
  'package.unfrozen': { ...active, expiresAt: '2026-06-15T03:59:59.999Z' },
  'package.end_requested': { ...active, requestedAt: '2026-03-07T18:04:11.250Z', endsAt: expiresAt, renewalsLeft: 0 },
  'package.end_withdrawn': { ...active, nextRenewalAt: expiresAt },
  'package.renewed': { ...active, paymentId, expiresAt, nextRenewalAt: expiresAt },
  'package.renewal_failed': {
    ...active,
    paymentId,
    failureCode: 'insufficient_funds',
    attempt: 1,
    nextRenewalAt: '2026-06-06T03:59:59.999Z',
  },
  'payment.created': paid,
  'payment.completed': paid,
  'payment.failed': { ...paid, status: 'FAILED', paymentMethod: 'CARD', failureCode: 'insufficient_funds' },
  'payment.disputed': {
    paymentId,
    clientId,
    packageId,
    amount: 5000,
    currency: 'USD',
    reason: 'fraudulent',
    status: 'OPEN',
  },
  'payment.refunded': {
    paymentId,
    clientId,
    refundId,
    amount: 5000,
    amountRefunded: 5000,
    currency: 'USD',
    status: 'PARTIALLY_REFUNDED',
  },
  'checkin.created': { ...checkin, status: 'VALID', statusCode: 'OK' },
  'checkin.failed': {
    ...checkin,
    bookingId: null,
    sessionId: null,
    status: 'INVALID',
    statusCode: 'NO_ACTIVE_PACKAGE',
  },
  'payment_method.added': savedCard,
  'payment_method.removed': { ...savedCard, isDefault: false },
  'payment_method.default_changed': savedCard,
  'metric.recorded': { ...metric, value: 102.5, previousBest: 105 },
  'metric.personal_best': { ...metric, value: 107.5, previousBest: 105 },
  'site.created': {},
  'site.updated': { changes: { name: 'Riverside' }, previous: { name: 'Main' } },
  'site.archived': { archivedAt: '2026-03-31T12:00:00.000Z' },
  'staff.created': { staffId, role: 'FRONT_DESK', status: 'ACTIVE' },
  'staff.updated': { staffId, changes: { phone: '+1 212 555 0177' }, previous: { phone: null } },
  'staff.status_changed': { staffId, status: 'SUSPENDED', previousStatus: 'ACTIVE' },
  'staff.deactivated': { staffId, role: 'FRONT_DESK', status: 'INACTIVE' },
  'instructor.created': { ...instructor, status: 'ACTIVE' },
  'instructor.updated': { instructorId, changes: { bio: 'Teaches flow.' }, previous: { bio: null } },
  'instructor.deactivated': { ...instructor, status: 'INACTIVE' },
  'settings.updated': {
    group: 'BOOKING',
    changes: { lateCancelWindowMinutes: 360 },
    previous: { lateCancelWindowMinutes: 720 },
  },
  'import.completed': { family: 'CLIENTS', created: 240, updated: 12 },
  'challenge.enrolled': enrollment,
  'challenge.withdrawn': { ...enrollment, pointsTotal: 40 },
  'challenge.completed': { ...enrollment, pointsTotal: 210, finalRank: 3 },
  'challenge.goal_submitted': { ...enrollment, goalId, achieved: true, points: 10, pointsTotal: 50 },
  'challenge.assessment_submitted': { ...enrollment, assessmentId, points: 20, pointsTotal: 70 },
  'content.completed': { contentEntryId, contentMediaId, clientId, watchedSeconds: 1412 },
  'video.completed': { contentEntryId, contentMediaId, clientId, watchedSeconds: 1412 },
  'streak.extended': { type: 'WEEKLY_ATTENDANCE', clientId, length: 6 },
  'streak.broken': { type: 'WEEKLY_ATTENDANCE', clientId, length: 6 },
  'milestone.reached': { type: 'VISITS', clientId, threshold: 25, earnedAt: '2026-03-08T07:21:40.000Z' },
  'award.earned': { awardId, clientId, earnedAt: '2026-03-08T07:21:40.000Z' },
  'leaderboard.period_closed': {
    leaderboardId: '0195a3f2-6d4a-7b9e-8a57-0c1d2e3f4a70',
    periodId: '0195a3f2-6d4a-7b9e-8a57-0c1d2e3f4a71',
    winners: [{ clientId, rank: 1, value: 14 }],
  },
  'backup.verified': {
    check: 'BACKUP',
    file: 'studiod-20260308T041700000Z.db',
    target: null,
    rows: 18_240,
    bytes: 9_437_184,
  },
  'backup.failed': {
    check: 'COPY',
    file: 'studiod-20260308T041700000Z.db',
    target: 's3://harbour-backups/studio',
    lastGoodAt: '2026-03-07T04:17:08.000Z',
  },
  'webhook.failing': { webhookId, name: 'CRM', consecutiveFailures: 3 },
  'webhook.disabled': { webhookId, name: 'CRM', consecutiveFailures: 10 },
  ping: { webhookId },
};

export const legacyExample: LegacyCheckIn = {
  clientID: clientId,
  siteID: siteId,
  checkInTime: '2026-03-08T07:21:40.000Z',
  firstName: 'Dana',
  lastName: 'Rivera',
  email: 'dana.rivera@members.example',
  phone: '+1 212 555 0142',
  barcode: null,
  fobNumber: null,
  packageName: '10 classes',
  packageID: packageId,
  checkInStatus: 'valid',
  checkInMessage: 'Checked in.',
  sessionType: 'class',
  sessionName: 'Morning Flow',
  sessionID: sessionId,
  sessionStartTime: startTime,
  SessionInstructor: 'Ana Reyes',
  customProperties: {},
};

export const exampleBody = (type: EventType): object =>
  JSON.parse(
    envelope('evt_019b76da-a800-7000-8000-00000000000a', type, siteId, '2026-03-08T07:21:40.000Z', examples[type]).body,
  );
