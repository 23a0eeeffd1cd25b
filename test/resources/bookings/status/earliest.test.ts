import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, inHours, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { copyBookings } from '../../../helpers/copy-bookings.ts';
import { until } from '../../../helpers/process.ts';
import { slowDown } from '../../../helpers/stopwatch.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await addClient(studio) }));

/** Books the client into a new session that starts after so many hours. Returns the ids of both. */
const bookIn = async (hours: number, capacity: number | null = 5): Promise<[id: string, sessionId: string]> => {
  const sessionId = await addSession(studio, { startsIn: hours * HOUR_MS, capacity });
  return [await addBooking(studio, ann.id, sessionId), sessionId];
};
const kept = (): unknown =>
  studio.db.query('select earliestBookingAt from clients where id = ?').values(ann.id)[0]?.[0];
const next = async (): Promise<unknown> => (await studio.get(`/v2/clients/${ann.id}`)).body.stats.nextBookingAt;
const act = async (id: string, verb: string): Promise<void> => {
  expect((await studio.post(`/v2/bookings/${id}/${verb}`)).status).toBe(200);
};

describe('the earliest confirmed booking of a client', () => {
  test('is kept when bookings are made, in any order, cancelled and attended', async () => {
    expect([kept(), await next()]).toEqual([null, null]);
    const [second] = await bookIn(5);
    expect([kept(), await next()]).toEqual([inHours(5), inHours(5)]);
    const [first] = await bookIn(3);
    const [third] = await bookIn(7);
    expect([kept(), await next()]).toEqual([inHours(3), inHours(3)]);
    await act(second, 'cancel');
    expect(kept()).toBe(inHours(3));
    await act(first, 'checkin');
    expect([kept(), await next()]).toEqual([inHours(7), inHours(7)]);
    await act(third, 'cancel');
    expect([kept(), await next()]).toEqual([null, null]);
  });

  test('is none that waits, until it gets a seat', async () => {
    const sessionId = await addSession(studio, { startsIn: 30 * HOUR_MS, capacity: 1 });
    const taken = await addBooking(studio, await addClient(studio), sessionId);
    await joinWaitlist(studio, ann.id, sessionId);
    expect([kept(), await next()]).toEqual([null, null]);
    await act(taken, 'cancel');
    expect([kept(), await next()]).toEqual([inHours(30), inHours(30)]);
  });

  test('is passed over by the next booking once it has begun, although it stays confirmed', async () => {
    await bookIn(1);
    await bookIn(4);
    await studio.time.moveTo(TEST_START + HOUR_MS);
    expect([kept(), await next()]).toEqual([inHours(1), inHours(4)]);
  });

  test('follows a session that moves, earlier or later than another booking', async () => {
    const [, sessionId] = await bookIn(30);
    await bookIn(40);
    for (const [hours, earliest] of [
      [50, 40],
      [35, 35],
    ] as const) {
      expect((await studio.patch(`/manage/sessions/${sessionId}`, { startTime: inHours(hours) })).status).toBe(200);
      expect([kept(), await next()]).toEqual([inHours(earliest), inHours(earliest)]);
    }
  });

  test('follows a session with more bookings than one transaction moves', async () => {
    const [id, sessionId] = await bookIn(30, null);
    copyBookings(studio.db, id, 600);
    const endSlowness = slowDown();
    expect((await studio.patch(`/manage/sessions/${sessionId}`, { startTime: inHours(50) })).status).toBe(200);
    endSlowness();
    const starts = () => studio.db.query('select distinct earliestBookingAt from clients order by 1').values();
    expect(starts()).toEqual([[inHours(30)], [inHours(50)]]);
    await until(() => starts().length === 1);
    expect(starts()).toEqual([[inHours(50)]]);
  });
});
