import { expect, test } from 'bun:test';
import { refusedPage } from '../../../src/pages/book/refused-page.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';

const studio = forEachTest(() => openStudio());
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  studio.app.fetch(new Request(`http://localhost${path}`, { method, headers }));
const askTooOften = async () => {
  for (let times = 0; times < 60; times++) expect((await send('/book/offline')).status).toBe(200);
};

test('429 as a page in the language of the browser, with the headers of every refusal', async () => {
  await studio.patch('/v2/settings', { brand: { name: '<b>Yoga' } });
  await askTooOften();
  const refused = await send('/book?day="><b>', { accept: HTML, 'accept-language': 'de-DE' });
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBe(1);
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(refused.headers.get('x-request-id')).toStartWith('req_');
  const text = await refused.text();
  expect(text).toContain('<html lang="de">');
  expect(text).toContain('<h1 class="page-title">Zu viele Anfragen</h1>');
  expect(text).toContain(`Versuch es in ${seconds} Sekunde noch einmal.`);
  expect(text).not.toMatch(/<b>|<script/);
  // What the page loads does not count.
  for (const [, path = ''] of text.matchAll(/href="(\/(?:console|favicon)[^"]*)"/g)) {
    expect([path, (await send(path)).status]).toEqual([path, 200]);
  }
  expect((await send('/book', { accept: HTML }, 'HEAD')).status).toBe(429);
});

test('429 as JSON for programs and for the interface', async () => {
  await askTooOften();
  const refusals = [
    await send('/book'),
    await send('/book', { accept: 'application/json' }),
    await send('/docs', { accept: HTML }),
    await send('/public-api/v2/studio', { accept: HTML }),
  ];
  for (const refused of refusals) {
    const { error } = (await refused.json()) as { error: { code: string; retryAfter: number } };
    expect([refused.status, error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe(`${error.retryAfter}`);
  }
});

test('429 for a form of a member is a page that leads to the timetable', async () => {
  await askTooOften();
  const refused = await send('/book/me/account/profile', { accept: HTML }, 'POST');
  expect(refused.status).toBe(429);
  const text = await refused.text();
  expect(text).toContain('Too many requests');
  expect(text).not.toContain('href="/book/me/account/profile"');
  expect(text).toContain('<a class="link" href="/book">See the schedule</a>');
});

test.each([
  ['a form of another page', '/book/me/account/profile', 403, 'This page is out of date'],
  ['a form at an address that takes no form', '/book', 405, 'Page not found'],
])('%s is refused with a page', async (_, path, status, title) => {
  const refused = await send(path, { accept: HTML, origin: 'https://elsewhere.example' }, 'POST');
  const text = await refused.text();
  expect([refused.status, text.includes(`<h1 class="page-title">${title}</h1>`)]).toEqual([status, true]);
  expect(text).toContain('href="/book"');
  const program = await send(path, { origin: 'https://elsewhere.example' }, 'POST');
  expect([program.status, program.headers.get('content-type')]).toEqual([status, 'application/json;charset=utf-8']);
});

test('413 for a form that is too large says so', async () => {
  const body = `name=${'a'.repeat(20_000)}`;
  const headers = { accept: HTML, origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' };
  const request = new Request('http://localhost/book/sign-in', { method: 'POST', headers, body });
  const refused = await studio.app.fetch(request);
  expect(refused.status).toBe(413);
  expect(await refused.text()).toContain('This is too large to send.');
});

test('500 says that nothing was changed, and a page can be asked for again', async () => {
  const make = (request: Request, reply: { status: number; seconds: number }) =>
    refusedPage({ view: () => studio.store.view(), brand: () => ({ studio: 'Studio', version: '1' }) }, request, reply);
  const failed = await make(new Request('http://localhost/book/me?x=1'), { status: 500, seconds: 1 });
  const text = await failed.text();
  expect([failed.status, text.includes('Something went wrong')]).toEqual([500, true]);
  expect(text).toContain('<a class="link" href="/book/me?x=1">Try again</a>');
});

test('whatever a browser does not send is refused as JSON', async () => {
  const refused = await send('/book', { accept: HTML }, 'DELETE');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([405, 'application/json;charset=utf-8']);
});
