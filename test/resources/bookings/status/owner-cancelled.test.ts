import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { watchCommits } from '../../../helpers/commits.ts';
import { until } from '../../../helpers/process.ts';
import { sellPackage } from '../../../helpers/sales.ts';

const BOOKINGS = 180;

/** Books a client into many sessions of one seat, with another client waiting for the last of them. */
const bookMany = async (studio: Studio, clientId: string) => {
  const bookings: string[] = [];
  let sessionId = '';
  for (let at = 1; at <= BOOKINGS; at += 1) {
    sessionId = await addSession(studio, { startsIn: (24 + at) * HOUR_MS, capacity: 1 });
    bookings.push(await addBooking(studio, clientId, sessionId));
  }
  const other = { clientId: await addClient(studio), sessionId, joinWaitlist: true };
  const waiting = (await studio.given(studio.post('/v2/bookings', other))).id;
  return { bookings, waiting };
};

const unfinished = ({ db }: Studio): unknown[] => db.query('select kind, id from unfinishedChanges').all();

/** The ids of the events `booking.cancelled` so far, which are as many as there were bookings. */
const expectAllCancelled = async (studio: Studio, { bookings, waiting }: Awaited<ReturnType<typeof bookMany>>) => {
  await until(() => unfinished(studio).length === 0);
  const events = studio.eventsInFull();
  const cancelled = events.filter(({ type }) => type === 'booking.cancelled').map(({ data }) => data.bookingId);
  expect(cancelled.sort()).toEqual([...bookings].sort());
  expect(events.filter(({ type }) => type === 'booking.waitlist_promoted')).toHaveLength(1);
  expect((await bookingOf(studio, waiting)).status).toBe('confirmed');
  const live = studio.db.query("select count(*) as n from bookings where status <> 'cancelled'").get();
  expect(live).toEqual({ n: 1 });
  expect(studio.reportedErrors).toEqual([]);
  return events.map(({ type }) => type);
};

test('200 an archived client loses many bookings in short transactions, each once', async () => {
  const studio = await openStudio();
  const clientId = await addClient(studio);
  const booked = await bookMany(studio, clientId);
  const seen = watchCommits(studio);
  const { status } = await studio.delete(`/v2/clients/${clientId}`);
  expect([status, unfinished(studio)]).toEqual([200, [{ kind: 'client', id: clientId }]]);
  const types = await expectAllCancelled(studio, booked);
  expect(types.filter((type) => type === 'client.archived')).toHaveLength(1);
  expect(seen.commits).toBeGreaterThanOrEqual(Math.ceil(BOOKINGS / 50));
  expect(seen.mostEvents).toBeLessThanOrEqual(2 * 50 + 1);
}, 300_000);

test('200 a cancelled package loses many bookings in short transactions; one made meanwhile stays', async () => {
  const studio = await openStudio();
  await studio.patch('/v2/settings', { membership: { cancelFutureBookingsOnPackageCancel: true } });
  const clientId = await addClient(studio);
  const plan = { type: 'unlimited', creditsTotal: null, validityDays: 365 };
  const { id } = await sellPackage(studio, clientId, plan);
  const booked = await bookMany(studio, clientId);
  expect((await bookingOf(studio, booked.bookings[0])).packageId).toBe(id);
  const { status } = await studio.post(`/v2/packages/${id}/cancel`);
  expect([status, unfinished(studio)]).toEqual([200, [{ kind: 'package', id }]]);
  const sessionId = await addSession(studio, { startsIn: 5 * HOUR_MS });
  const later = (await studio.post('/v2/bookings', { clientId, sessionId })).body.id;
  await until(() => unfinished(studio).length === 0);
  expect((await bookingOf(studio, later)).status).toBe('confirmed');
  await studio.post(`/v2/bookings/${later}/cancel`);
  const cancelled = studio.eventsInFull().filter(({ type }) => type === 'booking.cancelled');
  expect(new Set(cancelled.map(({ data }) => data.bookingId))).toEqual(new Set([...booked.bookings, later]));
  expect(cancelled).toHaveLength(BOOKINGS + 1);
}, 300_000);

test('a restart cancels the rest of the bookings of an archived client', async () => {
  const studio = await openStudio();
  const clientId = await addClient(studio);
  const booked = await bookMany(studio, clientId);
  const deleted = studio.delete(`/v2/clients/${clientId}`);
  studio.store.onCommit(() => void studio.app.stop());
  await deleted;
  await studio.app.stop();
  expect(unfinished(studio)).toEqual([{ kind: 'client', id: clientId }]);
  const again = await openStudio({ file: studio.db.serialize(), seal: studio.seal });
  await expectAllCancelled(again, booked);
}, 300_000);
