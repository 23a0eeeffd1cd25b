import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../helpers/api.ts';
import { addBooking, addSessionInUtc, bookingOf } from '../../helpers/bookings.ts';
import { bookStep, openForDana } from '../../helpers/member-pages.ts';
import { setBooking } from '../../helpers/members.ts';

const studio = forEachTest(openForDana);

describe('the own classes', () => {
  test('a place that was held and not taken says so, and whoever waits books it where others do', async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 120 });
    await studio.withPass();
    const { sessionId, seated } = await studio.fullClass();
    await studio.press(bookStep(sessionId));
    await studio.post(`/v2/bookings/${seated}/cancel`);
    await studio.time.moveTo(TEST_START + 3 * HOUR_MS);
    const [{ id }] = await studio.bookings();
    const accept = `/book/me/bookings/${id}/accept`;
    expect(await studio.page(`/book/me/bookings/${id}`)).toMatch(
      /Your spot was held until Monday 5:00.AM and has been released\./,
    );
    for (const path of ['/book/me', `/book/class/${sessionId}`, '/book?day=2026-03-05']) {
      expect(await studio.page(path)).toMatch(new RegExp(`href="${accept}"[^>]*>Book`));
    }
    expect(await studio.page('/book')).toContain('A spot in Ropes is open. First come, first served.');
    expect((await studio.pages.get(bookStep(sessionId))).to).toBe(accept);
    expect(await studio.page(accept)).toContain('9 of 10 left after this');
    await studio.press(accept);
    expect((await bookingOf(studio, id)).status).toBe('confirmed');
  });

  test('classes at two sites say their sites, and in two zones the city of each time', async () => {
    const west = await studio.given(
      studio.post('/v2/sites', { name: 'Venice Beach', timezone: 'America/Los_Angeles', currency: 'USD' }),
    );
    await studio.withPass();
    const here = { localDate: '2026-03-04', localStartTime: '07:00', timezone: 'America/New_York' };
    const add = async (fields: object) =>
      addBooking(
        studio,
        studio.clientId,
        await addSessionInUtc(studio, 2 * DAY_MS + 4 * HOUR_MS, { ...here, ...fields }),
      );
    await add({ name: 'Morning' });
    const startTime = '2026-03-04T15:00:00.000Z';
    const there = { name: 'Beach', siteId: west.id, startTime, endTime: '2026-03-04T16:00:00.000Z' };
    const alone = await studio.page('/book/me');
    expect(alone).not.toContain('Venice Beach');
    // The script shows the city where the phone has another clock.
    expect(alone).toMatch(/<span class="beside" data-beside="" hidden data-zone="-300"/);
    await add({ ...there, timezone: 'America/Los_Angeles' });
    const text = await studio.page('/book/me');
    expect(text).toMatch(/7:00.AM<span class="beside" data-beside="" data-zone="-300"[^>]*> in New York</);
    expect(text).toMatch(
      /7:00.AM<span class="beside" data-beside="" data-zone="-480"[^>]*> in Los Angeles<\/span> · Venice Beach/,
    );
  });
});
