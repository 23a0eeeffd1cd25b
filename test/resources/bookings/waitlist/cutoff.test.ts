import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { addWaitlist, joinWaitlist, type Waitlist } from '../../../helpers/waitlist.ts';

const SECOND = 1000;

let waitlist: Waitlist;
const studio = forEachTest(openStudioForMembers);
beforeEach(async () => {
  await setBooking(studio, { memberRequiresCredit: false });
  waitlist = await addWaitlist(studio, 1, 2);
});

const later = async (milliseconds: number): Promise<void> => {
  await studio.given(studio.time.skipTo(TEST_START + milliseconds));
};
const cancel = (id: string | undefined) => studio.post(`/v2/bookings/${id}/cancel`);
const sessionOf = async () => (await studio.get(`/v2/sessions/${waitlist.sessionId}`)).body;
const skipReasons = () =>
  Promise.all(waitlist.waiting.map(async (id) => (await bookingOf(studio, id)).waitlist.lastSkipReason));
const book = async (body: object = {}) =>
  studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId: waitlist.sessionId, ...body });
const accept = async (index: number) => {
  const member = await studio.signIn(String(waitlist.clients[index]));
  return member.post(`/bookings/${waitlist.waiting[index]}/accept`);
};
const promote = (index: number) => studio.post(`/manage/bookings/${waitlist.waiting[index]}/promote`);

