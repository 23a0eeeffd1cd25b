import {
  type Static,
  type TNull,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';
import {
  currency,
  email,
  flag,
  id,
  instant,
  integer,
  name,
  nullable,
  oneOf,
  optional,
  part,
  shape,
  timeZone,
  url,
  wallTime,
} from '../../kernel/schemas.ts';

const DAY = 1440;
const MONTH = 30 * DAY;
const locale = () =>
  Type.String({
    pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$',
    description: 'BCP 47, such as en-GB',
  });
const fee = () => integer(0, 100_000_000);

const booking = {
  bookingWindowDays: integer(0, 730),
  bookingCutoffMinutes: integer(0, MONTH),
  lateCancelWindowMinutes: integer(0, MONTH),
  allowMemberLateCancel: flag(),
  waitlistEnabled: flag(),
  waitlistDefaultCapacity: nullable(integer(1, 10_000)),
  waitlistPromotionMode: oneOf('automatic', 'confirmation_window', 'manual'),
  waitlistConfirmationMinutes: integer(1, MONTH),
  waitlistCutoffMinutes: nullable(integer(0, MONTH)),
  promotionGraceMinutes: integer(0, MONTH),
  checkInOpensMinutesBefore: integer(0, MONTH),
  checkInClosesMinutesAfter: integer(0, MONTH),
  allowReCheckIn: flag(),
  maxReCheckIns: integer(0, 100),
  minReCheckInGapMinutes: integer(0, DAY),
  autoNoShowMinutesAfterEnd: nullable(integer(0, MONTH)),
  requireCredit: flag(),
  memberRequiresCredit: flag(),
  allowOverlappingBookings: flag(),
  maxActiveBookingsPerClient: nullable(integer(1, 1000)),
  sessionHorizonDays: integer(1, 730),
};

const payment = {
  currency: currency(),
  taxInclusive: flag(),
  acceptedMethods: Type.Array(oneOf('card', 'cash', 'external', 'account_credit', 'comp'), {
    minItems: 1,
    maxItems: 5,
    uniqueItems: true,
  }),
  lateCancelFee: fee(),
  noShowFee: fee(),
  feesApplyTo: oneOf('unlimited_only', 'all'),
  autoChargeFees: flag(),
  feeChargeDelayHours: integer(0, 720),
  refundWindowDays: nullable(integer(0, 3650)),
  platformFeePercent: Type.Number({ minimum: 0, maximum: 100 }),
  maxSavedMethods: integer(1, 50),
  holdCreditsInArrears: flag(),
};

const confirmOnConnectedAccount = flag();

const processor = part({
  name: nullable(oneOf('sandbox', 'stripe')),
  mode: nullable(oneOf('test', 'live')),
  publishableKey: nullable(Type.String()),
  account: nullable(Type.String()),
  confirmOnConnectedAccount,
  onboardingStatus: oneOf('not_started', 'pending', 'complete'),
});

const reminder = { enabled: flag(), minutesBefore: integer(1, MONTH) };
const expiring = { enabled: flag(), daysBefore: integer(1, 365) };
const channels = { email: flag(), sms: flag(), push: flag() };

const notification = {
  fromName: nullable(name()),
  replyTo: nullable(email()),
  bookingConfirmation: flag(),
  waitlistPromoted: flag(),
  sessionCancelled: flag(),
  sessionChanged: flag(),
  paymentFailed: flag(),
  quietHours: nullable(part({ start: wallTime(), end: wallTime() })),
};

const membership = {
  freezeAllowed: flag(),
  maxFreezeDaysPerYear: integer(0, 366),
  freezeExtendsExpiry: flag(),
  restoreToExpiredPolicy: oneOf('extend', 'forfeit'),
  extendDays: integer(0, 366),
  cancelFutureBookingsOnPackageCancel: flag(),
  selfSignUp: flag(),
};

const brand = {
  name: name(),
  defaultSiteId: id(),
  defaultTimezone: timeZone(),
  locale: locale(),
  logoUrl: nullable(url()),
  weekStart: oneOf('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'),
  supportEmail: nullable(email()),
  memberTier: oneOf('basic', 'premium', 'pro'),
};

const BookingSettings = shape('BookingSettings', booking);
const PaymentSettings = shape('PaymentSettings', { ...payment, processor });
const NotificationSettings = shape('NotificationSettings', {
  ...notification,
  bookingReminder: part(reminder),
  packageExpiring: part(expiring),
  channels: part(channels),
});
const MembershipSettings = shape('MembershipSettings', membership);
const BrandSettings = shape('BrandSettings', brand);

/** What holds for the brand or, with a site, for that site (records.md "Settings"). */
export const Settings = shape('Settings', {
  object: Type.Literal('settings'),
  scope: oneOf('brand', 'site'),
  siteId: nullable(id()),
  inherited: Type.Array(Type.String(), {
    description:
      "The fields, such as booking.requireCredit, that this site takes from the brand; empty for the brand's own.",
  }),
  booking: BookingSettings,
  payment: PaymentSettings,
  notification: NotificationSettings,
  membership: MembershipSettings,
  brand: BrandSettings,
  createdAt: instant(),
  updatedAt: instant(),
});

/** A field that null clears: at a site every one does, for the brand the rule tells which. */
type Clearable<Fields extends TProperties> = {
  [Name in keyof Fields]: TOptional<TUnion<[Fields[Name], TNull]>>;
};

const admitsNull = (schema: TSchema): boolean =>
  ((schema.anyOf as TSchema[] | undefined) ?? []).some((branch) => branch.type === 'null');

const clearable = <Fields extends TProperties>(fields: Fields): Clearable<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, schema]) => [field, optional(admitsNull(schema) ? schema : nullable(schema))]),
  ) as Clearable<Fields>;

