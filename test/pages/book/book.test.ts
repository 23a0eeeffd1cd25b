import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(() => openStudio());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  studio.app.fetch(new Request(`http://localhost${path}`, { method, headers }));
const textOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await get(path, headers)).text();
const classAt = (startsIn: number, given: Partial<SessionRow> = {}) => addSessionInUtc(studio, startsIn, given);
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

const EVIL = `"><img src=x onerror=alert(1)><script>alert('1')</script>&amp;{t}`;

describe('/book', () => {
  test('200 the classes of today for everybody, readable without a script and by search engines', async () => {
    const id = await classAt(HOUR_MS, {
      name: 'Morning Flow',
      capacity: 2,
      dropInPrice: '{"amount":2200,"currency":"USD"}',
    });
    await classAt(2 * HOUR_MS, { name: 'Secret', isPrivate: 1 });
    await classAt(-HOUR_MS, { name: 'Over' });
    const response = await get('/book');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('public, max-age=30');
    const html = await response.text();
    expect(html).toContain(`<a href="/book/class/${id}">Morning Flow</a>`);
    expect(html).toContain('Only a few spots left');
    expect(html).not.toMatch(
      /Secret|>Over<|<script(?! type="(?:application\/ld\+json"|module" src="\/console\/files\/))| style="| on\w+=/,
    );
    expect(dataIn(html).itemListElement[0].item).toMatchObject({
      '@type': 'Event',
      name: 'Morning Flow',
      url: `http://localhost/book/class/${id}`,
      offers: { price: '22.00', priceCurrency: 'USD', availability: 'https://schema.org/LimitedAvailability' },
    });
  });

  test('the description of a class keeps its paragraphs and lines', async () => {
    const id = await classAt(HOUR_MS, { description: 'Long holds.\nSoft light.\n\nEvery body.' });
    expect(await textOf(`/book/class/${id}`)).toContain('<p>Long holds.<br>Soft light.</p><p>Every body.</p>');
  });

  test('a day and a kind are chosen by the address; an empty day says which follows', async () => {
    await classAt(DAY_MS, { name: 'Flow', category: 'Yoga' });
    await classAt(DAY_MS + HOUR_MS, { name: 'Lift', category: 'Strength' });
    const tomorrow = await textOf('/book?day=2026-03-03');
    expect([tomorrow.includes('>Flow<'), tomorrow.includes('>Lift<')]).toEqual([true, true]);
    const yoga = await textOf('/book?day=2026-03-03&category=Yoga');
    expect([yoga.includes('>Flow<'), yoga.includes('>Lift<')]).toEqual([true, false]);
    expect(await textOf('/book')).toContain('No classes on Monday, March 2.');
    expect(await textOf('/book')).toContain('Next classes: Tuesday, March 3');
    expect(await textOf('/book?day=2026-03-03&category=Dance')).toContain('No Dance classes on Tuesday, March 3.');
  });

  test('a day that no timetable has shows the nearest that it can have, and the next day is looked for at once', async () => {
    await studio.patch('/v2/settings', { booking: { bookingWindowDays: 730 } });
    await classAt(400 * DAY_MS);
    for (const day of ['9999-12-31', '0001-01-01', '2026-02-30', 'tomorrow']) {
      expect((await get(`/book?day=${day}`)).status).toBe(200);
    }
    expect(await textOf('/book')).toContain('Next classes: Tuesday, April 6');
  });

  test('in the language of the reader, else of the brand', async () => {
    expect(await textOf('/book', { 'accept-language': 'fr-CH, de;q=0.8' })).toContain('<html lang="fr">');
    expect(await textOf('/book', { 'accept-language': 'it-CH' })).toContain('<html lang="it">');
    expect(await textOf('/book', { 'accept-language': 'nl' })).toContain('<html lang="en">');
    expect((await get('/book')).headers.get('vary')).toContain('Accept-Language');
  });

  test('304 for whoever has it, HEAD without a body, 405 for anything else', async () => {
    const etag = (await get('/book')).headers.get('etag') ?? '';
    expect((await get('/book', { 'if-none-match': etag })).status).toBe(304);
    expect(await (await get('/book', {}, 'HEAD')).text()).toBe('');
    expect((await get('/book', {}, 'POST')).status).toBe(405);
  });

  test('markup in every text that a studio writes is text', async () => {
    const { body: site } = await studio.patch(`/v2/sites/${MAIN_SITE}`, { name: EVIL, phone: '+12125550140' });
    expect(site.name).toBe(EVIL);
    await studio.patch('/v2/settings', { brand: { name: EVIL } });
    await studio.post('/manage/plans', {
      name: EVIL,
      type: 'credit_pack',
      price: 1000,
      currency: 'USD',
      creditsTotal: 10,
      isSoldOnline: true,
      description: EVIL,
      maxPerClient: 1,
      eligibleCategories: [EVIL],
    });
    const id = await classAt(HOUR_MS, { name: EVIL, description: EVIL, category: EVIL, level: EVIL, roomName: EVIL });
    for (const path of ['/book', '/book/plans', `/book/class/${id}`, `/book?category=${encodeURIComponent(EVIL)}`]) {
      const html = await textOf(path);
      expect(html).not.toContain('<img src=x');
      expect(html).not.toContain("<script>alert('1')");
      if (html.includes('ld+json')) expect(JSON.stringify(dataIn(html))).toContain('onerror');
    }
  });
});