for (const mode of ['automatic', 'confirmation_window']) {
  describe(`a seat that frees inside the cut-off, ${mode}`, () => {
    beforeEach(async () => {
      await setBooking(studio, { waitlistPromotionMode: mode });
      await later(13 * HOUR_MS);
    });

    test('goes to nobody by itself, and those in line are told', async () => {
      await cancel(waitlist.seated[0]);
      expect(studio.events()).toEqual(['booking.cancelled', 'session.spot_available']);
      expect(await skipReasons()).toEqual(['inside_cutoff', 'inside_cutoff']);
      expect(await sessionOf()).toMatchObject({ availableSpots: 1, isFull: false, isBookable: true, waitlistCount: 2 });
      await later(20 * HOUR_MS);
      expect(await sessionOf()).toMatchObject({ availableSpots: 1, waitlistCount: 2 });
    });

    test('201 a newcomer books it; then nobody in line may have it', async () => {
      await studio.given(cancel(waitlist.seated[0]));
      const { status, body } = await book();
      expect([status, body.status]).toEqual([201, 'confirmed']);
      expect(studio.events()).toEqual(['booking.created', 'session.full']);
      expect((await accept(0)).body.error.code).toBe('session_full');
      expect((await promote(0)).body.error.code).toBe('session_full');
    });

    test('201 a newcomer who would join the waiting list gets the seat', async () => {
      await cancel(waitlist.seated[0]);
      expect((await book({ joinWaitlist: true })).body.status).toBe('confirmed');
    });

    test('200 anyone in line accepts it, without a free cancellation; the next one comes too late', async () => {
      await studio.given(cancel(waitlist.seated[0]));
      const { status, body } = await accept(1);
      expect([status, body.status, body.freeCancelUntil]).toEqual([200, 'confirmed', '2026-03-02T20:00:00.000Z']);
      expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
      expect(errorOf(await accept(0))).toEqual([409, 'session_full']);
      expect((await cancel(waitlist.waiting[1])).body).toMatchObject({ isLateCancel: true });
    });

    test('200 staff promote somebody, without a free cancellation', async () => {
      await studio.given(cancel(waitlist.seated[0]));
      const { status, body } = await promote(1);
      expect([status, body.status, body.freeCancelUntil]).toEqual([200, 'confirmed', '2026-03-02T20:00:00.000Z']);
      expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
    });

    test('409 for those in line who may not have it', async () => {
      await cancel(waitlist.seated[0]);
      await addBooking(studio, String(waitlist.clients[0]), await addSession(studio, { startsIn: 24.5 * HOUR_MS }));
      expect(errorOf(await accept(0))).toEqual([409, 'booking_overlap']);
      await studio.patch(`/v2/clients/${waitlist.clients[1]}`, { status: 'suspended' });
      expect((await accept(1)).body.error.code).toBe('client_suspended');
    });

    test('takes the credit of who accepts; 409 no_eligible_package without one', async () => {
      const [rich, poor] = [await addClient(studio), await addClient(studio)];
      const { id: packageId } = await sellPackage(studio, rich);
      await sellPackage(studio, poor, { creditsTotal: 1 });
      const join = (id: string) => joinWaitlist(studio, id, waitlist.sessionId, { requireCredit: true });
      waitlist = { ...waitlist, waiting: [await join(rich), await join(poor)], clients: [rich, poor] };
      await addBooking(studio, poor, await addSession(studio, { startsIn: 40 * HOUR_MS }));
      await studio.given(cancel(waitlist.seated[0]));
      expect((await accept(1)).body.error.code).toBe('no_eligible_package');
      expect((await accept(0)).body).toMatchObject({ status: 'confirmed', packageId, creditOutcome: 'consumed' });
      expect(studio.events()).toEqual(['package.credits_changed', 'booking.waitlist_promoted', 'session.full']);
    });

    test('comes from a raised capacity too', async () => {
      await studio.patch(`/manage/sessions/${waitlist.sessionId}`, { capacity: 2 });
      expect(studio.events()).toEqual(['session.updated', 'session.spot_available']);
      expect(await skipReasons()).toEqual(['inside_cutoff', 'inside_cutoff']);
      expect((await accept(0)).body.status).toBe('confirmed');
    });

    test('one seat, two callers at once: one gets it', async () => {
      await cancel(waitlist.seated[0]);
      const answers = await Promise.all([accept(0), book(), accept(1)]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toHaveLength(1);
      expect((await sessionOf()).bookedCount).toBe(1);
    });
  });
}

test('200 a seat whose own offer expired a moment ago is taken once', async () => {
  await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
  await cancel(waitlist.seated[0]);
  studio.db.run(
    "update settings set booking = json_set(booking, '$.waitlistCutoffMinutes', 2880) where scope = 'brand'",
  );
  studio.db.run("update bookings set offerExpiresAt = '2026-03-02T07:59:59.990Z' where holdsSeat = 1");
  studio.events();
  expect((await accept(0)).body.status).toBe('confirmed');
  expect(studio.events()).toEqual([
    'booking.updated',
    'session.spot_available',
    'booking.waitlist_promoted',
    'session.full',
  ]);
  expect(await sessionOf()).toMatchObject({ bookedCount: 1, availableSpots: 0, isFull: true });
});

describe('before the cut-off', () => {
  test('409 session_full for a member in line to whom no seat is offered', async () => {
    expect((await accept(0)).body.error.code).toBe('session_full');
    expect(studio.events()).toEqual([]);
  });

  test('200 for a member whose offer has lapsed, once the seat is anybody’s: it leaves the waitlist in one act', async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
    await studio.given(cancel(waitlist.seated[0]));
    await later(3 * HOUR_MS);
    // The offer of the second is open.
    expect((await accept(0)).body.error.code).toBe('session_full');
    await later(5 * HOUR_MS);
    expect(await sessionOf()).toMatchObject({ availableSpots: 1, isBookable: true });
    const { status, body } = await accept(0);
    expect([status, body.status, body.id]).toEqual([200, 'confirmed', waitlist.waiting[0]]);
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
    expect(await sessionOf()).toMatchObject({ bookedCount: 1, waitlistCount: 1 });
    expect((await accept(1)).body.error.code).toBe('session_full');
  });

  test('409 while somebody before them in line may have the seat', async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
    const clientId = await addClient(studio);
    await studio.given(cancel(waitlist.seated[0]));
    await studio.given(studio.time.moveTo(TEST_START + 4 * HOUR_MS));
    // Whoever joins while the seat is free gets it.
    expect((await book({ clientId, joinWaitlist: true })).body.status).toBe('confirmed');
    expect((await accept(0)).body.error.code).toBe('session_full');
  });
});

