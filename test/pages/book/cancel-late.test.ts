import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSessionInUtc, bookingOf } from '../../helpers/bookings.ts';
import { fieldsIn, openForDana } from '../../helpers/member-pages.ts';

const studio = forEachTest(openForDana);

test('a booking that is canceled late by the time of the press: the page says what is lost, and is sent again', async () => {
  await studio.withPass();
  const sessionId = await addSessionInUtc(studio, 13 * HOUR_MS, { name: 'Flow' });
  const id = await addBooking(studio, studio.clientId, sessionId);
  const path = `/book/me/bookings/${id}/cancel`;
  const free = await studio.page(path);
  expect(free).toContain('data-free');
  await studio.given(studio.time.skipTo(studio.time.now() + 2 * HOUR_MS));
  const asked = await studio.pages.post(path, fieldsIn(free));
  expect(asked.text).toContain('Cancel and lose the credit');
  expect(await bookingOf(studio, id)).toMatchObject({ status: 'confirmed' });
  expect((await studio.pages.post(path, fieldsIn(asked.text))).to).toBe(`/book/me?cancelled=${id}`);
  expect(await bookingOf(studio, id)).toMatchObject({ status: 'cancelled', creditOutcome: 'forfeited' });
});
