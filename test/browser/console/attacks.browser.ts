// Run by scripts/test where there is a browser: bun test ./test/browser/console/attacks.browser.ts
// What a stranger tries against a session, in a real browser. test/resources/sign-in has the same against the interface alone.
import { afterAll, expect, test } from 'bun:test';
import { testConsole } from './open.ts';

const { server, open } = testConsole();

/** A page of a stranger at another port: the browser sends the cookie of the session there too, since the site is the same. */
const stranger = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('<!doctype html><title>Win</title><p>Win', { headers: { 'content-type': 'text/html' } }),
});
afterAll(() => stranger.stop(true));

const nameNow = async (): Promise<string> => (await server.call('GET', '/v2/settings')).body.brand.name;

test('a page of a stranger changes nothing with the cookie of the session, and reads nothing', async () => {
  const { page, context } = await open('/console/today');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const before = await nameNow();
  const other = await context.newPage();
  await other.goto(stranger.url.href);
  const answers = await other.evaluate<unknown[]>(`(async () => {
    const root = ${JSON.stringify(server.ready.rootUrl)};
    const body = JSON.stringify({ brand: { name: 'Taken' } });
    const asked = [
      { method: 'POST', body, mode: 'no-cors' },
      { method: 'PATCH', body, headers: { 'content-type': 'application/json', 'X-Studiod-Console': '1' } },
      { method: 'GET' },
    ];
    return Promise.all(asked.map(async (init) => {
      try {
        const response = await fetch(root + '/v2/settings', { credentials: 'include', ...init });
        return response.type === 'opaque' ? 'opaque' : await response.text();
      } catch {
        return 'refused';
      }
    }));
  })()`);
  expect(answers).toEqual(['opaque', 'refused', 'refused']);
  // A form needs no permission of the browser, and leads to the answer of the server.
  await other.setContent(
    `<form method="post" action="${server.ready.rootUrl}/manage/auth/sign-out"><button>Win</button></form>`,
  );
  const [response] = await Promise.all([other.waitForResponse(/sign-out/), other.getByRole('button').click()]);
  expect(response.status()).toBe(403);
  expect(await nameNow()).toBe(before);
  await page.reload();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
});

test('a cookie that was stolen is worth nothing after the sign-out, and no script can read it', async () => {
  const { page, context } = await open('/console/today');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate<string>('document.cookie')).not.toContain('session');
  const [stolen] = (await context.cookies()).filter(({ name }) => name === 'studiod_session');
  if (stolen === undefined) throw new Error('there is no cookie');
  expect([stolen.httpOnly, stolen.sameSite]).toEqual([true, 'Lax']);
  const thief = await open('/console/sign-in', { role: null });
  await thief.context.addCookies([stolen]);
  const me = `${server.ready.rootUrl}/manage/me`;
  expect((await thief.context.request.get(me)).status()).toBe(200);
  await page
    .getByRole('button', { name: /, account$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await thief.context.request.get(me)).status()).toBe(401);
  await thief.page.goto(`${server.ready.rootUrl}/console/clients`);
  await thief.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a cookie that a stranger has set before the sign-in is not the one of the session', async () => {
  const { context } = await open('/console/sign-in', { role: null });
  const planted = 'A'.repeat(43);
  await context.addCookies([{ name: 'studiod_session', value: planted, url: server.ready.rootUrl }]);
  const signedIn = await context.request.post(`${server.ready.rootUrl}/sandbox/sign-in`, { data: { role: 'owner' } });
  expect(signedIn.status()).toBe(200);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'studiod_session');
  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  expect(cookie?.value).not.toBe(planted);
});
