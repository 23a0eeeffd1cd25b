import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { isoInstant } from '../../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addSession, bookingOf } from '../../helpers/bookings.ts';
import { CARDS, type CardStudio, type Member, openCardStudio } from '../../helpers/cards.ts';
import { createClient, createPlan } from '../../helpers/sales.ts';
import { emptyStudio, exportAll, importAll } from '../../properties/move.ts';

// Days pass minute by minute, with every job.
setDefaultTimeout(30_000);
const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** The studio in another directory. `sameAccount`: what the processor has is there too, as with the same keys. */
const moved = async (from: CardStudio, format: Format, sameAccount = true): Promise<CardStudio> => {
  const files = await exportAll(from, format);
  const to = await emptyStudio(from, openCardStudio);
  await importAll(to, files, format);
  for (const table of sameAccount ? ['sandboxProcessor', 'sandboxProcessorRequests'] : []) {
    for (const row of from.db.query(`select * from "${table}"`).values()) {
      to.db.query(`insert into "${table}" values (${row.map(() => '?').join()})`).run(...(row as string[]));
    }
  }
  to.events();
  return to;
};

/** A membership that renews after three days by the card of a member. */
const subscribe = async (studio: CardStudio, { clientId }: Member) => {
  const planId = await createPlan(studio, { name: 'Club', validityDays: 3, autoRenews: true });
  const { status, body } = await studio.post('/manage/packages', { clientId, planId, paymentMethod: 'card' });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const afterInstant = (instant: string) => Date.parse(instant) + 60_001;
const setEmpty = ({ db }: CardStudio, isEmpty: boolean): void => {
  db.query("update sandboxProcessor set body = json_set(body, '$.onCharge', ?) where kind = 'card'").run(
    isEmpty ? 'no_funds' : 'accept',
  );
};
const packageOf = async ({ get }: CardStudio, id: string) => (await get(`/v2/packages/${id}`)).body;

describe.each(FORMATS)('a studio that moved by %s', (format) => {
  test('renews its packages by the saved cards, once', async () => {
    const from = await openCardStudio();
    const ann = await from.member();
    await from.save(ann);
    const sold = await subscribe(from, ann);
    const to = await moved(from, format);
    expect(await packageOf(to, sold.id)).toMatchObject({
      autoRenews: true,
      nextRenewalAt: sold.nextRenewalAt,
      paymentMethodId: sold.paymentMethodId,
      paymentId: sold.payment.id,
    });
    await to.time.skipTo(afterInstant(sold.nextRenewalAt));
    expect(to.taken()).toMatchObject({ count: 2, amount: 36_000 });
    expect(to.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    const paid = { packageId: sold.id, planId: sold.planId };
    expect(to.db.query('select packageId, planId from payments').all()).toEqual([paid, paid]);
    expect(await (await to.signedIn(ann.clientId)).list()).toHaveLength(1);
    expect((await to.get(`/v2/clients/${ann.clientId}`)).body.defaultPaymentMethod).toMatchObject({ last4: '4242' });
  });

  test('tries a failed renewal again as its next attempt, with the same payment', async () => {
    const from = await openCardStudio();
    const ann = await from.member();
    await from.save(ann);
    const sold = await subscribe(from, ann);
    setEmpty(from, true);
    await from.time.skipTo(afterInstant(sold.nextRenewalAt));
    const failing = await packageOf(from, sold.id);
    expect(failing.nextRenewalAt > sold.nextRenewalAt).toBe(true);
    const to = await moved(from, format);
    setEmpty(to, false);
    await to.time.skipTo(afterInstant(failing.nextRenewalAt));
    expect(to.events()).toEqual([
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    const { data } = (await to.get('/v2/payments')).body;
    expect(data.map(({ purpose, status }: { purpose: string; status: string }) => `${purpose} ${status}`)).toEqual([
      'membership_renewal completed',
      'package completed',
    ]);
    expect(to.db.query('select attempt from charges').all()).toEqual([{ attempt: 2 }]);
  });

  test('fails a renewal by a card that its processor does not have', async () => {
    const from = await openCardStudio();
    const ann = await from.member();
    await from.save(ann);
    const sold = await subscribe(from, ann);
    const to = await moved(from, format, false);
    await to.time.skipTo(afterInstant(sold.nextRenewalAt));
    expect(to.events()).toEqual(['payment.created', 'payment.failed', 'package.renewal_failed']);
    expect(to.taken().count).toBe(0);
  });

  test('settles a charge and a refund whose results were unknown: nothing is charged or refunded twice', async () => {
    const from = await openCardStudio();
    const ann = await from.member();
    const { id: paymentMethodId } = await from.save(ann);
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    await from.patch('/v2/settings', { booking: { memberRequiresCredit: false } });
    const sessionId = await addSession(from, { capacity: 1, dropInPrice });
    const paid = await subscribe(from, ann);
    from.faulty.at('refund', 'lost');
    await from.post(`/v2/payments/${paid.payment.id}/refund`, { amount: 500 });
    from.faulty.at('charge', 'lost');
    await ann.call('POST', '/public-api/v2/member/bookings', { sessionId, paymentMethodId });
    const to = await moved(from, format);
    const session = async () => (await to.get(`/v2/sessions/${sessionId}`)).body;
    expect(await session()).toMatchObject({ bookedCount: 0, availableSpots: 0 });
    await to.time.moveTo(to.time.now() + 10 * MINUTE_MS);
    expect(to.taken()).toEqual({ count: 2, amount: 19_500, refunded: 500 });
    expect(await session()).toMatchObject({ bookedCount: 1, availableSpots: 0 });
    expect(to.events().toSorted()).toEqual(['booking.created', 'payment.completed', 'payment.refunded']);
  });

  test('keeps an open offer until its end, and its client accepts it', async () => {
    const from = await openCardStudio();
    const hours = { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 60 };
    await from.patch('/v2/settings', { booking: hours });
    const [first, second, third] = [await createClient(from), await createClient(from), await createClient(from)];
    const sessionId = await addSession(from, { capacity: 1, startsIn: 3 * DAY_MS });
    const book = async (clientId: string) =>
      (await from.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true })).body.id;
    const [seat, offered, waiting] = [await book(first), await book(second), await book(third)];
    await from.post(`/v2/bookings/${seat}/cancel`);
    const { offerExpiresAt } = (await bookingOf(from, offered)).waitlist;
    const to = await moved(from, format);
    expect((await bookingOf(to, offered)).waitlist).toMatchObject({ offerExpiresAt });
    const other = await moved(from, format);
    const member = await to.signedIn(second);
    const accepted = await member.call('POST', `/public-api/v2/member/bookings/${offered}/accept`);
    expect(accepted).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(to.events()).toEqual(['booking.waitlist_promoted']);
    await other.time.moveTo(Date.parse(offerExpiresAt));
    expect((await bookingOf(other, offered)).waitlist.lastSkipReason).toBe('offer_lapsed');
    expect((await bookingOf(other, waiting)).waitlist.offerExpiresAt).toBe(
      isoInstant(Date.parse(offerExpiresAt) + HOUR_MS),
    );
    expect(other.events()).toEqual(['booking.updated', 'booking.waitlist_offered']);
  });

  test('counts visits, arrears and frozen days as before', async () => {
    const from = await openCardStudio();
    const ann = await from.member();
    await from.save(ann, CARDS.noFunds);
    await from.patch('/v2/settings', {
      payment: { noShowFee: 900, feesApplyTo: 'all', autoChargeFees: true, feeChargeDelayHours: 0 },
      membership: { maxFreezeDaysPerYear: 10 },
    });
    const sessionId = await addSession(from, { startsIn: HOUR_MS });
    const { id: missed } = (await from.post('/v2/bookings', { clientId: ann.clientId, sessionId })).body;
    await from.time.moveTo(from.time.now() + 3 * HOUR_MS);
    await from.post(`/v2/bookings/${missed}/noshow`);
    await from.time.moveTo(from.time.now() + 2 * HOUR_MS);
    await from.post('/v2/checkins', { clientId: ann.clientId, siteId: MAIN_SITE });
    const planId = await createPlan(from, { type: 'unlimited', creditsTotal: null });
    const sale = { clientId: ann.clientId, planId, paymentMethod: 'cash' };
    const { id: packageId } = (await from.post('/manage/packages', sale)).body;
    const endsAt = isoInstant(from.time.now() + 4 * DAY_MS);
    await from.post(`/manage/packages/${packageId}/freeze`, { endsAt });
    await from.time.skipTo(from.time.now() + 5 * DAY_MS);
    const before = (await from.get(`/v2/clients/${ann.clientId}`)).body;
    expect(before).toMatchObject({ isInArrears: true, accountBalance: { amount: -900 }, stats: { visits: 1 } });
    const to = await moved(from, format);
    expect((await to.get(`/v2/clients/${ann.clientId}`)).body).toEqual(before);
    const again = await to.post('/v2/checkins', { clientId: ann.clientId, siteId: MAIN_SITE });
    expect(again.status).toBe(201);
    expect((await to.get(`/v2/clients/${ann.clientId}`)).body.stats.visits).toBe(2);
    const long = await to.post(`/manage/packages/${packageId}/freeze`, {
      endsAt: isoInstant(to.time.now() + 8 * DAY_MS),
    });
    expect([long.status, long.body.error?.message]).toEqual([
      expect.any(Number),
      expect.stringContaining('6 are left'),
    ]);
  });
});

test('charges nothing for what has ended, though an older version has imported it with a renewal', async () => {
  const studio = await openCardStudio();
  const ann = await studio.member();
  await studio.save(ann);
  const sold = await subscribe(studio, ann);
  studio.db.query("update packages set status = 'expired' where id = ?").run(sold.id);
  studio.events();
  await studio.time.skipTo(afterInstant(sold.nextRenewalAt));
  expect(await packageOf(studio, sold.id)).toMatchObject({ status: 'expired', autoRenews: false, nextRenewalAt: null });
  expect([studio.taken().count, studio.events()]).toEqual([1, []]);
});
