import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { storeDispute } from '../../../src/resources/payments/disputes/disputes.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addSessionInUtc } from '../../helpers/bookings.ts';
import { CARDS } from '../../helpers/cards.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { openFamily } from '../../helpers/households.ts';
import { createClient, createPlan } from '../../helpers/sales.ts';
import { moved } from '../../properties/move.ts';

type Family = Awaited<ReturnType<typeof openFamily>>;

const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });

/** What the processor says of the next charges. */
const banksSay = ({ db }: Family, outcome: 'settles' | 'fails' | null): void => {
  db.run(`update sandboxProcessor set body = json_set(body, '$.outcome', ?) where kind = 'card'`, [outcome]);
};

const sell = (studio: Family, clientId: string, planId: string, more: object = {}) =>
  studio.post('/manage/packages', { clientId, planId, siteId: MAIN_SITE, paymentMethod: 'cash', ...more });

/** A family that shares a pack, and has brought guests by it, by a card and free of charge. */
const addPeople = async (studio: Family) => {
  const { given, post, father, child, card } = studio;
  const booking = { guestsPerBooking: 3, memberRequiresCredit: false, freeFirstVisit: true };
  await given(studio.patch('/v2/settings', { booking }));
  const planId = await createPlan(studio, { name: 'Shared', isShareable: true, guestCredits: true });
  const pack = await given(sell(studio, father.clientId, planId));
  const sessionId = await addSessionInUtc(studio, DAY_MS, { capacity: 20, dropInPrice });
  await given(post('/v2/bookings', { clientId: child, sessionId, packageId: pack.id }));
  const other = await addSessionInUtc(studio, DAY_MS, { capacity: 20 });
  const cancelled = await given(post('/v2/bookings', { clientId: child, sessionId: other, packageId: pack.id }));
  await given(post(`/v2/bookings/${cancelled.id}/cancel`, { reason: 'other' }));
  const own = await given(father.call('POST', '/public-api/v2/member/bookings', { sessionId, packageId: pack.id }));
  const bring = (body: object) =>
    given(father.call('POST', `/public-api/v2/member/bookings/${own.id}/guests`, { firstName: 'Jo', ...body }));
  await bring({ payment: 'pass', email: 'jo@example.com' });
  await bring({ payment: 'free_first_visit', email: 'kim@example.com' });
  const paid = await bring({ payment: 'drop_in', paymentMethodId: card });
  await given(father.call('POST', `/public-api/v2/member/guests/${paid.id}/cancel`));
  return { planId };
};

/** What others pay for, what is at the bank or came back from it, and what is disputed. */
const addPay = async (studio: Family, { planId }: { planId: string }) => {
  const { given, child, card, father } = studio;
  const byCard = { paymentMethod: 'card', paymentMethodId: card };
  const plan = { name: 'Monthly', type: 'unlimited', creditsTotal: null, validityDays: 30, autoRenews: true };
  await given(sell(studio, child, await createPlan(studio, plan), byCard));
  const disputed = await given(sell(studio, father.clientId, planId, byCard));
  const { chargeId } = disputed.payment.processor;
  const dispute = { id: 'dp_1', chargeId, amount: disputed.price, currency: 'USD', reason: 'fraudulent' };
  await studio.store.write((tx) => storeDispute(tx, { ...dispute, status: 'open' }));
  banksSay(studio, 'fails');
  await given(sell(studio, child, planId, byCard));
  await studio.time.skipTo(studio.time.now() + 5 * DAY_MS);
  banksSay(studio, 'settles');
  await given(sell(studio, child, planId, byCard));
  const later = await addSessionInUtc(studio, 9 * DAY_MS, { capacity: 9, dropInPrice });
  const visit = { sessionId: later, paymentMethodId: card };
  await given(father.call('POST', '/public-api/v2/member/bookings', visit));
  banksSay(studio, null);
  studio.db.run(
    `update paymentMethods set type = 'sepa_debit', bankName = 'Bank', brand = null, expMonth = null, expYear = null,
     mandate = '{"reference":"M-1","acceptedAt":"2026-01-01T00:00:00.000Z"}' where id = ?`,
    [card],
  );
  studio.db.run(
    `update clients set defaultCard = '{"brand":"sepa_debit","last4":"4242","expMonth":null,"expYear":null}' where id = ?`,
    [father.clientId],
  );
};

/** Charges of every kind that were declined. */
const addDeclined = async (studio: Family, { planId }: { planId: string }) => {
  const declined = await studio.member();
  const { id } = await studio.save(declined, CARDS.noFunds);
  const sessionId = await addSessionInUtc(studio, 10 * DAY_MS, { capacity: 20, dropInPrice });
  const own = await studio.given(declined.call('POST', '/public-api/v2/member/bookings', { sessionId }));
  const guest = { firstName: 'Jo', payment: 'drop_in', paymentMethodId: id };
  const path = `/public-api/v2/member/bookings/${own.id}/guests`;
  expect((await declined.call('POST', path, guest)).body.error.code).toBe('card_declined');
  const byCard = { paymentMethod: 'card', paymentMethodId: id };
  const other = await addSessionInUtc(studio, 11 * DAY_MS, { capacity: 20, dropInPrice });
  const sale = await sell(studio, declined.clientId, planId, { ...byCard, bookSessionId: other });
  expect(sale.body.error.code).toBe('card_declined');
};

/** What staff decided: who made sales, voided one, checked a client in, and let one in after a refusal. */
const addDecided = async (studio: Family, { planId }: { planId: string }) => {
  const { given, post, db, child } = studio;
  const sold = await given(sell(studio, child, planId));
  await given(post(`/manage/payments/${sold.payment.id}/void`));
  const clientId = await createClient(studio, { email: 'door@example.com' });
  const { id } = await given(post('/v2/checkins', { clientId, siteId: MAIN_SITE }));
  const staffId = '01950000-0000-7000-8000-00000000ab01';
  const decided = { at: '2026-03-01T10:00:00.000Z', reason: 'Paid', statusCode: 'expired', message: 'Expired.' };
  const override = JSON.stringify({ ...decided, staffId });
  db.run('update payments set soldByStaffId = ?', [staffId]);
  db.run('update checkins set checkedInByStaffId = ?, override = ? where id = ?', [staffId, override, id]);
};

describe('a studio that moves with households, guests and several ways to pay', () => {
  test.each(testsEverything ? (['csv', 'json'] as const) : (['csv'] as const))(
    'by %s loses nothing',
    async (format) => {
      const studio = await openFamily();
      const people = await addPeople(studio);
      await addPay(studio, people);
      await addDeclined(studio, people);
      await createClient(studio);
      await addDecided(studio, people);
      studio.events();
      expect(await moved(studio, format)).toEqual([]);
      // Who has left has used it before, and what was charged stays charged.
      await studio.given(studio.delete(`/manage/households/${studio.householdId}`));
      expect(await moved(studio, format)).toEqual([]);
      await studio.app.stop();
    },
    60_000,
  );
});
