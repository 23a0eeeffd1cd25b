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

/** The service of the browser's maker is not reached from here: what the page asks of the browser answers a stand-in. */
const standIn = async (page: Page): Promise<void> => {
  const { expirationTime: _, ...subscription } = await service.browser();
  await page.addInitScript({
    content: `{
      let current = null;
      const made = { toJSON: () => (${JSON.stringify(subscription)}), options: {}, unsubscribe: async () => true };
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey }) {
          sessionStorage.setItem('key', applicationServerKey);
          current = made;
          return made;
        },
        getSubscription: async () => current,
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
  await context.grantPermissions(['notifications'], { origin: server.ready.rootUrl });
  await standIn(page);

  // Nothing asks before there is something to wait for.
  await page.goto(`${server.ready.rootUrl}/book`);
  expect(await page.locator('[data-push]').count()).toBe(0);

  await page.goto(`${server.ready.rootUrl}/book/class/${sessionId}/book`);
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Join waitlist' }).tap();
  await page.getByRole('button', { name: 'Tell me the moment a spot opens' }).tap();
  await page.getByText('This device gets notifications.').waitFor();
  publicKey = await page.evaluate<string>(`sessionStorage.getItem('key')`);

  await server.call('POST', `/v2/bookings/${seatedId}/cancel`, {});
  await until(async () => {
    await server.call('POST', '/sandbox/clock', { advance: 'PT1S' });
    return service.received.length > 0;
  });
  const payload = service.received.at(-1)?.payload ?? {};
  expect(payload.title).toBe('A spot opened up: Sunrise');

  await deliver(context, page, payload);
  const [worker] = context.serviceWorkers();
  const shown = async () =>
    worker?.evaluate('registration.getNotifications().then((all) => all.map(({ title }) => title))');
  await until(async () => JSON.stringify(await shown()) === JSON.stringify([payload.title]));
  // A tap on the notification.
  await worker?.evaluate(`registration.getNotifications().then(([notification]) =>
    dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
  await page.waitForURL(/\/book\/me\/bookings\/[0-9a-f-]{36}\/accept$/);
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Accept' }).tap();
  await page.getByRole('heading', { level: 1, name: /booked/ }).waitFor();
  expect(faults).toEqual([]);
}, 90_000);

test('the account says what the browser does, and turns notifications off on this device', async () => {
  await server.call('PATCH', '/v2/settings', { notification: { webPush: true } });
  const { page, context, faults } = await open('/book/me/account', PHONE);
  await context.grantPermissions(['notifications'], { origin: server.ready.rootUrl });
  await standIn(page);
  await page.getByRole('link', { name: 'Notifications' }).tap();
  await page.getByRole('button', { name: 'Allow notifications' }).tap();
  await page.getByRole('button', { name: 'Turn off on this device' }).tap();
  await page.getByRole('button', { name: 'Allow notifications' }).waitFor();
  expect(faults).toEqual([]);
}, 60_000);
