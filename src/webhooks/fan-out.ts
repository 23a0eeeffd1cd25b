import { readOnce } from '../database/committed-view.ts';
import type { Tx } from '../database/database.ts';
import type { RaiseListener } from '../database/store.ts';
import type { RaisedEvent } from '../events/envelope.ts';
import type { Jobs } from '../queue/jobs.ts';
import type { EndpointOwners, OwnerColumns } from './endpoint-owners.ts';
import { webhookJobs } from './jobs.ts';
import type { WebhookEndpointRow } from './record.ts';
import { patternsOf } from './subscriptions.ts';

const SUBSCRIBED = `select endpointId from webhookSubscriptions where pattern in (?1, ?2, ?3) and siteId in ('*', ?4)`;

const ENDPOINTS = `select id, status, credentialId, credentialScopes from webhookEndpoints where id in (${SUBSCRIBED})`;

const SKIP = 'update webhookEndpoints set skippedWhileDisabled = skippedWhileDisabled + 1 where id = ?';

type Subscriber = Pick<WebhookEndpointRow, 'id' | 'status'> & OwnerColumns;

const subscribers = (tx: Tx, { type, siteId }: RaisedEvent): readonly Subscriber[] =>
  readOnce(tx, `subscribers ${type} ${siteId}`, () =>
    tx.db.query<Subscriber, string[]>(ENDPOINTS).all(...patternsOf(type), siteId),
  );

/** The endpoint that an event is about, which does not receive it; '' for all other events. */
const subjectOf = (event: RaisedEvent): string => {
  if (!event.type.startsWith('webhook.')) return '';
  const { data }: { data: { webhookId: string } } = JSON.parse(event.body);
  return data.webhookId;
};

/**
 * Queues an event for every endpoint that is subscribed to it, in the transaction that raises it. For a disabled
 * endpoint it is counted and never queued (rules.md "Webhook endpoint"), nor is it where the owner of the endpoint may
 * not read it. A `ping` goes to its one endpoint directly.
 * @param queue the queue of the server. Other processes leave it out: the server finds their jobs.
 */
export const createFanOut =
  ({ mayReceive }: Pick<EndpointOwners, 'mayReceive'>, queue: Pick<Jobs, 'add'> = webhookJobs): RaiseListener =>
  (tx, event) => {
    if (event.type === 'ping') return;
    const found = subscribers(tx, event);
    if (found.length === 0) return;
    const subject = subjectOf(event);
    const wanted: string[] = [];
    for (const subscriber of found) {
      const { id, status } = subscriber;
      if (status === 'disabled') tx.db.query(SKIP).run(id);
      else if (id !== subject && mayReceive(tx, subscriber, event)) wanted.push(id);
    }
    if (wanted.length > 0) queue.add(tx, event.id, wanted, event.createdAt);
  };
