import { type TSchema, Type } from '@sinclair/typebox';
import { PAYMENT_METHODS } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { matching } from '../../kernel/patterns.ts';
import {
  currency,
  described,
  email,
  flag,
  id,
  integer,
  name,
  nullable,
  object,
  oneOf,
  timeZone,
  url,
  wallTime,
  weekday,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import { FORMS_OF_ADDRESS } from '../../texts/catalogue.ts';
import { defaultsOf, nullableObject, objectSetting, setting, some, stored } from './setting.ts';

const DAY = 1440;
const MONTH = 30 * DAY;
const locale = () =>
  matching('^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$', 'must be a locale, such as en-GB or pt-PT', {
    description: 'BCP 47, such as en-GB',
  });
const fee = () => inMinorUnits(integer(0, 100_000_000));
const acceptedMethods = Type.Array(oneOf(...PAYMENT_METHODS), { minItems: 1, maxItems: 5, uniqueItems: true });

export const booking = {
  bookingWindowDays: setting(described(integer(0, 730), 'How many days before the start a session can be booked.'), 14),
  bookingCutoffMinutes: setting(described(integer(0, MONTH), 'How many minutes before the start booking ends.'), 0),
  lateCancelWindowMinutes: setting(
    described(integer(0, MONTH), 'A cancellation later than this before the start is late.'),
    720,
  ),
  allowMemberLateCancel: setting(described(flag(), 'Whether members may cancel late themselves.'), true),
  waitlistEnabled: setting(described(flag(), 'Whether full sessions have a waiting list.'), true),
  waitlistDefaultCapacity: setting(
    described(nullable(integer(1, 10_000)), 'The most clients who can wait; null for no limit.'),
    null,
  ),
  waitlistPromotionMode: setting(
    described(
      oneOf('automatic', 'confirmation_window', 'manual'),
      'automatic: a free seat goes to the first in line; confirmation_window: it is offered first; manual: staff decide.',
    ),
    'automatic',
  ),
  waitlistConfirmationMinutes: setting(described(integer(1, MONTH), 'How long an offered seat can be accepted.'), 120),
  waitlistCutoffMinutes: setting(
    described(
      nullable(integer(0, MONTH)),
      'How many minutes before the start promotion ends; null as lateCancelWindowMinutes.',
    ),
    null,
  ),
  promotionGraceMinutes: setting(
    described(integer(0, MONTH), 'How long a promoted client may cancel free of charge.'),
    60,
  ),
  checkInOpensMinutesBefore: setting(
    described(integer(0, MONTH), 'How many minutes before the start check-in opens.'),
    120,
  ),
  checkInClosesMinutesAfter: setting(
    described(integer(0, MONTH), 'How many minutes after the end check-in closes.'),
    0,
  ),
  allowReCheckIn: setting(described(flag(), 'Whether a client may check in to a session again.'), false),
  maxReCheckIns: setting(described(integer(0, 100), 'How many times again.'), 3),
  minReCheckInGapMinutes: setting(described(integer(0, DAY), 'The least minutes between two check-ins.'), 2),
  autoNoShowMinutesAfterEnd: setting(
    described(
      nullable(integer(0, MONTH)),
      'How long after the end bookings without a check-in become no-shows; null for never.',
    ),
    null,
  ),
  requireCredit: setting(described(flag(), 'Whether a booking by the Business API needs a package.'), false),
  memberRequiresCredit: setting(described(flag(), 'Whether a booking by a member needs a package.'), true),
  allowOverlappingBookings: setting(described(flag(), 'Whether members may book sessions that overlap.'), false),
  maxActiveBookingsPerClient: setting(
    described(nullable(integer(1, 1000)), 'The most future bookings of a client; null for no limit.'),
    null,
  ),
  sessionHorizonDays: setting(described(integer(1, 730), 'How many days ahead sessions are created.'), 90),
  refundDropIns: setting(
    described(oneOf('automatic', 'none'), 'Whether a cancelled drop-in that was paid by card is refunded by itself.'),
    'automatic',
  ),
};

const confirmOnConnectedAccount = described(
  flag(),
  'Whether apps confirm cards on the connected account: true when the publishable key belongs to the platform.',
);

const processor = {
  schema: object({
    name: nullable(oneOf(...PROCESSOR_NAMES)),
    mode: described(nullable(oneOf(...PROCESSOR_MODES)), 'live charges money; test does not.'),
    publishableKey: described(nullable(Type.String()), 'The key for apps.'),
    account: described(nullable(Type.String()), 'The connected account; null for the own account.'),
    confirmOnConnectedAccount,
    onboardingStatus: described(oneOf('not_started', 'pending', 'complete'), 'How far the account is set up.'),
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
  taxInclusive: setting(described(flag(), 'Whether prices contain the tax.'), true),
  acceptedMethods: setting(described(acceptedMethods, 'How clients may pay.'), ['card']),
  lateCancelFee: setting(described(fee(), 'In minor units; 0 for no fee.'), 0),
  noShowFee: setting(described(fee(), 'In minor units; 0 for no fee.'), 0),
  feesApplyTo: setting(
    described(oneOf('unlimited_only', 'all'), 'Which bookings cost a fee: bookings with unlimited packages, or all.'),
    'unlimited_only',
  ),
  autoChargeFees: setting(described(flag(), 'Whether fees are charged to the saved card by themselves.'), false),
  feeChargeDelayHours: setting(described(integer(0, 720), 'How long a fee waits before it is charged.'), 24),
  refundWindowDays: setting(
    described(nullable(integer(0, 3650)), 'How many days a payment can be refunded; null for no limit.'),
    null,
  ),
  platformFeePercent: setting(
    described(Type.Number({ minimum: 0, maximum: 100 }), 'What the platform keeps of each charge.'),
    0,
  ),
  processor,
  maxSavedMethods: setting(described(integer(1, 50), 'The most cards that a member can save.'), 5),
  holdCreditsInArrears: setting(described(flag(), 'Whether packages are on hold while the client owes money.'), true),
};

/** Said of the channels until they are there. */
const NOT_SENT = 'Not sent yet: studiod stores what you choose for the release that sends them.';
const promised = <Schema extends TSchema>(schema: Schema, description: string): Schema =>
  described(schema, `${description} ${NOT_SENT}`);

export const notification = {
  fromName: setting(described(nullable(name()), 'The sender of mails; null for the name of the brand.'), null),
  replyTo: setting(described(nullable(email()), 'Where answers to mails go.'), null),
  bookingConfirmation: setting(described(flag(), 'Whether a booking is confirmed by a message.'), true),
  bookingReminder: objectSetting(
    {
      enabled: described(flag(), 'Whether clients are reminded of a session.'),
      minutesBefore: described(integer(1, MONTH), 'How many minutes before the start.'),
    },
    { enabled: true, minutesBefore: 120 },
  ),
  waitlistPromoted: setting(described(flag(), 'Whether a client is told of a seat from the waiting list.'), true),
  sessionCancelled: setting(described(flag(), 'Whether clients are told that a session is cancelled.'), true),
  sessionChanged: setting(described(flag(), 'Whether clients are told of a new time or instructor.'), true),
  packageExpiring: objectSetting(
    {
      enabled: described(flag(), 'Whether clients are told that a package expires.'),
      daysBefore: described(integer(1, 365), 'How many days before.'),
    },
    { enabled: true, daysBefore: 7 },
  ),
  paymentFailed: setting(described(flag(), 'Whether a client is told that a charge failed.'), true),
  quietHours: nullableObject(
    { start: described(wallTime(), 'When they begin.'), end: described(wallTime(), 'When they end.') },
    'The hours in which only urgent messages are sent.',
  ),
  channels: objectSetting(
    {
      email: described(flag(), 'Whether mails are sent.'),
      sms: promised(flag(), 'Whether text messages are sent.'),
      push: promised(flag(), 'Whether notifications of the app are sent.'),
    },
    { email: true, sms: false, push: true },
  ),
  maxPerDay: setting(
    described(integer(1, 1000), 'The most mails to one client in 24 hours; urgent and locked mails go beyond it.'),
    10,
  ),
  dailySummary: setting(
    described(flag(), 'Whether owners and managers get a mail each morning about the day before.'),
    true,
  ),
};

/** A text to which members agree, with the name that tells it from its earlier versions. */
export const agreementText = () => ({
  version: described(name(), 'Names this text, such as its date. Change it with the text: members agree anew.'),
  text: described(Type.String({ minLength: 1, maxLength: 50_000 }), 'The whole text.'),
});

const websiteOrigin = Type.String({ format: 'origin' });

export const membership = {
  freezeAllowed: setting(described(flag(), 'Whether packages can be frozen.'), true),
  maxFreezeDaysPerYear: setting(described(integer(0, 366), 'The most frozen days of a package in a year.'), 60),
  freezeExtendsExpiry: setting(described(flag(), 'Whether a freeze moves the expiry.'), true),
  restoreToExpiredPolicy: setting(
    described(
      oneOf('extend', 'forfeit'),
      'What becomes of a credit that comes back to an expired package: the package lives on, or the credit is lost.',
    ),
    'extend',
  ),
  extendDays: setting(described(integer(0, 366), 'How long such a package lives on.'), 7),
  cancelFutureBookingsOnPackageCancel: setting(
    described(flag(), 'Whether cancelling a package cancels its future bookings.'),
    false,
  ),
  selfSignUp: setting(described(flag(), 'Whether somebody who signs in for the first time becomes a client.'), false),
  publicTimetable: setting(
    described(flag(), 'Whether strangers see the timetable, the classes and the plans that are sold online.'),
    true,
  ),
  publicLibrary: setting(
    described(
      flag(),
      'Whether strangers see the library too, where they see the timetable: they open what is public, and read how to open the rest.',
    ),
    true,
  ),
  searchEngines: setting(
    described(flag(), 'Whether search engines may list the pages of the timetable, the classes and the plans.'),
    true,
  ),
  showPlaces: setting(
    described(
      oneOf('never', 'few', 'count'),
      'What strangers read of the free seats of a class that is not full: nothing, that few are left, or how many.',
    ),
    'few',
  ),
  signUp: setting(
    described(
      oneOf('open', 'approval', 'closed'),
      'Whether strangers become clients by themselves with a code by mail: at once, once the studio approves, or not.',
    ),
    'open',
  ),
  embedOrigins: setting(
    described(
      Type.Array(websiteOrigin, { maxItems: 20, uniqueItems: true }),
      'The origins of the websites that show the timetable or the plans in a frame, such as https://www.example.com.',
    ),
    [],
  ),
  askBirthDate: setting(
    described(flag(), 'Whether a sign-up asks for the date of birth; a guardian signs for who is under 18.'),
    false,
  ),
  waiver: nullableObject(agreementText(), 'The liability waiver that members sign; null for no waiver.'),
  consent: nullableObject(agreementText(), 'What members agree to when they sign up; null for no such text.'),
  streakWeeklyTarget: setting(
    described(integer(1, 7), 'How many visits a week needs to count in the streak of a member.'),
    1,
  ),
  requirePackageForCheckIn: setting(described(flag(), 'Whether a check-in without a booking needs a package.'), false),
};

export const brand = {
  name: stored(name()),
  defaultSiteId: stored(id()),
  defaultTimezone: stored(timeZone()),
  locale: stored(locale()),
  logoUrl: setting(described(nullable(url()), 'The address of the logo.'), null),
  photoUrl: setting(
    described(
      nullable(url()),
      'The address of the photo above the timetable that strangers see, four times as wide as high.',
    ),
    null,
  ),
  photoSmallUrl: setting(
    described(nullable(url()), 'The address of the same photo for phones, nine to five; null for the wide one.'),
    null,
  ),
  weekStart: setting(described(weekday(), 'The first day of the week.'), 'MO'),
  supportEmail: setting(described(nullable(email()), 'Where members get help.'), null),
  memberTier: setting(described(oneOf('basic', 'premium', 'pro'), 'The rate limit of members.'), 'basic'),
  formOfAddress: setting(
    described(
      oneOf(...FORMS_OF_ADDRESS),
      'How German pages and mails address members: du (informal) or Sie (formal). Other languages have one form.',
    ),
    'informal',
  ),
  requireSecondFactor: setting(
    described(flag(), 'Whether staff members need a second factor to work in the console. Owners change it.'),
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
