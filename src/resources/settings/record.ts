import { Type } from '@sinclair/typebox';
import { PAYMENT_METHODS } from '../../events/enumerations.ts';
import {
  currency,
  email,
  flag,
  id,
  integer,
  name,
  nullable,
  oneOf,
  part,
  timeZone,
  url,
  wallTime,
  weekday,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import { defaultsOf, object, setting, some, stored } from './setting.ts';

const DAY = 1440;
const MONTH = 30 * DAY;
const locale = () =>
  Type.String({
    pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$',
    description: 'BCP 47, such as en-GB',
  });
const fee = () => integer(0, 100_000_000);
const acceptedMethods = Type.Array(oneOf(...PAYMENT_METHODS), { minItems: 1, maxItems: 5, uniqueItems: true });

export const booking = {
  bookingWindowDays: setting(integer(0, 730), 14),
  bookingCutoffMinutes: setting(integer(0, MONTH), 0),
  lateCancelWindowMinutes: setting(integer(0, MONTH), 720),
  allowMemberLateCancel: setting(flag(), true),
  waitlistEnabled: setting(flag(), true),
  waitlistDefaultCapacity: setting(nullable(integer(1, 10_000)), null),
  waitlistPromotionMode: setting(oneOf('automatic', 'confirmation_window', 'manual'), 'automatic'),
  waitlistConfirmationMinutes: setting(integer(1, MONTH), 120),
  waitlistCutoffMinutes: setting(nullable(integer(0, MONTH)), null),
  promotionGraceMinutes: setting(integer(0, MONTH), 60),
  checkInOpensMinutesBefore: setting(integer(0, MONTH), 120),
  checkInClosesMinutesAfter: setting(integer(0, MONTH), 0),
  allowReCheckIn: setting(flag(), false),
  maxReCheckIns: setting(integer(0, 100), 3),
  minReCheckInGapMinutes: setting(integer(0, DAY), 2),
  autoNoShowMinutesAfterEnd: setting(nullable(integer(0, MONTH)), null),
  requireCredit: setting(flag(), false),
  memberRequiresCredit: setting(flag(), true),
  allowOverlappingBookings: setting(flag(), false),
  maxActiveBookingsPerClient: setting(nullable(integer(1, 1000)), null),
  sessionHorizonDays: setting(integer(1, 730), 90),
  refundDropIns: setting(oneOf('automatic', 'none'), 'automatic'),
};

const confirmOnConnectedAccount = flag();

const processor = {
  schema: part({
    name: nullable(oneOf(...PROCESSOR_NAMES)),
    mode: nullable(oneOf(...PROCESSOR_MODES)),
    publishableKey: nullable(Type.String()),
    account: nullable(Type.String()),
    confirmOnConnectedAccount,
    onboardingStatus: oneOf('not_started', 'pending', 'complete'),
  }),
  // Everything else about the processor follows from the keys and the account in the configuration.
  sent: some({ confirmOnConnectedAccount }),
  initial: {
    name: null,
    mode: null,
    publishableKey: null,
    account: null,
    confirmOnConnectedAccount: false,
    onboardingStatus: 'not_started' as const,
  },
};

export const payment = {
  currency: setting(currency(), 'USD'),
  taxInclusive: setting(flag(), true),
  acceptedMethods: setting(acceptedMethods, ['card']),
  lateCancelFee: setting(fee(), 0),
  noShowFee: setting(fee(), 0),
  feesApplyTo: setting(oneOf('unlimited_only', 'all'), 'unlimited_only'),
  autoChargeFees: setting(flag(), false),
  feeChargeDelayHours: setting(integer(0, 720), 24),
  refundWindowDays: setting(nullable(integer(0, 3650)), null),
  platformFeePercent: setting(Type.Number({ minimum: 0, maximum: 100 }), 0),
  processor,
  maxSavedMethods: setting(integer(1, 50), 5),
  holdCreditsInArrears: setting(flag(), true),
};

export const notification = {
  fromName: setting(nullable(name()), null),
  replyTo: setting(nullable(email()), null),
  bookingConfirmation: setting(flag(), true),
  bookingReminder: object({ enabled: flag(), minutesBefore: integer(1, MONTH) }, { enabled: true, minutesBefore: 120 }),
  waitlistPromoted: setting(flag(), true),
  sessionCancelled: setting(flag(), true),
  sessionChanged: setting(flag(), true),
  packageExpiring: object({ enabled: flag(), daysBefore: integer(1, 365) }, { enabled: true, daysBefore: 7 }),
  paymentFailed: setting(flag(), true),
  quietHours: setting(nullable(part({ start: wallTime(), end: wallTime() })), null),
  channels: object({ email: flag(), sms: flag(), push: flag() }, { email: true, sms: false, push: true }),
};

export const membership = {
  freezeAllowed: setting(flag(), true),
  maxFreezeDaysPerYear: setting(integer(0, 366), 60),
  freezeExtendsExpiry: setting(flag(), true),
  restoreToExpiredPolicy: setting(oneOf('extend', 'forfeit'), 'extend'),
  extendDays: setting(integer(0, 366), 7),
  cancelFutureBookingsOnPackageCancel: setting(flag(), false),
  selfSignUp: setting(flag(), false),
  requirePackageForCheckIn: setting(flag(), false),
};

export const brand = {
  name: stored(name()),
  defaultSiteId: stored(id()),
  defaultTimezone: stored(timeZone()),
  locale: stored(locale()),
  logoUrl: setting(nullable(url()), null),
  weekStart: setting(weekday(), 'MO'),
  supportEmail: setting(nullable(email()), null),
  memberTier: setting(oneOf('basic', 'premium', 'pro'), 'basic'),
};

/** The values where neither brand nor site sets one (records.md "Settings"). */
export const DEFAULTS = {
  booking: defaultsOf(booking),
  payment: defaultsOf(payment),
  notification: defaultsOf(notification),
  membership: defaultsOf(membership),
  brand: defaultsOf(brand),
};
