import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, openStudio, TEST_START } from '../../../helpers/api.ts';
import { bookingOf } from '../../../helpers/bookings.ts';
import { addWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);

describe('the end of a waitlist', () => {
  test('waitlisted bookings are cancelled at the start, free of charge', async () => {
    const { sessionId, waiting } = await addWaitlist(studio, 1, 2);
    await studio.time.skipTo(TEST_START + DAY_MS);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.cancelled']);
    expect(await bookingOf(studio, waiting[1])).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'system',
      cancelReason: 'waitlist_expired',
      isLateCancel: false,
      penalty: null,
    });
    expect((await studio.get(`/v2/sessions/${sessionId}`)).body.waitlistCount).toBe(0);
  });

  test('exactly at the start, also of one that is moved, not at the next run of the job', async () => {
    const startsIn = DAY_MS + 30_000;
    const first = await addWaitlist(studio, 1, 1, { startsIn });
    const second = await addWaitlist(studio, 1, 1, { startsIn: 48 * HOUR_MS });
    const earlier = TEST_START + DAY_MS + 20_000;
    await studio.patch(`/manage/sessions/${second.sessionId}`, { startTime: new Date(earlier).toISOString() });
    await studio.given(studio.time.skipTo(earlier - 1));
    await studio.time.moveTo(earlier);
    expect(studio.events()).toEqual(['booking.cancelled']);
    await studio.time.moveTo(TEST_START + startsIn);
    expect(studio.events()).toEqual(['booking.cancelled']);
    expect((await bookingOf(studio, first.waiting[0])).cancelledAt).toBe(new Date(TEST_START + startsIn).toISOString());
  });

  test('a request after the start finds it ended', async () => {
    const { waiting } = await addWaitlist(studio, 1, 3, { startsIn: DAY_MS + 30_000 });
    await studio.time.skipTo(TEST_START + DAY_MS + 30_000);
    const codes = async (verb: string, id: string | undefined) =>
      (await studio.post(`/v2/bookings/${id}/${verb}`)).body.error.code;
    expect(await codes('cancel', waiting[0])).toBe('already_cancelled');
    expect(await codes('checkin', waiting[1])).toBe('booking_cancelled');
    expect(await codes('noshow', waiting[2])).toBe('already_processed');
    expect((await studio.post(`/manage/bookings/${waiting[2]}/promote`)).body.error.code).toBe('booking_cancelled');
  });

  test('a cancelled session ends it too', async () => {
    const { sessionId, seated, waiting } = await addWaitlist(studio, 1, 2);
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    for (const id of [...seated, ...waiting]) expect((await bookingOf(studio, id)).status).toBe('cancelled');
    expect(studio.events().filter((type) => type === 'booking.waitlist_promoted')).toEqual([]);
  });
});
