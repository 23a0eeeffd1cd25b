import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { changeIn, valuesIn } from '../helpers/database-file.ts';
import { type Server, startServer, studiod, testFolder, until } from '../helpers/process.ts';
import { startMailServer } from '../helpers/smtp.ts';

const cwd = testFolder();
let isDeferring = true;
const mails = await startMailServer({
  onRecipient: () => (isDeferring ? { refuse: [451, 'Later'] } : undefined),
});
afterAll(() => mails.close());

const env = { STUDIOD_SMTP_URL: mails.url(), STUDIOD_MAIL_FROM: 'studio@example.com' };
const database = join(cwd, 'box/studiod.db');
const start = () => startServer({ cwd, env }, 'serve', '--data', 'box');
let key = '';
const ask = (server: Server, method: string, path: string, body?: object) =>
  server.call(method, path, body, { 'x-service-api-key': key });
const states = () =>
  valuesIn(database, "select kind, status, errorCode from messages where status <> 'sent' order by kind, dueAt");

test('a restore mails nobody: only reminders that are still ahead are kept', async () => {
  key = (await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'box')).out.trim();
  const before = await start();
  const siteId: string = (await ask(before, 'GET', '/v2/sites')).body.data[0].id;
  const startTime = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const session = { name: 'Flow', siteId, startTime, durationMinutes: 60, capacity: null };
  const sessionId: string = (await ask(before, 'POST', '/manage/sessions', session)).body.id;
  const eve = { firstName: 'Eve', lastName: 'Lee', email: 'eve@example.com' };
  const { id: clientId } = (await ask(before, 'POST', '/v2/clients', eve)).body;
  expect((await ask(before, 'POST', '/v2/bookings', { clientId, sessionId })).status).toBe(201);
  await until(() => valuesIn(database, "select 1 from messages where errorCode = 'deferred'").length > 0);
  const { body: booked } = await ask(before, 'GET', `/v2/bookings?client_id=${clientId}&limit=1`);
  expect(booked.data).toHaveLength(1);
  expect(await before.stop()).toBe(0);
  // A reminder that was due before the restore, and a claim of an attempt that was in progress.
  changeIn(
    database,
    `update messages set dueAt = '2026-01-01T00:00:00.000Z' where id in
       (select id from messages where kind = 'booking_reminder' order by dueAt limit 1)`,
    `update queueJobs set dueAt = '2026-01-01T00:00:00.000Z' where key in
       (select id from messages where dueAt = '2026-01-01T00:00:00.000Z')`,
  );
  const reminders = valuesIn(database, "select 1 from messages where kind = 'booking_reminder'").length;
  expect(reminders).toBeGreaterThan(1);
  const made = await studiod({ cwd }, 'backup', 'create', '--data', 'box');
  expect(made.code).toBe(0);

  const since = await start();
  // An event that is not in the backup: the cursor of the restored database ends before it.
  const { body: client } = await ask(since, 'POST', '/v2/clients', {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
  });
  expect((await ask(since, 'POST', '/v2/bookings', { clientId: client.id, sessionId })).status).toBe(201);
  expect(await since.stop()).toBe(0);

  const restored = await studiod({ cwd }, 'restore', made.out.trim(), '--data', 'box');
  expect([restored.code, restored.err]).toMatchObject([0, expect.any(String)]);
  const expected = states();
  expect(expected.filter(([kind]) => kind === 'booking_confirmed')).toEqual([
    ['booking_confirmed', 'skipped', 'restored'],
  ]);
  expect(expected.filter(([kind]) => kind === 'booking_reminder')).toEqual([
    ['booking_reminder', 'skipped', 'restored'],
    ...Array(reminders - 1).fill(['booking_reminder', 'scheduled', null]),
  ]);
  const jobs = valuesIn(database, "select key from queueJobs where queue = 'mail' order by key");
  expect(jobs).toEqual(valuesIn(database, "select id from messages where status = 'scheduled' order by id"));

  isDeferring = false;
  const after = await start();
  // What happens after the restore is told.
  const { body: bob } = await ask(after, 'POST', '/v2/clients', {
    firstName: 'Bob',
    lastName: 'Lee',
    email: 'bob@example.com',
  });
  expect((await ask(after, 'POST', '/v2/bookings', { clientId: bob.id, sessionId })).status).toBe(201);
  await until(() => mails.arrived.length > 0);
  expect(await after.stop()).toBe(0);
  expect(mails.arrived.map(({ to }) => to)).toEqual(['bob@example.com']);
  expect(states().filter(([kind]) => kind === 'booking_reminder').length).toBeGreaterThanOrEqual(reminders);
}, 120_000);
