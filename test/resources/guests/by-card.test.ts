import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { CARDS, openCardStudio } from '../../helpers/cards.ts';
import { until } from '../../helpers/process.ts';

const studio = forEachTest(openCardStudio);
const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });

/** A member with a booking and a card, who brings a guest by it. */
const host = async (number: string = CARDS.good) => {
  const booking = { guestsPerBooking: 1, memberRequiresCredit: false };
  await studio.given(studio.patch('/v2/settings', { brand: { memberTier: 'pro' }, booking }));
  const member = await studio.member();
  const { id: paymentMethodId } = await studio.save(member, number);
  const sessionId = await addSession(studio, { capacity: 3, dropInPrice });
  const { id } = await studio.given(member.call('POST', '/public-api/v2/member/bookings', { sessionId }));
  const body = { firstName: 'Jo', payment: 'drop_in', paymentMethodId };
  const bring = (more: object = {}) =>
    member.call('POST', `/public-api/v2/member/bookings/${id}/guests`, { ...body, ...more });
  const spots = async () => (await studio.get(`/v2/sessions/${sessionId}`)).body.availableSpots;
  studio.events();
  return { member, id, sessionId, bring, spots };
};

test('the card of the host pays the drop-in price, and gets it back when the guest is cancelled in time', async () => {
  const { member, bring, spots } = await host();
  const { status, body } = await bring();
  expect([status, body.status, await spots()]).toEqual([201, 'confirmed', 1]);
  expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'client.created', 'booking.created']);
  const [payment] = (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
  expect(payment).toMatchObject({ amount: 1500, status: 'completed', bookingId: body.id });
  expect((await studio.get(`/v2/bookings/${body.id}`)).body).toMatchObject({ bookingSource: 'guest', packageId: null });
  await member.call('POST', `/public-api/v2/member/guests/${body.id}/cancel`);
  expect(studio.events()).toEqual(['booking.cancelled']);
  const [refunded] = (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
  expect(refunded.refunds).toMatchObject([{ amount: 1500 }]);
  expect(await spots()).toBe(2);
});

test('409 and refunded when the host moves while the card is charged: the spot goes to the waitlist', async () => {
  const { member, id, sessionId, bring } = await host();
  const to = await addSession(studio, { capacity: 1, dropInPrice, startsIn: 2 * DAY_MS });
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { capacity: 2, waitlistEnabled: true }));
  studio.faulty.at('charge', 'slow');
  const reply = bring();
  await until(() => studio.faulty.calls('charge') === 1);
  for (const each of ['own', 'held']) {
    const next = await studio.member({ firstName: each });
    const { body } = await next.call('POST', '/public-api/v2/member/bookings', { sessionId, joinWaitlist: true });
    expect(body.status).toBe('waitlisted');
  }
  await studio.given(member.call('POST', `/public-api/v2/member/bookings/${id}/move`, { sessionId: to }));
  studio.faulty.release();
  const { status, body } = await reply;
  expect([status, body.error.code]).toEqual([409, 'guests_not_allowed']);
  expect(studio.events()).toEqual(['payment.completed', 'booking.waitlist_promoted', 'payment.refunded']);
  const seats = async (session: string) => {
    const { bookedCount, waitlistCount } = (await studio.get(`/v2/sessions/${session}`)).body;
    return [bookedCount, waitlistCount];
  };
  expect([await seats(sessionId), await seats(to), studio.taken()]).toEqual([
    [2, 0],
    [1, 0],
    { amount: 1500, refunded: 1500, count: 1 },
  ]);
});

const clients = () => studio.db.query('select "firstName", "email" from "clients" order by "id"').all();

describe('a declined card', () => {
  const EMAIL = 'jo@guests.example';

  test('brings nobody, releases the seat, makes no client and keeps nothing that was typed', async () => {
    const { bring, spots } = await host(CARDS.noFunds);
    const before = clients();
    const { status, body } = await bring({ email: EMAIL, phone: '+1 555 010 0100' });
    expect([status, body.error.code, await spots()]).toEqual([409, 'card_declined', 2]);
    expect(studio.events()).toEqual(['payment.created', 'payment.failed']);
    expect(clients()).toEqual(before);
    expect(studio.db.query('select "firstName", "email", "phone" from "guests"').all()).toEqual([
      { firstName: null, email: null, phone: null },
    ]);
  });

  test('is a try of the day', async () => {
    const { bring } = await host(CARDS.noFunds);
    const codes = [];
    for (let time = 1; time <= 4; time += 1) codes.push((await bring({ email: EMAIL })).body.error.code);
    expect(codes).toEqual(['card_declined', 'card_declined', 'card_declined', 'guest_limit_reached']);
  });

  test('of which no one knew is no try, where the processor did not answer', async () => {
    const { bring, spots } = await host();
    studio.faulty.at('charge', 'down');
    expect((await bring({ email: EMAIL })).status).toBe(503);
    await studio.time.skipTo(studio.time.now() + HOUR_MS);
    expect(studio.events()).toEqual(['payment.created', 'payment.failed']);
    expect([await spots(), studio.db.query('select * from "guests"').all()]).toEqual([2, []]);
  });
});

