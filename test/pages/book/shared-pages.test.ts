import { expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { createSharedPages } from '../../../src/pages/book/shared-pages.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { FROM_MEMBER_PAGE, openForMembers } from '../../helpers/member-sign-in.ts';
import { cookieOf } from '../../helpers/people.ts';

const studio = forEachTest(() => openStudio());

const textOf = async (path = '/book', headers: Record<string, string> = {}): Promise<string> =>
  (await studio.app.fetch(new Request(`http://localhost${path}`, { headers }))).text();

test('strangers share a page for half a minute, each in their language, until an event is raised', async () => {
  const id = await addSessionInUtc(studio, HOUR_MS, { name: 'Flow' });
  expect(await textOf()).toContain('>Flow<');
  studio.db.query('update sessions set name = ? where id = ?').run('Ride', id);
  expect(await textOf()).toContain('>Flow<');
  expect(await textOf('/book', { 'accept-language': 'de' })).toContain('>Ride<');
  expect(await textOf('/book?embed=timetable')).toContain('>Ride<');
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(await textOf()).toContain('>Ride<');
  await studio.patch('/v2/settings', { membership: { publicTimetable: false } });
  expect(await textOf()).toContain('Members only');
});

test('a member never gets the page of strangers, nor strangers the page of a member', async () => {
  const { studio: opened, enter } = await openForMembers();
  await addClient(opened, { email: 'ann@example.com' });
  const cookie = cookieOf(await enter('ann@example.com', { asCookie: true }, FROM_MEMBER_PAGE));
  const at = async (headers: Record<string, string> = {}) =>
    (await opened.app.fetch(new Request('http://localhost/book', { headers }))).text();
  expect(await at()).not.toContain('signed-in');
  expect(await at({ cookie })).toContain('signed-in');
  expect(await at()).not.toContain('signed-in');
});

test('strangers get a page compressed as their browsers ask, members as it is', async () => {
  const { studio: opened, enter } = await openForMembers();
  await addClient(opened, { email: 'ann@example.com' });
  const cookie = cookieOf(await enter('ann@example.com', { asCookie: true }, FROM_MEMBER_PAGE));
  const get = (headers: Record<string, string>) =>
    opened.app.fetch(new Request('http://localhost/book', { headers: { 'accept-encoding': 'gzip', ...headers } }));
  const plain = await get({ 'accept-encoding': 'identity' });
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Language, Cookie']);
  const text = await plain.text();
  // The second response shares what was compressed for the first.
  for (let request = 0; request < 2; request += 1) {
    const response = await get({});
    const { headers } = response;
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Language, Cookie, Accept-Encoding',
    ]);
    expect([headers.get('content-type'), headers.get('etag')]).toEqual([
      'text/html; charset=utf-8',
      (plain.headers.get('etag') ?? '').replace(/"$/, '-gzip"'),
    ]);
    const bytes = await response.bytes();
    expect(bytes.length).toBeLessThan(text.length / 2);
    expect(new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(bytes)))).toBe(text);
  }
  const known = await get({ 'if-none-match': plain.headers.get('etag') ?? '' });
  expect([known.status, (await known.bytes()).length]).toEqual([304, 0]);
  expect((await get({ cookie })).headers.get('content-encoding')).toBeNull();
});

test('no more pages are kept than have room, and no long address', () => {
  const pages = createSharedPages();
  const read = studio.store.view();
  const keyOf = (search: string) => pages.keyOf(new URL(`http://localhost/book?${search}`), 'en');
  expect(keyOf('x'.repeat(300))).toBeUndefined();
  const page = { content: '', etag: '', policy: '', encoded: new Map() };
  pages.find(read, '');
  for (let index = 0; index <= 100; index += 1) pages.keep(read, keyOf(`site=${MAIN_SITE}&day=${index}`) ?? '', page);
  expect(pages.find(read, keyOf(`site=${MAIN_SITE}&day=0`) ?? '')).toBeUndefined();
  expect(pages.find(read, keyOf(`site=${MAIN_SITE}&day=100`) ?? '')).toMatchObject(page);
});
