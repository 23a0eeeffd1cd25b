import {
  type Static,
  type TNull,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';
import type { SETTINGS_GROUPS } from '../../events/enumerations.ts';
import { isObject } from '../../kernel/objects.ts';
import {
  admitsNull,
  branchesOf,
  described,
  id,
  instant,
  nullable,
  object,
  oneOf,
  optional,
  shape,
} from '../../kernel/schemas.ts';
import { notification } from './areas/notification.ts';
import { booking, brand, membership, payment } from './record.ts';
import { inputsOf, responsesOf, some } from './setting.ts';

const BookingSettings = shape('BookingSettings', () => responsesOf(booking));
const PaymentSettings = shape('PaymentSettings', () => responsesOf(payment));
const NotificationSettings = shape('NotificationSettings', () => responsesOf(notification));
const MembershipSettings = shape('MembershipSettings', () => responsesOf(membership));
const BrandSettings = shape('BrandSettings', () => responsesOf(brand));

/** The settings of the brand or of one site (records.md "Settings"). */
export const Settings = shape('Settings', () => ({
  object: Type.Literal('settings'),
  scope: described(oneOf('brand', 'site'), 'Whether these are the settings of the brand or of a site.'),
  siteId: nullable(id()),
  inherited: Type.Array(Type.String(), {
    description:
      "The fields, such as `booking.requireCredit`, that this site inherits from the brand. Empty for the brand's own.",
  }),
  booking: BookingSettings,
  payment: PaymentSettings,
  notification: NotificationSettings,
  membership: MembershipSettings,
  brand: BrandSettings,
  createdAt: instant(),
  updatedAt: instant(),
}));

/** Fields that null clears: every one at a site; for the brand those that may be null. */
type Clearable<Fields extends TProperties> = {
  [Name in keyof Fields]: TOptional<TUnion<[Fields[Name], TNull]>>;
};

const clearable = <Fields extends TProperties>(fields: Fields) =>
  object(
    () =>
      Object.fromEntries(
        Object.entries(fields).map(([field, schema]) => [
          field,
          optional(admitsNull(schema) ? schema : nullable(schema)),
        ]),
      ) as Clearable<Fields>,
  );

export const UpdateSettings = shape('UpdateSettingsRequest', () => ({
  booking: optional(clearable(inputsOf(booking))),
  payment: optional(clearable(inputsOf(payment))),
  notification: optional(clearable(inputsOf(notification))),
  membership: optional(clearable(inputsOf(membership))),
  brand: optional(clearable(inputsOf(brand))),
}));

/** `bookingPolicyOverrides` of a schedule: any of the booking settings but the horizon, which a schedule has itself. */
export const BookingPolicyOverrides = object(() => {
  const { sessionHorizonDays, ...policy } = BookingSettings.properties;
  return some(policy).properties;
});

export const SettingsQuery = object(() => ({
  siteId: optional(described(id(), "The site to read or change the settings of. Omit it for the brand's settings.")),
  locationId: optional(id()),
}));

/** The site of a request; the brand's settings are meant when it names none. */
export type NamedScope = Static<typeof SettingsQuery>;

export type BookingSettings = Readonly<Static<typeof BookingSettings>>;
export type PaymentSettings = Readonly<Static<typeof PaymentSettings>>;
export type NotificationSettings = Readonly<Static<typeof NotificationSettings>>;
export type MembershipSettings = Readonly<Static<typeof MembershipSettings>>;
export type BrandSettings = Readonly<Static<typeof BrandSettings>>;
export type SettingsWire = Static<typeof Settings>;
export type UpdateSettingsBody = Static<typeof UpdateSettings>;

/** The groups by name; each is a column with what a scope sets itself. */
export type Groups = { [Group in GroupName]: Readonly<SettingsWire[Group]> };

export type GroupName = (typeof SETTINGS_GROUPS)[number];

const schemaOf = (group: GroupName, field: string): TSchema | undefined => {
  const fields: TProperties = Settings.properties[group].properties;
  return fields[field];
};

/** The fields of an object that can be null which a value lacks. */
export const missingFields = (group: GroupName, field: string, value: unknown): string[] => {
  const schema = isNullable(group, field) ? schemaOf(group, field) : undefined;
  const whole = schema && branchesOf(schema).find(({ type }) => type === 'object');
  if (whole === undefined || !isObject(value)) return [];
  return Object.keys(whole.properties).filter((name) => !(name in value));
};

/** Whether null is a value of this field, besides the way to clear it at a site. */
export const isNullable = (group: GroupName, field: string): boolean => {
  const schema = schemaOf(group, field);
  return schema !== undefined && admitsNull(schema);
};
