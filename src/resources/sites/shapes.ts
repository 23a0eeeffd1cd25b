import { type Static, Type } from '@sinclair/typebox';
import { Address, address } from '../../http/postal-address.ts';
import {
  archivedFields,
  count,
  currency,
  date,
  deletedShape,
  description,
  email,
  flag,
  instant,
  integer,
  line,
  listOf,
  listOfUpTo,
  name,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  patchOf,
  phone,
  recordFields,
  shape,
  timeZone,
  url,
  wallTime,
} from '../../kernel/schemas.ts';

export const siteStatus = oneOf('active', 'inactive');
export const siteSearch = Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name.' });
const openingHour = part({ day: oneOf('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), open: wallTime(), close: wallTime() });
const closed = { startDate: date(), endDate: date() };
const closure = part({ ...closed, name: nullable(name()) });
const closureSent = part({ ...closed, name: optional(nullable(name())) });
const places = nullable(integer(1, 10_000));
const room = part({ id: line(40), name: name(), capacity: places });
const roomSent = part({ id: optional(line(40)), name: name(), capacity: optional(places) });

export type Closure = Static<typeof closure>;
export type Room = Static<typeof room>;

/** A location or studio (records.md "Site"). */
export const Site = shape('Site', {
  ...recordFields('site'),
  name: Type.String(),
  status: siteStatus,
  isDigital: flag(),
  code: nullable(Type.String()),
  description: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  websiteUrl: nullable(Type.String()),
  imageUrls: Type.Array(Type.String()),
  address: nullable(Address),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  timezone: Type.String(),
  currency: Type.String(),
  openingHours: Type.Array(openingHour),
  closures: Type.Array(closure),
  rooms: Type.Array(room),
  paymentsEnabled: Type.Boolean({ description: 'Whether cards can be charged by now.' }),
  processorAccountStatus: oneOf('not_started', 'pending', 'complete'),
  archivedAt: nullable(instant()),
  ...ownFields,
});

export const CreateSite = shape('CreateSiteRequest', {
  name: name(),
  status: optional(siteStatus),
  isDigital: optional(flag()),
  code: optional(nullable(line(40))),
  description: optional(nullable(description())),
  phone: optional(nullable(phone())),
  email: optional(nullable(email())),
  websiteUrl: optional(nullable(url())),
  imageUrls: optional(nullable(listOfUpTo(20, url()))),
  address: optional(nullable(address())),
  latitude: optional(nullable(Type.Number({ minimum: -90, maximum: 90 }))),
  longitude: optional(nullable(Type.Number({ minimum: -180, maximum: 180 }))),
  timezone: optional(timeZone()),
  currency: optional(currency()),
  openingHours: optional(listOfUpTo(50, openingHour)),
  closures: optional(listOfUpTo(200, closureSent)),
  rooms: optional(listOfUpTo(100, roomSent)),
  ...ownInput,
});

export const UpdateSite = patchOf('UpdateSiteRequest', CreateSite);

export const SiteList = listOf(Site);

export const DeletedSite = deletedShape('site', {
  ...archivedFields,
  futureSessionCount: count(),
  futureBookingCount: count(),
});

export type SiteWire = Static<typeof Site>;
export type CreateSiteBody = Static<typeof CreateSite>;
export type UpdateSiteBody = Static<typeof UpdateSite>;
