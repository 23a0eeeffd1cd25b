import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { changeIn, numberIn, valuesIn } from '../helpers/database-file.ts';
import { startServer, studiod, testFolder, until } from '../helpers/process.ts';
import { startMailServer } from '../helpers/smtp.ts';

const cwd = testFolder();
let isDeferring = true;
const mails = await startMailServer({ onRecipient: () => (isDeferring ? { refuse: [451, 'Later'] } : undefined) });
afterAll(() => mails.close());
const env = { STUDIOD_SMTP_URL: mails.url(), STUDIOD_MAIL_FROM: 'studio@example.com' };
const data = join(cwd, 'studiod-data');
const database = join(data, 'studiod.db');
const PAST = '2026-01-01T00:00:00.000Z';
const CLIENTS = 12;

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

test('what is due at a start is done with the address of the server: mails, reminders, webhooks, a backup', async () => {
  const first = await startServer({ cwd, env }, 'serve');
  const key = (await studiod({ cwd }, 'key', 'create', '--tier', 'unlimited')).out.trim();
  const made = async (path: string, body: object) => {
    const response = await first.call('POST', path, body, { 'x-service-api-key': key });
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return response.body;
  };
  const { body: sites } = await first.call('GET', '/v2/sites', undefined, { 'x-service-api-key': key });
  const siteId: string = sites.data[0].id;
  const startTime = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const session = { name: 'Flow', siteId, startTime, durationMinutes: 60, capacity: null };
  const { id: sessionId } = await made('/manage/sessions', session);
  const address = { name: 'Website', url: 'https://hooks.studio.invalid/', eventTypes: ['booking.created'] };
  await made('/v2/webhooks', address);
  const monthly = { name: 'Monthly', type: 'unlimited', price: 0, currency: 'USD', validityDays: 30, autoRenews: true };
  const { id: planId } = await made('/manage/plans', monthly);
  for (let index = 0; index < CLIENTS; index += 1) {
    const person = { firstName: 'Ann', lastName: `No${index}`, email: `ann${index}@example.com` };
    const { id: clientId } = await made('/v2/clients', person);
    if (index === 0) await made('/manage/packages', { clientId, planId, siteId, paymentMethod: 'cash' });
    await made('/v2/bookings', { clientId, sessionId });
  }
  await until(() => numberIn(database, `select count(*) from messages where kind = 'booking_confirmed'`) === CLIENTS);
  expect(await first.stop()).toBe(0);
  changeIn(
    database,
    `update queueJobs set dueAt = '${PAST}', leasedUntil = null, attempt = 0`,
    `delete from webhookDeliveries`,
    `insert or ignore into queueJobs (queue, key, lane, dueAt)
       select 'webhooks', events.id, webhookEndpoints.id, '${PAST}' from events, webhookEndpoints where type = 'booking.created'`,
    // A renewal, which waits for the next minute.
    `update packages set expiresAt = '${new Date(Date.now() - HOUR_MS).toISOString()}' where autoRenews = 1`,
    `update packages set nextRenewalAt = expiresAt where autoRenews = 1`,
  );
  const [reminders] = valuesIn(database, `select count(*) from messages where kind = 'booking_reminder'`)[0] ?? [];
  expect(reminders).toBe(2 * CLIENTS);
  // A backup was missed, and what earlier uploads left takes a while to remove.
  utimesSync(join(data, 'studiod.key'), new Date(PAST), new Date(PAST));
  const uploads = join(data, 'media/uploads');
  mkdirSync(uploads, { recursive: true });
  for (let index = 0; index < 1_000; index += 1) writeFileSync(join(uploads, `stray-${index}`), '');

  isDeferring = false;
  const second = await startServer({ cwd, env }, 'serve');
  const waiting = `select count(*) from messages where status = 'scheduled'`;
  await until(() => numberIn(database, waiting) === 0, 30_000);
  expect(valuesIn(database, 'select distinct kind, status, errorCode from messages order by kind')).toEqual([
    ['booking_confirmed', 'sent', null],
    ['booking_reminder', 'sent', null],
  ]);
  expect(mails.arrived).toHaveLength(3 * CLIENTS);
  const confirmation = mails.arrived.find(({ raw }) => raw.includes('re booked, '));
  expect(confirmation?.raw).toContain(second.ready.rootUrl.replace('http://', ''));
  await until(() => numberIn(database, 'select count(*) from webhookDeliveries') >= CLIENTS, 30_000);
  expect(valuesIn(database, 'select distinct errorCode from webhookDeliveries')).toEqual([['dns_error']]);
  await until(() => filesIn(join(data, 'backups')).some((name) => name.endsWith('.db')), 70_000);
  expect(readdirSync(uploads)).toEqual([]);
  expect(await second.stop()).toBe(0);
  expect(await second.err).not.toMatch(/ReferenceError|fault of studiod|"level":"error"/);
}, 180_000);
