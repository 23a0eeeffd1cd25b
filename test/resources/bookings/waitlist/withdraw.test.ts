// A session whose capacity is lowered while offers hold the seats that it had.

import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addClient, bookingOf } from '../../../helpers/bookings.ts';
import { watchCommits } from '../../../helpers/commits.ts';
import { copyWaits } from '../../../helpers/copy-bookings.ts';
import { typesOf } from '../../../helpers/daily.ts';
import { openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { until } from '../../../helpers/process.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { copyWhileLeft, isLeft, whileLeft } from '../../../helpers/unfinished.ts';
import { addWaitlist, joinWaitlist, offerUpdate, type Waitlist } from '../../../helpers/waitlist.ts';

let waitlist: Waitlist;
const studio = forEachTest(openStudioForMembers);
beforeEach(async () => {
  await setBooking(studio, { memberRequiresCredit: false, waitlistPromotionMode: 'confirmation_window' });
  waitlist = await addWaitlist(studio, 1, 3);
});

const setCapacity = async (capacity: number) => {
  const { status } = await studio.patch(`/manage/sessions/${waitlist.sessionId}`, { capacity });
  expect(status).toBe(200);
  await until(() => !isLeft(studio, 'offers') && !isLeft(studio, 'waitlist'));
};
const sessionOf = async () => (await studio.get(`/v2/sessions/${waitlist.sessionId}`)).body;
const offerOf = async (index: number) => (await bookingOf(studio, waitlist.waiting[index])).waitlist;
const acceptBy = async (clientId: string, id: string | undefined) =>
  (await studio.signIn(clientId)).post(`/bookings/${id}/accept`);
const accept = (index: number) => acceptBy(String(waitlist.clients[index]), waitlist.waiting[index]);
const promote = (id: string | undefined) => studio.post(`/manage/bookings/${id}/promote`);

describe('200 capacity raised and lowered again', () => {
  beforeEach(async () => {
    await setCapacity(4);
    expect(studio.events()).toEqual([
      'session.updated',
      'booking.waitlist_offered',
      'booking.waitlist_offered',
      'booking.waitlist_offered',
    ]);
  });

  test('offers beyond it are withdrawn, the last in line first, and their clients keep their places', async () => {
    await setCapacity(2);
    const [updated, ...withdrawn] = studio.eventsInFull();
    expect(updated?.type).toBe('session.updated');
    const offerWithdrawn = (index: number) => offerUpdate(waitlist, index, '2026-03-02T10:00:00.000Z', null);
    expect(withdrawn.map(({ type, data }) => [type, data])).toEqual([
      ['booking.updated', offerWithdrawn(2)],
      ['booking.updated', offerWithdrawn(1)],
    ]);
    expect(await sessionOf()).toMatchObject({ bookedCount: 1, availableSpots: 0, waitlistCount: 3 });
    expect(await offerOf(0)).toMatchObject({ position: 1, offerExpiresAt: '2026-03-02T10:00:00.000Z' });
    for (const index of [1, 2]) {
      expect(await offerOf(index)).toMatchObject({
        position: index + 1,
        offeredAt: null,
        offerExpiresAt: null,
        lastSkipReason: 'offer_withdrawn',
      });
    }
  });

  test('409 a withdrawn offer is not accepted; never more are confirmed than the capacity', async () => {
    await studio.given(setCapacity(2));
    const answers = [await accept(2), await accept(1), await promote(waitlist.waiting[1]), await accept(0)];
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [409, 'session_full'],
      [409, 'session_full'],
      [409, 'session_full'],
      [200, undefined],
    ]);
    expect(answers[0]?.body.error.message).toContain('withdrawn');
    expect(studio.events()).toEqual(['booking.waitlist_promoted']);
    expect(await sessionOf()).toMatchObject({ capacity: 2, bookedCount: 2 });
  });

  test('the next free seat is offered to them again, first in, first out', async () => {
    await setCapacity(1);
    expect(studio.events()).toEqual(['session.updated', ...Array(3).fill('booking.updated')]);
    await studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_offered']);
    expect((await offerOf(0)).offerExpiresAt).toBe('2026-03-02T10:00:00.000Z');
    await setCapacity(2);
    expect(studio.events()).toEqual(['session.updated', 'booking.waitlist_offered']);
    expect((await accept(1)).status).toBe(200);
  });

  test('those who accepted before keep their seats, and no seat is offered until one is free', async () => {
    for (const index of [0, 1]) expect((await accept(index)).status).toBe(200);
    studio.events();
    await setCapacity(1);
    expect(studio.events()).toEqual(['session.updated', 'booking.updated']);
    expect(await sessionOf()).toMatchObject({ bookedCount: 3, availableSpots: 0 });
    await studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled']);
  });

  test('an expired offer lapses, whatever the capacity', async () => {
    studio.db.run("update bookings set offerExpiresAt = '2026-03-02T07:59:30.000Z' where id = ?", [
      String(waitlist.waiting[0]),
    ]);
    await setCapacity(3);
    expect(studio.events()).toEqual(['session.updated']);
    expect((await offerOf(2)).offerExpiresAt).toBe('2026-03-02T10:00:00.000Z');
  });
});

test('an offer stays where seats are left for it, and beside a seat that staff gave beyond the capacity', async () => {
  await setCapacity(2);
  const booking = { clientId: await addClient(studio), sessionId: waitlist.sessionId, overrideCapacity: true };
  expect((await studio.post('/v2/bookings', booking)).body.status).toBe('confirmed');
  await studio.given(setCapacity(3));
  expect((await accept(0)).status).toBe(200);
  expect(studio.events()).toEqual(['booking.waitlist_promoted']);
});

