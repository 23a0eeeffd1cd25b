// A spot opens: the notification arrives at the phone of a member, and one tap takes the spot.
// Run by scripts/test --only pages, where there is a browser: bun test ./test/browser/member/push.browser.ts
import { afterAll, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { CLIENTS } from '../../../src/sandbox/demo/clients.ts';
import { until } from '../../helpers/process.ts';
import { openPushService } from '../../helpers/push-service.ts';
import { testMember } from './open.ts';

const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');
let publicKey = '';
const service = openPushService(() => publicKey);
afterAll(() => service.close());

const PHONE = { width: 390 } as const;

/** A full class of tomorrow, and the booking that holds its only spot. */
const fullClass = async (name: string) => {
  const key = { 'x-service-api-key': server.ready.apiKey };
  const { body: clock } = await server.call('GET', '/sandbox/clock');
  const start = new Date(Date.parse(clock.now) + DAY_MS).toISOString();
  const made = { name, siteId: server.ready.siteId, startTime: start, durationMinutes: 60, capacity: 1 };
  const { body: session } = await server.call('POST', '/manage/sessions', made, key);
  const other = CLIENTS.find(({ id }) => id !== server.ready.clientId)?.id;
  const { body: booking } = await server.call('POST', '/v2/bookings', { sessionId: session.id, clientId: other }, key);
  expect(booking.status).toBe('confirmed');
  return { sessionId: session.id, seatedId: booking.id };
};

/** A headless browser shows no notifications, and reaches no push service: what the page asks of it, a stand-in answers. */
const standIn = async (page: Page): Promise<void> => {
  const { expirationTime: _, ...subscription } = await service.browser();
  await page.addInitScript({
    content: `{
      const isOn = () => localStorage.getItem('stand-in') === 'on';
      const made = {
        toJSON: () => (${JSON.stringify(subscription)}),
        options: {},
        unsubscribe: async () => localStorage.setItem('stand-in', 'off'),
      };
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('allowed') ?? 'default' });
      Notification.requestPermission = async () => {
        localStorage.setItem('allowed', 'granted');
        return 'granted';
      };
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey }) {
          localStorage.setItem('key', applicationServerKey);
          localStorage.setItem('stand-in', 'on');
          return made;
        },
        getSubscription: async () => (isOn() ? made : null),
      });
    }`,
  });
};

/** Hands the service worker what the stand-in has decrypted, as the browser does. */
const deliver = async (context: BrowserContext, page: Page, payload: object): Promise<void> => {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.endsWith('/book'));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.ready.rootUrl,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
};

test('a spot opens, the notification arrives, and one tap takes it', async () => {
  await server.call('PATCH', '/v2/settings', {
    notification: { webPush: true },
    booking: { waitlistPromotionMode: 'confirmation_window' },
  });
  const { sessionId, seatedId } = await fullClass('Sunrise');
  const { page, context, faults } = await open('/book', PHONE);
  await standIn(page);

  // Nothing asks before there is something to wait for.
  await page.goto(`${server.ready.rootUrl}/book`);
  expect(await page.locator('[data-push]').count()).toBe(0);

  await page.goto(`${server.ready.rootUrl}/book/class/${sessionId}/book`);
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Join waitlist' }).tap();
  await page.getByRole('button', { name: 'Tell me the moment a spot opens' }).tap();
  await page.getByText('This device gets notifications.').waitFor();
  publicKey = await page.evaluate<string>(`localStorage.getItem('key')`);

  await server.call('POST', `/v2/bookings/${seatedId}/cancel`, {});
  await until(async () => {
    await server.call('POST', '/sandbox/clock', { advance: 'PT1S' });
    return service.received.length > 0;
  });
  const payload = service.received.at(-1)?.payload ?? {};
  expect(payload.title).toBe('A spot opened up: Sunrise');

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(`{
    globalThis.shown = [];
    registration.showNotification = async (title, options) => void shown.push({ title, ...options });
  }`);
  await deliver(context, page, payload);
  await until(async () => (await worker?.evaluate<number>('shown.length')) === 1);
  const { title, body } = payload;
  expect(await worker?.evaluate<object>('shown[0]')).toMatchObject({ title, body, data: { url: payload.url } });
  // A tap on the notification.
  await worker?.evaluate(`dispatchEvent(
    Object.assign(new Event('notificationclick'), { notification: { ...shown[0], close() {} }, waitUntil() {} }))`);
  await page.waitForURL(/\/book\/me\/bookings\/[0-9a-f-]{36}\/accept$/);
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Accept' }).tap();
  await page.getByRole('heading', { level: 1, name: /booked/ }).waitFor();
  expect(faults).toEqual([]);
}, 90_000);

test('the account says what the browser does, and turns notifications off on this device', async () => {
  await server.call('PATCH', '/v2/settings', { notification: { webPush: true } });
  const { page, faults } = await open('/book/me/account', PHONE);
  await standIn(page);
  await page.getByRole('link', { name: 'Notifications' }).tap();
  await page.getByRole('button', { name: 'Allow notifications' }).tap();
  await page.getByRole('button', { name: 'Turn off on this device' }).tap();
  await page.getByRole('button', { name: 'Allow notifications' }).waitFor();
  expect(faults).toEqual([]);
}, 60_000);
