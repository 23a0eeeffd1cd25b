import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { idUpperBound } from '../../database/id-order.ts';
import { EVENT_RETENTION_MS, type EventRow, events } from '../../database/outbox.ts';
import { type Filters, type Page, type PageRequest, pagesOf } from '../../database/pages.ts';
import { named, query, select } from '../../database/query.ts';
import { recordSites } from '../../database/site-scope.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import type { EventAnswer, EventFilters } from './shapes.ts';

const page = pagesOf<EventRow>(events, {
  direction: 'descending',
  indexed: {
    clientId: sql`${and(eq(events.clientId, named('clientId')), isNotNull(events.clientId))}`,
    type: eq(events.type, named('type')),
  },
  filters: {
    // For restricted callers, whose pages use the index of each site.
    typeAtSite: sql`+${eq(events.type, named('typeAtSite'))}`,
    notBefore: gte(events.id, named('notBefore')),
    notAfter: lt(events.id, named('notAfter')),
    before: sql`+${lt(events.createdAt, named('before'))}`,
    from: sql`+${gte(events.createdAt, named('from'))}`,
  },
  sites: recordSites(events, 'siteId')?.scope ?? null,
});

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

/** A page of the events of the last 30 days, newest first. */
export const eventPage = (
  read: Read,
  request: PageRequest,
  filters: EventFilters,
  { siteIds }: Caller,
): Page<EventRow> => {
  const { client_id: clientId, type } = filters;
  const ofType = siteIds === null ? { type } : { typeAtSite: type };
  return page(read, request, { clientId, ...ofType, ...range(read, filters) }, siteIds);
};

const byId = query<EventRow>(
  select
    .select()
    .from(events)
    .where(eq(events.id, named('id'))),
);

/** @throws Problem 404 when there is no such event, it is older than 30 days, or the caller may not see its site. */
export const findEvent = (read: Read, caller: Caller, id: string): EventRow => {
  const row = byId.get(read, { id });
  const isKept = row !== undefined && epochOf(row.createdAt) >= read.nowMs - EVENT_RETENTION_MS;
  if (!isKept || !canAccessSite(caller, row.siteId)) throw notFound('event', id);
  return row;
};

/** An event as receivers got it. The legacy check-in, which is sent without the envelope, is shown in one. */
export const eventView = ({ id, type, createdAt, body }: EventRow): EventAnswer => {
  const sent = JSON.parse(body);
  if (type !== LEGACY_CHECK_IN) return sent;
  return { id, object: 'event', type, apiVersion: API_VERSION, createdAt, livemode: true, data: sent };
};
