import type { Read, Tx } from '../../database/database.ts';
import { rememberZone } from '../../database/zone-rules.ts';
import { eventChanges } from '../../events/changes.ts';
import type { SiteAccess } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { searchedName } from '../../kernel/folding.ts';
import { conflict, forbidden, invalidParam } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import { changedColumns } from '../../records/query.ts';
import { archived } from '../../records/store-changes.ts';
import type { Reactions } from '../reactions.ts';
import { brandDefaults } from '../settings/queries.ts';
import { idOfCode } from './queries.ts';
import { type CreateSiteBody, type Room, Site, type SiteRow, type UpdateSiteBody } from './record.ts';

/** A body whose rooms have ids: a room sent without one keeps the id of a current room of its name, or is new. */
const withRoomIds = <Body extends UpdateSiteBody>(tx: Tx, body: Body, current: string | null): Body => {
  if (body.rooms === undefined) return body;
  const sent = new Set(body.rooms.map(({ id }) => id));
  const left = Map.groupBy(unpackList<Room>(current), ({ id, name }) => (sent.has(id) ? undefined : name));
  const idOf = (name: string): string => left.get(name)?.shift()?.id ?? tx.id();
  return { ...body, rooms: body.rooms.map((room) => ({ ...room, id: room.id ?? idOf(room.name) })) };
};

/** @throws Problem 400 when two rooms have one id, a closure ends before it starts, or another site has the code. */
const check = (read: Read, { rooms = [], closures = [], code = null }: UpdateSiteBody, ownId?: string): void => {
  const ids = rooms.map(({ id }) => id);
  const again = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) < index);
  if (again >= 0)
    throw invalidParam(`rooms[${again}].id`, 'Another room has this ID. Leave it out for a new room.', {
      reason: 'not_accepted',
    });
  const wrong = closures.findIndex(({ startDate, endDate }) => endDate < startDate);
  if (wrong >= 0)
    throw invalidParam(`closures[${wrong}].endDate`, 'A closure must not end before it starts.', {
      reason: 'end_before_start',
    });
  const other = code === null ? undefined : idOfCode(read, code);
  if (other !== undefined && other !== ownId) {
    throw invalidParam('code', `The code '${code}' is used by another site. Choose another code.`, {
      reason: 'already_used',
    });
  }
};

/** A new site, not stored yet; its time zone and currency are the brand's unless given. */
export const newSite = (tx: Tx, body: CreateSiteBody, id: string): SiteRow => {
  const { defaultSiteId, timezone, currency } = brandDefaults(tx);
  const first = Site.rows.find(tx, defaultSiteId);
  return Site.make(tx, withRoomIds(tx, body, null), {
    id,
    timezone,
    currency,
    searchText: searchedName(body.name),
    paymentsEnabled: first?.paymentsEnabled ?? 0,
    processorAccountStatus: first?.processorAccountStatus ?? 'not_started',
  });
};

/** @throws Problem 403 `site_not_allowed` for a caller restricted to sites: it could not even see the new one. */
export const createSite = (tx: Tx, caller: SiteAccess, body: CreateSiteBody, id: string = tx.id()): SiteRow => {
  if (caller.siteIds !== null) {
    throw forbidden('This credential is restricted to some sites and cannot create another site.', 'site_not_allowed');
  }
  check(tx, body);
  const row = newSite(tx, body, id);
  Site.rows.insert(tx, row);
  rememberZone(tx.db, row.timezone, tx.nowMs);
  tx.raise('site.created', row.id, {});
  return row;
};

/** Whether the sessions of a site have to follow its change: of time zone or closures, or that it opens again. */
const affectsSessions = (before: SiteRow, after: SiteRow): boolean =>
  before.timezone !== after.timezone ||
  before.closures !== after.closures ||
  (before.status !== 'active' && after.status === 'active');

const requireNotDefault = (read: Read, { id }: SiteRow): void => {
  const advice = "Choose another default site first: PATCH /v2/settings with 'brand.defaultSiteId'.";
  if (id === brandDefaults(read).defaultSiteId) throw conflict('default_site', `This is the default site. ${advice}`);
};

/** Changes a site; `status: active` restores an archived one. @throws Problem as `archiveSite` when it becomes inactive. */
export const updateSite = (
  tx: Tx,
  row: SiteRow,
  body: UpdateSiteBody,
  reactions: Pick<Reactions, 'siteChanged'>,
): SiteRow => {
  check(tx, body, row.id);
  if (body.status === 'inactive' && row.status === 'active') requireNotDefault(tx, row);
  const next: SiteRow = { ...row, ...Site.columns(withRoomIds(tx, body, row.rooms), row) };
  if (body.status === 'active') next.archivedAt = null;
  const difference = changesBetween(Site.view(row), Site.view(next));
  if (!isChanged(difference)) return row;
  next.searchText = searchedName(next.name);
  next.updatedAt = tx.now;
  Site.rows.update(tx, row.id, changedColumns(row, next));
  rememberZone(tx.db, next.timezone, tx.nowMs);
  tx.raise('site.updated', row.id, eventChanges(Site.schema, difference));
  if (affectsSessions(row, next)) reactions.siteChanged(tx, next, row);
  return next;
};

/** Archives a site, whose bookings stay. Archiving it again changes nothing. @throws Problem 409 `default_site`. */
export const archiveSite = (tx: Tx, row: SiteRow): SiteRow => {
  if (row.archivedAt !== null) return row;
  requireNotDefault(tx, row);
  tx.raise('site.archived', row.id, { archivedAt: tx.now });
  return archived(tx, Site, row, { status: 'inactive' });
};
