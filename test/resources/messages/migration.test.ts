import { expect, test } from 'bun:test';
import { migrate } from '../../../src/database/migrate.ts';
import { isoInstant, systemClock } from '../../../src/kernel/clock.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { openOlder } from '../../helpers/older-database.ts';

const BOOKING = '01950000-0000-7000-8000-00000000000b';

test('mails that a fault of the program kept from being made are due again for a week, with what their events say', () => {
  const db = openOlder(105);
  const [now, old] = [0, 8 * DAY_MS].map((ago) => isoInstant(systemClock.now() - ago));
  const insert = (table: string, values: Record<string, unknown>): void => {
    const names = Object.keys(values);
    const row = names.map((name) => values[name] ?? null) as string[];
    db.query(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(...row);
  };
  const times = { createdAt: now, updatedAt: now };
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
