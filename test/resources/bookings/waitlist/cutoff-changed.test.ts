// The cut-off of sessions with open offers changes.

import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addClient, bookingOf } from '../../../helpers/bookings.ts';
import { watchCommits } from '../../../helpers/commits.ts';
import { copyWaits } from '../../../helpers/copy-bookings.ts';
import { typesOf } from '../../../helpers/daily.ts';
import { setBooking } from '../../../helpers/members.ts';
import { until } from '../../../helpers/process.ts';
import { copyWhileLeft, isLeft } from '../../../helpers/unfinished.ts';
import { addWaitlist, joinWaitlist, offerUpdate, type Waitlist } from '../../../helpers/waitlist.ts';

const MADE_UNTIL = '2026-03-02T10:00:00.000Z';

let waitlist: Waitlist;
/** A session that starts in 24 hours, and an offer that ends in 2. */
const studio = forEachTest(openStudio);
beforeEach(async () => {
  await setBooking(studio, { waitlistPromotionMode: 'confirmation_window', waitlistCutoffMinutes: 60 });
  waitlist = await addWaitlist(studio, 1, 2);
  await studio.given(studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`));
});

const change = async (booking: object, query = ''): Promise<void> => {
  expect((await studio.patch(`/v2/settings${query}`, { booking })).status).toBe(200);
  await until(() => !isLeft(studio, 'offerEnds') && !isLeft(studio, 'waitlist'));
};
const offerOf = async (id = waitlist.waiting[0]) => (await bookingOf(studio, id)).waitlist;

describe('200 an earlier cut-off ends an open offer', () => {
  test('at that time, and the next gets the seat', async () => {
    await change({ waitlistCutoffMinutes: 23 * 60 });
    const [settings, ended, ...others] = studio.eventsInFull();
    expect([settings?.type, others]).toEqual(['settings.updated', []]);
    expect([ended?.type, ended?.data]).toEqual([
      'booking.updated',
      offerUpdate(waitlist, 0, MADE_UNTIL, '2026-03-02T09:00:00.000Z'),
    ]);
    await studio.time.moveTo(TEST_START + HOUR_MS);
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available']);
    expect(await offerOf()).toMatchObject({ lastSkipReason: 'inside_cutoff' });
  });

  test("at once when that has passed: the seat is anybody's", async () => {
    await change({ waitlistCutoffMinutes: 25 * 60 });
    expect(studio.events()).toEqual([
      'settings.updated',
      'booking.updated',
      'booking.updated',
      'session.spot_available',
    ]);
    expect(await offerOf()).toMatchObject({ offerExpiresAt: '2026-03-02T08:00:00.000Z' });
    const booking = { clientId: await addClient(studio), sessionId: waitlist.sessionId };
    expect((await studio.post('/v2/bookings', booking)).body.status).toBe('confirmed');
  });

  test('also by the late-cancel window, where that is the cut-off', async () => {
    await change({ waitlistCutoffMinutes: null });
    expect(studio.events()).toEqual(['settings.updated']);
    await change({ lateCancelWindowMinutes: 23 * 60 });
    expect(studio.events()).toEqual(['settings.updated', 'booking.updated']);
    expect((await offerOf()).offerExpiresAt).toBe('2026-03-02T09:00:00.000Z');
  });

  test('at its site only', async () => {
    const body = await studio.given(studio.post('/v2/sites', { name: 'Other' }));
    await change({ waitlistCutoffMinutes: 23 * 60 }, `?siteId=${body.id}`);
    expect(studio.events()).toEqual(['settings.updated']);
    await change({ waitlistCutoffMinutes: 23 * 60 }, `?siteId=${MAIN_SITE}`);
    expect(studio.events()).toEqual(['settings.updated', 'booking.updated']);
    expect((await offerOf()).offerExpiresAt).toBe('2026-03-02T09:00:00.000Z');
  });
});

test('200 a later cut-off prolongs no offer, and other settings change none', async () => {
  await change({ waitlistCutoffMinutes: 0 });
  await change({ waitlistConfirmationMinutes: 30 });
  expect(studio.events()).toEqual(['settings.updated', 'settings.updated']);
  expect((await offerOf()).offerExpiresAt).toBe(MADE_UNTIL);
});

test('200 with many offers: in short transactions, each once', async () => {
  copyWaits(studio.db, String(waitlist.waiting[1]), 300);
  const path = `/manage/sessions/${waitlist.sessionId}`;
  await studio.patch(path, { capacity: 302 });
  await studio.given(until(() => !isLeft(studio, 'waitlist')));
  const seen = watchCommits(studio);
  const file = copyWhileLeft(studio, 'offerEnds');
  await change({ waitlistCutoffMinutes: 23 * 60 });
  expect(seen.mostEvents).toBeLessThanOrEqual(201);
  // A restart in between goes on.
  const again = await openStudio({ file: file() });
  await until(() => !isLeft(again, 'offerEnds'));
  const ends = again.db
    .query('select offerExpiresAt, count(*) as n from bookings where holdsSeat = 1 group by 1')
    .all();
  expect(ends).toEqual([{ offerExpiresAt: '2026-03-02T09:00:00.000Z', n: 302 }]);
  await again.app.stop();
  expect(typesOf(studio.eventsInFull())).toEqual({ 'settings.updated': 1, 'booking.updated': 302 });
  await studio.patch(path, { startTime: '2026-03-03T07:30:00.000Z' });
  await until(() => !isLeft(studio, 'offerEnds'));
  expect(seen.mostEvents).toBeLessThanOrEqual(201);
  expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 1, 'booking.updated': 302 });
  expect(studio.reportedErrors).toEqual([]);
}, 60_000);

describe('the policy of a schedule', () => {
  let scheduleId: string;
  let offered: string;
  const edit = async (body: object): Promise<void> => {
    expect((await studio.patch(`/v2/schedules/${scheduleId}`, body)).status).toBe(200);
    await until(() => !isLeft(studio, 'offerEnds'));
  };
  /** A session on 3 March at 13:00 in UTC, with an open offer. */
  const addOffer = async (bookingPolicyOverrides: object | null): Promise<void> => {
    const schedule = await studio.post('/v2/schedules', {
      name: 'Yoga',
      siteId: MAIN_SITE,
      startDate: '2026-03-03',
      startTime: '08:00',
      durationMinutes: 60,
      capacity: 1,
      bookingPolicyOverrides,
    });
    scheduleId = schedule.body.id;
    const { body } = await studio.get('/v2/sessions');
    const sessionId = body.data.find((session: { name: string }) => session.name === 'Yoga').id;
    const booking = { clientId: await addClient(studio), sessionId };
    const seated = (await studio.post('/v2/bookings', booking)).body.id;
    offered = await joinWaitlist(studio, await addClient(studio), sessionId);
    await studio.post(`/v2/bookings/${seated}/cancel`);
    expect((await offerOf(offered)).offerExpiresAt).toBe(MADE_UNTIL);
    studio.events();
  };

  test('200 with an earlier cut-off ends the offers of its sessions, and no others', async () => {
    await addOffer(null);
    await edit({ bookingPolicyOverrides: { waitlistCutoffMinutes: 28 * 60 } });
    expect(studio.events()).toEqual(['schedule.updated', 'booking.updated']);
    expect((await offerOf(offered)).offerExpiresAt).toBe('2026-03-02T09:00:00.000Z');
    expect((await offerOf()).offerExpiresAt).toBe(MADE_UNTIL);
    await edit({ bookingPolicyOverrides: null });
    expect(studio.events()).toEqual(['schedule.updated']);
  });

  test('200 a session that stays without its schedule has the cut-off of the settings', async () => {
    await addOffer({ waitlistCutoffMinutes: 60 });
    await change({ waitlistCutoffMinutes: 28 * 60 });
    expect((await offerOf(offered)).offerExpiresAt).toBe(MADE_UNTIL);
    studio.events();
    await edit({ exceptions: [{ date: '2026-03-03', action: 'skip' }], onRemoved: 'keep' });
    expect(studio.events()).toEqual(['session.updated', 'booking.updated', 'schedule.updated']);
    expect((await offerOf(offered)).offerExpiresAt).toBe('2026-03-02T09:00:00.000Z');
  });
});
