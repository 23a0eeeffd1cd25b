import type { Read } from '../../database/database.ts';
import { EVENTS_KEPT_MS, type EventRow } from '../../database/outbox.ts';
import { type Filters, mergedPage, type Page, type PageRequest } from '../../database/pages.ts';
import { type Caller, reachesSite } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { firstIdAt, idsEndAt } from '../../kernel/ids.ts';
import { missingResource, notFound } from '../../kernel/problem.ts';
import { eventById, eventPage, isClient } from './queries.ts';
import type { EventFilters } from './shapes.ts';

/** Between which ids and instants a query looks: never farther back than the log reaches. */
const span = ({ nowMs }: Read, { from, to }: EventFilters): Filters => {
  const since = nowMs - EVENTS_KEPT_MS;
  const first = Math.max(since, from === undefined ? since : epochOf(from));
  return {
    notBefore: `evt_${firstIdAt(first)}`,
    from: isoInstant(first),
    ...(to === undefined ? {} : { before: isoInstant(epochOf(to)), notAfter: `evt_${idsEndAt(epochOf(to))}` }),
  };
};

/** The page of the log that a query asks for, newest first. @throws Problem 400 where there is no such client. */
export const pageOfEvents = (
  read: Read,
  request: PageRequest,
  query: EventFilters,
  { siteIds }: Caller,
): Page<EventRow> => {
  const { client_id: clientId, type } = query;
  if (clientId !== undefined && !isClient(read, clientId)) throw missingResource('client_id', 'client', clientId);
  const filters = { ...(clientId === undefined ? { type } : { clientId, besideType: type }), ...span(read, query) };
  if (siteIds === null) return eventPage(read, request, filters);
  if (clientId !== undefined) return eventPage(read, request, { ...filters, reachable: JSON.stringify(siteIds) });
  const parts = siteIds.map((siteId) => {
    const { type: _type, ...others } = { type, ...filters };
    return eventPage(read, request, { ...others, siteId, besideType: type });
  });
  return mergedPage(request, parts);
};

/** @throws Problem 404 when there is no such event in the log, or it is of a site that is not the caller's. */
export const findEvent = (read: Read, caller: Caller, id: string): EventRow => {
  const row = eventById(read, id);
  const isKept = row !== undefined && epochOf(row.createdAt) >= read.nowMs - EVENTS_KEPT_MS;
  if (!isKept || !reachesSite(caller, row.siteId)) throw notFound('event', id);
  return row;
};
