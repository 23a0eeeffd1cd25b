import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSessionInUtc } from '../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../helpers/cards.ts';
import { keepMails } from '../../helpers/mails.ts';
import { fieldsIn, pagesOf } from '../../helpers/member-pages.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';

let member: Member;
let pages: Awaited<ReturnType<typeof pagesOf>>;
let sessionId: string;
const studio = forEachTest(() => openCardStudio({ mail: keepMails().transport }));
beforeEach(async () => {
  member = await studio.member();
  pages = await pagesOf(studio, member.clientId);
  sessionId = await addSessionInUtc(studio, DAY_MS, { name: 'Flow', capacity: 1, category: 'Yoga' });
});

const plan = (fields: object = {}) => createPlan(studio, { isSoldOnline: true, ...fields });
const path = () => `/book/class/${sessionId}/book`;
const form = async () => fieldsIn((await pages.get(path())).text);
const bookings = async () => (await studio.get(`/v2/bookings?client_id=${member.clientId}`)).body.data;
const packages = async () => (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body.data;
/** The names of the ways to pay that a page shows, in their order. */
const waysIn = (text: string) =>
  [...text.matchAll(/name="way"[^>]*><span class="text">([^<]+)</g)].map(([, name]) => name);
const choose = (fields: Record<string, string>, id: string, price: number) => ({
  ...fields,
  way: id,
  shown: `${id} ${price} USD`,
});

describe('/book/class/{id}/book without a pass', () => {
  test('200 what fits the class: an introduction first, then by price, at most four and all plans', async () => {
    await plan({ name: 'Month', price: 9_000 });
    await plan({ name: 'Ten', price: 8_000 });
    await plan({ name: 'Intro', price: 8_500, maxPerClient: 1 });
    await plan({ name: 'Strength', price: 10, eligibleCategories: ['Strength'] });
    await plan({ name: 'Year', price: 90_000 });
    await studio.patch('/v2/settings', { membership: { consent: { version: '1', text: 'Be kind.' } } });
    await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    const { text } = await pages.get(path());
    expect(waysIn(text)).toEqual(['Intro', 'Drop-in', 'Ten', 'Month']);
    expect(text).toContain('All options');
    expect(text).toContain('Includes your booking for Flow, with free cancellation until');
  });

  test('200 asks how to pay only where there is something to pay', async () => {
    const free = await plan({ name: 'Free', price: 0, maxPerClient: 1 });
    const paid = await plan({ name: 'Ten', price: 8_000 });
    const titleWith = async (id: string) => /<h1>([^<]+)/.exec((await pages.get(`${path()}?way=${id}`)).text)?.[1];
    expect(await titleWith(free)).toBe('Nothing to pay today');
    expect(await titleWith(paid)).toBe('How would you like to pay?');
  });

  test('303 pays and books in one act, and leads to the ticket; a second press to the same', async () => {
    await plan();
    await studio.save(member);
    const fields = await form();
    const [first, second] = await Promise.all([pages.post(path(), fields), pages.post(path(), fields)]);
    const [booking] = await bookings();
    expect([first.status, first.to, second.to]).toEqual([303, ...Array(2).fill(`/book/me/bookings/${booking.id}?new`)]);
    expect([booking.status, studio.taken().count, (await packages()).length]).toEqual(['confirmed', 1, 1]);
    expect((await pages.get(first.to ?? '')).status).toBe(200);
  });

  test('another plan without a script: its sum is shown before it is taken', async () => {
    await plan({ price: 5_000 });
    const other = await plan({ price: 9_000 });
    await studio.save(member);
    const { status, text } = await pages.post(path(), { ...(await form()), way: other });
    expect([status, studio.taken().count]).toEqual([409, 0]);
    expect(text).toContain('Your total has changed.');
    expect((await pages.post(path(), fieldsIn(text))).status).toBe(303);
    expect(studio.taken().amount).toBe(9_000);
  });

  test('a code for one visit: its sum is shown, then paid and booked; a second press does nothing more', async () => {
    const body = { code: 'VISIT20', name: 'Visits', percentOff: 20, appliesTo: 'visits' };
    const { id: codeId } = await studio.given(studio.post('/manage/discount-codes', body));
    await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    await studio.save(member);
    const fields = { ...(await form()), way: 'visit' };
    const applied = await pages.post(path(), { ...fields, code: 'visit20', apply: 'code' });
    for (const words of ['VISIT20', '-$4.40', '$17.60', 'Includes your booking for Flow'])
      expect(applied.text).toContain(words);
    const pressed = { ...fieldsIn(applied.text), code: 'visit20' };
    const [first, second] = [await pages.post(path(), pressed), await pages.post(path(), pressed)];
    expect([first.status, second.to]).toEqual([303, first.to]);
    expect([studio.taken().amount, (await bookings()).length]).toEqual([1_760, 1]);
    expect((await studio.get(`/manage/discount-codes/${codeId}`)).body.redemptions).toBe(1);
  });

  test('a code that is typed for one visit and not applied: the sum is shown before it is paid', async () => {
    const body = { code: 'VISIT20', name: 'Visits', percentOff: 20, appliesTo: 'visits' };
    await studio.given(studio.post('/manage/discount-codes', body));
    await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    await studio.save(member);
    const shown = await pages.post(path(), { ...(await form()), way: 'visit', code: 'visit20' });
    expect([shown.status, shown.text.includes('$17.60'), studio.taken().count]).toEqual([409, true, 0]);
    expect((await pages.post(path(), { ...fieldsIn(shown.text), code: 'visit20' })).status).toBe(303);
  });

  test('a code that makes one visit free needs no card', async () => {
    const body = { code: 'FREE', name: 'First', percentOff: 100, appliesTo: 'all' };
    await studio.given(studio.post('/manage/discount-codes', body));
    await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    const applied = await pages.post(path(), { ...(await form()), way: 'visit', code: 'FREE', apply: 'code' });
    for (const words of ['Nothing to pay today', 'Get it and book']) expect(applied.text).toContain(words);
    const { status, to } = await pages.post(path(), { ...fieldsIn(applied.text), code: 'FREE' });
    expect([status, to]).toEqual([303, expect.stringMatching(/bookings/)]);
    const ticket = (await pages.get(String(to))).text;
    expect([ticket.includes('<b>Free</b>'), ticket.includes('Pay at the front desk')]).toEqual([true, false]);
    expect([studio.taken().count, (await bookings())[0].bookingSource]).toEqual([0, 'comp']);
  });

  test('a code for a plan books with it; for one visit it says that it is not for it', async () => {
    const body = { code: 'SPRING20', name: 'Spring', percentOff: 20 };
    await studio.given(studio.post('/manage/discount-codes', body));
    await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    const id = await plan({ price: 5_000 });
    await studio.save(member);
    const fields = { ...(await form()), code: 'spring20' };
    const visit = await pages.post(path(), { ...fields, way: 'visit', apply: 'code' });
    expect(visit.text).toContain('<p class="error">This code does not apply to what you chose.</p>');
    expect((await pages.post(path(), { ...fieldsIn(visit.text), code: 'spring20' })).status).toBe(409);
    const applied = await pages.post(path(), { ...fields, way: id, apply: 'code' });
    expect((await pages.post(path(), { ...fieldsIn(applied.text), code: 'spring20' })).status).toBe(303);
    expect([studio.taken(), (await bookings()).length]).toEqual([{ amount: 4_000, refunded: 0, count: 1 }, 1]);
  });

  test('303 one visit, at the price of the class', async () => {
    await studio.patch(`/manage/sessions/${sessionId}`, { dropInPrice: { amount: 2_200, currency: 'USD' } });
    await studio.save(member);
    const { text } = await pages.get(path());
    expect(text).toContain('Just this class');
    expect((await pages.post(path(), fieldsIn(text))).to).toMatch(/^\/book\/me\/bookings\//);
    expect([studio.taken().amount, (await packages()).length]).toEqual([2_200, 0]);
  });

  test('303 declined: nothing was bought, nothing was booked, and the choice stays', async () => {
    await plan({ price: 5_000 });
    const chosen = await plan({ price: 9_000 });
    const { id } = await studio.save(member, CARDS.noFunds);
    const { status, to } = await pages.post(path(), choose(await form(), chosen, 9_000));
    // By a redirect, so that a way back does not send the form again.
    expect(status).toBe(303);
    const { text } = await pages.get(String(to));
    expect(text).toContain('Your bank declined the card. Nothing was bought or booked.');
    expect(fieldsIn(text)).toMatchObject({ way: chosen, card: id });
    expect([await bookings(), await packages(), studio.taken().count]).toEqual([[], [], 0]);
  });

  test('409 the seat is gone meanwhile: nothing is taken, and what else there is', async () => {
    const planId = await plan();
    await studio.save(member);
    const fields = await form();
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    const { status, text } = await pages.post(path(), fields);
    expect([status, studio.faulty.calls('charge')]).toEqual([409, 0]);
    for (const words of [
      'That spot was just taken',
      'You were not charged.',
      `href="${path()}"`,
      `/book/plans/${planId}/buy`,
    ]) {
      expect(text).toContain(words);
    }
    expect([await bookings(), await packages()]).toEqual([[], []]);
  });

  test('a full class: buys and joins the list, and says the place', async () => {
    await plan();
    await studio.save(member);
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    const { text } = await pages.get(path());
    expect(text).toContain('You join the waitlist for Flow as number 1.');
    expect(text).toContain('Pay and join waitlist');
    expect((await pages.post(path(), fieldsIn(text))).status).toBe(303);
    expect((await bookings())[0].status).toBe('waitlisted');
  });

  test('409 a seat has come free for who agreed to wait: that is agreed to first', async () => {
    await plan();
    await studio.save(member);
    const other = await studio.given(
      studio.post('/v2/bookings', { clientId: (await studio.member()).clientId, sessionId }),
    );
    const fields = await form();
    await studio.post(`/v2/bookings/${other.id}/cancel`, {});
    const { status, text } = await pages.post(path(), fields);
    expect([status, studio.taken().count]).toEqual([409, 0]);
    expect(text).toContain('Pay and book');
    expect((await pages.post(path(), fieldsIn(text))).status).toBe(303);
    expect((await bookings())[0].status).toBe('confirmed');
  });

  test('a plan of another site, or that is not sold online, is not bought here', async () => {
    await plan();
    await studio.save(member);
    const elsewhere = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const other = await plan({ price: 1, eligibleSiteIds: [elsewhere] });
    const hidden = await createPlan(studio, { price: 1 });
    for (const id of [other, hidden, UNKNOWN]) {
      expect((await pages.post(path(), choose(await form(), id, 1))).status).toBe(409);
    }
    expect([await bookings(), studio.faulty.calls('charge')]).toEqual([[], 0]);
  });

  test('nothing that fits is said, with the way on', async () => {
    await plan({ eligibleCategories: ['Strength'] });
    expect((await pages.get(path())).text).toContain('Nothing sold online covers this class.');
  });
});
