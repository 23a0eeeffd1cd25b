import { expect, test } from 'bun:test';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { addBooking, addSession } from '../helpers/bookings.ts';
import { pagesOf } from '../helpers/member-pages.ts';
import { openForMembers } from '../helpers/member-sign-in.ts';
import { sellPackage } from '../helpers/sales.ts';

test('a member whose language is Italian reads pages, emails and receipts in it, where the studio has another one', async () => {
  const { studio, mails, member } = await openForMembers();
  const { id: clientId, headers } = await member('dana@example.com');
  await studio.given(studio.patch(`/v2/clients/${clientId}`, { firstName: 'Dana', preferredLocale: 'it' }));
  mails.length = 0;
  const { payment } = await sellPackage(studio, clientId, { name: 'Dieci' });
  const bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn: 3 * DAY_MS }));
  await studio.time.moveTo(studio.time.now() + 1000);
  const [receipt, booked] = mails;
  expect(receipt?.subject).toMatch(/^Ricevuta .*: 180,00\sUSD$/);
  expect(receipt?.text).toContain('Grazie, Dana');
  expect(booked?.subject).toStartWith('Prenotazione: Flow, giovedì 5 marzo');
  expect(booked?.text).toContain('Ci vediamo giovedì. Hai usato un credito di Dieci');
  for (const mail of [receipt, booked]) expect(mail?.html).toContain('lang="it"');

  // The pages of the member, whatever the browser asks for.
  const pages = await pagesOf(studio, clientId);
  const ACCOUNT = '/book/me/account';
  for (const [path, words] of [
    ['/book', 'Orario'],
    ['/book/me', 'Le mie lezioni'],
    [`/book/me/bookings/${bookingId}`, 'giovedì 5 marzo'],
    ['/book/plans', 'Prezzi'],
    [`${ACCOUNT}/receipts`, 'Ricevute'],
    [`${ACCOUNT}/receipts/${payment.id}`, 'Totale'],
  ] as const) {
    const { status, text } = await pages.get(path, { 'accept-language': 'en-US' });
    expect([path, status, text.includes('<html lang="it">'), text.includes(words)]).toEqual([path, 200, true, true]);
    expect([path, /Schedule|My classes|Pricing|Receipts|Total\b/.exec(text)?.[0]]).toEqual([path, undefined]);
  }

  // The receipt that is printed.
  const printed = await studio.get(`/public-api/v2/member/payments/${payment.id}/receipt?format=html`, headers);
  expect(printed.body).toContain('<html lang="it">');
  expect(printed.body).toContain('Ricevuta');

  // What leads out of an email, without signing in.
  const link = /https?:\/\/\S+(\/mails\/[\w.~-]+)/.exec(booked?.text ?? '')?.[1] ?? '';
  expect((await pages.get(link)).text).toContain('<html lang="it">');
});