test('at the cut-off those in line are told of a seat that was free before', async () => {
  await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
  await studio.given(cancel(waitlist.seated[0]));
  await later(11 * HOUR_MS);
  expect(await skipReasons()).toEqual(['offer_lapsed', 'offer_lapsed']);
  await studio.time.skipTo(TEST_START + 12 * HOUR_MS + 60 * SECOND);
  expect(studio.events()).toEqual(['session.spot_available']);
  expect(await skipReasons()).toEqual(['inside_cutoff', 'inside_cutoff']);
  await studio.time.skipTo(TEST_START + 20 * HOUR_MS);
  expect(studio.events()).toEqual([]);
  expect((await accept(1)).body.status).toBe('confirmed');
});

describe('manual mode', () => {
  beforeEach(async () => {
    await setBooking(studio, { waitlistPromotionMode: 'manual' });
    await studio.given(cancel(waitlist.seated[0]));
  });

  for (const hours of [0, 13, 23.9]) {
    test(`the seat is the desk's ${hours} h after it was freed, and the session says so`, async () => {
      await later(hours * HOUR_MS);
      expect(await sessionOf()).toMatchObject({
        availableSpots: 1,
        isFull: false,
        isBookable: false,
        notBookableReason: 'full',
      });
      expect((await book()).body.error.code).toBe('session_full');
      expect((await accept(0)).body.error.code).toBe('session_full');
      expect((await promote(1)).body.status).toBe('confirmed');
    });
  }

  test('a free seat for which nobody waits is bookable', async () => {
    for (const id of waitlist.waiting) await cancel(id);
    expect(await sessionOf()).toMatchObject({ isBookable: true, notBookableReason: null });
    expect((await book()).status).toBe(201);
  });
});

describe('the end of an offer', () => {
  const offered = async (index: number) => (await bookingOf(studio, waitlist.waiting[index])).waitlist;
  beforeEach(async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
  });

  test('comes at its own moment, and the next gets the seat then', async () => {
    await later(20 * SECOND);
    await cancel(waitlist.seated[0]);
    await later(2 * HOUR_MS + 20 * SECOND - 1);
    expect(await offered(1)).toMatchObject({ offeredAt: null });
    await studio.time.moveTo(TEST_START + 2 * HOUR_MS + 20 * SECOND);
    expect(studio.events()).toEqual(['booking.updated', 'booking.waitlist_offered']);
    expect(await offered(0)).toMatchObject({ lastSkipReason: 'offer_lapsed' });
    expect(await offered(1)).toMatchObject({
      offeredAt: '2026-03-02T10:00:20.000Z',
      offerExpiresAt: '2026-03-02T12:00:20.000Z',
    });
    await studio.time.moveTo(TEST_START + 4 * HOUR_MS + 20 * SECOND);
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available']);
  });

  test('is kept over a restart', async () => {
    await later(20 * SECOND);
    await cancel(waitlist.seated[0]);
    const startAt = TEST_START + HOUR_MS;
    const reborn = await openStudioForMembers({ file: studio.db.serialize(), seal: studio.seal, startAt });
    await reborn.time.moveTo(TEST_START + 2 * HOUR_MS + 20 * SECOND);
    expect((await bookingOf(reborn, waitlist.waiting[1])).waitlist.offeredAt).toBe('2026-03-02T10:00:20.000Z');
  });

  test('at the cut-off leaves the seat to everybody, those whose offer ended too', async () => {
    await later(11.5 * HOUR_MS + 20 * SECOND);
    await studio.given(cancel(waitlist.seated[0]));
    await studio.time.skipTo(TEST_START + 12 * HOUR_MS);
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available']);
    expect(await skipReasons()).toEqual(['inside_cutoff', 'inside_cutoff']);
    expect((await accept(0)).body.status).toBe('confirmed');
  });
});
