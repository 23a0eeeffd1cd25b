import type { TextKey } from '../../../texts/translate.ts';
import type { operations } from '../../api/schema.d.ts';

/** A kind of event by its type. */
export type EventType = NonNullable<NonNullable<operations['listEvents']['parameters']['query']>['type']>;

export interface EventFamily {
  /** What stands for all of it in a subscription; `ping` has no such thing. */
  readonly pattern: string;
  readonly label: TextKey;
  readonly types: Partial<Record<EventType, TextKey>>;
}

/** The kinds of events by what they are about. A test compares them with the catalogue. */
export const EVENT_FAMILIES: readonly EventFamily[] = [
  {
    pattern: 'booking.*',
    label: 'events.booking',
    types: {
      'booking.created': 'events.bookingCreated',
      'booking.waitlisted': 'events.bookingWaitlisted',
      'booking.waitlist_offered': 'events.bookingOffered',
      'booking.waitlist_promoted': 'events.bookingPromoted',
      'booking.updated': 'events.bookingUpdated',
      'booking.cancelled': 'events.bookingCancelled',
      'booking.checked_in': 'events.bookingCheckedIn',
      'booking.noshow': 'events.bookingNoshow',
      'booking.penalty_charged': 'events.bookingPenaltyCharged',
      'booking.penalty_waived': 'events.bookingPenaltyWaived',
    },
  },
  {
    pattern: 'session.*',
    label: 'events.session',
    types: {
      'session.created': 'events.sessionCreated',
      'session.updated': 'events.sessionUpdated',
      'session.instructor_changed': 'events.sessionInstructorChanged',
      'session.cancelled': 'events.sessionCancelled',
      'session.full': 'events.sessionFull',
      'session.spot_available': 'events.sessionSpotAvailable',
      'session.completed': 'events.sessionCompleted',
    },
  },
  {
    pattern: 'schedule.*',
    label: 'events.schedule',
    types: {
      'schedule.created': 'events.scheduleCreated',
      'schedule.updated': 'events.scheduleUpdated',
      'schedule.deleted': 'events.scheduleDeleted',
    },
  },
  {
    pattern: 'client.*',
    label: 'events.client',
    types: {
      'client.created': 'events.clientCreated',
      'client.updated': 'events.clientUpdated',
      'client.status_changed': 'events.clientStatusChanged',
      'client.archived': 'events.clientArchived',
      'client.restored': 'events.clientRestored',
      'client.erasure_requested': 'events.clientErasureRequested',
      'client.erasure_withdrawn': 'events.clientErasureWithdrawn',
      'client.erasure_declined': 'events.clientErasureDeclined',
      'client.merged': 'events.clientMerged',
    },
  },
  {
    pattern: 'household.*',
    label: 'events.household',
    types: {
      'household.created': 'events.householdCreated',
      'household.updated': 'events.householdUpdated',
      'household.deleted': 'events.householdDeleted',
      'household.member_added': 'events.householdMemberAdded',
      'household.member_updated': 'events.householdMemberUpdated',
      'household.member_removed': 'events.householdMemberRemoved',
      'household.invited': 'events.householdInvited',
    },
  },
  {
    pattern: 'package.*',
    label: 'events.package',
    types: {
      'package.purchased': 'events.packagePurchased',
      'package.credits_changed': 'events.packageCreditsChanged',
      'package.activated': 'events.packageActivated',
      'package.depleted': 'events.packageDepleted',
      'package.expiring': 'events.packageExpiring',
      'package.expired': 'events.packageExpired',
      'package.cancelled': 'events.packageCancelled',
      'package.frozen': 'events.packageFrozen',
      'package.unfrozen': 'events.packageUnfrozen',
      'package.end_requested': 'events.packageEndRequested',
      'package.end_withdrawn': 'events.packageEndWithdrawn',
      'package.renewed': 'events.packageRenewed',
      'package.renewal_failed': 'events.packageRenewalFailed',
    },
  },
  {
    pattern: 'payment.*',
    label: 'events.payment',
    types: {
      'payment.created': 'events.paymentCreated',
      'payment.completed': 'events.paymentCompleted',
      'payment.failed': 'events.paymentFailed',
      'payment.refunded': 'events.paymentRefunded',
      'payment.disputed': 'events.paymentDisputed',
    },
  },
  {
    pattern: 'checkin.*',
    label: 'events.checkin',
    types: { 'checkin.created': 'events.checkinCreated', 'checkin.failed': 'events.checkinFailed' },
  },
  { pattern: 'checkIn', label: 'events.checkInLegacy', types: { checkIn: 'events.checkInLegacy' } },
  {
    pattern: 'payment_method.*',
    label: 'events.paymentMethod',
    types: {
      'payment_method.added': 'events.paymentMethodAdded',
      'payment_method.removed': 'events.paymentMethodRemoved',
      'payment_method.default_changed': 'events.paymentMethodDefault',
    },
  },
  {
    pattern: 'site.*',
    label: 'events.site',
    types: {
      'site.created': 'events.siteCreated',
      'site.updated': 'events.siteUpdated',
      'site.archived': 'events.siteArchived',
    },
  },
  {
    pattern: 'staff.*',
    label: 'events.staff',
    types: {
      'staff.created': 'events.staffCreated',
      'staff.updated': 'events.staffUpdated',
      'staff.status_changed': 'events.staffStatusChanged',
      'staff.deactivated': 'events.staffDeactivated',
    },
  },
  {
    pattern: 'instructor.*',
    label: 'events.instructor',
    types: {
      'instructor.created': 'events.instructorCreated',
      'instructor.updated': 'events.instructorUpdated',
      'instructor.deactivated': 'events.instructorDeactivated',
    },
  },
  { pattern: 'settings.*', label: 'events.settings', types: { 'settings.updated': 'events.settingsUpdated' } },
  { pattern: 'import.*', label: 'events.import', types: { 'import.completed': 'events.importCompleted' } },
  {
    pattern: 'challenge.*',
    label: 'events.challenge',
    types: {
      'challenge.enrolled': 'events.challengeEnrolled',
      'challenge.withdrawn': 'events.challengeWithdrawn',
      'challenge.completed': 'events.challengeCompleted',
      'challenge.goal_submitted': 'events.challengeGoal',
      'challenge.assessment_submitted': 'events.challengeAssessment',
    },
  },
  {
    pattern: 'metric.*',
    label: 'events.metric',
    types: { 'metric.recorded': 'events.metricRecorded', 'metric.personal_best': 'events.metricPersonalBest' },
  },
  { pattern: 'content.*', label: 'events.content', types: { 'content.completed': 'events.contentCompleted' } },
  { pattern: 'video.*', label: 'events.video', types: { 'video.completed': 'events.videoCompleted' } },
  {
    pattern: 'streak.*',
    label: 'events.streak',
    types: { 'streak.extended': 'events.streakExtended', 'streak.broken': 'events.streakBroken' },
  },
  { pattern: 'milestone.*', label: 'events.milestone', types: { 'milestone.reached': 'events.milestoneReached' } },
  { pattern: 'award.*', label: 'events.award', types: { 'award.earned': 'events.awardEarned' } },
  {
    pattern: 'leaderboard.*',
    label: 'events.leaderboard',
    types: { 'leaderboard.period_closed': 'events.leaderboardClosed' },
  },
  {
    pattern: 'backup.*',
    label: 'events.backup',
    types: { 'backup.verified': 'events.backupVerified', 'backup.failed': 'events.backupFailed' },
  },
  {
    pattern: 'webhook.*',
    label: 'events.webhook',
    types: { 'webhook.failing': 'events.webhookFailing', 'webhook.disabled': 'events.webhookDisabled' },
  },
  { pattern: 'ping', label: 'events.ping', types: { ping: 'events.ping' } },
];

const WORDS: ReadonlyMap<string, TextKey> = new Map(
  EVENT_FAMILIES.flatMap(({ pattern, label, types }) => [[pattern, label] as const, ...Object.entries(types)]),
);

/** What a type of event is called; undefined for a type that this page does not know. */
export const eventWord = (type: string): TextKey | undefined => WORDS.get(type);

/** Whether a text is a type of event. */
export const isEventType = (type: string | undefined): type is EventType =>
  type !== undefined && EVENT_FAMILIES.some(({ types }) => Object.hasOwn(types, type));