test('a withdrawn offer gives back the credit that it held', async () => {
  waitlist = await addWaitlist(studio, 1, 0);
  const clientId = await addClient(studio);
  const packageId = (await sellPackage(studio, clientId, { creditsTotal: 1 })).id;
  const id = await joinWaitlist(studio, clientId, waitlist.sessionId, { requireCredit: true });
  const packageOf = async () => (await studio.get(`/v2/packages/${packageId}`)).body;
  await setCapacity(2);
  expect(await packageOf()).toMatchObject({ creditsRemaining: 1, creditsHeld: 1 });
  studio.events();
  await setCapacity(1);
  expect(studio.events()).toEqual(['session.updated', 'booking.updated']);
  expect(await packageOf()).toMatchObject({ creditsRemaining: 1, creditsHeld: 0 });
  expect(await bookingOf(studio, id)).toMatchObject({ creditOutcome: 'restored', creditsUsed: 0 });
});

test('a schedule that lowers the capacity withdraws the offers of its sessions too', async () => {
  const schedule = (
    await studio.post('/v2/schedules', {
      name: 'Yoga',
      siteId: MAIN_SITE,
      startDate: '2026-03-04',
      startTime: '18:00',
      durationMinutes: 60,
      capacity: 1,
    })
  ).body;
  const sessionId = (await studio.get('/v2/sessions')).body.data.find(
    ({ scheduleId }: { scheduleId: string | null }) => scheduleId === schedule.id,
  ).id;
  const send = (joinWaitlist: boolean) => async (clientId: string) =>
    (await studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist })).body.id;
  await send(false)(await addClient(studio));
  const clientId = await addClient(studio);
  const id = await send(true)(clientId);
  await studio.given(studio.patch(`/v2/schedules/${schedule.id}`, { capacity: 2 }));
  await studio.patch(`/v2/schedules/${schedule.id}`, { capacity: 1 });
  expect(studio.events()).toEqual(['session.updated', 'booking.updated', 'schedule.updated']);
  expect((await acceptBy(clientId, id)).body.error.code).toBe('session_full');
});

describe('with more offers than one transaction withdraws', () => {
  const openOffers = async () => {
    const first = String(waitlist.waiting[2]);
    copyWaits(studio.db, first, 200);
    await studio.given(setCapacity(204));
  };
  const inLine = (): { id: string; clientId: string; holdsSeat: number }[] =>
    studio.db
      .query("select id, clientId, holdsSeat from bookings where status = 'waitlisted' order by joinedAt, id")
      .all() as { id: string; clientId: string; holdsSeat: number }[];

  test('short transactions withdraw them', async () => {
    await openOffers();
    const seen = watchCommits(studio);
    await setCapacity(21);
    expect(seen.mostEvents).toBeLessThanOrEqual(51);
    expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 1, 'booking.updated': 183 });
    expect(inLine().map(({ holdsSeat }) => holdsSeat)).toEqual([...Array(20).fill(1), ...Array(183).fill(0)]);
    expect(studio.reportedErrors).toEqual([]);
  }, 60_000);

  test('a restart in between withdraws the rest', async () => {
    await openOffers();
    const file = copyWhileLeft(studio, 'offers');
    await setCapacity(21);
    const again = await openStudio({ file: file() });
    await until(() => !isLeft(again, 'offers'));
    const held = again.db.query('select id from bookings where holdsSeat = 1 order by joinedAt, id').all();
    expect(held).toEqual(
      inLine()
        .slice(0, 20)
        .map(({ id }) => ({ id })),
    );
    const counts = again.db.query(
      "select count(distinct body ->> '$.data.bookingId') as n, count(*) as raised from events where type = 'booking.updated'",
    );
    expect(counts.get()).toEqual({ n: 183, raised: 183 });
    await again.app.stop();
  }, 60_000);

  test('409 none of them is accepted meanwhile, and a seat that is freed keeps one', async () => {
    await openOffers();
    const line = inLine();
    const [kept, spared, beyond] = [line[19], line[20], line[21]];
    const [last, member] = [await studio.signIn(String(beyond?.clientId)), await studio.signIn(String(kept?.clientId))];
    // The first request of a member stores who they are.
    for (const { get } of [last, member]) await get('/bookings');
    const [refused, accepted, cancelled] = await whileLeft(studio, 'offers', () => setCapacity(21), [
      () => last.post(`/bookings/${beyond?.id}/accept`),
      () => member.post(`/bookings/${kept?.id}/accept`),
      () => studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`),
    ]);
    expect([refused?.status, refused?.body.error?.code]).toEqual([409, 'session_full']);
    expect([accepted?.status, cancelled?.status]).toEqual([200, 200]);
    expect(
      inLine()
        .filter(({ holdsSeat }) => holdsSeat === 1)
        .at(-1)?.id,
    ).toBe(String(spared?.id));
    expect(await sessionOf()).toMatchObject({ bookedCount: 1, availableSpots: 0 });
    expect(typesOf(studio.eventsInFull())).toEqual({
      'session.updated': 1,
      'booking.updated': 182,
      'booking.waitlist_promoted': 1,
      'booking.cancelled': 1,
    });
  }, 60_000);

  test('raised again meanwhile, it keeps the offers that have seats', async () => {
    await openOffers();
    await whileLeft(studio, 'offers', () => setCapacity(21), [() => setCapacity(101)]);
    expect(inLine().map(({ holdsSeat }) => holdsSeat)).toEqual([...Array(100).fill(1), ...Array(103).fill(0)]);
  }, 60_000);
});
