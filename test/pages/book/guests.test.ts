import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSessionInUtc } from '../../helpers/bookings.ts';
import { openForDana } from '../../helpers/member-pages.ts';

const studio = forEachTest(openForDana);
const book = async () => addBooking(studio, studio.clientId, await addSessionInUtc(studio, DAY_MS, { name: 'Movers' }));

test('canceling says that the guests lose their spots too, before it is done', async () => {
  await studio.given(studio.patch('/v2/settings', { booking: { guestsPerBooking: 2, freeFirstVisit: true } }));
  const path = `/book/me/bookings/${await book()}`;
  expect(await studio.page(`${path}/cancel`)).not.toContain('guest');
  await studio.press(`${path}/guests`, { firstName: 'Jo', payment: 'free_first_visit' }, `${path}/guests`);
  expect(await studio.page(`${path}/cancel`)).toContain('Your guest’s spot is canceled, too');
});

test('who may bring no one reads no word of guests', async () => {
  const path = `/book/me/bookings/${await book()}`;
  for (const each of [path, `${path}/cancel`]) expect(await studio.page(each)).not.toMatch(/[Gg]uest|friend/);
});