describe('/book/class/{id}', () => {
  test('200 when, where, who, what leaving costs, and what else there is; never who has booked', async () => {
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { phone: '+12125550140' });
    const id = await classAt(DAY_MS, { name: 'Flow', capacity: 5 });
    await classAt(8 * DAY_MS, { name: 'Flow' });
    await addBooking(studio, await addClient(studio), id);
    const html = await textOf(`/book/class/${id}`);
    expect(html).toContain('Free cancellation until');
    expect(html).toContain('More Flow');
    expect(html).toContain('href="tel:+12125550140"');
    expect(html).not.toMatch(/Moss|bookedCount|\b1 of 5\b/);
    const { startDate, endDate } = dataIn(html);
    expect([startDate, endDate]).toEqual(['2026-03-03T08:00:00+00:00', '2026-03-03T09:00:00+00:00']);
    await studio.post(`/manage/sessions/${id}/cancel`, {});
    expect(dataIn(await textOf(`/book/class/${id}`)).eventStatus).toBe('https://schema.org/EventCancelled');
  });

  test('messengers and search engines learn when and where it is, and whose it is', async () => {
    const id = await classAt(DAY_MS, { name: 'Flow "& Rest"', description: 'Long\nholds.' });
    const html = await textOf(`/book/class/${id}`);
    const metas = Object.fromEntries(
      Array.from(
        html.matchAll(/<meta (?:name|property)="([^"]*)"(?: media="[^"]*")? content="([^"]*)">/g),
        ([, name, content]) => [name, content],
      ),
    );
    expect(metas['og:title']).toStartWith('Flow &quot;&amp; Rest&quot;, Tuesday, March 3');
    expect(metas.description).toBe('Tuesday, March 3, 3:00 to 4:00 AM. Test studio, Main. Long holds.');
    expect(metas['theme-color']).toMatch(/^#[0-9a-f]{6}$/);
    expect(metas['og:description']).toBe(metas.description);
    expect(metas['og:url']).toBe(`http://localhost/book/class/${id}`);
    expect(metas['og:image']).toBe('http://localhost/book/icon-512.png');
    expect((await get('/book/icon-512.png')).status).toBe(200);
    expect(await textOf('/book')).toContain('<meta name="description" content="');
    expect(await textOf('/book/sign-in')).not.toMatch(/og:|name="description"/);
  });

  test('404 as a page for a private class and an unknown one', async () => {
    const id = await classAt(DAY_MS, { isPrivate: 1 });
    for (const each of [id, UNKNOWN, 'x']) {
      const response = await get(`/book/class/${each}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('Page not found');
    }
  });
});

describe('/book/plans', () => {
  test('200 what is sold online, with what it gives', async () => {
    const plan = { type: 'credit_pack', currency: 'USD', creditsTotal: 10, isSoldOnline: true } as const;
    await studio.post('/manage/plans', { ...plan, name: 'Ten', price: 15_000, validityDays: 90 });
    await studio.post('/manage/plans', { ...plan, name: 'Try', price: 3_900, maxPerClient: 1 });
    await studio.post('/manage/plans', { ...plan, name: 'Hidden', price: 1, isSoldOnline: false });
    const html = await textOf('/book/plans');
    expect(html).toContain('$150');
    expect(html).toContain('10 classes · valid 90 days');
    expect(html).toContain('$15 per class');
    expect(html).toContain('New here?');
    expect(html).not.toContain('Hidden');
  });
});

describe('what strangers do not see', () => {
  test('search engines list nothing where the studio wants that', async () => {
    const paths = ['/book', '/book/plans', `/book/class/${await classAt(HOUR_MS)}`];
    for (const path of paths) expect(await textOf(path)).not.toContain('noindex');
    await studio.patch('/v2/settings', { membership: { searchEngines: false } });
    for (const path of paths) expect(await textOf(path)).toContain('<meta name="robots" content="noindex">');
  });

  test('404 where the studio shows them nothing, and for a site that is not there', async () => {
    const id = await classAt(HOUR_MS);
    await studio.patch('/v2/settings', { membership: { publicTimetable: false } });
    for (const path of ['/book', '/book/plans', `/book/class/${id}`]) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('noindex');
    }
    expect(await textOf('/book')).toContain('Members only');
    expect((await get(`/book/${UNKNOWN}`)).status).toBe(404);
    expect((await get('/book/a/b/c')).status).toBe(404);
  });

  test('another site has a timetable of its own', async () => {
    const { body } = await studio.post('/v2/sites', { name: 'Uptown' });
    expect(await textOf(`/book/${body.id}`)).toContain('Uptown');
    expect(await textOf('/book')).toContain(`href="/book/${body.id}"`);
  });

  test('another site, and a schedule of its own, have their own rules of booking and leaving', async () => {
    const { id: siteId } = await studio.given(studio.post('/v2/sites', { name: 'Uptown', currency: 'EUR' }));
    const payment = { lateCancelFee: 2000, feesApplyTo: 'all' };
    await studio.given(studio.patch(`/v2/settings?siteId=${siteId}`, { payment, booking: { bookingWindowDays: 21 } }));
    expect(await textOf(`/book/${siteId}`)).toContain('You can book up to 21 days ahead.');
    expect(await textOf('/book')).not.toContain('You can book up to 21 days ahead.');
    expect(await textOf(`/book/class/${await classAt(DAY_MS)}`)).not.toContain(' fee');
    const there = await classAt(DAY_MS, { siteId, creditCost: 0 });
    expect(await textOf(`/book/class/${there}`)).toContain('After that, a €20 fee applies');
    const strict = await studio.given(
      studio.post('/v2/schedules', {
        name: 'Strict',
        siteId: MAIN_SITE,
        startDate: '2026-03-04',
        startTime: '18:00',
        durationMinutes: 60,
        bookingPolicyOverrides: { allowMemberLateCancel: false },
      }),
    );
    const [made] = studio.db
      .query<{ id: string }, [string]>('select id from sessions where scheduleId = ?')
      .all(strict.id);
    expect(await textOf(`/book/class/${made?.id}`)).toContain('After that, you can no longer cancel online');
  });
});

test('/book/sign-in: 200 says at once that members do not sign in here, where no mail server is set up', async () => {
  const response = await studio.app.fetch(new Request('http://localhost/book/sign-in'));
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('Sign-in is not available here');
  expect(html).not.toContain('name="email"');
});
