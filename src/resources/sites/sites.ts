import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import type { Read, Tx } from '../../store/database.ts';
import { pack } from '../../store/json.ts';
import type { SiteRow } from '../../store/tables/sites.ts';
import { mergeMetadata } from '../../web/metadata.ts';
import { brandDefaults, idOfCode, siteRows } from './rows.ts';
import type { CreateSiteBody, UpdateSiteBody } from './shapes.ts';
import { siteView } from './view.ts';

/** @throws Problem 404 when there is no such site or the caller may not see it. */
export const findSite = (read: Read, caller: Caller, id: string): SiteRow => {
  const row = siteRows.find(read, id);
  if (row === undefined || !reachesSite(caller, row.id)) throw notFound('site', id);
  return row;
};

/**
 * The site that a body or filter names by `siteId` or its alias `locationId`; undefined when it names none.
 * @throws Problem 400 when both are given and differ, or there is no such site; 403 when it is not the caller's.
 */
export const namedSite = (
  read: Read,
  caller: Caller,
  named: { readonly siteId?: string | undefined; readonly locationId?: string | undefined },
): SiteRow | undefined => {
  const { siteId, locationId } = named;
  if (siteId !== undefined && locationId !== undefined && siteId !== locationId) {
    throw invalidParam(
      'locationId',
      "'siteId' and 'locationId' mean the same. Send one of them, or both with the same id.",
    );
  }
  const id = siteId ?? locationId;
  if (id === undefined) return undefined;
  const row = siteRows.find(read, id);
  if (row === undefined) throw missingResource(siteId === undefined ? 'locationId' : 'siteId', 'site', id);
  requireSite(caller, id);
  return row;
};

/** The columns that a body sets; `current` is the row it changes, absent for a new one. */
const columnsOf = (body: UpdateSiteBody, current?: SiteRow): Partial<SiteRow> => {
  const { isDigital, imageUrls, address, openingHours, closures, rooms, metadata, ...plain } = body;
  return {
    ...plain,
    ...(isDigital === undefined ? {} : { isDigital: Number(isDigital) }),
    ...(imageUrls === undefined ? {} : { imageUrls: pack(imageUrls) }),
    ...(address === undefined ? {} : { address: pack(address) }),
    ...(openingHours === undefined ? {} : { openingHours: pack(openingHours) }),
    ...(closures === undefined ? {} : { closures: pack(closures) }),
    ...(rooms === undefined ? {} : { rooms: pack(rooms) }),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(current?.metadata ?? null, metadata) }),
  };
};

const checkPlausible = (read: Read, body: UpdateSiteBody, ownId?: string): void => {
  for (const [index, closure] of (body.closures ?? []).entries()) {
    if (closure.endDate < closure.startDate) {
      throw invalidParam(`closures[${index}].endDate`, 'A closure must not end before it starts.');
    }
  }
  if (body.code === undefined || body.code === null) return;
  const holder = idOfCode(read, body.code);
  if (holder !== undefined && holder !== ownId) {
    throw invalidParam('code', `The code '${body.code}' is used by the site '${holder}'. Choose another one.`);
  }
};

/** A site as it begins, not stored yet; its zone and currency are the brand's unless given. */
export const newSite = (read: Read, body: CreateSiteBody, id: string): SiteRow => {
  const defaults = brandDefaults(read);
  return {
    id,
    name: body.name,
    status: 'active',
    isDigital: 0,
    code: null,
    description: null,
    phone: null,
    email: null,
    websiteUrl: null,
    imageUrls: null,
    address: null,
    latitude: null,
    longitude: null,
    timezone: defaults.timezone,
    currency: defaults.currency,
    openingHours: null,
    closures: null,
    rooms: null,
    metadata: null,
    externalId: null,
    archivedAt: null,
    createdAt: read.now,
    updatedAt: read.now,
    ...columnsOf(body),
  };
};

/** Opens a site. */
export const createSite = (tx: Tx, body: CreateSiteBody, id: string = tx.id()): SiteRow => {
  checkPlausible(tx, body);
  const row = newSite(tx, body, id);
  siteRows.insert(tx, row);
  tx.raise('site.created', row.id, {});
  return row;
};

/** What follows when a site's clocks show another time than before, in families that come later. */
export type TimezoneChanged = (tx: Tx, site: SiteRow, previous: string) => void;

/** Changes a site; `status: active` brings an archived one back. */
export const updateSite = (tx: Tx, row: SiteRow, body: UpdateSiteBody, timezoneChanged: TimezoneChanged): SiteRow => {
  checkPlausible(tx, body, row.id);
  const restored = body.status === 'active' && row.archivedAt !== null ? { archivedAt: null } : {};
  const next: SiteRow = { ...row, ...columnsOf(body, row), ...restored };
  const difference = changesBetween(siteView(row), siteView(next));
  if (!isChanged(difference)) return row;
  next.updatedAt = tx.now;
  siteRows.update(tx, row.id, next);
  tx.raise('site.updated', row.id, difference);
  if (next.timezone !== row.timezone) timezoneChanged(tx, next, row.timezone);
  return next;
};

/** Archives a site: inactive, nothing new; what is booked there stays. Twice is the same as once. */
export const archiveSite = (tx: Tx, row: SiteRow): SiteRow => {
  if (row.archivedAt !== null) return row;
  const next: SiteRow = { ...row, status: 'inactive', archivedAt: tx.now, updatedAt: tx.now };
  siteRows.update(tx, row.id, next);
  tx.raise('site.archived', row.id, { archivedAt: tx.now });
  return next;
};
