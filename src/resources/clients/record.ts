import { type Static, Type } from '@sinclair/typebox';
import { CLIENT_STATUSES, HOUSEHOLD_ROLES, LEADERBOARD_VISIBILITIES } from '../../events/enumerations.ts';
import { postalAddress } from '../../http/postal-address.ts';
import { pick } from '../../kernel/objects.ts';
import {
  code,
  count,
  date,
  described,
  email,
  flag,
  instant,
  languageTag,
  lastName,
  listOfUpTo,
  name,
  notes,
  nullable,
  nullableByExtension,
  object,
  oneOf,
  recordReference,
  shape,
  timeZone,
  url,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { column, constant, firstOf, isSet, joined, objectOf } from '../../records/formula.ts';
import { leave } from '../../records/personal.ts';
import { type RowOf, record } from '../../records/record.ts';
import { Site } from '../sites/record.ts';
import { mergedDetails } from './merges/queries.ts';

export const WAIVER_STATUSES = ['none', 'signed', 'expired'] as const;

const text = () => Type.String();
const customProperties = (options: object) => Type.Record(Type.String(), Type.Unknown(), options);
const counter = () => field.integer(count()).default(0).internal();

const stats = object(() => ({
  bookings: described(count(), 'The number of bookings that are not canceled, including past ones.'),
  visits: described(count(), 'The number of attended bookings and valid check-ins without a booking.'),
  noShows: described(count(), 'The number of bookings marked as no-shows.'),
  lateCancels: described(count(), 'The number of bookings canceled late.'),
  firstVisitAt: described(nullable(instant()), 'Time of the first visit.'),
  lastVisitAt: described(nullable(instant()), 'Time of the latest visit.'),
  nextBookingAt: described(nullable(instant()), 'The start of the next booked session.'),
}));
const balance = object(() => ({ amount: Type.Integer(), currency: text() }));
const card = object(() => ({
  brand: described(text(), 'The card brand, such as visa or mastercard, or the type of what is no card.'),
  last4: described(text(), 'The last four digits of the card number.'),
  expMonth: described(
    nullableByExtension(Type.Integer()),
    'The month in which it expires, from 1 to 12. `null` for what is no card.',
  ),
  expYear: described(nullableByExtension(Type.Integer()), 'The year in which it expires. `null` for what is no card.'),
}));

/** A member of the business (records.md "Client"). */
export const Client = record(
  'client',
  'clients',
  () => ({
    firstName: field.text(name()).personal(leave('Erased')),
    lastName: field.text(lastName()).personal(leave('client')),
    fullName: field.formula(text(), joined('firstName', 'lastName')).described('The first and last name.'),
    /** In lower case. POST /v2/clients asks for one; clients who come without are created under /manage. */
    email: field.text(email()).nullable().personal().described('The email. `null` for a client without one.'),
    phone: field.phone().nullable().personal(),
    dateOfBirth: field.text(date()).nullable().personal().described('The date of birth, as a local date.'),
    gender: field.text(name()).nullable().personal().described('Free text.'),
    address: postalAddress().nullable().personal(),
    photoUrl: field.text(url()).nullable().personal().described('The URL of a picture.'),
    preferredLocale: field
      .text(languageTag('A BCP 47 language tag.'))
      .shownAs(text())
      .nullable()
      .personal()
      .described('The language for messages, as a BCP 47 tag.'),
    timezone: field.text(timeZone()).nullable().personal().described('The time zone for messages.'),
    status: field
      .word(CLIENT_STATUSES)
      .sentAs(oneOf('lead', 'active', 'inactive', 'suspended'))
      .default('active')
      .described('Suspended clients cannot book. DELETE archives a client, and active restores one.'),
    homeLocationId: field.id().optional(),
    homeLocation: field.related(nullable(Site.schema)),
    packages: field.related(
      Type.Array(recordReference('Package'), { description: "The client's packages, newest first." }),
    ),
    emergencyContact: field
      .group({
        name: field.text(name()).nullable(),
        phone: field.phone().nullable(),
        email: field.text(email()).nullable(),
        relationship: field.text(name()).nullable().described("The contact's relationship to the client."),
      })
      .nullable()
      .personal()
      .described('The person to call in an emergency.'),
    barcode: field
      .text(code(100))
      .nullable()
      .personal()
      .described("The unique code on the client's card, by which kiosks identify the client."),
    fobNumber: field
      .text(code(100))
      .nullable()
      .personal()
      .described("The unique number of the client's key fob, by which doors identify the client."),
    leadSource: field.text(name()).nullable().personal().described('How the client found the studio.'),
    referredByClientId: field.id().nullable().personal(),
    joinedAt: field.instant().optional().described('Time at which the client joined the studio. Defaults to now.'),
    tags: field.list(listOfUpTo(50, name())).personal(),
    customProperties: field
      .object(customProperties({ maxProperties: 200 }))
      .shownAs(customProperties({}))
      .default({})
      .personal()
      .described('Your own values of any type, up to 16 KiB. PATCH merges them, and `null` deletes a key.'),
    notes: field.text(notes()).nullable().personal(),
    alerts: field
      .group({
        red: field.text(notes()).nullable().described('A red alert.'),
        yellow: field.text(notes()).nullable().described('A yellow alert.'),
      })
      .nullable()
      .personal()
      .described('Alerts for staff. Never shown to members.'),
    waiver: field
      .group({
        status: field.word(WAIVER_STATUSES).default('none').described('`none` until it is signed.'),
        version: field.text(name()).nullable().described('The version that was signed.'),
        signedAt: field.instant().nullable().described('Time at which it was signed.'),
      })
      .optional()
      .personal()
      .described('The liability waiver.'),
    marketingConsent: field
      .group({
        email: field.flag().default(false),
        sms: field.flag().default(false).described('Text messages.'),
        push: field.flag().default(false).described('App notifications.'),
        updatedAt: field.instant().nullable(),
        source: field.text(name()).nullable().described('Where the client consented.'),
      })
      .optional()
      .personal()
      .described('The marketing messages the client consented to.'),
    leaderboardVisibility: field
      .word(LEADERBOARD_VISIBILITIES)
      .default('initials')
      .personal(leave('hidden'))
      .described('`visible`: with the full name; `initials`: as "First L."; `hidden`: not on any leaderboard.'),
    bookings: counter(),
    visits: counter(),
    noShows: counter(),
    lateCancels: counter(),
    firstVisitAt: field.instant().nullable().internal(),
    lastVisitAt: field.instant().nullable().internal(),
    /** The earliest start of the bookings that are confirmed, past ones too. */
    earliestBookingAt: field.instant().nullable().internal(),
    stats: field
      .formula(stats, objectOf(Object.fromEntries(Object.keys(stats.properties).map((name) => [name, column(name)]))))
      .described('Totals of all bookings and check-ins.'),
    accountBalance: field
      .formula(balance, firstOf('accountBalances', objectOf({ amount: constant(0), currency: column('currency') })))
      .described(
        'In the smallest currency unit; a negative amount is owed to the studio. The first of `accountBalances`, ' +
          'or 0 if nothing is owed.',
      ),
    /** What renewals and fees could not charge. */
    accountBalances: field
      .list(Type.Array(balance))
      .readOnly()
      .described(
        "What the client owes the studio in each currency, as negative amounts. The business's currency comes first.",
      ),
    defaultCard: field.object(card).nullable().personal().internal(),
    defaultPaymentMethod: field
      .formula(nullable(card), column('defaultCard'))
      .described('The saved card charged by default.'),
    isInArrears: field
      .formula(flag(), isSet('accountBalances'))
      .described('Whether a renewal or fee could not be charged.'),
    /** The household, in which a client is at most once (rules.md "Households"). */
    householdId: field.id().nullable().personal().internal(),
    householdRole: field.word(HOUSEHOLD_ROLES).nullable().personal().internal(),
    isHouseholdPayer: field.flag().default(false).personal(leave(0)).internal(),
    hasSignedIn: field.flag().default(false).internal(),
    archivedAt: field.archivedAt(),
    erasedAt: field
      .instant()
      .nullable()
      .readOnly()
      .described('Time at which the personal data was deleted. `null` if it was not.'),
    ...field.integrationFields,
    externalId: field.integrationFields.externalId.personal(),
  }),
  { sites: 'homeLocationId', gone: mergedDetails },
);

export const ROSTER_FIELDS = [
  'id',
  'object',
  'firstName',
  'lastName',
  'fullName',
  'photoUrl',
  'status',
  'dateOfBirth',
  'alerts',
] as const;
export const ROSTER_STATS = ['visits', 'firstVisitAt', 'lastVisitAt'] as const;

/** What instructors see of the people on their own rosters (rules.md "Roles"): no contacts, notes, balance or cards. */
const RosterClient = shape('RosterClient', () => ({
  ...pick(Client.schema.properties, ...ROSTER_FIELDS),
  stats: Type.Pick(stats, [...ROSTER_STATS]),
  ...pick(Client.schema.properties, 'createdAt', 'updatedAt'),
}));

/** A client as callers of the Business API see one. */
export const ClientResponse = Type.Union([Client.schema, RosterClient]);

export type RosterClientResponse = Static<typeof RosterClient>;
export type ClientRow = RowOf<typeof Client>;
/** An amount in minor units of a currency. */
export type Balance = Static<typeof balance>;
