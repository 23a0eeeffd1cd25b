// A session that is completed stays completed when the clock is set back before its start.

import { beforeAll, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { openYoga } from '../../helpers/yoga.ts';

/** The same studio with its clock at the start of the test again. */
const openAgain = (studio: Studio): Promise<Studio> =>
  openStudio({ file: studio.db.serialize(), seal: studio.seal, media: studio.media, startAt: TEST_START });

let studio: Studio;
let sessionId: string;
let bookingId: string;
beforeAll(async () => {
  const before = await openStudio();
  sessionId = await addSession(before, { startsIn: HOUR_MS, capacity: 2 });
  bookingId = await addBooking(before, await addClient(before), sessionId);
  await before.time.moveTo(TEST_START + 3 * HOUR_MS);
  expect(before.events()).toEqual(['session.completed']);
  studio = await openAgain(before);
  studio.events();
});

const listed = (status: string) => studio.listed(`/v2/sessions?status=${status}`);

test('it is completed, and lists say so', async () => {
  const { body } = await studio.get(`/v2/sessions/${sessionId}`);
  expect(body).toMatchObject({ status: 'completed', isBookable: false, notBookableReason: 'started' });
  expect([await listed('completed'), await listed('scheduled'), await listed('in_progress')]).toEqual([
    [sessionId],
    [],
    [],
  ]);
});

test('409 nobody books it, no booking is cancelled, and it does not change', async () => {
  const clientId = await addClient(studio);
  expect(errorOf(await studio.post('/v2/bookings', { clientId, sessionId }))).toEqual([409, 'session_started']);
  expect(errorOf(await studio.post(`/v2/bookings/${bookingId}/cancel`))).toEqual([409, 'session_started']);
  expect(errorOf(await studio.patch(`/manage/sessions/${sessionId}`, { capacity: 9 }))).toEqual([
    409,
    'session_started',
  ]);
  expect(errorOf(await studio.post(`/manage/sessions/${sessionId}/cancel`))).toEqual([409, 'session_started']);
  expect((await bookingOf(studio, bookingId)).status).toBe('confirmed');
  expect(studio.events()).toEqual([]);
});

test('200 its clients are checked in, and it is not completed twice', async () => {
  expect((await studio.post(`/v2/bookings/${bookingId}/checkin`)).status).toBe(200);
  studio.events();
  await studio.time.moveTo(TEST_START + 4 * HOUR_MS);
  expect(studio.events()).toEqual([]);
  expect(await listed('completed')).toEqual([sessionId]);
});

test('a change of its schedule leaves it as it is', async () => {
  const yoga = await openYoga();
  const first = yoga.sessions()[0];
  await yoga.moveTo('2026-03-03T02:00:00.000Z');
  const again = await openAgain(yoga.studio);
  again.events();
  expect((await again.delete(`/v2/schedules/${yoga.id}`)).status).toBe(200);
  const found = again.db.query('select id, cancelledAt, updatedAt from sessions where completedAt is not null').all();
  expect(found).toEqual([{ id: String(first?.id), cancelledAt: null, updatedAt: '2026-03-02T08:00:00.000Z' }]);
});
