import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { openForMembers } from '../../helpers/member-sign-in.ts';
import { sellPackage } from '../../helpers/sales.ts';

const LINK = /http:\/\/[^\s"]*\/book[^\s")]*/;

test('mails to members lead to the page of what they are about', async () => {
  const { studio, mails } = await openForMembers();
  const said = async () => {
    await studio.time.moveTo(studio.time.now() + 1000);
    return mails.splice(0).map(({ text }) => new URL(LINK.exec(text)?.[0] ?? 'http://none').pathname);
  };
  const ann = await addClient(studio, { firstName: 'Ann' });
  const { id: packageId, payment } = await sellPackage(studio, ann);
  const [receipt = ''] = await said();
  expect(receipt).toMatch(/^\/book\/me\/account\/receipts\/[0-9a-f-]{36}$/);
  expect(payment === undefined || receipt.endsWith(payment.id ?? payment)).toBe(true);
  const bookingId = await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * DAY_MS }));
  expect(await said()).toEqual([`/book/me/bookings/${bookingId}`]);
  expect(packageId).toBeString();
});

test('a confirmation leads to cancelling below the time for it, and the mail of the cancellation does not', async () => {
  const { studio, mails } = await openForMembers();
  const ann = await addClient(studio, { firstName: 'Ann' });
  await sellPackage(studio, ann);
  const bookingId = await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * DAY_MS }));
  await studio.time.moveTo(studio.time.now() + 1000);
  const { text = '', html = '' } = mails.splice(0).at(-1) ?? {};
  const address = `http://localhost/book/me/bookings/${bookingId}/cancel`;
  expect(text).toContain(`After that, you lose the credit.\n\nCancel booking: ${address}`);
  expect(html).toMatch(
    new RegExp(`After that, you lose the credit\\. <a [^>]*href="${address}"[^>]*>Cancel booking</a>`),
  );
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
  await studio.time.moveTo(studio.time.now() + 1000);
  expect(mails.at(-1)?.text).toContain('Your booking is canceled,');
  expect(mails.at(-1)?.text).not.toContain('/cancel');
});

test('a mail that comes when members cannot cancel any more names the desk, and has no link', async () => {
  const { studio, mails } = await openForMembers();
  await studio.given(studio.patch('/v2/settings', { booking: { allowMemberLateCancel: false } }));
  const ann = await addClient(studio, { firstName: 'Ann' });
  await addBooking(studio, ann, await addSession(studio, { startsIn: HOUR_MS }));
  await studio.time.moveTo(studio.time.now() + 1000);
  const text = mails.at(-1)?.text ?? '';
  expect(text).toContain('It is too late to cancel online. Contact the front desk.');
  expect(text).not.toContain('/cancel');
});

test('an online class says when its link is there, and the mail of a cancellation does not', async () => {
  const { studio, mails } = await openForMembers();
  const ann = await addClient(studio, { firstName: 'Ann' });
  const online = { startsIn: 3 * DAY_MS, isVirtual: 1, virtualUrl: 'https://video.example/secret' };
  const bookingId = await addBooking(studio, ann, await addSession(studio, online));
  await studio.time.moveTo(studio.time.now() + 1000);
  const [booked] = mails.splice(0);
  expect(booked?.text).toContain('Where\nOnline\nThe link appears in your booking 30 minutes before the start.');
  expect(booked?.text).not.toContain('video.example');
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
  await studio.time.moveTo(studio.time.now() + 1000);
  const [cancelled] = mails.splice(0);
  expect(cancelled?.text).toContain('Online');
  expect(cancelled?.text).not.toContain('The link is');
});

test('a code says on which page it is entered', async () => {
  const { studio, ask, mails } = await openForMembers();
  await addClient(studio, { email: 'ann@example.com' });
  await ask('ann@example.com');
  expect(mails.at(-1)?.text).toContain('Enter the code at\nhttp://localhost/book/sign-in');
});

test('no button where members sign in elsewhere', async () => {
  const { studio, mails } = await openMailStudio(undefined, { memberSignIn: false });
  const ann = await addClient(studio);
  await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * DAY_MS }));
  await studio.time.moveTo(studio.time.now() + 1000);
  expect(mails.length).toBeGreaterThan(0);
  for (const { text } of mails) expect(text).not.toMatch(LINK);
});
