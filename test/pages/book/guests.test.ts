import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession, addSessionInUtc } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, openForDana, pagesOf } from '../../helpers/member-pages.ts';
import { openGuestStudio } from '../../resources/guests/set-up.ts';

const studio = forEachTest(openForDana);
const book = async () => addBooking(studio, studio.clientId, await addSessionInUtc(studio, DAY_MS, { name: 'Movers' }));

test('canceling says that the guests lose their spots too, before it is done', async () => {
  await studio.given(studio.patch('/v2/settings', { booking: { guestsPerBooking: 2, freeFirstVisit: true } }));
  const path = `/book/me/bookings/${await book()}`;
  expect(await studio.page(`${path}/cancel`)).not.toContain('guest');
  await studio.press(`${path}/guests`, { firstName: 'Jo', payment: 'free_first_visit' }, `${path}/guests`);
  expect(await studio.page(`${path}/cancel`)).toContain('Your guest’s spot is canceled, too');
});

test('moving says so too, and a guest is not offered to move', async () => {
  await studio.given(studio.patch('/v2/settings', { booking: { guestsPerBooking: 2, freeFirstVisit: true } }));
  await addSessionInUtc(studio, 2 * DAY_MS, { name: 'Movers' });
  const id = await book();
  const path = `/book/me/bookings/${id}`;
  expect(await studio.page(`${path}/move`)).not.toContain('guest');
  await studio.press(`${path}/guests`, { firstName: 'Jo', payment: 'free_first_visit' }, `${path}/guests`);
  expect(await studio.page(`${path}/move`)).toContain('Your guest’s spot is canceled, too');
  expect(await studio.page(path)).toContain(`${path}/move`);
  const host = await addBooking(studio, await addClient(studio), await addSessionInUtc(studio, DAY_MS));
  studio.db.run(`update bookings set bookingSource = 'guest', hostBookingId = ? where id = ?`, [host, id]);
  expect(await studio.page(path)).not.toContain(`${path}/move`);
  expect((await studio.pages.get(`${path}/move`)).to).toBe(path);
});

test('a guest who is a minor signs the waiver with a guardian', async () => {
  const membership = { waiver: { version: '1', text: 'I come at my own risk.' } };
  const settings = { membership, booking: { guestsPerBooking: 2, freeFirstVisit: true } };
  await studio.given(studio.patch('/v2/settings', settings));
  const path = `/book/me/bookings/${await book()}`;
  await studio.press(`${path}/guests`, { firstName: 'Jo', payment: 'free_first_visit' }, `${path}/guests`);
  const [link = ''] = /\/book\/guest\/[\w-]+/.exec(await studio.page(`${path}/guests`)) ?? [];
  const field = (page: string): string => /<input[^>]*name="guardianName"[^>]*>/.exec(page)?.[0] ?? '';
  expect(field(await studio.page(link))).not.toBe('');
  expect(field(await studio.page(link))).not.toContain('required');
  expect(await studio.page(link)).not.toMatch(/<input[^>]*name="phone"[^>]*required/);
  studio.db.run(`update clients set dateOfBirth = '2015-05-05' where firstName = 'Jo'`);
  expect(field(await studio.page(link))).toContain('required');
  const refused = await studio.press(link, { name: 'Jo March', agrees: '1' }, `${link}/waiver`);
  expect([refused.status, field(refused.text)]).toEqual([422, expect.stringContaining('aria-invalid')]);
  await studio.press(link, { name: 'Jo March', guardianName: 'Meg March', agrees: '1' }, `${link}/waiver`);
  expect(studio.db.query('select "name", "guardianName" from "agreements"').all()).toEqual([
    { name: 'Jo March', guardianName: 'Meg March' },
  ]);
  studio.db.run(`update clients set dateOfBirth = '1990-05-05' where firstName = 'Jo'`);
  expect(field(await studio.page(link))).toBe('');
});

test('who may bring no one reads no word of guests', async () => {
  const path = `/book/me/bookings/${await book()}`;
  for (const each of [path, `${path}/cancel`]) expect(await studio.page(each)).not.toMatch(/[Gg]uest|friend/);
});

test('503 where the card processor does not answer: the same form finds the result, and charges once', async () => {
  const own = await openCardStudio({ mail: keepMails().transport });
  await own.given(own.patch('/v2/settings', { booking: { guestsPerBooking: 1 } }));
  const member = await own.member();
  const { id: card } = await own.save(member);
  const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
  const bookingId = await addBooking(own, member.clientId, await addSessionInUtc(own, DAY_MS, { dropInPrice }));
  const path = `/book/me/bookings/${bookingId}/guests`;
  const { get, post } = await pagesOf(own, member.clientId);
  const form = fieldsIn((await get(path)).text);
  const fields = { ...form, firstName: 'Jo', payment: 'drop_in', card };
  own.faulty.at('charge', 'lost');
  const { status, text } = await post(path, fields);
  expect([status, text.includes('Press the button again: you will not be charged twice.')]).toEqual([503, true]);
  expect(fieldsIn(text)).toMatchObject({ key: form.key ?? '', firstName: 'Jo', card });
  own.events();
  expect((await post(path, fieldsIn(text))).to).toBe(path);
  expect([own.taken().count, own.events()]).toEqual([1, ['payment.completed', 'client.created', 'booking.created']]);
});

describe('a guest to whom a spot is open', () => {
  const hosts = forEachTest(() => openGuestStudio({ waitlistCutoffMinutes: 60 }));

  test('has nothing to pay where the pass of the host pays', async () => {
    const sessionId = await addSession(hosts, { capacity: 2, waitlistEnabled: 1 });
    const host = await hosts.host({ sessionId });
    const taken = await addBooking(hosts, await addClient(hosts), sessionId);
    const { body } = await host.bring({ email: 'jo@guests.example', joinWaitlist: true });
    await hosts.time.moveTo(hosts.time.now() + DAY_MS - HOUR_MS / 2);
    await hosts.given(hosts.post(`/v2/bookings/${taken}/cancel`, {}));
    const pages = await pagesOf(hosts, (await hosts.bookingOf(body.id)).clientId);
    const { text } = await pages.get(`/book/me/bookings/${body.id}/accept`);
    expect(text).toContain('You are a guest');
    expect(text).not.toContain('Pay at the front desk');
  });
});
