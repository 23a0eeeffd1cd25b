import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { idUpperBound } from '../../database/id-order.ts';
import { EVENT_RETENTION_MS, type EventRow, events, NEW_EVENTS } from '../../database/outbox.ts';
import { eventTypes } from '../../events/catalogue.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { rightsToRead } from '../../events/rights.ts';
import { type Caller, canAccessSite, hasRights, requireRights, type SiteAccess } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { idLowerBound, storedId } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import { type Filters, mergePages, type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { inList, named, query, selectRows } from '../../records/query.ts';
import { recordSites } from '../../records/site-scope.ts';
import { Client } from '../clients/record.ts';
import { Package } from '../packages/record.ts';
import { Session } from '../sessions/record.ts';
import type { EventFilters, EventResponse } from './shapes.ts';

const isIndexed = () => sql`${events.isNew} = 0`;
const sites = recordSites(events, 'siteId')?.scope;

const LISTED_TYPES: readonly string[] = [...eventTypes, LEGACY_CHECK_IN];
const isReadable = () => sql`+${inList(events.type, 'types')}`;

const indexedPage = pagesOf<EventRow>(events, () => ({
  direction: 'descending',
  endedIds: 'evt_',
  indexed: {
    clientId: sql`(${and(eq(events.clientId, named('clientId')), isNotNull(events.clientId), isIndexed())})`,
    type: sql`(${and(eq(events.type, named('type')), isIndexed())})`,
    actor: sql`(${and(eq(events.actor, named('actor')), isNotNull(events.actor), isIndexed())})`,
    requestId: sql`(${and(eq(events.requestId, named('requestId')), isNotNull(events.requestId), isIndexed())})`,
  },
  filters: {
    isNew: sql`+${eq(events.isNew, named('isNew'))}`,
    // For restricted callers, whose pages use the index of each site.
    typeAtSite: sql`+${eq(events.type, named('typeAtSite'))}`,
    actorAtSite: sql`+${eq(events.actor, named('actorAtSite'))}`,
    types: isReadable(),
    notBefore: gte(events.id, named('notBefore')),
    notAfter: lt(events.id, named('notAfter')),
    before: sql`+${lt(events.createdAt, named('before'))}`,
    from: sql`+${gte(events.createdAt, named('from'))}`,
  },
  sites: sites?.one === undefined ? null : { ...sites, one: sql`(${and(sites.one, isIndexed())})` },
}));

/** The last events, which the indexes do not have yet. */
const newPage = pagesOf<EventRow>(events, () => ({
  direction: 'descending',
  endedIds: 'evt_',
  filters: {
    isNew: sql`${sql.raw(NEW_EVENTS)} and ${named('isNew')} = 1`,
    clientId: sql`+${eq(events.clientId, named('clientId'))}`,
    type: sql`+${eq(events.type, named('type'))}`,
    typeAtSite: sql`+${eq(events.type, named('typeAtSite'))}`,
    actor: sql`+${eq(events.actor, named('actor'))}`,
    actorAtSite: sql`+${eq(events.actor, named('actorAtSite'))}`,
    requestId: sql`+${eq(events.requestId, named('requestId'))}`,
    types: isReadable(),
    notBefore: sql`+${gte(events.id, named('notBefore'))}`,
    notAfter: sql`+${lt(events.id, named('notAfter'))}`,
    before: sql`+${lt(events.createdAt, named('before'))}`,
    from: sql`+${gte(events.createdAt, named('from'))}`,
  },
  sites: sites === undefined ? null : { within: sites.within },
}));

/** The ids and times between which a list looks, never earlier than events are kept. */
const range = (read: Read, { from, to }: EventFilters): Filters => {
  const since = read.nowMs - EVENT_RETENTION_MS;
  const first = Math.max(since, from === undefined ? since : epochOf(from));
  return {
    notBefore: `evt_${idLowerBound(first)}`,
    from: isoInstant(first),
    ...(to === undefined
      ? {}
      : { before: isoInstant(epochOf(to)), notAfter: `evt_${idUpperBound(read, epochOf(to))}` }),
  };
};

/** The types of the events that a caller may read; undefined for all of them. */
export const readableTypes = (caller: Caller): readonly string[] | undefined => {
  const readable = LISTED_TYPES.filter((type) => hasRights(caller, rightsToRead(type)));
  return readable.length === LISTED_TYPES.length ? undefined : readable;
};

/** Events of the last 30 days, newest first. @throws Problem 403 for a type that the caller may not read. */
export const eventPage = (read: Read, request: PageRequest, filters: EventFilters, caller: Caller): Page<EventRow> => {
  const { siteIds } = caller;
  const { client_id: clientId, request_id: requestId, type } = filters;
  if (type !== undefined) requireRights(caller, rightsToRead(type));
  const actor = filters.actor === undefined ? undefined : storedId(filters.actor);
  const others = siteIds === null ? { type, actor } : { typeAtSite: type, actorAtSite: actor };
  const readable = type === undefined ? readableTypes(caller) : undefined;
  const types = readable === undefined ? undefined : JSON.stringify(readable);
  const given = { clientId, requestId, ...others, ...range(read, filters) };
  const hasIndex = siteIds !== null || [clientId, requestId, actor].some((each) => each !== undefined);
  // Without another index the rare events of a caller with few rights are looked for by type.
  const parts: readonly Filters[] =
    readable === undefined || hasIndex ? [{ types }] : readable.map((each) => ({ type: each }));
  return mergePages(request, [
    newPage(read, request, { ...given, types, isNew: 1 }, siteIds),
    ...parts.map((part) => indexedPage(read, request, { ...given, ...part, isNew: 0 }, siteIds)),
  ]);
};

const byId = query<EventRow>(() => selectRows(events, 'id'));

/** @throws Problem 403 when the caller may not read events of its type, 404 when there is no such event, it is older than 30 days, or the caller may not see its site. */
export const findEvent = (read: Read, caller: Caller, id: string): EventRow => {
  const row = byId.get(read, { id });
  const isKept = row !== undefined && epochOf(row.createdAt) >= read.nowMs - EVENT_RETENTION_MS;
  if (!isKept || !canAccessSite(caller, row.siteId)) throw notFound('event', id);
  requireRights(caller, rightsToRead(row.type));
  return row;
};

/** The fields of a legacy check-in that describe the client, the package and the session, besides their ids. */
const LEGACY_DETAILS = {
  client: ['firstName', 'lastName', 'email', 'phone', 'barcode', 'fobNumber', 'customProperties'],
  package: ['packageName'],
  session: ['sessionType', 'sessionName', 'sessionStartTime', 'SessionInstructor'],
} as const;

/**
 * The body of an event as the caller may see it. All events have records of their site and ids, but for the legacy
 * check-in: a restricted caller does not learn who a client of another home site is, nor what another site sold or holds.
 */
export const bodySeenBy = (read: Read, caller: SiteAccess, type: string, body: string) => {
  const sent = JSON.parse(body);
  if (type !== LEGACY_CHECK_IN || caller.siteIds === null) return sent;
  const isHidden = (siteId: string | undefined): boolean => siteId === undefined || !canAccessSite(caller, siteId);
  const hidden = [
    ...(isHidden(Client.rows.find(read, sent.clientID)?.homeLocationId) ? LEGACY_DETAILS.client : []),
    ...(isHidden(Package.rows.find(read, sent.packageID ?? '')?.siteId) ? LEGACY_DETAILS.package : []),
    ...(isHidden(Session.rows.find(read, sent.sessionID ?? '')?.siteId) ? LEGACY_DETAILS.session : []),
  ];
  return { ...sent, ...Object.fromEntries(hidden.map((name) => [name, null])) };
};

/** The view of events as receivers got them, and who raised them. The legacy check-in, which is sent without the envelope, is shown in one. */
export const eventView =
  (read: Read, caller: SiteAccess) =>
  ({ id, type, createdAt, body, actor, requestId }: EventRow): EventResponse => {
    const sent = bodySeenBy(read, caller, type, body);
    if (type !== LEGACY_CHECK_IN) return { ...sent, actor, requestId };
    const envelope = { id, object: 'event', type, apiVersion: API_VERSION, createdAt, livemode: true } as const;
    return { ...envelope, data: sent, actor, requestId };
  };
