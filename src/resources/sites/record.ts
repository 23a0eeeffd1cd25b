import { Type } from '@sinclair/typebox';
import * as field from '../../database/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../database/record.ts';
import { postalAddress } from '../../http/postal-address.ts';
import {
  archivedFields,
  count,
  currency,
  date,
  deletedShape,
  description,
  email,
  integer,
  line,
  listOfUpTo,
  name,
  nullable,
  part,
  phone,
  timeZone,
  url,
  wallTime,
  weekday,
} from '../../kernel/schemas.ts';

export const SITE_STATUSES = ['active', 'inactive'] as const;
const ACCOUNT_STATUSES = ['not_started', 'pending', 'complete'] as const;

const openingHour = part({ day: weekday(), open: wallTime(), close: wallTime() });

/** A location or studio (records.md "Site"). */
export const Site = record(
  'site',
  'sites',
  {
    name: field.text(name()),
    status: field.word(SITE_STATUSES).default('active'),
    isDigital: field.flag().default(false),
    code: field.text(line(40)).nullable(),
    description: field.text(description()).nullable(),
    phone: field.text(phone()).nullable(),
    email: field.text(email()).nullable(),
    websiteUrl: field.text(url()).nullable(),
    imageUrls: field.list(listOfUpTo(20, url())).sentAs(nullable(listOfUpTo(20, url()))),
    address: postalAddress().nullable(),
    latitude: field.real(Type.Number({ minimum: -90, maximum: 90 })).nullable(),
    longitude: field.real(Type.Number({ minimum: -180, maximum: 180 })).nullable(),
    timezone: field.text(timeZone()).optional(),
    currency: field.text(currency()).optional(),
    openingHours: field.list(listOfUpTo(50, openingHour)).answeredAs(Type.Array(openingHour)),
    closures: field.listOf(200, {
      startDate: field.text(date()),
      endDate: field.text(date()),
      name: field.text(name()).answeredAs(name()).nullable(),
    }),
    rooms: field.listOf(100, {
      id: field.text(line(40)).answeredAs(line(40)).optional(),
      name: field.text(name()).answeredAs(name()),
      capacity: field.integer(integer(1, 10_000)).answeredAs(integer(1, 10_000)).nullable(),
    }),
    paymentsEnabled: field
      .flag()
      .answeredAs(Type.Boolean({ description: 'Whether cards can be charged by now.' }))
      .readOnly(),
    processorAccountStatus: field.word(ACCOUNT_STATUSES).readOnly(),
    searchText: field.text(Type.String()).internal(),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  },
  { sites: 'id' },
);

export const DeletedSite = deletedShape('site', {
  ...archivedFields,
  futureSessionCount: count(),
  futureBookingCount: count(),
});

export type SiteRow = RowOf<typeof Site>;
export type CreateSiteBody = CreateOf<typeof Site>;
export type UpdateSiteBody = PatchOf<typeof Site>;
export type Closure = ReturnType<typeof Site.view>['closures'][number];
export type Room = ReturnType<typeof Site.view>['rooms'][number];
