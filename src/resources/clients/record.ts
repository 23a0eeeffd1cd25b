import { type Static, Type } from '@sinclair/typebox';
import { CLIENT_STATUSES, LEADERBOARD_VISIBILITIES } from '../../events/enumerations.ts';
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
  listOfUpTo,
  name,
  notes,
  nullable,
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
  bookings: described(count(), 'Bookings that are not cancelled, including past bookings.'),
  visits: described(count(), 'Attended bookings, and valid check-ins without a booking.'),
  noShows: described(count(), 'Bookings that were marked as no-shows.'),
  lateCancels: described(count(), 'Bookings that were cancelled late.'),
  firstVisitAt: described(nullable(instant()), 'The first visit.'),
  lastVisitAt: described(nullable(instant()), 'The latest visit.'),
  nextBookingAt: described(nullable(instant()), 'The start of the next booked session.'),
}));
const balance = object(() => ({ amount: Type.Integer(), currency: text() }));
const card = object(() => ({
  brand: described(text(), 'visa, mastercard and others.'),
  last4: described(text(), 'The last four digits of the number.'),
  expMonth: described(Type.Integer(), 'The month in which it expires, 1 to 12.'),
  expYear: described(Type.Integer(), 'The year in which it expires.'),
}));

/** A member of the business (records.md "Client"). */
export const Client = record(
  'client',
  'clients',
  () => ({
    firstName: field.text(name()).personal(leave('Erased')),
    lastName: field.text(name()).personal(leave('client')),
    fullName: field.formula(text(), joined('firstName', 'lastName')).described('First and last name.'),
    /** In lower case. POST /v2/clients asks for one; clients who come without are created under /manage. */
    email: field.text(email()).nullable().personal().described('null for a client without an email.'),
    phone: field.phone().nullable().personal(),
    dateOfBirth: field.text(date()).nullable().personal().described('A local date.'),
    gender: field.text(name()).nullable().personal().described('Free text.'),
    address: postalAddress().nullable().personal(),
    photoUrl: field.text(url()).nullable().personal().described('The address of a picture.'),
    preferredLocale: field
      .text(languageTag('BCP 47 tag'))
      .shownAs(text())
      .nullable()
      .personal()
      .described('The language for messages, as a BCP 47 tag.'),
    timezone: field.text(timeZone()).nullable().personal().described('The time zone for messages.'),
    status: field
      .word(CLIENT_STATUSES)
      .sentAs(oneOf('lead', 'active', 'inactive', 'suspended'))
      .default('active')
      .described('A suspended client may not book; DELETE archives, and active restores.'),
    homeLocationId: field.id().optional(),
    homeLocation: field.related(nullable(Site.schema)),
    packages: field.related(
      Type.Array(recordReference('Package'), { description: 'What the client holds, newest first.' }),
    ),
    emergencyContact: field
      .group({
        name: field.text(name()).nullable(),
        phone: field.phone().nullable(),
        email: field.text(email()).nullable(),
        relationship: field.text(name()).nullable().described('How the contact is related to the client.'),
      })
      .nullable()
      .personal()
      .described('Whom to call in an emergency.'),
    barcode: field
      .text(code(100))
      .nullable()
      .personal()
      .described('The code on the card of the client, unique; kiosks find the client by it.'),
    fobNumber: field
      .text(code(100))
      .nullable()
      .personal()
      .described('The number of the key fob of the client, unique; doors find the client by it.'),
    leadSource: field.text(name()).nullable().personal().described('How the client came to the studio.'),
    referredByClientId: field.id().nullable().personal(),
    joinedAt: field
      .instant()
      .optional()
      .described('Since when the client has been with the studio; now, unless you send it.'),
    tags: field.list(listOfUpTo(50, name())).personal(),
    customProperties: field
      .object(customProperties({ maxProperties: 200 }))
      .shownAs(customProperties({}))
      .default({})
      .personal()
      .described('Values of any kind of your own, at most 16 KiB. A PATCH merges them, and null deletes a key.'),
    notes: field.text(notes()).nullable().personal(),
    alerts: field
      .group({
        red: field.text(notes()).nullable().described('An urgent alert.'),
        yellow: field.text(notes()).nullable().described('An alert.'),
      })
      .nullable()
      .personal()
      .described('What staff must see at once; never shown to members.'),
    waiver: field
      .group({
        status: field.word(WAIVER_STATUSES).default('none').described('none before it is signed.'),
        version: field.text(name()).nullable().described('The version that was signed.'),
        signedAt: field.instant().nullable().described('When it was signed.'),
      })
      .optional()
      .personal()
      .described('The liability waiver.'),
    marketingConsent: field
      .group({
        email: field.flag().default(false),
        sms: field.flag().default(false).described('Text messages.'),
        push: field.flag().default(false).described('Notifications of the app.'),
        updatedAt: field.instant().nullable(),
        source: field.text(name()).nullable().described('Where the client agreed.'),
      })
      .optional()
      .personal()
      .described('Which marketing messages the client agreed to.'),
    leaderboardVisibility: field
      .word(LEADERBOARD_VISIBILITIES)
      .default('initials')
      .personal(leave('hidden'))
      .described('visible: with the full name; initials: as "First L."; hidden: on no leaderboard.'),
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
      .described('Counts over all bookings and check-ins.'),
    accountBalance: field
      .formula(balance, firstOf('accountBalances', objectOf({ amount: constant(0), currency: column('currency') })))
      .described(
        'In minor units; a negative amount is owed to the studio. The first of `accountBalances`, or 0 when nothing is owed.',
      ),
    /** What renewals and fees could not charge. */
    accountBalances: field
      .list(Type.Array(balance))
      .readOnly()
      .described(
        'What is owed to the studio in each currency, as negative amounts; the currency of the business comes first.',
      ),
    defaultCard: field.object(card).nullable().personal().internal(),
    defaultPaymentMethod: field
      .formula(nullable(card), column('defaultCard'))
      .described('The saved card that is charged by default.'),
    isInArrears: field
      .formula(flag(), isSet('accountBalances'))
      .described('Whether a renewal or a fee could not be charged.'),
    hasSignedIn: field.flag().default(false).internal(),
    archivedAt: field.archivedAt(),
    erasedAt: field.instant().nullable().readOnly().described('When the personal data was erased; null if it was not.'),
    ...field.integrationFields,
    externalId: field.integrationFields.externalId.personal(),
  }),
  { sites: 'homeLocationId', gone: mergedDetails },
);

export const ROSTER_FIELDS = [
  ...(['id', 'object', 'firstName', 'lastName', 'fullName', 'photoUrl'] as const),
  ...(['status', 'dateOfBirth', 'alerts'] as const),
] as const;
export const ROSTER_STATS = ['visits', 'firstVisitAt', 'lastVisitAt'] as const;

/** What an instructor sees of who is on the own rosters (rules.md "Roles"): no contacts, notes, balance or cards. */
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