/** The parts of an inner object that are sent; the others stay. */
const some = <Fields extends TProperties>(fields: Fields) =>
  Type.Partial(Type.Object(fields), { additionalProperties: false });

export const UpdateSettings = shape('UpdateSettingsRequest', {
  booking: optional(part(clearable(booking))),
  // Everything else about the processor follows from the keys and the account that the machine is configured with.
  payment: optional(part({ ...clearable(payment), ...clearable({ processor: some({ confirmOnConnectedAccount }) }) })),
  notification: optional(
    part({
      ...clearable(notification),
      ...clearable({ bookingReminder: some(reminder), packageExpiring: some(expiring), channels: some(channels) }),
    }),
  ),
  membership: optional(part(clearable(membership))),
  brand: optional(part(clearable(brand))),
});

const { sessionHorizonDays: _, ...bookingPolicy } = booking;

/** `bookingPolicyOverrides` of a schedule: any of the booking settings; it has a horizon of its own. */
export const BookingPolicyOverrides = some(bookingPolicy);

export const SettingsQuery = part({ siteId: optional(id()), locationId: optional(id()) });

/** Whose settings are meant: the brand's when neither is named. */
export type NamedScope = Static<typeof SettingsQuery>;

export type BookingSettings = Readonly<Static<typeof BookingSettings>>;
export type PaymentSettings = Readonly<Static<typeof PaymentSettings>>;
export type NotificationSettings = Readonly<Static<typeof NotificationSettings>>;
export type MembershipSettings = Readonly<Static<typeof MembershipSettings>>;
export type BrandSettings = Readonly<Static<typeof BrandSettings>>;
export type SettingsWire = Static<typeof Settings>;
export type UpdateSettingsBody = Static<typeof UpdateSettings>;

/** The groups by name; each is a column that holds what a scope sets itself. */
export interface Groups {
  booking: BookingSettings;
  payment: PaymentSettings;
  notification: NotificationSettings;
  membership: MembershipSettings;
  brand: BrandSettings;
}

export type GroupName = keyof Groups;

/** Whether null is a value of this field and not only the way to clear it at a site. */
export const isNullable = (group: GroupName, field: string): boolean => {
  const schema: TSchema | undefined = (Settings.properties[group].properties as TProperties)[field];
  return schema !== undefined && admitsNull(schema);
};
