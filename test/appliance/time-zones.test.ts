import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Server, startServer, testFolder } from '../helpers/process.ts';
import { waitFor } from '../helpers/wait.ts';
import { writeZoneinfo } from '../helpers/zoneinfo.ts';

const folder = testFolder();
const zoneinfo = join(folder, 'zoneinfo');

const start = () =>
  startServer(
    { cwd: folder, env: { STUDIOD_ZONEINFO: zoneinfo } },
    ...(['sandbox', '--data', 'data', '--clock', 'fixed:2026-11-20T12:00:00Z'] as const),
  );

test('a start with other rules of the machine keeps wall times and bookings, and the end of days', async () => {
  writeZoneinfo(zoneinfo, '2099a', { 'America/Vancouver': 'PST8PDT,M3.2.0,M11.1.0' });
  let server: Server = await start();
  const made = async (path: string, body: object) => (await server.call('POST', path, body)).body;
  const { id: siteId } = await made('/v2/sites', { name: 'Pacific', timezone: 'America/Vancouver' });
  await made('/v2/schedules', {
    name: 'Yoga',
    siteId,
    startDate: '2026-12-01',
    startTime: '18:00',
    durationMinutes: 60,
    capacity: 5,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'], count: 2 },
  });
  const sessions = async () => (await server.call('GET', `/v2/sessions?location_id=${siteId}`)).body.data;
  const times = async () =>
    (await sessions()).map((session: Record<string, string>) => [session.startTime, session.localStartTime]);
  const before = [
    ['2026-12-02T02:00:00.000Z', '18:00'],
    ['2026-12-09T02:00:00.000Z', '18:00'],
  ];
  expect(await times()).toEqual(before);
  const { clientId } = server.ready;
  const booking = await made('/v2/bookings', { clientId, sessionId: (await sessions())[0].id });
  const terms = {
    name: 'Ten days',
    type: 'credit_pack',
    price: 100,
    currency: 'USD',
    creditsTotal: 3,
    validityDays: 10,
  };
  const plan = await made('/manage/plans', terms);
  const sold = await made('/manage/packages', { clientId, planId: plan.id, siteId, paymentMethod: 'cash' });
  expect(sold.expiresAt).toBe('2026-12-01T07:59:59.999Z');
  const eventsBefore = (await server.call('GET', '/sandbox/events?limit=1')).body.data[0].id;
  await server.stop();

  // The rules of the program count where the machine has older ones.
  writeZoneinfo(zoneinfo, '2025b', { 'America/Vancouver': 'PST8PDT,M3.2.0,M11.1.0' });
  server = await start();
  await waitFor(async () => (await times())[1][0] !== before[1]?.[0]);
  expect(await times()).toEqual([
    ['2026-12-02T01:00:00.000Z', '18:00'],
    ['2026-12-09T01:00:00.000Z', '18:00'],
  ]);
  const expiry = async () => (await server.call('GET', `/v2/packages/${sold.id}`)).body.expiresAt;
  await waitFor(async () => (await expiry()) !== sold.expiresAt);
  expect(await expiry()).toBe('2026-12-01T06:59:59.999Z');
  expect((await server.call('GET', `/v2/bookings/${booking.id}`)).body.status).toBe('confirmed');
  const raised: { id: string; type: string }[] = (await server.call('GET', '/sandbox/events?limit=100')).body.data;
  const since = raised.slice(
    0,
    raised.findIndex(({ id }) => id === eventsBefore),
  );
  expect(since.map(({ type }) => type)).toEqual(['session.updated', 'session.updated']);
}, 60_000);
