import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { checkIn, expectRecount, HOUR, MINUTE, pass } from './set-up.ts';

let studio: Studio;
let clientId: string;
beforeEach(async () => {
  studio = await openStudio();
  clientId = await addClient(studio);
});
afterEach(() => expectRecount(studio));

const stats = async () => {
  const { visits, firstVisitAt, lastVisitAt } = (await studio.get(`/v2/clients/${clientId}`)).body.stats;
  return [visits, firstVisitAt?.slice(5, 16) ?? null, lastVisitAt?.slice(5, 16) ?? null];
};
const at = async (milliseconds: number, body: object = {}) => {
  await studio.time.moveTo(TEST_START + milliseconds);
  studio.events();
  const record = await checkIn(studio, { clientId, ...body });
  const isOfVisit = (type: string) => !/^(?:streak|milestone)\./.test(type);
  expect(studio.events().filter(isOfVisit)).toEqual(['checkin.created', 'checkIn']);
  expect(record).toMatchObject({ status: 'valid', isReEntry: false });
};

describe('visits without a booking', () => {
  test('are one a local day at a site, however often the client comes', async () => {
    await at(0);
    await at(4 * HOUR);
    await at(20 * HOUR - MINUTE);
    expect(await stats()).toEqual([1, '03-02T08:00', '03-02T08:00']);
  });

  test('count anew after local midnight', async () => {
    await at(20 * HOUR);
    await at(21 * HOUR - 5 * MINUTE);
    expect((await stats())[0]).toBe(1);
    await at(21 * HOUR);
    expect(await stats()).toEqual([2, '03-03T04:00', '03-03T05:00']);
  });

  test('count at each site', async () => {
    const { body: uptown } = await studio.post('/v2/sites', { name: 'Uptown' });
    await at(0);
    await at(HOUR, { locationId: uptown.id });
    expect((await stats())[0]).toBe(2);
  });

  test('count for a day that is reported later', async () => {
    await at(0);
    await at(HOUR, { checkedInAt: '2026-03-01T09:00:00.000Z' });
    await at(2 * HOUR, { checkedInAt: '2026-03-01T11:00:00.000Z' });
    expect(await stats()).toEqual([2, '03-01T09:00', '03-02T08:00']);
  });

  test('count for each session, beside the day', async () => {
    const [first, second] = [
      await addSession(studio, { startsIn: HOUR }),
      await addSession(studio, { startsIn: HOUR }),
    ];
    await at(0);
    await at(MINUTE * 5, { sessionId: first });
    await at(MINUTE * 10, { sessionId: second });
    expect((await stats())[0]).toBe(3);
  });
});

describe('a session that is entered first and booked then', () => {
  let sessionId: string;
  let id: string;
  beforeEach(async () => {
    sessionId = await addSession(studio, { startsIn: HOUR });
    await at(0, { sessionId });
    id = (await studio.post('/v2/bookings', { clientId, sessionId })).body.id;
    await pass(studio, 10 * MINUTE);
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
  const sessionId = await addSession(studio, { startsIn: HOUR });
  const { id } = (await studio.post('/v2/bookings', { clientId, sessionId })).body;
  await studio.post(`/v2/bookings/${id}/checkin`);
  expect((await stats())[0]).toBe(1);
  await studio.post(`/v2/bookings/${id}/cancel`);
  expect(await stats()).toEqual([0, null, null]);
});

test('the visits of a client are found by seeks', async () => {
  const sessionId = await addSession(studio, { startsIn: HOUR });
  const steps = await plansOf(studio, 'checkins', async () => {
    await checkIn(studio, { clientId });
    await checkIn(studio, { clientId: await addClient(studio), sessionId });
  });
  expect(steps.filter(isCostly)).toEqual([]);
  expect(steps.some((step) => step.includes('checkinsEntered'))).toBe(true);
});
