import { expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { CARDS, openCardStudio } from '../../helpers/cards.ts';

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
  const bring = () => member.call('POST', `/public-api/v2/member/bookings/${id}/guests`, body);
  const spots = async () => (await studio.get(`/v2/sessions/${sessionId}`)).body.availableSpots;
  studio.events();
  return { member, id, bring, spots };
};

test('the card of the host pays the drop-in price, and gets it back when the guest is cancelled in time', async () => {
  const { member, bring, spots } = await host();
  const { status, body } = await bring();
  expect([status, body.status, await spots()]).toEqual([201, 'confirmed', 1]);
  expect(studio.events()).toEqual(['client.created', 'payment.created', 'payment.completed', 'booking.created']);
  const [payment] = (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
  expect(payment).toMatchObject({ amount: 1500, status: 'completed', bookingId: body.id });
  expect((await studio.get(`/v2/bookings/${body.id}`)).body).toMatchObject({ bookingSource: 'guest', packageId: null });
  await member.call('POST', `/public-api/v2/member/guests/${body.id}/cancel`);
  expect(studio.events()).toEqual(['booking.cancelled']);
  const [refunded] = (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
  expect(refunded.refunds).toMatchObject([{ amount: 1500 }]);
  expect(await spots()).toBe(2);
});

test('a declined card brings nobody, and releases the seat', async () => {
  const { bring, spots } = await host(CARDS.noFunds);
  const { status, body } = await bring();
  expect([status, body.error.code, await spots()]).toEqual([409, 'card_declined', 2]);
});
