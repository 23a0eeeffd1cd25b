import { idsFor } from '../../src/database/id-order.ts';
import { Store } from '../../src/database/store.ts';
import { pause } from '../../src/kernel/clock.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { createMailer } from '../../src/mail/mailer.ts';
import { createSmtp } from '../../src/mail/smtp.ts';
import { Client } from '../../src/resources/clients/record.ts';
import { createFollower } from '../../src/resources/messages/following/follower.ts';
import { pushJobQueue } from '../../src/resources/messages/push/jobs.ts';
import { Message } from '../../src/resources/messages/record.ts';
import { recordPostponed, recordResults } from '../../src/resources/messages/results.ts';
import { addressOf } from '../../src/resources/messages/schedule.ts';
import { ensureBrand } from '../../src/resources/settings/first-start.ts';
import { brandDefaults } from '../../src/resources/settings/queries.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';

/**
 * Opens the database of the first argument, raises as many events as the second says, and mails their receipts to the server of
 * the third until it is killed.
 */
const [path = '', count = '0', url = ''] = process.argv.slice(2);
const DOMAINS = 6;
const random = systemRandom();
const time = new Timeline();
const db = migratedDatabase(path);
const store = new Store(db, time, idsFor(db, time, random));
const report = (what: string, error: unknown): void => console.error(what, error);

await store.write<void>((tx) => {
  if (db.query('select 1 from clients').get() !== null) return;
  ensureBrand(tx, { brandName: 'Studio', timezone: 'UTC', currency: 'EUR', locale: 'en-GB' });
  const homeLocationId = brandDefaults(tx).defaultSiteId;
  for (let index = 0; index < DOMAINS; index += 1) {
    const person = { firstName: 'Client', lastName: `No${index}`, email: `client@domain${index}.example.com` };
    Client.rows.insert(tx, {
      ...Client.initial(tx),
      ...person,
      homeLocationId,
      status: 'active',
      joinedAt: tx.now,
    } as never);
  }
});
const clients = db.query('select id from clients order by id').values().flat() as string[];
const siteId = brandDefaults(store.view()).defaultSiteId;

const mailer = createMailer({
  store,
  time,
  random,
  transport: createSmtp({ url, fromAddress: 'studio@example.com', extraCa: [], isPooled: true }),
  compose(read, id) {
    const row = Message.rows.find(read, id);
    const to = row && addressOf(read, row);
    if (row === undefined || to == null) return { skipped: 'outdated' };
    const nothing = { replyTo: null, calendar: null, unsubscribeUrl: null };
    const words = { subject: row.sourceId, html: `<p>${row.sourceId}</p>`, text: row.sourceId };
    return { mail: { messageId: `${id}@studio.example`, to, fromName: 'Studio', ...words, ...nothing } };
  },
  record: recordResults,
  postpone: recordPostponed,
  report,
  requests: () => 0,
  jitter: 0,
});
const follower = createFollower({
  store,
  time,
  queue: { ...mailer, notifications: pushJobQueue },
  report,
  requests: undefined,
});
await mailer.start();
follower.start();
await pause(20);
await follower.idle();
for (let raised = 0; raised < Number(count); raised += 10) {
  const ids = await store.write<string[]>((tx) =>
    Array.from({ length: 10 }, (_, index) => {
      const clientId = clients[(raised + index) % clients.length] ?? '';
      return tx.raise('payment.completed', siteId, { paymentId: tx.id(), clientId, amount: 500 } as never);
    }),
  );
  // Each line is about events that are committed: their mails must not be lost.
  process.stdout.write(`${ids.join('\n')}\n`);
}
await follower.idle();
// What was interrupted is due within some seconds.
while (db.query('select 1 from queueJobs').get() !== null) await pause(10);
process.stdout.write('idle\n');
setInterval(() => {}, 1_000);
