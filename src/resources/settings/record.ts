import { Type } from '@sinclair/typebox';
import { PAYMENT_METHODS } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { matching } from '../../kernel/patterns.ts';
import {
  currency,
  described,
  email,
  extension,
  flag,
  id,
  integer,
  name,
  nullable,
  object,
  oneOf,
  timeZone,
  url,
  weekday,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import { FORMS_OF_ADDRESS } from '../../texts/catalogue.ts';
import { guestSettings } from './areas/guests.ts';
import { notification } from './areas/notification.ts';
import { waysToPay } from './areas/ways-to-pay.ts';
import { defaultsOf, nullableObject, setting, some, stored } from './setting.ts';

const DAY = 1440;
const MONTH = 30 * DAY;
const locale = () =>
  matching('^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$', 'must be a locale, such as en-GB or pt-PT', {
    description: 'A BCP 47 language tag, such as en-GB.',
  });
const fee = () => inMinorUnits(integer(0, 100_000_000));
const acceptedMethods = Type.Array(oneOf(...PAYMENT_METHODS), { minItems: 1, maxItems: 5, uniqueItems: true });

export const booking = {
  bookingWindowDays: setting(described(integer(0, 730), 'How many days before the start booking opens.'), 14),
  bookingCutoffMinutes: setting(described(integer(0, MONTH), 'How many minutes before the start booking closes.'), 0),
  lateCancelWindowMinutes: setting(
    described(integer(0, MONTH), 'The number of minutes before the start from which a cancellation is late.'),
    720,
  ),
  allowMemberLateCancel: setting(described(flag(), 'Whether members can cancel late themselves.'), true),
  waitlistEnabled: setting(described(flag(), 'Whether full sessions have a waitlist.'), true),
  waitlistDefaultCapacity: setting(
    described(nullable(integer(1, 10_000)), 'The maximum number of clients on the waitlist. `null` for no limit.'),
    null,
  ),
  waitlistPromotionMode: setting(
    described(
      oneOf('automatic', 'confirmation_window', 'manual'),
      '`automatic`: an open spot goes to the waitlist; `confirmation_window`: it is offered first; `manual`: staff ' +
        'decide.',
    ),
    'automatic',
  ),
  waitlistConfirmationMinutes: setting(described(integer(1, MONTH), 'How long an offered spot can be accepted.'), 120),
  waitlistCutoffMinutes: setting(
    described(
      nullable(integer(0, MONTH)),
      'How many minutes before the start promotion stops. `null` for the same as `lateCancelWindowMinutes`.',
    ),
    null,
  ),
  promotionGraceMinutes: setting(described(integer(0, MONTH), 'How long a promoted client can cancel for free.'), 60),
  checkInOpensMinutesBefore: setting(
    described(integer(0, MONTH), 'How many minutes before the start check-in opens.'),
    120,
  ),
  checkInClosesMinutesAfter: setting(
    described(integer(0, MONTH), 'How many minutes after the end check-in closes.'),
    0,
  ),
  allowReCheckIn: setting(described(flag(), 'Whether a client can check in to a session more than once.'), false),
  maxReCheckIns: setting(described(integer(0, 100), 'The maximum number of repeated check-ins.'), 3),
  minReCheckInGapMinutes: setting(described(integer(0, DAY), 'The minimum minutes between two check-ins.'), 2),
  autoNoShowMinutesAfterEnd: setting(
    described(
      nullable(integer(0, MONTH)),
      'How many minutes after the end bookings without a check-in become no-shows. `null` for never.',
    ),
    null,
  ),
  staffEditHours: setting(described(integer(0, 720), 'How many hours after the end staff can correct a session.'), 24),
  requireCredit: setting(described(flag(), 'Whether a booking through the Business API requires a package.'), false),
  memberRequiresCredit: setting(described(flag(), 'Whether a booking by a member requires a package.'), true),
  allowOverlappingBookings: setting(described(flag(), 'Whether members can book overlapping sessions.'), false),
  maxActiveBookingsPerClient: setting(
    described(nullable(integer(1, 1000)), 'The maximum number of upcoming bookings per client. `null` for no limit.'),
    null,
  ),
  sessionHorizonDays: setting(described(integer(1, 730), 'How many days in advance sessions are created.'), 90),
  refundDropIns: setting(
    described(oneOf('automatic', 'none'), 'Whether canceled drop-ins paid by card are refunded automatically.'),
    'automatic',
  ),
  ...guestSettings,
};

const confirmOnConnectedAccount = described(
  flag(),
  'Whether apps confirm cards on the connected account: `true` if the publishable key belongs to the platform.',
);

const processor = {
  schema: object({
    name: nullable(oneOf(...PROCESSOR_NAMES)),
    mode: described(nullable(oneOf(...PROCESSOR_MODES)), '`live` charges money; `test` does not.'),
    publishableKey: described(nullable(Type.String()), 'The key for apps.'),
    account: described(nullable(Type.String()), "The connected account. `null` for the studio's own account."),
    confirmOnConnectedAccount,
    onboardingStatus: described(oneOf('not_started', 'pending', 'complete'), 'The setup status of the account.'),
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
  taxInclusive: setting(described(flag(), 'Whether prices include tax.'), true),
  acceptedMethods: setting(described(acceptedMethods, 'The payment methods clients can use.'), ['card']),
  lateCancelFee: setting(described(fee(), 'The fee, in the smallest currency unit. 0 for no fee.'), 0),
  noShowFee: setting(described(fee(), 'The fee, in the smallest currency unit. 0 for no fee.'), 0),
  feesApplyTo: setting(
    described(oneOf('unlimited_only', 'all'), 'Which bookings incur a fee: those with unlimited packages, or all.'),
    'unlimited_only',
  ),
  autoChargeFees: setting(described(flag(), 'Whether fees are charged to the saved card automatically.'), false),
  feeChargeDelayHours: setting(described(integer(0, 720), 'The number of hours before a fee is charged.'), 24),
  refundWindowDays: setting(
    described(nullable(integer(0, 3650)), 'How many days after a payment it can be refunded. `null` for no limit.'),
    null,
  ),
  platformFeePercent: setting(
    described(Type.Number({ minimum: 0, maximum: 100 }), "The platform's share of each charge, in percent."),
    0,
  ),
  processor,
  maxSavedMethods: setting(described(integer(1, 50), 'The maximum number of cards a member can save.'), 5),
  ...waysToPay,
  holdCreditsInArrears: setting(described(flag(), 'Whether packages are on hold while the client owes money.'), true),
};

/** A text to which members agree, with the name that distinguishes it from its earlier versions. */
export const agreementText = () => ({
  version: described(name(), 'Identifies this text. Change it with the text: members then have to agree again.'),
  text: described(Type.String({ minLength: 1, maxLength: 50_000 }), 'The complete text.'),
});

export const membership = {
  freezeAllowed: setting(described(flag(), 'Whether packages can be frozen.'), true),
  maxFreezeDaysPerYear: setting(described(integer(0, 366), 'The maximum number of days frozen per year.'), 60),
  freezeExtendsExpiry: setting(described(flag(), 'Whether a freeze extends the expiry date.'), true),
  restoreToExpiredPolicy: setting(
    described(
      oneOf('extend', 'forfeit'),
      'What happens to a credit returned to an expired package: the package is extended, or the credit is lost.',
    ),
    'extend',
  ),
  extendDays: setting(described(integer(0, 366), 'How long such a package is extended.'), 7),
  cancelFutureBookingsOnPackageCancel: setting(
    described(flag(), 'Whether canceling a package cancels its upcoming bookings.'),
    false,
  ),
  selfSignUp: setting(described(flag(), 'Whether a person who signs in for the first time becomes a client.'), false),
  publicTimetable: setting(
    described(flag(), 'Whether visitors see the schedule, the classes, and the plans sold online.'),
    true,
  ),
  publicLibrary: setting(
    described(
      flag(),
      'Whether visitors who see the schedule also see the library: public entries, and how to unlock the rest.',
    ),
    true,
  ),
  lockNames: setting(described(flag(), 'Whether only the studio can change the names of members.'), false),
  searchEngines: setting(
    described(flag(), 'Whether search engines can list the pages of the schedule, classes, and plans.'),
    true,
  ),
  showPlaces: setting(
    described(
      oneOf('never', 'few', 'count'),
      'What visitors see about the open spots of a class that is not full: nothing, that few are left, or how many.',
    ),
    'few',
  ),
  signUp: setting(
    described(
      oneOf('open', 'approval', 'closed'),
      'Whether visitors can become clients on their own with an email code: right away, after the studio approves, ' +
        'or not at all.',
    ),
    'open',
  ),
  embedOrigins: setting(
    described(
      Type.Array(Type.String({ format: 'origin' }), { maxItems: 20, uniqueItems: true }),
      'The origins of the websites that embed the schedule or plans in a frame, such as https://www.example.com.',
    ),
    [],
  ),
  askBirthDate: setting(
    described(
      flag(),
      'Whether sign-up, and adding a dependant, ask for the date of birth. A guardian signs for anyone under 18.',
    ),
    false,
  ),
  households: setting(
    extension(
      oneOf('off', 'desk', 'members'),
      'Who sets up households, in which adults book, pay, and sign for dependants such as their children: the studio ' +
        '(`desk`), or members, too: they add dependants and invite another adult. `off`: no one is offered any. ' +
        'Existing households continue in any case.',
    ),
    'off',
  ),
  waiver: nullableObject(agreementText(), 'The liability waiver that members sign. `null` for no waiver.'),
  consent: nullableObject(agreementText(), 'The text members agree to when they sign up. `null` for no text.'),
  streakWeeklyTarget: setting(
    described(integer(1, 7), "How many visits a week needs to count toward a member's streak."),
    1,
  ),
  requirePackageForCheckIn: setting(
    described(flag(), 'Whether a check-in without a booking requires a package.'),
    false,
  ),
};

export const brand = {
  name: stored(name()),
  defaultSiteId: stored(id()),
  defaultTimezone: stored(timeZone()),
  locale: stored(locale()),
  logoUrl: setting(described(nullable(url()), 'The URL of the logo.'), null),
  photoUrl: setting(
    described(
      nullable(url()),
      'The URL of the photo above the schedule that visitors see, with an aspect ratio of 4:1.',
    ),
    null,
  ),
  photoSmallUrl: setting(
    described(
      nullable(url()),
      'The URL of the same photo for phones, with an aspect ratio of 9:5. `null` to use the wide one.',
    ),
    null,
  ),
  weekStart: setting(described(weekday(), 'The first day of the week.'), 'MO'),
  supportEmail: setting(described(nullable(email()), 'An email address where members can get help.'), null),
  memberTier: setting(described(oneOf('basic', 'premium', 'pro'), 'The rate limit for members.'), 'basic'),
  formOfAddress: setting(
    described(
      oneOf(...FORMS_OF_ADDRESS),
      'How German pages and emails address members: du (informal) or Sie (formal). Other languages have one form.',
    ),
    'informal',
  ),
  requireSecondFactor: setting(
    described(flag(), 'Whether staff need two-step sign-in to work in the console. Only owners can change it.'),
    false,
  ),
};

/** The values where neither brand nor site sets one (records.md "Settings"). */
export const DEFAULTS = {
  booking: defaultsOf(booking),
  payment: defaultsOf(payment),
  notification: defaultsOf(notification),
  membership: defaultsOf(membership),
  brand: defaultsOf(brand),
};
