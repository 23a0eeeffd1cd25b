import { beforeEach, describe, expect, test } from 'bun:test';
import { isoInstant } from '../../../../src/kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../../helpers/api.ts';
import { CARDS, type CardStudio, METHODS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithParam } from '../../../helpers/errors.ts';
import { createPlan } from '../../../helpers/sales.ts';
import { waitFor } from '../../../helpers/wait.ts';

/** What a renewal raises, once it is paid. */
const RENEWED = ['payment.completed', 'package.credits_changed', 'package.credits_changed', 'package.renewed'];

let studio: CardStudio;
let ann: Member;
let cardId: string;
beforeEach(async () => {
  studio = await openCardStudio();
  ann = await studio.member();
  cardId = (await studio.save(ann)).id;
});

/** A monthly membership, or ten credits a month, sold by card. */
const subscribed = async (plan: object = {}, sale: object = {}) => {
  const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true, ...plan });
  const body = { clientId: ann.clientId, planId, paymentMethod: 'card', paymentMethodId: cardId, ...sale };
  return await studio.given(studio.post('/manage/packages', body));
};
const find = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body;
const skipTo = (instant: string, days = 0) => studio.time.skipTo(Date.parse(instant) + days * DAY_MS + 60_001);
/** Makes every charge to the saved cards fail from now on, or succeed again. */
const setEmpty = (isEmpty: boolean): void => {
  studio.db
    .query("update sandboxProcessor set body = json_set(body, '$.onCharge', ?) where kind = 'card'")
    .run(isEmpty ? 'no_funds' : 'accept');
};

