import { Type } from '@sinclair/typebox';
import { postalAddress } from '../../http/postal-address.ts';
import {
  archivedFields,
  count,
  currency,
  date,
  deletedShape,
  described,
  description,
  email,
  integer,
  line,
  listOfUpTo,
  name,
  nullable,
  object,
  timeZone,
  url,
  wallTime,
  weekday,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';

export const SITE_STATUSES = ['active', 'inactive'] as const;
const ACCOUNT_STATUSES = ['not_started', 'pending', 'complete'] as const;

const openingHour = object(() => ({
  day: described(weekday(), 'The day of the week.'),
  open: described(wallTime(), 'The opening time.'),
  close: described(wallTime(), 'The closing time.'),
}));

/** A location or studio (records.md "Site"). */
export const Site = record(
  'site',
  'sites',
  () => ({
    name: field.text(name()),
    status: field.word(SITE_STATUSES).default('active').described('Inactive sites accept nothing new.'),
    isDigital: field.flag().default(false).described('Whether it has no physical location.'),
    code: field.text(line(40)).nullable().described('A short, unique name of your own.'),
    description: field.text(description()).nullable(),
    phone: field.phone().nullable(),
    email: field.text(email()).nullable(),
    websiteUrl: field.text(url()).nullable().described('The URL of its website.'),
    imageUrls: field
      .list(listOfUpTo(20, url()))
      .sentAs(nullable(listOfUpTo(20, url())))
      .described('The URLs of pictures.'),
    address: postalAddress().nullable(),
    latitude: field
      .real(Type.Number({ minimum: -90, maximum: 90 }))
      .nullable()
      .described('The latitude, in degrees north.'),
    longitude: field
      .real(Type.Number({ minimum: -180, maximum: 180 }))
      .nullable()
      .described('The longitude, in degrees east.'),
    timezone: field
      .text(timeZone())
      .optional()
      .described("The time zone of its schedules. Defaults to the brand's time zone."),
    currency: field.text(currency()).optional(),
    openingHours: field
      .list(listOfUpTo(50, openingHour))
      .shownAs(Type.Array(openingHour))
      .described('The weekly opening hours.'),
    closures: field
      .listOf(200, {
        startDate: field.text(date()).described('The first date.'),
        endDate: field.text(date()).described('The last date, inclusive.'),
        name: field.text(name()).shownAs(name()).nullable(),
      })
      .described('Dates on which it is closed. No sessions are created on these dates.'),
    rooms: field
      .listOf(200, {
        id: field.text(line(40)).shownAs(line(40)).optional(),
        name: field.text(name()).shownAs(name()),
        capacity: field
          .integer(integer(1, 10_000))
          .shownAs(integer(1, 10_000))
          .nullable()
          .described('The maximum number of people in the room.'),
      })
      .described('The rooms of the site.'),
    paymentsEnabled: field
      .flag()
      .shownAs(Type.Boolean({ description: 'Whether cards can be charged.' }))
      .derived(),
    processorAccountStatus: field
      .word(ACCOUNT_STATUSES)
      .derived()
      .described('The setup status of the account with the card processor.'),
    searchText: field.text(Type.String()).internal(),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  }),
  { sites: 'id' },
);

export const DeletedSite = deletedShape('site', {
  ...archivedFields,
  futureSessionCount: described(count(), 'The number of upcoming sessions, which stay.'),
  futureBookingCount: described(count(), 'The number of upcoming bookings, which stay.'),
});

export type SiteRow = RowOf<typeof Site>;
export type CreateSiteBody = CreateOf<typeof Site>;
export type UpdateSiteBody = PatchOf<typeof Site>;
export type Closure = ReturnType<typeof Site.view>['closures'][number];
export type Room = ReturnType<typeof Site.view>['rooms'][number];