test('a lost answer: the guest comes once the processor says that the card was charged', async () => {
  const { bring, spots } = await host();
  studio.faulty.at('charge', 'lost');
  expect((await bring({ email: 'jo@guests.example', phone: '+1 555 010 0100' })).status).toBe(503);
  expect(studio.events()).toEqual(['payment.created']);
  await studio.time.skipTo(studio.time.now() + HOUR_MS);
  expect(studio.events()).toEqual(['payment.completed', 'client.created', 'booking.created']);
  const [made] = studio.db.query(`select "clientId", "phone" from "guests"`).values();
  const client = (await studio.get(`/v2/clients/${made?.[0]}`)).body;
  expect([client.email, client.phone, made?.[1]]).toEqual(['jo@guests.example', '+1 555 010 0100', '550100100']);
  expect(await spots()).toBe(1);
});

test('a client with that address who books meanwhile: the host sees nothing of it', async () => {
  const { sessionId, bring } = await host();
  const known = await studio.member({ email: 'jo@guests.example' });
  studio.faulty.at('charge', 'slow');
  const reply = bring({ email: 'jo@guests.example' });
  await until(() => studio.faulty.calls('charge') === 1);
  await studio.given(known.call('POST', '/public-api/v2/member/bookings', { sessionId }));
  studio.faulty.release();
  const { status, body } = await reply;
  expect([status, body.status, body.firstName]).toEqual([201, 'confirmed', 'Jo']);
  const { clientId } = (await studio.get(`/v2/bookings/${body.id}`)).body;
  expect(studio.db.query('select "clientId", "standsForClientId" from "guests"').all()).toEqual([
    { clientId, standsForClientId: known.clientId },
  ]);
  expect(clientId).not.toBe(known.clientId);
});

test('an existing client is the guest, as they are', async () => {
  const { bring } = await host();
  const { clientId } = await studio.member({ email: 'jo@guests.example', firstName: 'Joanna' });
  studio.events();
  const { body } = await bring({ email: 'jo@guests.example' });
  expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'booking.created']);
  expect((await studio.get(`/v2/bookings/${body.id}`)).body.clientId).toBe(clientId);
});

describe('an account of the host, whose bank takes days', () => {
  /** The guest is brought at once. */
  const brought = async (outcome: 'settles' | 'fails') => {
    const { member, bring, spots } = await host();
    studio.db.run(`update sandboxProcessor set body = json_set(body, '$.outcome', ?) where kind = 'card'`, [outcome]);
    const { status, body } = await bring();
    expect([status, body.status, await spots()]).toEqual([201, 'confirmed', 1]);
    expect(studio.events()).toEqual(['payment.created', 'client.created', 'booking.created']);
    const payment = async () => (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data[0];
    expect(await payment()).toMatchObject({ status: 'pending', processing: true, bookingId: body.id });
    const owed = async () => (await studio.get(`/v2/clients/${member.clientId}`)).body.accountBalance.amount;
    const cancel = () => member.call('POST', `/public-api/v2/member/guests/${body.id}/cancel`);
    const later = async (days: number) => {
      await studio.time.skipTo(Date.parse(studio.store.view().now) + days * DAY_MS + HOUR_MS);
      return studio.events().filter((type) => type.startsWith('payment'));
    };
    return { cancel, later, payment, owed };
  };

  test('what fails is owed by the host', async () => {
    const { later, owed } = await brought('fails');
    expect([await later(4), await owed()]).toEqual([['payment.failed'], -1500]);
  });

  test('a guest who is cancelled in time: the money goes back when it has come', async () => {
    const { cancel, later, payment } = await brought('settles');
    await cancel();
    expect(studio.events()).toEqual(['booking.cancelled']);
    expect(await later(3)).toEqual(['payment.completed', 'payment.refunded']);
    expect((await payment()).refunds).toMatchObject([{ amount: 1500, status: 'succeeded' }]);
  });

  test('a guest who is cancelled in time: nothing is owed when it fails', async () => {
    const { cancel, later, owed } = await brought('fails');
    await cancel();
    expect([await later(4), await owed()]).toEqual([['payment.failed'], 0]);
  });
});
