import { eq, gte, lt, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { events } from '../../database/outbox.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select, tableRows } from '../../database/query.ts';
import {
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  webhookDeliveries,
  webhookEndpoints,
} from '../../webhooks/tables.ts';

export const endpointRows = tableRows(webhookEndpoints);
export const deliveryRows = tableRows(webhookDeliveries);

/** An endpoint of selected locations that all belong to the caller. */
const within = sql`${webhookEndpoints.locationScope} = 'selected' and not exists (
  select 1 from json_each(${webhookEndpoints.locationIds}) as chosen
  where chosen.value not in (select value from json_each(${named('reachable')})))`;

export const endpointPage = pagesOf<WebhookEndpointRow>(webhookEndpoints, {
  direction: 'descending',
  filters: { status: eq(webhookEndpoints.status, named('status')), reachable: within },
});

export const deliveryPage = pagesOf<WebhookDeliveryRow>(webhookDeliveries, {
  direction: 'descending',
  collection: 'endpoint',
  filters: {
    endpoint: eq(webhookDeliveries.endpointId, named('endpoint')),
    // Said outright, since only then the index of those in this state serves.
    pending: sql`${webhookDeliveries.status} = 'pending'`,
    failed: sql`${webhookDeliveries.status} = 'failed'`,
    succeeded: sql`${webhookDeliveries.status} = 'succeeded'`,
    notBefore: gte(webhookDeliveries.id, named('notBefore')),
    notAfter: lt(webhookDeliveries.id, named('notAfter')),
    from: gte(webhookDeliveries.createdAt, named('from')),
    before: lt(webhookDeliveries.createdAt, named('before')),
  },
});

const body = query<{ body: string }>(
  select
    .select({ body: events.body })
    .from(events)
    .where(eq(events.id, named('id'))),
);

/** The stored body of an event. */
export const bodyOf = (read: Read, eventId: string): string | undefined => body.get(read, { id: eventId })?.body;

/** Removes an endpoint with its subscriptions, its waiting events and its history. */
export const deleteEndpoint = (tx: Tx, id: string): void => {
  tx.db.query('delete from webhookEndpoints where id = ?').run(id);
};
