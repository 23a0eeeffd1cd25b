import { describe, expect, test } from 'bun:test';
import { createPersonalLinks } from '../../../src/resources/messages/personal-links.ts';
import { CATEGORIES } from '../../../src/resources/preferences/shapes.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

const studio = forEachTest(openStudio);

const send = async (method: string, path: string, body?: string): Promise<{ status: number; text: string }> => {
  const init = body === undefined ? { method } : { method, body };
  const response = await studio.app.fetch(new Request(`http://localhost${path}`, init));
  return { status: response.status, text: await response.text() };
};
const addressOf = (clientId: string): string => `/mails/${createPersonalLinks(studio.seal).tokenOf('mails', clientId)}`;
const checkedIn = (html: string): string[] =>
  [...html.matchAll(/value="(\w+)"([^>]*)>/g)].flatMap(([, name = '', rest = '']) =>
    rest.includes('checked') ? [name] : [],
  );

describe('/mails/{token}', () => {
  test('200: a box for each category, which a press on Save stores', async () => {
    const address = addressOf(await addClient(studio));
    const { status, text } = await send('GET', address);
    expect([status, checkedIn(text).length]).toEqual([200, 9]);
    // Each category of the account, and no news that nobody has asked for.
    const shown = [...text.matchAll(/name="category" value="(\w+)"/g)].map(([, name = '']) => name);
    expect(new Set(shown)).toEqual(new Set(CATEGORIES));
    expect(checkedIn(text)).not.toContain('marketing');
    const saved = await send('POST', address, 'category=bookings&category=awards');
    expect(saved.text).toContain('Saved.');
    expect(checkedIn(saved.text)).toEqual(['bookings', 'schedule_changes', 'payments', 'awards']);
    expect(studio.events()).toEqual([]);
  });

  test('one press, or one click of a mail program, ends a category; a GET changes nothing', async () => {
    const clientId = await addClient(studio, { preferredLocale: 'de-DE' });
    const address = addressOf(clientId);
    const asked = await send('GET', `${address}/reminders`);
    expect([asked.status, asked.text.includes('Diese E-Mails beenden?')]).toEqual([200, true]);
    expect(studio.count('notificationPreferences')).toBe(0);
    const stopped = await send('POST', `${address}/reminders`, 'List-Unsubscribe=One-Click');
    expect(stopped.text).toContain('Du bekommst weiterhin: Buchungen und Stornierungen');
    expect(checkedIn((await send('GET', address)).text)).not.toContain('reminders');
  });

  test('marketing is the consent of the client: both end, and begin again, with an event', async () => {
    const clientId = await addClient(studio, { marketingConsent: { email: true, sms: true } });
    const address = addressOf(clientId);
    const consent = async () => (await studio.get(`/v2/clients/${clientId}`)).body.marketingConsent;
    const stopped = await send('POST', `${address}/marketing`, 'List-Unsubscribe=One-Click');
    expect(stopped.text).toContain('You have unsubscribed');
    expect(await consent()).toMatchObject({ email: false, sms: true, source: 'notification_preferences' });
    expect(studio.events()).toEqual(['client.updated']);
    await send('POST', `${address}/marketing`);
    expect(studio.events()).toEqual([]);
    const saved = await send('POST', address, 'category=bookings&category=marketing');
    expect(checkedIn(saved.text)).toContain('marketing');
    expect(await consent()).toMatchObject({ email: true, sms: true });
    expect(studio.events()).toEqual(['client.updated']);
    await send('POST', address, 'category=bookings');
    expect(await consent()).toMatchObject({ email: false, sms: true });
    expect(studio.events()).toEqual(['client.updated']);
  });

  test('emails that are all off stay as they were chosen, until one is turned on: then it is the only one', async () => {
    const clientId = await addClient(studio, { marketingConsent: { email: true } });
    const address = addressOf(clientId);
    const own = { 'x-client-id': clientId };
    const path = '/v2/member/notifications/preferences';
    const chosen = { channels: { email: false }, categories: { awards: { push: false }, marketing: { email: true } } };
    await studio.given(studio.send('PUT', path, chosen, own));
    const before = (await studio.get(path, own)).body;
    const locked = ['schedule_changes', 'payments'];
    expect(checkedIn((await send('POST', address, '')).text)).toEqual(locked);
    expect([(await studio.get(path, own)).body, studio.events()]).toEqual([before, []]);
    expect((await send('GET', `${address}/awards`)).text).toContain(
      'You will still get: Changes to classes you booked, Receipts and payments.',
    );
    const saved = await send('POST', address, 'category=reminders&category=awards');
    expect(checkedIn(saved.text)).toEqual(['reminders', ...locked, 'awards']);
    const { channels, categories } = (await studio.get(path, own)).body;
    expect([channels.email, categories.awards, categories.bookings.email]).toEqual([
      true,
      { email: true, sms: true, push: false, locked: false },
      false,
    ]);
    // The box of marketing was not ticked.
    expect(studio.events()).toEqual(['client.updated']);
  });

  test('the page names no address, since the mailbox that a client has left has its link', async () => {
    const clientId = await addClient(studio, { email: 'new@example.com' });
    const { text } = await send('GET', addressOf(clientId));
    expect([text.includes('sends you'), text.includes('new@example.com')]).toEqual([true, false]);
  });

  test('mails that are always sent have no way to end them', async () => {
    const address = addressOf(await addClient(studio));
    expect((await send('GET', `${address}/payments`)).text).not.toContain('<form');
    await send('POST', `${address}/payments`);
    expect(checkedIn((await send('GET', address)).text)).toContain('payments');
  });

  test('what the studio is called is no markup', async () => {
    await studio.given(studio.patch('/v2/settings', { brand: { name: 'Yoga <script>' } }));
    const { status, text } = await send('GET', addressOf(await addClient(studio)));
    expect([status, text.includes('<script')]).toEqual([200, false]);
    expect(text).toContain('<header>Yoga &lt;script&gt;</header>');
  });

  test('404 for another token, an unknown category, and a client who was archived', async () => {
    const clientId = await addClient(studio);
    const address = addressOf(clientId);
    const calendar = createPersonalLinks(studio.seal).tokenOf('calendar', clientId);
    expect((await send('GET', `/mails/${calendar}`)).status).toBe(404);
    expect((await send('GET', `${address}/nothing`)).status).toBe(404);
    expect((await send('GET', `${address}/reminders/more`)).status).toBe(404);
    await studio.delete(`/v2/clients/${clientId}`);
    expect((await send('POST', address, '')).status).toBe(404);
    expect(studio.count('notificationPreferences')).toBe(0);
  });

  test('405 for other methods, 413 for a large body', async () => {
    const address = addressOf(await addClient(studio));
    expect((await send('PUT', address, '')).status).toBe(405);
    expect((await send('POST', address, 'x'.repeat(10_000))).status).toBe(413);
  });
});