describe('renewal', () => {
  test('a plan that renews binds the package to the card; paid in cash it does not renew', async () => {
    const sold = await subscribed();
    expect(sold).toMatchObject({ autoRenews: true, paymentMethodId: cardId, nextRenewalAt: sold.expiresAt });
    expect(await subscribed({}, { paymentMethod: 'cash', paymentMethodId: null })).toMatchObject({
      autoRenews: false,
      nextRenewalAt: null,
    });
  });

  test('is charged when the period ends, and the next one begins with new credits', async () => {
    const sold = await subscribed();
    await studio.given(studio.post(`/manage/packages/${sold.id}/adjust`, { delta: -7 }));
    await skipTo(sold.nextRenewalAt);
    const renewed = await find(sold.id);
    expect(renewed).toMatchObject({ status: 'active', creditsRemaining: 10, autoRenews: true });
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.parse(sold.expiresAt) + 2 * DAY_MS);
    expect(renewed.nextRenewalAt).toBe(renewed.expiresAt);
    const { data } = (await studio.get('/v2/payments')).body;
    expect(data[0]).toMatchObject({
      purpose: 'membership_renewal',
      amount: 18_000,
      status: 'completed',
      packageId: sold.id,
      invoiceNumber: '2026-000002',
    });
    expect(studio.events()).toEqual(['payment.created', ...RENEWED]);
    await skipTo(renewed.nextRenewalAt);
    expect([studio.taken().count, (await find(sold.id)).status]).toEqual([3, 'active']);
  });

  test('is charged in the currency of the sale, also when the site has another one by now', async () => {
    const sold = await subscribed();
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { currency: 'JPY' }));
    await skipTo(sold.nextRenewalAt);
    expect((await studio.get('/v2/payments')).body.data[0]).toMatchObject({
      purpose: 'membership_renewal',
      status: 'completed',
      amount: 18_000,
      currency: 'USD',
    });
    const { charged } = studio.db
      .query("select body ->> '$.currency' as charged from sandboxProcessor where kind = 'charge' order by id desc")
      .get() as { charged: string };
    expect(charged).toBe('USD');
    expect(studio.events()).toContain('package.renewed');
  });

  test('an unlimited membership is renewed too', async () => {
    const sold = await subscribed({ type: 'unlimited', creditsTotal: null });
    await skipTo(sold.nextRenewalAt);
    expect(await find(sold.id)).toMatchObject({ status: 'active', creditsRemaining: null });
    expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'package.renewed']);
  });

  test('a failed renewal is tried again on days 1, 3 and 5; then the package is on hold and the client in arrears', async () => {
    const sold = await subscribed();
    setEmpty(true);
    const tries: unknown[] = [];
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) {
      await skipTo(sold.nextRenewalAt, day);
      tries.push(
        studio.eventsInFull().flatMap(({ type, data }) => (type === 'package.renewal_failed' ? [data.attempt] : [])),
      );
    }
    expect(tries).toEqual([[1], [2], [], [3], [], [4], [], []]);
    expect(await find(sold.id)).toMatchObject({
      status: 'active',
      onHold: true,
      holdReason: 'arrears',
      autoRenews: true,
      nextRenewalAt: null,
    });
    const client = (await studio.get(`/v2/clients/${ann.clientId}`)).body;
    expect(client).toMatchObject({ isInArrears: true, accountBalance: { amount: -18_000, currency: 'USD' } });
    const { data } = (await studio.get('/v2/payments?status=failed')).body;
    expect(data).toMatchObject([{ failureCode: 'insufficient_funds', purpose: 'membership_renewal' }]);
    expect(data).toHaveLength(1);
    expect(studio.taken().count).toBe(1);
  });

  test('a package whose renewal has failed expires 30 days after it is put on hold', async () => {
    const sold = await subscribed();
    setEmpty(true);
    for (const day of [0, 1, 3]) await skipTo(sold.nextRenewalAt, day);
    expect(await find(sold.id)).toMatchObject({ status: 'active', onHold: false });
    await skipTo(sold.nextRenewalAt, 5);
    expect(await find(sold.id)).toMatchObject({ status: 'active', onHold: true });
    /** Opens the studio again so many days after the first attempt, a minute later. */
    const reopen = async (days: number) => {
      await studio.app.stop();
      const startAt = Date.parse(sold.nextRenewalAt) + days * DAY_MS + 120_000;
      studio = await openCardStudio({ file: studio.db.serialize(), seal: studio.seal, startAt });
    };
    const ids = (status: string) => studio.listed(`/v2/packages?status=${status}`);
    await reopen(34);
    expect([await ids('active'), await ids('expired')]).toEqual([[sold.id], []]);
    await reopen(35);
    studio.events();
    await studio.time.moveTo(studio.time.now() + 120_000);
    expect(await find(sold.id)).toMatchObject({ status: 'expired', autoRenews: false, nextRenewalAt: null });
    expect([await ids('active'), await ids('expired')]).toEqual([[], [sold.id]]);
    expect(studio.events()).toEqual(['package.expired', 'package.credits_changed']);
    await reopen(66);
    expect([studio.taken().count, (await find(sold.id)).status]).toEqual([1, 'expired']);
  });

  test('it is expired on reading too, before the job has run', async () => {
    const sold = await subscribed();
    studio.db
      .query(`update packages set renewalEndsAt = ?, onHold = 1, nextRenewalAt = null, expiresAt = ? where id = ?`)
      .run(isoInstant(studio.time.now() - 1), isoInstant(studio.time.now() - 30 * DAY_MS), sold.id);
    expect((await find(sold.id)).status).toBe('expired');
    for (const [status, count] of [
      ['active', 0],
      ['expired', 1],
    ] as const) {
      for (const filter of ['', `&client_id=${ann.clientId}`]) {
        expect((await studio.get(`/v2/packages?status=${status}${filter}`)).body.data).toHaveLength(count);
      }
    }
  });

  test('another card is charged at once, which ends the arrears', async () => {
    const sold = await subscribed();
    setEmpty(true);
    for (const day of [0, 1, 3, 5]) await skipTo(sold.nextRenewalAt, day);
    const fresh = await studio.save(ann);
    const bound = await studio.patch(`/manage/packages/${sold.id}`, { paymentMethodId: fresh.id });
    expect(bound.body).toMatchObject({ paymentMethodId: fresh.id, nextRenewalAt: isoInstant(studio.time.now()) });
    studio.events();
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    expect(studio.events()).toContain('package.renewed');
    expect(await find(sold.id)).toMatchObject({ onHold: false, holdReason: null, status: 'active' });
    const client = (await studio.get(`/v2/clients/${ann.clientId}`)).body;
    expect(client).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
    const { data } = (await studio.get('/v2/payments')).body;
    expect(data[0]).toMatchObject({ status: 'completed', paymentMethodDetails: { paymentMethodId: fresh.id } });
    expect(data).toHaveLength(2);
  });

  test('a renewal in arrears is paid once, also after the desk has moved the end of the period', async () => {
    const sold = await subscribed();
    setEmpty(true);
    for (const day of [0, 1, 3, 5]) await skipTo(sold.nextRenewalAt, day);
    const expiresAt = isoInstant(studio.time.now() + 20 * DAY_MS);
    await studio.given(studio.patch(`/manage/packages/${sold.id}`, { expiresAt }));
    const fresh = await studio.save(ann);
    await studio.given(studio.patch(`/manage/packages/${sold.id}`, { paymentMethodId: fresh.id }));
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    expect(studio.events()).toEqual(RENEWED);
    expect(await find(sold.id)).toMatchObject({ onHold: false, holdReason: null, status: 'active' });
    const client = (await studio.get(`/v2/clients/${ann.clientId}`)).body;
    expect(client).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
    expect((await studio.get('/v2/payments?status=failed')).body.data).toEqual([]);
    expect(studio.taken()).toMatchObject({ count: 2, refunded: 0 });
  });

  test('the renewal of a package that was cancelled meanwhile goes back, and what is owed stays owed', async () => {
    const sold = await subscribed();
    setEmpty(true);
    for (const day of [0, 1, 3, 5]) await skipTo(sold.nextRenewalAt, day);
    setEmpty(false);
    await studio.given(studio.patch(`/manage/packages/${sold.id}`, { paymentMethodId: (await studio.save(ann)).id }));
    studio.faulty.at('charge', 'lost', 'down', 'down');
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    await studio.given(studio.post(`/v2/packages/${sold.id}/cancel`));
    await studio.time.moveTo(studio.time.now() + 60 * MINUTE_MS);
    expect(studio.taken()).toMatchObject({ count: 2, refunded: 18_000 });
    const client = (await studio.get(`/v2/clients/${ann.clientId}`)).body;
    expect(client).toMatchObject({ isInArrears: true, accountBalance: { amount: -18_000 } });
  });

  test('a retry that succeeds completes the failed payment', async () => {
    const sold = await subscribed();
    setEmpty(true);
    await skipTo(sold.nextRenewalAt);
    expect((await find(sold.id)).onHold).toBe(false);
    setEmpty(false);
    await skipTo(sold.nextRenewalAt, 1);
    expect((await studio.get('/v2/payments')).body.data[0]).toMatchObject({ status: 'completed', failureCode: null });
    expect([(await find(sold.id)).onHold, studio.taken().count]).toEqual([false, 2]);
  });

  test('while the processor does not answer, the charge is repeated with the same key and made once', async () => {
    const sold = await subscribed();
    studio.faulty.at('charge', 'lost', 'down');
    await skipTo(sold.nextRenewalAt);
    expect((await studio.get('/v2/payments')).body.data[0].status).toBe('pending');
    await studio.time.moveTo(studio.time.now() + 10 * MINUTE_MS);
    expect([studio.taken().count, (await find(sold.id)).status]).toEqual([2, 'active']);
    expect(studio.events()).toContain('package.renewed');
  });

  test('the program stops without waiting for the processor; the next start settles the charge', async () => {
    const sold = await subscribed();
    studio.faulty.at('charge', 'slow');
    void skipTo(sold.nextRenewalAt);
    await waitFor(() => studio.faulty.calls('charge') === 2);
    await studio.app.stop();
    const file = studio.db.serialize();
    studio.faulty.release();
    const again = await openCardStudio({ file, seal: studio.seal, startAt: Date.parse(sold.nextRenewalAt) + 120_000 });
    const status = async () => (await again.get('/v2/payments')).body.data[0].status;
    await waitFor(async () => (await status()) !== 'pending');
    expect([await status(), again.taken().count]).toEqual(['completed', 2]);
    expect((await again.get(`/v2/packages/${sold.id}`)).body.expiresAt > sold.expiresAt).toBe(true);
  });

  test('a cancelled package, an archived client and a request end the renewal; then the package expires', async () => {
    const [cancelled, stopped, archived] = [await subscribed(), await subscribed(), await subscribed()];
    await studio.post(`/v2/packages/${cancelled.id}/cancel`);
    const { body } = await studio.patch(`/manage/packages/${stopped.id}`, { autoRenews: false });
    expect(body).toMatchObject({ autoRenews: false, nextRenewalAt: null, paymentMethodId: cardId });
    await studio.delete(`/v2/clients/${ann.clientId}`);
    await skipTo(archived.nextRenewalAt, 1);
    expect(studio.taken().count).toBe(3);
    expect((await find(cancelled.id)).status).toBe('cancelled');
    expect([(await find(stopped.id)).status, (await find(archived.id)).status]).toEqual(['expired', 'expired']);
  });

  test('archiving a client ends the renewals at once, and restoring the client does not begin them again', async () => {
    const [paid, failing] = [await subscribed(), await subscribed({ validityDays: 1 })];
    setEmpty(true);
    await skipTo(failing.nextRenewalAt);
    setEmpty(false);
    const ended = { autoRenews: false, nextRenewalAt: null };
    studio.events();
    await studio.delete(`/v2/clients/${ann.clientId}`);
    expect(studio.events()).toEqual(['client.archived']);
    expect(await find(paid.id)).toMatchObject({ ...ended, status: 'active', expiresAt: paid.expiresAt });
    expect(await find(failing.id)).toMatchObject({ ...ended, status: 'expired' });
    await studio.patch(`/v2/clients/${ann.clientId}`, { status: 'active' });
    await skipTo(paid.nextRenewalAt, 6);
    expect(await find(paid.id)).toMatchObject({ ...ended, status: 'expired' });
    expect(studio.events()).toEqual([
      'client.restored',
      'package.expired',
      'package.credits_changed',
      'package.expiring',
      'package.expired',
      'package.credits_changed',
    ]);
    expect(studio.taken().count).toBe(2);
    expect((await ann.call('DELETE', `${METHODS}/${cardId}`)).status).toBe(200);
  });

  test('409 the card of a renewing package is not deleted until another card is bound', async () => {
    const sold = await subscribed();
    const refused = await ann.call('DELETE', `${METHODS}/${cardId}`);
    expect(errorOf(refused)).toEqual([409, 'payment_method_in_use']);
    const other = await studio.save(ann, CARDS.noFunds);
    await studio.patch(`/manage/packages/${sold.id}`, { paymentMethodId: other.id });
    expect((await ann.call('DELETE', `${METHODS}/${cardId}`)).status).toBe(200);
    await studio.patch(`/manage/packages/${sold.id}`, { autoRenews: false });
    expect((await ann.call('DELETE', `${METHODS}/${other.id}`)).status).toBe(200);
  });

  test('400 a card of another client, or no card', async () => {
    const sold = await subscribed({}, { paymentMethod: 'cash', paymentMethodId: null });
    const eve = await studio.member();
    const hers = await studio.save(eve);
    const patch = (id: string, body: object) => studio.patch(`/manage/packages/${id}`, body);
    const missing = [400, 'resource_missing', 'paymentMethodId'];
    expect(errorWithParam(await patch(sold.id, { paymentMethodId: hers.id, autoRenews: true }))).toEqual(missing);
    expect(errorWithParam(await patch(sold.id, { autoRenews: true }))[2]).toBe('paymentMethodId');
    const bound = await patch(sold.id, { paymentMethodId: cardId, autoRenews: true });
    expect(bound.body).toMatchObject({ autoRenews: true, nextRenewalAt: sold.expiresAt });
  });

  test('a freeze moves the renewal with the end of the period', async () => {
    const sold = await subscribed();
    const { body } = await studio.post(`/manage/packages/${sold.id}/freeze`, {
      endsAt: isoInstant(studio.time.now() + 5 * DAY_MS),
    });
    expect(body.nextRenewalAt).toBe(body.expiresAt);
    expect(body.expiresAt.slice(0, 10)).toBe('2026-03-11');
    expect(sold.expiresAt.slice(0, 10)).toBe('2026-03-06');
  });
});
