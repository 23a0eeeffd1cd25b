import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSessionInUtc } from '../../helpers/bookings.ts';
import { openForDana } from '../../helpers/member-pages.ts';

const studio = forEachTest(openForDana);

test('a member whose home was archived sees the pages of the studio, and signs out', async () => {
  const home = await studio.given(studio.post('/v2/sites', { name: 'North' }));
  await studio.given(studio.patch(`/v2/clients/${studio.clientId}`, { homeSiteId: home.id }));
  const sessionId = await addSessionInUtc(studio, DAY_MS, { name: 'Flow' });
  await studio.withPass();
  await addBooking(studio, studio.clientId, sessionId);
  await studio.given(studio.delete(`/v2/sites/${home.id}`));
  for (const path of [
    '/book',
    '/book/me',
    '/book/me/account',
    '/book/me/account/privacy',
    `/book/class/${sessionId}`,
  ]) {
    expect([path, (await studio.pages.get(path)).status]).toEqual([path, 200]);
  }
  expect(await studio.page('/book/me')).toContain('Flow');
  expect((await studio.pages.post('/book/sign-out', {})).status).toBe(303);
});
