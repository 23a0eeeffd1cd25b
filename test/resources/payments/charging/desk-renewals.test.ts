import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { CARDS, type CardStudio, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithParam } from '../../../helpers/errors.ts';
import { createClient, createPlan, UNKNOWN } from '../../../helpers/sales.ts';

let studio: CardStudio;
let ann: Member;
let packageId: string;
let renewalAt: string;
beforeEach(async () => {
  studio = await openCardStudio();
  ann = await studio.member();
  const card = await studio.save(ann);
  const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
  const body = { clientId: ann.clientId, planId, paymentMethod: 'card', paymentMethodId: card.id };
  const sold = await studio.given(studio.post('/manage/packages', body));
  packageId = sold.id;
  renewalAt = sold.nextRenewalAt;
});

const setEmpty = (isEmpty: boolean): void => {
  studio.db
    .query("update sandboxProcessor set body = json_set(body, '$.onCharge', ?) where kind = 'card'")
    .run(isEmpty ? 'no_funds' : 'accept');
};
/** Lets the card decline the renewal, once or for good. */
const declined = async (forGood = false): Promise<void> => {
  setEmpty(true);
  if (forGood) studio.db.query('update packages set renewalAttempts = 3').run();
  await studio.time.skipTo(Date.parse(renewalAt) + 60_001);
  studio.events();
};
const find = async () => (await studio.get(`/v2/packages/${packageId}`)).body;
const owed = async () => Math.abs((await studio.get(`/v2/clients/${ann.clientId}`)).body.accountBalance.amount);
const payment = (fields: object = {}) => ({
  clientId: ann.clientId,
  packageId,
  amount: 18_000,
  currency: 'USD',
  paymentMethod: 'cash',
  purpose: 'membership_renewal',
  ...fields,
});
const pay = (fields: object = {}, headers: Record<string, string> = {}) =>
  studio.post('/manage/payments', payment(fields), headers);
const RENEWED = ['package.credits_changed', 'package.credits_changed', 'package.renewed'];

