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

const ANYBODY = 'select exists (select 1 from webhookSubscriptions) as listens';

/** Whether anybody is subscribed to anything: a studio without webhooks pays nothing for them. */
const anybodyListens = (tx: Tx): boolean => tx.db.query<{ listens: number }, []>(ANYBODY).get()?.listens === 1;

/** The endpoint that an event is about, which is not told of it; '' for all other events. */
const subjectOf = (event: RaisedEvent): string =>
  event.type.startsWith('webhook.') ? (JSON.parse(event.body) as { data: { webhookId: string } }).data.webhookId : '';

/**
 * Queues an event for every endpoint that wants it, in the transaction that raises it: what is raised while an
 * endpoint is disabled is counted there and never queued (section 3). A `ping` goes to its one endpoint directly.
 * @param onQueued is told each endpoint that has something to do, before the commit.
 */
export const createFanOut =
  (onQueued: (endpointId: string) => void): RaiseListener =>
  (tx: Tx, event: RaisedEvent): void => {
    if (event.type === 'ping' || !anybodyListens(tx)) return;
    const [all, family, exact] = patternsOf(event.type);
    const queued = tx.db
      .query<{ endpointId: string }, string[]>(QUEUE)
      .all(all, family, exact, event.siteId, event.id, event.createdAt, subjectOf(event));
    for (const { endpointId } of queued) onQueued(endpointId);
    tx.db.query(SKIP).run(all, family, exact, event.siteId);
  };
