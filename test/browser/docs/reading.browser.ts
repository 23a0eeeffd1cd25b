// What one finds and reads in the documentation: bun test ./test/browser/docs/reading.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { testDocs } from './open.ts';

const { server, openPage } = testDocs();

/** The links to the documentation in ten different refusals. */
const docUrls = async (): Promise<string[]> => {
  const { rootUrl, apiKey, clientId, sessionId } = server.ready;
  const key = { 'x-service-api-key': apiKey };
  const asJson = { ...key, 'content-type': 'application/json' };
  const unknown = '01000000-0000-7000-8000-00000000ffff';
  const refused: readonly [path: string, init?: RequestInit][] = [
    ['/v2/clients'],
    ['/v2/clients', { headers: { 'x-service-api-key': 'sk_test_wrong' } }],
    ['/v2/nowhere', { headers: key }],
    [`/v2/clients/${unknown}`, { headers: key }],
    [`/v2/clients?starting_after=${unknown}`, { headers: key }],
    ['/v2/clients?colour=red', { headers: key }],
    ['/v2/clients', { method: 'POST', headers: asJson, body: '{}' }],
    ['/v2/clients', { method: 'POST', headers: asJson, body: '{' }],
    ['/v2/clients', { method: 'POST', headers: { ...key, 'content-type': 'text/plain' }, body: 'Ada' }],
    ['/v2/clients', { headers: { ...key, 'x-service-version': '2020-01-01' } }],
    ['/v2/bookings', { method: 'POST', headers: asJson, body: JSON.stringify({ clientId, sessionId }) }],
  ];
  await fetch(`${rootUrl}/v2/bookings`, {
    method: 'POST',
    headers: asJson,
    body: JSON.stringify({ clientId, sessionId }),
  });
  const answers = await Promise.all(
    refused.map(async ([path, init]) => JSON.parse(await (await fetch(rootUrl + path, init)).text())),
  );
  return [...new Set(answers.map(({ error }) => String(error.docUrl)))];
};

/** Whether the place that the address names is on the screen, below the header. */
const isShown = (page: Page) =>
  until(
    async () =>
      page.evaluate(`(() => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place === null) return false;
    const { top, bottom } = place.getBoundingClientRect();
    return place.checkVisibility() && bottom > 60 && top >= 60 && top < innerHeight && scrollY > 0;
  })()`) as Promise<boolean>,
  );

test('the link of each refusal shows its code, and links of the guide their place', async () => {
  const links = await docUrls();
  expect(links.length).toBeGreaterThanOrEqual(10);
  expect(links.filter((link) => !link.startsWith(`${server.ready.rootUrl}/docs#error-`))).toEqual([]);
  for (const link of [...links, '/docs#verifying', '/docs#event-booking.created', '/docs#sandbox-clock']) {
    const { page, faults } = await openPage(link);
    await isShown(page);
    expect(faults).toEqual([]);
    await page.close();
  }
  const { page } = await openPage('/docs');
  await page.locator('#contents a[href="/docs#webhooks"]').click();
  await isShown(page);
  await page.close();
}, 240_000);

test('the search finds operations and sections by what they are about, and leads to them', async () => {
  for (const [words, found] of [
    ['waitlist', 'Book a client into a session'],
    ['buy', 'Sell'],
    ['inbox', 'List what the inbox received'],
    ['signature', 'Verifying webhooks'],
  ] as const) {
    const { page } = await openPage('/docs');
    await page.fill('#search', words);
    const shown = await page.locator('#contents a:visible').allTextContents();
    expect([words, shown.filter((text) => text.startsWith(found)).length]).not.toEqual([words, 0]);
    expect(shown.length).toBeLessThan(60);
    await page.fill('#search', 'nothing has this word');
    await page.locator('#no-match:visible').waitFor();
    await page.close();
  }
  const { page, faults } = await openPage('/docs');
  await page.fill('#search', 'move the clock');
  await page.press('#search', 'Enter');
  await page.locator('#operations-Sandbox-moveSandboxClock .responses-table').waitFor();
  await page.fill('#search', 'create a client');
  await page.locator('#contents a:visible', { hasText: /^Create a client$/ }).click();
  await page.locator('#operations-Clients-createClient .responses-table').waitFor();
  expect(faults).toEqual([]);
  await page.close();
}, 120_000);

