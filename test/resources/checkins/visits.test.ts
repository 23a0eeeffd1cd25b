import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { checkIn, expectRecount, pass } from './set-up.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await addClient(studio) }));
afterEach(() => expectRecount(studio));

const stats = async () => {
  const { visits, firstVisitAt, lastVisitAt } = (await studio.get(`/v2/clients/${ann.id}`)).body.stats;
  return [visits, firstVisitAt?.slice(5, 16) ?? null, lastVisitAt?.slice(5, 16) ?? null];
};
const at = async (milliseconds: number, body: object = {}) => {
  await studio.given(studio.time.skipTo(TEST_START + milliseconds));
  const record = await checkIn(studio, { clientId: ann.id, ...body });
  const isOfVisit = (type: string) => !/^(?:streak|milestone)\./.test(type);
  expect(studio.events().filter(isOfVisit)).toEqual(['checkin.created', 'checkIn']);
  expect(record).toMatchObject({ status: 'valid', isReEntry: false });
};

describe('visits without a booking', () => {
  test('are one a local day at a site, however often the client comes', async () => {
    await at(0);
    await at(4 * HOUR_MS);
    await at(20 * HOUR_MS - MINUTE_MS);
    expect(await stats()).toEqual([1, '03-02T08:00', '03-02T08:00']);
  });

  test('count anew after local midnight', async () => {
    await at(20 * HOUR_MS);
    await at(21 * HOUR_MS - 5 * MINUTE_MS);
    expect((await stats())[0]).toBe(1);
    await at(21 * HOUR_MS);
    expect(await stats()).toEqual([2, '03-03T04:00', '03-03T05:00']);
  });

  test('count at each site', async () => {
    const { body: uptown } = await studio.post('/v2/sites', { name: 'Uptown' });
    await at(0);
    await at(HOUR_MS, { locationId: uptown.id });
    expect((await stats())[0]).toBe(2);
  });

  test('count for a day that is reported later', async () => {
    await at(0);
    await at(HOUR_MS, { checkedInAt: '2026-03-01T09:00:00.000Z' });
    await at(2 * HOUR_MS, { checkedInAt: '2026-03-01T11:00:00.000Z' });
    expect(await stats()).toEqual([2, '03-01T09:00', '03-02T08:00']);
  });

  test('count for each session, beside the day', async () => {
    const [first, second] = [
      await addSession(studio, { startsIn: HOUR_MS }),
      await addSession(studio, { startsIn: HOUR_MS }),
    ];
    await at(0);
    await at(MINUTE_MS * 5, { sessionId: first });
    await at(MINUTE_MS * 10, { sessionId: second });
    expect((await stats())[0]).toBe(3);
  });
});

describe('a session that is entered first and booked then', () => {
  let sessionId: string;
  let id: string;
  beforeEach(async () => {
    sessionId = await addSession(studio, { startsIn: HOUR_MS });
    await at(0, { sessionId });
    id = (await studio.post('/v2/bookings', { clientId: ann.id, sessionId })).body.id;
    await pass(studio, 10 * MINUTE_MS);
    await studio.post(`/v2/bookings/${id}/checkin`);
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'booking.checked_in']);
  });

  test('is one visit', async () => {
    expect(await stats()).toEqual([1, '03-02T08:10', '03-02T08:10']);
  });

  test('stays one when the booking is cancelled', async () => {
    await studio.post(`/v2/bookings/${id}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled']);
    expect(await stats()).toEqual([1, '03-02T08:00', '03-02T08:00']);
  });
});

test('an attended booking that is cancelled leaves no visit', async () => {
  const sessionId = await addSession(studio, { startsIn: HOUR_MS });
  const { id } = (await studio.post('/v2/bookings', { clientId: ann.id, sessionId })).body;
  await studio.post(`/v2/bookings/${id}/checkin`);
  expect((await stats())[0]).toBe(1);
  await studio.post(`/v2/bookings/${id}/cancel`);
  expect(await stats()).toEqual([0, null, null]);
});

test('the visits of a client are found by seeks', async () => {
  const sessionId = await addSession(studio, { startsIn: HOUR_MS });
  const steps = await plansOf(studio, 'checkins', async () => {
    await checkIn(studio, { clientId: ann.id });
    await checkIn(studio, { clientId: await addClient(studio), sessionId });
  });
  expect(steps.filter(isCostly)).toEqual([]);
  expect(steps.some((step) => step.includes('checkinsEntered'))).toBe(true);
});
