import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { codeIn, openForMembers } from '../../helpers/member-sign-in.ts';

const world = forEachTest(() => openForMembers());

const ANN = 'ann@example.com';
const EVIL = `"><img src=x onerror=alert(1)>`;
const OWN = { origin: 'http://localhost' };

const get = (path: string, headers: Record<string, string> = {}) =>
  world.studio.app.fetch(new Request(`http://localhost${path}`, { headers }));
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = OWN) =>
  world.studio.app.fetch(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  );
/** Asks for a code, and enters it. */
const enter = async (email: string, fields: Record<string, string> = {}, code?: string) => {
  await post('/book/sign-in', { email });
  await world.pass();
  return post('/book/sign-in/code', { email, code: code ?? codeIn(world.mails.at(-1)), ...fields });
};
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
const wrongCode = (): string => (codeIn(world.mails.at(-1)) === '111111' ? '222222' : '111111');
/** A page without what was typed. */
const said = async (response: Response, email: string): Promise<string> =>
  (await response.text())
    .replaceAll(email, 'the address')
    .replace(/(name="request" value=")[\w-]{43}"/g, '$1a secret"');

describe('/book/signed-in', () => {
  test('200 says who is signed in with the browser, to nobody else', async () => {
    const id = await addClient(world.studio, { email: ANN });
    const asked = await get('/book/signed-in');
    expect([await asked.json(), asked.headers.get('cache-control')]).toEqual([{ memberId: null }, 'no-store']);
    const cookie = cookieOf(await enter(ANN));
    expect(await (await get('/book/signed-in', { cookie })).json()).toEqual({ memberId: id });
    expect(await (await get('/book/me', { cookie })).text()).toContain(`data-member="${id}"`);
    expect(await (await get('/book')).text()).not.toContain('data-member');
  });
});

describe('/book/sign-in/kept', () => {
  test('a browser that has not kept the cookie of a right code is told, and can sign in again', async () => {
    await addClient(world.studio, { email: ANN });
    const entered = await enter(ANN, { next: '/book/plans' });
    const html = await (await get(entered.headers.get('location') ?? '')).text();
    expect(html).toContain('Your browser does not keep cookies for this page');
    expect(html).toContain('href="/book/sign-in?next=%2Fbook%2Fplans"');
  });
});

describe('/book/sign-in', () => {
  test.each([
    ['with words around it', (first: string, second: string) => `Your code: ${first}${second}.`],
    ['with a hyphen', (first: string, second: string) => `${first}-${second}`],
    ['with a no-break space', (first: string, second: string) => `${first}\u00a0${second}`],
    [
      'in a whole email with other numbers',
      (first: string, second: string) =>
        `It works for 10 minutes, until 12:05.\n${first} ${second}\n214 Mercer St 10012`,
    ],
  ])('303 for a code %s', async (_, written) => {
    await addClient(world.studio, { email: ANN });
    await post('/book/sign-in', { email: ANN });
    await world.pass();
    const code = codeIn(world.mails.at(-1));
    const entered = await post('/book/sign-in/code', { email: ANN, code: written(code.slice(0, 3), code.slice(3)) });
    expect(entered.status).toBe(303);
  });

  test('200 asks for an address, and keeps the class', async () => {
    const id = await addSessionInUtc(world.studio, HOUR_MS, { name: 'Flow & Rest' });
    const next = `/book/class/${id}/book`;
    const html = await (await get(`/book/sign-in?${new URLSearchParams({ next })}`)).text();
    expect(html).toContain('Then we continue to Flow &amp; Rest.');
    expect(html).toContain(`<input type="hidden" name="next" value="${next}">`);
  });

  test('303 to the page that was asked for, with a cookie that scripts cannot read', async () => {
    await addClient(world.studio, { email: ANN });
    const response = await enter(ANN, { next: '/book/plans' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/book/sign-in/kept?next=%2Fbook%2Fplans',
    ]);
    expect(response.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Lax');
    const cookie = cookieOf(response);
    expect(await (await get('/book', { cookie })).text()).toContain('Account, ');
    const onward = await get(response.headers.get('location') ?? '', { cookie });
    expect([onward.status, onward.headers.get('location')]).toEqual([303, '/book/plans']);
    expect((await get('/book/sign-in?next=/book/plans', { cookie })).headers.get('location')).toBe('/book/plans');
  });

  test('the address is never in an address of a page', async () => {
    await addClient(world.studio, { email: ANN });
    const html = await (await post('/book/sign-in', { email: ANN })).text();
    expect(html).toContain('autocomplete="one-time-code"');
    for (const [, address] of html.matchAll(/(?:href|action)="([^"]*)"/g)) expect(address).not.toContain('ann');
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/book//evil.example',
    '/book\\evil',
    '/console',
    'javascript:1',
  ])('leads nowhere else: %s', async (next) => {
    await addClient(world.studio, { email: ANN });
    const entered = await enter(ANN, { next });
    const onward = await get(entered.headers.get('location') ?? '', { cookie: cookieOf(entered) });
    expect(onward.headers.get('location')).toBe('/book');
    expect(await (await get(`/book/sign-in?${new URLSearchParams({ next })}`)).text()).not.toContain('evil');
  });

  test('says the same of an address that is known, new, archived, and of one whose code is wrong', async () => {
    const old = await addClient(world.studio, { email: 'old@example.com' });
    await world.studio.post(`/manage/clients/${old}/archive`, {});
    await addClient(world.studio, { email: ANN });
    const addresses = [ANN, 'new@example.com', 'old@example.com'];
    const asked = [];
    const tried = [];
    for (const email of addresses) {
      asked.push(await said(await post('/book/sign-in', { email }), email));
      await world.pass();
      const response = await post('/book/sign-in/code', { email, code: wrongCode() });
      expect(response.status).toBe(422);
      tried.push(await said(response, email));
    }
    expect(new Set(asked).size).toBe(1);
    expect(new Set(tried).size).toBe(1);
    expect(tried[0]).toContain('You have 4 more tries.');
  });

  test('a wrong code keeps what was typed and counts; the fifth uses the code up, and the right one then says no more', async () => {
    await addClient(world.studio, { email: ANN });
    await post('/book/sign-in', { email: ANN });
    await world.pass();
    const right = codeIn(world.mails.at(-1));
    const code = wrongCode();
    let html = '';
    for (let tries = 0; tries < 5; tries++) {
      html = await (await post('/book/sign-in/code', { email: ANN, code })).text();
      await world.pass(HOUR_MS / 60);
    }
    expect(html).toContain(`value="${code}"`);
    expect(html).toContain('Send a new code.');
    const after = await post('/book/sign-in/code', { email: ANN, code: right });
    const never = await post('/book/sign-in/code', { email: 'never@example.com', code: right });
    const [first, second] = [await said(after, ANN), await said(never, 'never@example.com')];
    expect(first).toContain('The code has expired.');
    expect(first).toBe(second);
    expect(cookieOf(after)).toBe('');
  });

  test('422 for what is no address and no code', async () => {
    expect((await post('/book/sign-in', { email: 'ann' })).status).toBe(422);
    expect((await post('/book/sign-in', {})).status).toBe(422);
    await post('/book/sign-in', { email: ANN });
    expect(await (await post('/book/sign-in/code', { email: ANN, code: '12' })).text()).toContain('six digits.');
  });

  test('429 for a network that asks too often', async () => {
    for (let count = 0; count < 20; count++) await post('/book/sign-in', { email: `a${count}@example.com` });
    expect((await post('/book/sign-in', { email: 'last@example.com' })).status).toBe(429);
  });

  test('403 for forms of another page', async () => {
    await addClient(world.studio, { email: ANN });
    const evil = { origin: 'https://evil.example' };
    const crossSite = { ...OWN, 'sec-fetch-site': 'cross-site' };
    for (const headers of [evil, crossSite, {}]) {
      for (const path of ['/book/sign-in', '/book/sign-in/code', '/book/sign-out']) {
        expect((await post(path, { email: ANN, code: '123456' }, headers)).status).toBe(403);
      }
    }
  });

  test('markup in what was typed is text', async () => {
    for (const path of ['/book/sign-in', '/book/sign-in/code']) {
      const response = await post(path, { email: EVIL, code: EVIL, next: `/book?${EVIL}` });
      expect(await response.text()).not.toContain('<img src=x');
    }
  });
});

describe('/book/sign-out', () => {
  test('303, and the session is over', async () => {
    await addClient(world.studio, { email: ANN });
    const cookie = cookieOf(await enter(ANN));
    const response = await post('/book/sign-out', {}, { ...OWN, cookie });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/book']);
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await (await get('/book', { cookie })).text()).not.toContain('Account, ');
  });

  test('a page is not enough to sign somebody out', async () => {
    await addClient(world.studio, { email: ANN });
    const cookie = cookieOf(await enter(ANN));
    expect((await get('/book/sign-out', { cookie })).status).toBe(303);
    expect(await (await get('/book', { cookie })).text()).toContain('Account, ');
  });
});