test('an address of the reference on the page of the guide leads to the operation', async () => {
  const { page } = await openPage('/docs#/Bookings/createBooking');
  await page.locator('#operations-Bookings-createBooking .responses-table').waitFor();
  expect(page.url()).toBe(`${server.ready.rootUrl}/docs/reference#/Bookings/createBooking`);
  await page.close();
}, 120_000);

/** The texts of the page whose contrast to their ground is below 4.5, by the element that holds them. */
const FAINT_TEXTS = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const pixels = new Map();
  const pixel = (color) => {
    if (pixels.has(color)) return pixels.get(color);
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    pixels.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
    return pixels.get(color);
  };
  const over = (top, below) => top.slice(0, 3).map((part, at) => (part * top[3] + below[at] * (255 - top[3])) / 255);
  const light = (color) => {
    const [red, green, blue] = color.map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) =>
    element === null ? [255, 255, 255] : over(pixel(getComputedStyle(element).backgroundColor), groundOf(element.parentElement));
  const faint = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (texts.currentNode.textContent.trim() === '' || !element.checkVisibility({ opacityProperty: true })) continue;
    const ground = groundOf(element);
    const [low, high] = [ground, over(pixel(getComputedStyle(element).color), ground)].map(light).sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) < 4.5) faint.add(element.tagName + '.' + element.className);
  }
  return [...faint];
})()`;

test.each(['light', 'dark'] as const)(
  'all text of the guide and the reference can be read when it is %p, on one ground',
  async (colorScheme) => {
    for (const path of ['/docs', '/docs/booking-site', '/docs/reference#/Bookings/createBooking']) {
      const { page } = await openPage('/livez');
      await page.emulateMedia({ colorScheme });
      await page.goto(server.ready.rootUrl + path);
      if (path.includes('reference')) {
        await page.locator('.responses-table').first().waitFor();
        for (const schema of await page.locator('button:text-is("Schema")').all()) await schema.click();
        await page.locator('.json-schema-2020-12-expand-deep-button').first().waitFor();
      }
      await page.evaluate(`for (const entry of document.querySelectorAll('#content details')) entry.open = true`);
      expect([path, await page.evaluate(FAINT_TEXTS)]).toEqual([path, []]);
      // The ground of the document shows below a page that is shorter than the screen.
      expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
        'rgba(0, 0, 0, 0)',
      );
      await page.close();
    }
  },
  120_000,
);

test('the contents show the place of the operation that the address names, and Escape closes them on a phone', async () => {
  const current = '#contents [aria-current]';
  const isSeen = `(() => {
    const { top, bottom } = document.querySelector('${current}').getBoundingClientRect();
    return top >= 60 && bottom <= innerHeight;
  })()`;
  const { page } = await openPage('/docs/reference#/Webhooks/createWebhook');
  await page.locator(current).waitFor();
  expect(await page.evaluate(isSeen)).toBe(true);
  await page.close();
  const { page: phone } = await openPage('/docs/reference#/Webhooks/createWebhook', 390);
  await phone.click('#menu');
  expect(await phone.evaluate(isSeen)).toBe(true);
  await phone.fill('#search', 'waitlist');
  await phone.press('#search', 'Escape');
  expect([await phone.inputValue('#search'), await phone.isVisible('#contents')]).toEqual(['', true]);
  await phone.press('#search', 'Escape');
  expect([await phone.isVisible('#contents'), await phone.evaluate('document.activeElement.id')]).toEqual([
    false,
    'menu',
  ]);
  await phone.close();
}, 120_000);