describe('a declined renewal is paid at the desk', () => {
  test('201 in cash while the card is tried again: the next period begins, and the card is left alone', async () => {
    await declined();
    const { status, body } = await pay();
    expect([status, studio.events()]).toEqual([201, ['payment.created', 'payment.completed', ...RENEWED]]);
    expect(body).toMatchObject({
      packageId,
      amount: 18_000,
      purpose: 'membership_renewal',
      description: 'Monthly',
      status: 'completed',
      lineItems: [{ description: 'Monthly', referenceId: packageId }],
    });
    const renewed = await find();
    expect(renewed).toMatchObject({ status: 'active', creditsRemaining: 10, onHold: false, autoRenews: true });
    expect(renewed.nextRenewalAt).toBe(renewed.expiresAt);
    expect(renewed.expiresAt > renewalAt).toBe(true);
    setEmpty(false);
    await studio.time.moveTo(studio.time.now() + DAY_MS);
    expect([studio.taken().count, studio.events()]).toEqual([1, []]);
    expect(errorOf(await pay())).toEqual([409, 'renewal_not_owed']);
    // The renewal after that is charged again.
    await studio.time.skipTo(Date.parse(renewed.nextRenewalAt) + 60_001);
    expect([studio.taken().count, studio.events()]).toEqual([2, ['payment.created', 'payment.completed', ...RENEWED]]);
  });

  test('201 after it has failed for good: nothing is owed, and the hold is released', async () => {
    await declined(true);
    expect([await owed(), (await find()).holdReason]).toEqual([18_000, 'arrears']);
    expect([(await pay()).status, studio.events()]).toEqual([
      201,
      ['payment.created', 'payment.completed', ...RENEWED],
    ]);
    expect([await owed(), (await find()).holdReason]).toEqual([0, null]);
    expect((await find()).nextRenewalAt > renewalAt).toBe(true);
  });

  test('what is left is paid where a part was paid before', async () => {
    await declined(true);
    await studio.given(pay({ packageId: undefined, amount: 5000 }));
    expect(errorWithParam(await pay())).toEqual([400, 'parameter_invalid', 'amount']);
    const { decisions } = (await studio.get(`/manage/decisions?location_id=${(await find()).siteId}`)).body;
    expect(decisions).toMatchObject([{ type: 'renewal_failed', amount: { amount: 13_000, currency: 'USD' } }]);
    expect((await pay({ amount: 13_000 })).status).toBe(201);
    expect([await owed(), (await find()).holdReason]).toEqual([0, null]);
  });

  test('201 with another card; when that is declined, nothing changes and the attempts go on', async () => {
    await declined();
    const before = await find();
    const other = await studio.save(ann, CARDS.noFunds);
    const refused = await pay({ paymentMethod: 'card', paymentMethodId: other.id });
    expect([errorOf(refused), studio.events()]).toEqual([
      [409, 'card_declined'],
      ['payment.created', 'payment.failed'],
    ]);
    expect(await find()).toEqual(before);
    // The next attempt is another try of the payment that failed, not of the card at the desk.
    await studio.time.skipTo(Date.parse(before.nextRenewalAt) + 60_001);
    expect(studio.events()).toEqual(['payment.failed', 'package.renewal_failed']);
    const good = await studio.save(ann, CARDS.good);
    studio.events();
    const key = { 'idempotency-key': 'renewal at the desk' };
    const paid = await pay({ paymentMethod: 'card', paymentMethodId: good.id }, key);
    expect([paid.status, studio.events()]).toEqual([201, ['payment.created', 'payment.completed', ...RENEWED]]);
    // A repeat of the request has the same payment.
    expect((await pay({ paymentMethod: 'card', paymentMethodId: good.id }, key)).body.id).toBe(paid.body.id);
    expect(studio.events()).toEqual([]);
  });

  test('201 as a comp by who may change prices: the next period is free', async () => {
    await declined();
    const lineItems = [{ description: 'Monthly', unitAmount: 18_000, discountAmount: 18_000 }];
    const comp = { paymentMethod: 'comp', amount: 0, lineItems };
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect(errorOf(await pay(comp, desk.headers))).toEqual([403, 'permission_denied']);
    const cash = { amount: 1000, lineItems: [{ description: 'Monthly', unitAmount: 18_000, discountAmount: 17_000 }] };
    expect(errorOf(await pay(cash, desk.headers))).toEqual([403, 'permission_denied']);
    expect([(await pay(comp)).status, studio.events()]).toEqual([
      201,
      ['payment.created', 'payment.completed', ...RENEWED],
    ]);
  });
});

describe('a payment for a renewal is refused', () => {
  test('409 when no renewal was declined, or the package is cancelled', async () => {
    studio.events();
    expect([errorOf(await pay()), studio.events()]).toEqual([[409, 'renewal_not_owed'], []]);
    await declined();
    await studio.given(studio.post(`/v2/packages/${packageId}/cancel`));
    expect([errorOf(await pay()), studio.events()]).toEqual([[409, 'renewal_not_owed'], []]);
  });

  test('409 while a card is charged for it', async () => {
    await declined();
    studio.db.query("update payments set status = 'pending' where purpose = 'membership_renewal'").run();
    expect([errorOf(await pay()), studio.events()]).toEqual([[409, 'renewal_not_owed'], []]);
  });

  test('400 for another amount, currency, purpose, or the package of another client', async () => {
    await declined();
    expect(errorWithParam(await pay({ amount: 17_999 }))).toEqual([400, 'parameter_invalid', 'amount']);
    expect(errorWithParam(await pay({ currency: 'EUR' }))).toEqual([400, 'parameter_invalid', 'currency']);
    expect(errorWithParam(await pay({ purpose: 'product' }))).toEqual([400, 'parameter_invalid', 'packageId']);
    const clientId = await createClient(studio);
    expect(errorWithParam(await pay({ clientId }))).toEqual([400, 'resource_missing', 'packageId']);
    expect(errorWithParam(await pay({ packageId: UNKNOWN }))).toEqual([400, 'resource_missing', 'packageId']);
    expect(studio.events()).toEqual([]);
  });
});
