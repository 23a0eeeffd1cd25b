import { expect, test } from 'bun:test';
import { migrate } from '../../../src/database/migrate.ts';
import { isoInstant, systemClock } from '../../../src/kernel/clock.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { openOlder } from '../../helpers/older-database.ts';

const BOOKING = '01950000-0000-7000-8000-00000000000b';

/** A site, Ann, and Bob without an email, in an older database. */
const openWithClients = (schema: number) => {
  const db = openOlder(schema);
  const now = isoInstant(systemClock.now());
  const times = { createdAt: now, updatedAt: now };
  const insert = (table: string, values: Record<string, unknown>): void => {
    const names = Object.keys(values);
    const row = names.map((name) => values[name] ?? null) as string[];
    db.query(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(...row);
  };
  insert('sites', {
    id: 's',
    name: 'Main',
    status: 'active',
    isDigital: 0,
    timezone: 'UTC',
    currency: 'EUR',
    searchText: '',
    ...times,
  });
  for (const id of ['ann', 'bob']) {
    const email = id === 'ann' ? 'Ann@Example.com' : null;
    const person = { id, firstName: id, lastName: '', email, homeLocationId: 's', status: 'active', joinedAt: now };
    insert('clients', { ...person, ...times });
  }
  return { db, insert, now, times };
};

test('mails that a fault of the program kept from being made are due again for a week, with what their events say', () => {
  const { db, insert, now, times } = openWithClients(105);
  const old = isoInstant(systemClock.now() - 8 * DAY_MS);
  insert('events', {
    id: 'cancelled',
    type: 'booking.cancelled',
    siteId: 's',
    createdAt: now,
    body: JSON.stringify({ data: { bookingId: BOOKING, previousStatus: 'WAITLISTED', isLateCancel: false } }),
  });
  const event = { type: 'booking.created', siteId: 's', createdAt: now };
  insert('events', { ...event, id: 'created', body: JSON.stringify({ data: { bookingId: BOOKING } }) });
  const message = (id: string, kind: string, sourceId: string, more: Record<string, unknown> = {}): void =>
    insert('messages', {
      id,
      kind,
      siteId: 's',
      clientId: 'ann',
      sourceId,
      data: '{}',
      status: 'skipped',
      errorCode: 'not_made',
      attempts: 1,
      dueAt: now,
      ...times,
      ...more,
    });
  message('1', 'booking_confirmed', 'created');
  message('2', 'booking_reminder', `${BOOKING} 120`);
  message('3', 'booking_cancelled', 'cancelled');
  message('old', 'receipt', 'created', { updatedAt: old });
  message('unwanted', 'waitlist_joined', 'created', { errorCode: 'outdated' });
  message('nobody', 'booking_confirmed', 'cancelled', { clientId: 'bob' });
  message('unknown', 'session_moved', 'moved');

  migrate(db, 'test');

  const stored = db.query('select id, status, errorCode, data from messages order by id').values();
  expect(stored).toEqual([
    ['1', 'scheduled', null, JSON.stringify({ bookingId: BOOKING })],
    ['2', 'scheduled', null, JSON.stringify({ bookingId: BOOKING, minutes: 120 })],
    [
      '3',
      'scheduled',
      null,
      JSON.stringify({ bookingId: BOOKING, previousStatus: 'WAITLISTED', isLateCancel: false, wasWaiting: true }),
    ],
    ['nobody', 'skipped', 'not_made', '{}'],
    ['old', 'skipped', 'not_made', '{}'],
    ['unknown', 'skipped', 'not_made', '{}'],
    ['unwanted', 'skipped', 'outdated', '{}'],
  ]);
  const jobs = db.query('select queue, key, lane, attempt from queueJobs order by key').values();
  expect(jobs).toEqual(['1', '2', '3'].map((key) => ['mail', key, 'example.com', 0]));
});

test('notifications that nothing sends have ended, and those that wait stay', () => {
  const { db, insert, now, times } = openWithClients(129);
  const message = (id: string, more: Record<string, string> = {}): void =>
    insert('messages', {
      id,
      kind: 'booking_reminder',
      siteId: 's',
      clientId: 'ann',
      channel: 'push',
      sourceId: id,
      data: '{"bookingId":"b"}',
      status: 'scheduled',
      dueAt: now,
      ...times,
      ...more,
    });
  const job = (queue: string, key: string): void => insert('queueJobs', { queue, key, lane: 'due', dueAt: now });
  message('left');
  message('refused', { errorCode: 'push_refused' });
  message('due');
  job('push', 'due');
  message('again', { errorCode: 'push_refused' });
  job('push', 'again device');
  message('sent', { status: 'sent' });
  message('email', { channel: 'email' });

  migrate(db, 'test');

  const data = '{"bookingId":"b"}';
  expect(db.query('select id, status, errorCode, data from messages order by id').values()).toEqual([
    ['again', 'scheduled', 'push_refused', data],
    ['due', 'scheduled', null, data],
    ['email', 'scheduled', null, data],
    ['left', 'skipped', 'no_device', '{}'],
    ['refused', 'failed', 'push_refused', '{}'],
    ['sent', 'sent', null, data],
  ]);
});
