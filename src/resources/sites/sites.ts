import type { Read, Tx } from '../../database/database.ts';
import { pack, unpackList } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import { changedColumns } from '../../database/query.ts';
import type { SiteRow } from '../../database/tables/sites.ts';
import { changesInEvents } from '../../events/changes.ts';
import { NO_ADDRESS } from '../../http/postal-address.ts';
import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { forbidden, invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import type { Reactions } from '../reactions.ts';
import { brandDefaults, idOfCode, siteRows } from './queries.ts';
import { type CreateSiteBody, type Room, Site, type UpdateSiteBody } from './shapes.ts';
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

/** The rooms as they are kept: a room sent without an id keeps that of the room of its name, or is a new one. */
const roomsOf = (tx: Tx, rooms: NonNullable<UpdateSiteBody['rooms']>, current: SiteRow | undefined): Room[] => {
  const known = new Map(unpackList<Room>(current?.rooms ?? null).map(({ name, id }) => [name, id]));
  return rooms.map(({ id, name, capacity = null }) => ({ id: id ?? known.get(name) ?? tx.id(), name, capacity }));
};

/** The columns that a body sets; `current` is the row it changes, absent for a new one. */
const columnsOf = (tx: Tx, body: UpdateSiteBody, current?: SiteRow): Partial<SiteRow> => {
  const { isDigital, imageUrls, address, openingHours, closures, rooms, metadata, ...plain } = body;
  return {
    ...plain,
    ...(isDigital === undefined ? {} : { isDigital: Number(isDigital) }),
    ...(imageUrls === undefined ? {} : { imageUrls: pack(imageUrls) }),
    ...(address === undefined ? {} : { address: pack(address && { ...NO_ADDRESS, ...address }) }),
    ...(openingHours === undefined ? {} : { openingHours: pack(openingHours) }),
    ...(closures === undefined ? {} : { closures: pack(closures.map((closure) => ({ name: null, ...closure }))) }),
    ...(rooms === undefined ? {} : { rooms: pack(roomsOf(tx, rooms, current)) }),
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

/** What a search looks through: SQLite itself folds the case of ASCII only. */
const searchTextOf = (name: string): string => name.toLowerCase();

/** A site as it begins, not stored yet; its zone and currency are the brand's unless given. */
export const newSite = (tx: Tx, body: CreateSiteBody, id: string): SiteRow => {
  const defaults = brandDefaults(tx);
  const first = siteRows.find(tx, defaults.defaultSiteId);
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
    searchText: searchTextOf(body.name),
    metadata: null,
    externalId: null,
    archivedAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
    paymentsEnabled: first?.paymentsEnabled ?? 0,
    processorAccountStatus: first?.processorAccountStatus ?? 'not_started',
    ...columnsOf(tx, body),
  };
};

/**
 * Opens a site.
 * @throws Problem 403 `site_not_allowed` for a caller restricted to other sites: it could not even see the new one.
 */
export const createSite = (
  tx: Tx,
  caller: Pick<Caller, 'siteIds'>,
  body: CreateSiteBody,
  id: string = tx.id(),
): SiteRow => {
  if (caller.siteIds !== null) {
    throw forbidden('This credential is restricted to some sites and cannot open another one.', 'site_not_allowed');
  }
  checkPlausible(tx, body);
  const row = newSite(tx, body, id);
  siteRows.insert(tx, row);
  tx.raise('site.created', row.id, {});
  return row;
};

/** Whether sessions have to follow: the clocks, the days on which it is closed, or that it opens again. */
const movesSessions = (before: SiteRow, after: SiteRow): boolean =>
  before.timezone !== after.timezone ||
  before.closures !== after.closures ||
  (before.status !== 'active' && after.status === 'active');

/** Changes a site; `status: active` brings an archived one back. */
export const updateSite = (
  tx: Tx,
  row: SiteRow,
  body: UpdateSiteBody,
  reactions: Pick<Reactions, 'siteChanged'>,
): SiteRow => {
  checkPlausible(tx, body, row.id);
  const restored = body.status === 'active' && row.archivedAt !== null ? { archivedAt: null } : {};
  const next: SiteRow = { ...row, ...columnsOf(tx, body, row), ...restored };
  const difference = changesBetween(siteView(row), siteView(next));
  if (!isChanged(difference)) return row;
  next.searchText = searchTextOf(next.name);
  next.updatedAt = tx.now;
  siteRows.update(tx, row.id, changedColumns(row, next));
  tx.raise('site.updated', row.id, changesInEvents(Site, difference));
  if (movesSessions(row, next)) reactions.siteChanged(tx, next, row);
  return next;
};

/** Archives a site: inactive, nothing new; what is booked there stays. Twice is the same as once. */
export const archiveSite = (tx: Tx, row: SiteRow): SiteRow => {
  if (row.archivedAt !== null) return row;
  const changes = { status: 'inactive', archivedAt: tx.now, updatedAt: tx.now };
  siteRows.update(tx, row.id, changes);
  tx.raise('site.archived', row.id, { archivedAt: tx.now });
  return { ...row, ...changes };
};
