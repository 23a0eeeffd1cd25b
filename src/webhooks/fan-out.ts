import type { Tx } from '../database/database.ts';
import type { RaiseListener } from '../database/store.ts';
import type { RaisedEvent } from '../events/envelope.ts';
import { patternsOf } from './subscriptions.ts';

const SUBSCRIBED = `select endpointId from webhookSubscriptions where pattern in (?1, ?2, ?3) and siteId in ('*', ?4)`;

const QUEUE = `
  insert into webhookJobs (eventId, endpointId, attempt, dueAt)
  select ?5, id, 0, ?6 from webhookEndpoints
  where id in (${SUBSCRIBED}) and status <> 'disabled' and id <> ?7
  returning endpointId`;

const SKIP = `
  update webhookEndpoints set skippedWhileDisabled = skippedWhileDisabled + 1
  where status = 'disabled' and id in (${SUBSCRIBED})`;

const ANY = 'select exists (select 1 from webhookSubscriptions) as found';

/**
 * Whether there are subscriptions at all: a studio without webhooks pays nothing for them. It is asked once for the events
 * of a transaction, but for those of an endpoint, which may come with its subscriptions.
 */
const createSubscriptionCheck = () => {
  let checked: Tx | undefined;
  let found = false;
  return (tx: Tx, { type }: RaisedEvent): boolean => {
    if (tx !== checked || type.startsWith('webhook.')) {
      found = tx.db.query<{ found: number }, []>(ANY).get()?.found === 1;
      checked = tx;
    }
    return found;
  };
};

/** The endpoint that an event is about, which does not receive it; '' for all other events. */
const subjectOf = (event: RaisedEvent): string => {
  if (!event.type.startsWith('webhook.')) return '';
  const { data }: { data: { webhookId: string } } = JSON.parse(event.body);
  return data.webhookId;
};

/**
 * Queues an event for every endpoint that is subscribed to it, in the transaction that raises it. For a disabled
 * endpoint it is counted and never queued (rules.md "Webhook endpoint"). A `ping` goes to its one endpoint directly.
 * @param onQueued called with each endpoint that has a new job, before the commit.
 */
export const createFanOut = (onQueued: (endpointId: string) => void): RaiseListener => {
  const hasSubscriptions = createSubscriptionCheck();
  return (tx: Tx, event: RaisedEvent): void => {
    if (event.type === 'ping' || !hasSubscriptions(tx, event)) return;
    const [all, family, exact] = patternsOf(event.type);
    const queued = tx.db
      .query<{ endpointId: string }, string[]>(QUEUE)
      .all(all, family, exact, event.siteId, event.id, event.createdAt, subjectOf(event));
    for (const { endpointId } of queued) onQueued(endpointId);
    tx.db.query(SKIP).run(all, family, exact, event.siteId);
  };
};
