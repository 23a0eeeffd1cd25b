import type {
  BookingSettings,
  BrandSettings,
  MembershipSettings,
  NotificationSettings,
  PaymentSettings,
} from './shapes.ts';

/** What the first start writes down, so that it is always there. */
type Given = 'name' | 'defaultSiteId' | 'defaultTimezone' | 'locale';

interface Defaults {
  readonly booking: BookingSettings;
  readonly payment: PaymentSettings;
  readonly notification: NotificationSettings;
  readonly membership: MembershipSettings;
  readonly brand: Omit<BrandSettings, Given>;
}

/** What holds where nobody said otherwise (records.md "Settings"). */
export const DEFAULTS: Defaults = {
  booking: {
    bookingWindowDays: 14,
    bookingCutoffMinutes: 0,
    lateCancelWindowMinutes: 720,
    allowMemberLateCancel: true,
    waitlistEnabled: true,
    waitlistDefaultCapacity: null,
    waitlistPromotionMode: 'automatic',
    waitlistConfirmationMinutes: 120,
    waitlistCutoffMinutes: null,
    promotionGraceMinutes: 60,
    checkInOpensMinutesBefore: 120,
    checkInClosesMinutesAfter: 0,
    allowReCheckIn: false,
    maxReCheckIns: 3,
    minReCheckInGapMinutes: 2,
    autoNoShowMinutesAfterEnd: null,
    requireCredit: false,
    memberRequiresCredit: true,
    allowOverlappingBookings: false,
    maxActiveBookingsPerClient: null,
    sessionHorizonDays: 90,
  },
  payment: {
    currency: 'USD',
    taxInclusive: true,
    acceptedMethods: ['card'],
    lateCancelFee: 0,
    noShowFee: 0,
    feesApplyTo: 'unlimited_only',
    autoChargeFees: false,
    feeChargeDelayHours: 24,
    refundWindowDays: null,
    platformFeePercent: 0,
    // Nothing is connected until a processor says so.
    processor: {
      name: null,
      mode: null,
      publishableKey: null,
      account: null,
      confirmOnConnectedAccount: false,
      onboardingStatus: 'not_started',
    },
    maxSavedMethods: 5,
    holdCreditsInArrears: true,
  },
  notification: {
    fromName: null,
    replyTo: null,
    bookingConfirmation: true,
    bookingReminder: { enabled: true, minutesBefore: 120 },
    waitlistPromoted: true,
    sessionCancelled: true,
    sessionChanged: true,
    packageExpiring: { enabled: true, daysBefore: 7 },
    paymentFailed: true,
    quietHours: null,
    channels: { email: true, sms: false, push: true },
  },
  membership: {
    freezeAllowed: true,
    maxFreezeDaysPerYear: 60,
    freezeExtendsExpiry: true,
    restoreToExpiredPolicy: 'extend',
    extendDays: 7,
    cancelFutureBookingsOnPackageCancel: false,
    selfSignUp: false,
  },
  brand: {
    logoUrl: null,
    weekStart: 'MO',
    supportEmail: null,
    memberTier: 'basic',
  },
};
