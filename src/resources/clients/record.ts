import { type Static, Type } from '@sinclair/typebox';
import * as field from '../../database/fields.ts';
import { unpack } from '../../database/json.ts';
import { type RowOf, record } from '../../database/record.ts';
import { CLIENT_STATUSES } from '../../events/enumerations.ts';
import { postalAddress } from '../../http/postal-address.ts';
import {
  count,
  date,
  email,
  flag,
  instant,
  listOfUpTo,
  name,
  notes,
  nullable,
  oneOf,
  part,
  phone,
  recordReference,
  shape,
  timeZone,
  url,
} from '../../kernel/schemas.ts';
import { Site } from '../sites/record.ts';

const text = () => Type.String();
const languageTag = () =>
  Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35, description: 'BCP 47 tag' });
const customProperties = (options: object) => Type.Record(Type.String(), Type.Unknown(), options);
const counter = () => field.integer(count()).default(0).internal();

const stats = part({
  bookings: count(),
  visits: count(),
  noShows: count(),
  lateCancels: count(),
  firstVisitAt: nullable(instant()),
  lastVisitAt: nullable(instant()),
  nextBookingAt: nullable(instant()),
});
const balance = part({ amount: Type.Integer(), currency: text() });
const card = part({ brand: text(), last4: text(), expMonth: Type.Integer(), expYear: Type.Integer() });

/** A member of the business (records.md "Client"). */
export const Client = record(
  'client',
  'clients',
  {
    firstName: field.text(name()),
    lastName: field.text(name()),
    fullName: field.computed(
      text(),
      ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`,
    ),
    /** In lower case. */
    email: field.text(email()),
    phone: field.text(phone()).nullable(),
    dateOfBirth: field.text(date()).nullable(),
    gender: field.text(name()).nullable(),
    address: postalAddress().nullable(),
    photoUrl: field.text(url()).nullable(),
    preferredLocale: field.text(languageTag()).answeredAs(text()).nullable(),
    timezone: field.text(timeZone()).nullable(),
    status: field
      .word(CLIENT_STATUSES)
      .sentAs(oneOf('lead', 'active', 'inactive', 'suspended'))
      .default('active'),
    homeLocationId: field.id().optional(),
    homeLocation: field.related(nullable(Site.schema)),
    packages: field.related(
      Type.Array(recordReference('Package'), { description: 'What the client holds, newest first.' }),
    ),
    emergencyContact: field
      .group({
        name: field.text(name()).nullable(),
        phone: field.text(phone()).nullable(),
        email: field.text(email()).nullable(),
        relationship: field.text(name()).nullable(),
      })
      .nullable(),
    barcode: field.text(name()).nullable(),
    fobNumber: field.text(name()).nullable(),
    leadSource: field.text(name()).nullable(),
    referredByClientId: field.id().nullable(),
    joinedAt: field.instant().optional(),
    tags: field.list(listOfUpTo(50, name())),
    customProperties: field
      .object(customProperties({ maxProperties: 200 }))
      .answeredAs(customProperties({}))
      .default({}),
    notes: field.text(notes()).nullable(),
    alerts: field.group({ red: field.text(notes()).nullable(), yellow: field.text(notes()).nullable() }).nullable(),
    waiver: field
      .group({
        status: field.word(['none', 'signed', 'expired']).default('none'),
        version: field.text(name()).nullable(),
        signedAt: field.instant().nullable(),
      })
      .optional(),
    marketingConsent: field
      .group({
        email: field.flag().default(false),
        sms: field.flag().default(false),
        push: field.flag().default(false),
        updatedAt: field.instant().nullable(),
        source: field.text(name()).nullable(),
      })
      .optional(),
    bookings: counter(),
    visits: counter(),
    noShows: counter(),
    lateCancels: counter(),
    firstVisitAt: field.instant().nullable().internal(),
    lastVisitAt: field.instant().nullable().internal(),
    stats: field.computed(stats, (row: Static<typeof stats>) => ({
      bookings: row.bookings,
      visits: row.visits,
      noShows: row.noShows,
      lateCancels: row.lateCancels,
      firstVisitAt: row.firstVisitAt,
      lastVisitAt: row.lastVisitAt,
      nextBookingAt: row.nextBookingAt,
    })),
    /** What renewals and fees could not charge. */
    owed: counter(),
    accountBalance: field.computed(balance, ({ owed, currency }: { owed: number; currency: string }) => ({
      // Never minus zero.
      amount: 0 - owed,
      currency,
    })),
    defaultCard: field.object(card).nullable().internal(),
    defaultPaymentMethod: field.computed(nullable(card), ({ defaultCard }: { defaultCard: string | null }) =>
      unpack<Static<typeof card>>(defaultCard),
    ),
    isInArrears: field.computed(flag(), ({ owed }: { owed: number }) => owed > 0),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  },
  { sites: 'homeLocationId' },
);

const { id, object, firstName, lastName, fullName, photoUrl, status, dateOfBirth, alerts } = Client.schema.properties;
const { createdAt, updatedAt } = Client.schema.properties;

/** What an instructor sees of who is on the own rosters (rules.md "Roles"): no contacts, notes, balance or cards. */
const RosterClient = shape('RosterClient', {
  ...{ id, object, firstName, lastName, fullName, photoUrl, status, dateOfBirth, alerts },
  stats: Type.Pick(stats, ['visits', 'firstVisitAt', 'lastVisitAt']),
  ...{ createdAt, updatedAt },
});

/** A client as callers of the Business API see one. */
export const ClientAnswer = Type.Union([Client.schema, RosterClient]);

export type RosterClientAnswer = Static<typeof RosterClient>;
export type ClientRow = RowOf<typeof Client>;
