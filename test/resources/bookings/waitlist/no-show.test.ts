import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { addClient, bookingOf } from '../../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../../helpers/first-visit.ts';
import { addWaitlist, joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
const waitlist = forEachTest(() => addWaitlist(studio, 1, 2));

const act = (verb: string, id: string | undefined) => studio.post(`/v2/bookings/${id}/${verb}`);
const seats = async () => {
  const { bookedCount, availableSpots, waitlistCount } = (await studio.get(`/v2/sessions/${waitlist.sessionId}`)).body;
  return [bookedCount, availableSpots, waitlistCount];
};

describe('the no-show of a client on the waiting list', () => {
  test('takes no seat: who had one leaves, and the next gets it', async () => {
    expect((await act('noshow', waitlist.waiting[0])).body).toMatchObject({ status: 'noshow', penalty: null });
    expect([studio.events(), await seats()]).toEqual([['booking.noshow'], [1, 0, 1]]);
    await act('cancel', waitlist.seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_promoted']);
    expect([(await bookingOf(studio, waitlist.waiting[1])).status, await seats()]).toEqual(['confirmed', [1, 0, 0]]);
  });

  test('frees none when it is cancelled', async () => {
    await studio.given(act('noshow', waitlist.waiting[0]));
    await act('cancel', waitlist.waiting[0]);
    expect([studio.events(), await seats()]).toEqual([['booking.cancelled'], [1, 0, 1]]);
  });

  test('takes one, past the capacity, when the client comes after all', async () => {
    await studio.given(act('noshow', waitlist.waiting[0]));
    expect((await act('checkin', waitlist.waiting[0])).body.status).toBe('attended');
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'booking.checked_in', ...FIRST_VISIT]);
    expect(await seats()).toEqual([2, 0, 1]);
  });

  test('gives the seat that was offered to the next', async () => {
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
    await studio.given(act('cancel', waitlist.seated[0]));
    await act('noshow', waitlist.waiting[0]);
    expect(studio.events()).toEqual(['booking.noshow', 'booking.waitlist_offered']);
    expect((await bookingOf(studio, waitlist.waiting[1])).waitlist.offeredAt).not.toBeNull();
    expect(await seats()).toEqual([0, 0, 1]);
  });

  test('frees the seat that was offered when nobody else waits', async () => {
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
    await act('cancel', waitlist.waiting[1]);
    await studio.given(act('cancel', waitlist.seated[0]));
    await act('noshow', waitlist.waiting[0]);
    expect([studio.events(), await seats()]).toEqual([
      ['booking.noshow', 'session.spot_available'],
      [0, 1, 0],
    ]);
  });

  test('is no seat of a completed session, and one of the client', async () => {
    const clientId = await addClient(studio);
    const id = await joinWaitlist(studio, clientId, waitlist.sessionId);
    await act('noshow', id);
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats.noShows).toBe(1);
    await studio.time.skipTo(studio.time.now() + 26 * HOUR_MS);
    const completed = studio.eventsInFull().find(({ type }) => type === 'session.completed');
    expect(completed?.data).toMatchObject({ bookedCount: 1, attendedCount: 0, noShowCount: 0 });
  });
});

describe('the no-show of a client who had a seat', () => {
  test('keeps it', async () => {
    await act('noshow', waitlist.seated[0]);
    expect([studio.events(), await seats()]).toEqual([['booking.noshow'], [1, 0, 2]]);
    await act('cancel', waitlist.seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_promoted']);
  });
});

test('the upgrade of a database that counted them counts them no more', async () => {
  const { sessionId, seated, waiting } = waitlist;
  await act('noshow', seated[0]);
  await act('noshow', waiting[0]);
  studio.db.run('update sessions set noShowCount = 2 where id = ?', [sessionId]);
  studio.db.run(await Bun.file('migrations/0008_no_shows.sql').text());
  expect(await seats()).toEqual([1, 0, 1]);
});
