import { count, eq, gte, lt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { idUpperBound } from '../../database/id-order.ts';
import { rightsToRead } from '../../events/rights.ts';
import { type Caller, canAccessSite, requireRights, type SiteAccess } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { inList, named, query, select } from '../../records/query.ts';
import { deliveredEvent } from '../../webhooks/deliveries.ts';
import {
  DELIVERIES_KEPT_MS,
  WebhookDelivery,
  type WebhookDeliveryRow,
  WebhookEndpoint,
  type WebhookEndpointRow,
} from '../../webhooks/record.ts';
import { isKept } from '../../webhooks/retention.ts';
import { bodySeenBy } from '../events/queries.ts';
import type { WebhookDeliveryDetail } from './shapes.ts';

const { table: endpoints } = WebhookEndpoint;
const { table: deliveries } = WebhookDelivery;

const counted = query<{ n: number }>(() => select.select({ n: count().as('n') }).from(endpoints));

export const countEndpoints = (read: Read): number => counted.get(read, {})?.n ?? 0;

export const endpointPage = pagesOf<WebhookEndpointRow>(endpoints, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { status: eq(endpoints.status, named('status')) },
  sites: WebhookEndpoint.sites,
}));

const page = pagesOf<WebhookDeliveryRow>(deliveries, () => ({
  // The locations of an endpoint may have been others, and callers see their own.
  sites: { within: sql`+${inList(deliveries.siteId, 'reachable')}` },
  direction: 'descending',
  endedIds: '',
  collection: 'endpoint',
  filters: {
    endpoint: eq(deliveries.endpointId, named('endpoint')),
    // Literals, since a partial index on one status serves no parameter.
    pending: sql`${deliveries.status} = 'pending'`,
    failed: sql`${deliveries.status} = 'failed'`,
    succeeded: sql`${deliveries.status} = 'succeeded'`,
    notBefore: gte(deliveries.id, named('notBefore')),
    notAfter: lt(deliveries.id, named('notAfter')),
    from: gte(deliveries.createdAt, named('from')),
    before: lt(deliveries.createdAt, named('before')),
  },
}));

interface DeliveryFilters {
  readonly status?: WebhookDeliveryRow['status'];
  readonly start_date?: string;
  readonly end_date?: string;
}

/** The deliveries to an endpoint, within the history of 7 days. */
export const deliveryPage = (
  read: Read,
  request: PageRequest,
  { siteIds }: SiteAccess,
  endpointId: string,
  { status, start_date: from, end_date: before }: DeliveryFilters,
): Page<WebhookDeliveryRow> => {
  const since = Math.max(read.nowMs - DELIVERIES_KEPT_MS, from === undefined ? 0 : epochOf(from));
  const filters = {
    endpoint: endpointId,
    ...(status === undefined ? {} : { [status]: 1 }),
    notBefore: idLowerBound(since),
    ...(from === undefined ? {} : { from: isoInstant(epochOf(from)) }),
    ...(before === undefined
      ? {}
      : { before: isoInstant(epochOf(before)), notAfter: idUpperBound(read, epochOf(before)) }),
  };
  return page(read, request, filters, siteIds);
};

/** @throws Problem 404 when the endpoint has no such delivery in its history of 7 days, or the caller may not see its site. */
export const findDelivery = (
  read: Read,
  caller: SiteAccess,
  endpoint: WebhookEndpointRow,
  deliveryId: string,
): WebhookDeliveryRow => {
  const row = WebhookDelivery.rows.find(read, deliveryId);
  const isThere = row?.endpointId === endpoint.id && isKept(read, row) && canAccessSite(caller, row.siteId);
  if (!isThere) throw notFound('webhook delivery', deliveryId);
  return row;
};

/** Adds the payload and the response's beginning. @throws Problem 403 when the caller may not read the event. */
export const deliveryDetail = (
  read: Read,
  caller: Caller,
  row: WebhookDeliveryRow,
): Static<typeof WebhookDeliveryDetail> => {
  requireRights(caller, rightsToRead(row.eventType));
  return {
    ...WebhookDelivery.view(row),
    responseSnippet: row.responseSnippet,
    payload: bodySeenBy(read, caller, row.eventType, deliveredEvent(read, row.eventId)?.body ?? '{}'),
  };
};
