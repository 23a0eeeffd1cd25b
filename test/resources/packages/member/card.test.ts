import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { CARDS, METHODS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { createPlan, sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';

const MEMBER = '/public-api/v2/member';

const studio = forEachTest(openCardStudio);
let member: Member;
let first: string;
let second: string;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  first = (await studio.save(member)).id;
  second = (await studio.save(member, CARDS.requiresAction)).id;
  studio.events();
});

/** Buys a membership of 30 days with the first card, and skips its events. */
const buy = async (paymentMethodId = first): Promise<string> => {
  const plan = { type: 'unlimited', creditsTotal: null, price: 12_900, validityDays: 30, autoRenews: true };
  const planId = await createPlan(studio, { ...plan, name: 'Monthly', isSoldOnline: true });
  const purchase = { planId, paymentMethodId, acceptTerms: true };
  return (await studio.given(member.call('POST', `${MEMBER}/purchases`, purchase))).package.id;
};
const choose = (id: string, paymentMethodId: string, who = member) =>
  who.call('POST', `${MEMBER}/packages/${id}/card`, { paymentMethodId });
const makeDefault = (id: string, query = '') => member.call('POST', `${METHODS}/${id}/default${query}`);
const shown = async (id: string) => (await member.call('GET', `${MEMBER}/packages/${id}`)).body;
const days = (count: number) => studio.given(studio.time.skipTo(studio.time.now() + count * DAY_MS));
/** The cards of the member's payments, the newest first. */
const charged = async () => {
  const { data } = (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body;
  return data.map((each: { status: string; paymentMethodDetails: { paymentMethodId: string } }) => [
    each.status,
    each.paymentMethodDetails.paymentMethodId,
  ]);
};

describe('POST member/packages/{id}/card', () => {
  test('200 the next renewal is charged to the card', async () => {
    const id = await buy();
    expect(await choose(id, second)).toMatchObject({ status: 200, body: { id, paymentMethodId: second } });
    expect(studio.events()).toEqual([]);
    await days(31);
    expect(await charged()).toEqual([
      ['completed', second],
      ['completed', first],
    ]);
    expect((await choose(id, second)).status).toBe(200);
  });

  test('200 after a failed renewal: the card is charged right away', async () => {
    const declined = (await studio.save(member, CARDS.noFunds)).id;
    const id = await buy();
    await studio.given(choose(id, declined));
    await days(31);
    expect((await charged())[0]).toEqual(['failed', declined]);
    studio.events();
    await studio.given(choose(id, second));
    await studio.given(studio.time.skipTo(studio.time.now() + HOUR_MS));
    expect((await charged())[0]).toEqual(['completed', second]);
  });

  test('a package is on hold after four attempts, however often the card is changed; a good card then pays at once', async () => {
    const [empty, broken] = [
      (await studio.save(member, CARDS.noFunds)).id,
      (await studio.save(member, CARDS.noFunds)).id,
    ];
    const id = await buy();
    await studio.given(choose(id, empty));
    await days(31);
    const row = async () => (await studio.get(`/v2/packages/${id}`)).body;
    for (const card of [broken, empty, broken]) {
      expect((await row()).onHold).toBe(false);
      await studio.given(choose(id, card));
      await studio.given(studio.time.skipTo(studio.time.now() + HOUR_MS));
    }
    const held = await row();
    expect([held.onHold, held.holdReason, held.nextRenewalAt]).toEqual([true, 'arrears', null]);
    const owed = async () => (await studio.get(`/v2/clients/${member.clientId}`)).body.accountBalance.amount;
    expect(await owed()).toBe(-12_900);
    expect((await choose(id, empty)).status).toBe(200);
    await studio.time.skipTo(studio.time.now() + HOUR_MS);
    expect(studio.events()).toEqual(['payment.failed', 'package.renewal_failed']);
    expect([(await row()).onHold, await owed()]).toEqual([true, -12_900]);
    await studio.given(choose(id, second));
    await studio.given(studio.time.skipTo(studio.time.now() + HOUR_MS));
    expect([(await row()).onHold, await owed()]).toEqual([false, 0]);
  });

  test('400 another client’s card, and a package that does not renew; 404 another client’s package', async () => {
    const id = await buy();
    const eve = await studio.member();
    const hers = (await studio.save(eve)).id;
    studio.events();
    expect(errorOf(await choose(id, hers))).toEqual([400, 'resource_missing']);
    expect(errorOf(await choose(id, hers, eve))).toEqual([404, 'resource_not_found']);
    const pack = await sellPackage(studio, member.clientId);
    expect(errorOf(await choose(pack.id, second))).toEqual([400, 'parameter_invalid']);
    await studio.given(studio.post(`/v2/packages/${id}/cancel`));
    expect(errorOf(await choose(id, second))).toEqual([409, 'package_already_cancelled']);
    expect(studio.events()).toEqual([]);
  });
});

describe('POST member/payments/methods/{id}/default', () => {
  test('200 whatever renews is charged to it, as the dry run says', async () => {
    const id = await buy();
    const ended = await buy();
    await studio.given(member.call('POST', `${MEMBER}/packages/${ended}/end`));
    studio.events();
    const { nextRenewalAt } = await shown(id);
    expect(await tried(studio, () => makeDefault(second, '?dry_run=true'))).toEqual({
      object: 'member_default_payment_method_preview',
      paymentMethodId: second,
      packages: [{ id, name: 'Monthly', nextRenewalAt, price: 12_900, currency: 'USD' }],
    });
    expect((await makeDefault(second)).body).toMatchObject({ id: second, isDefault: true });
    expect(studio.events()).toEqual(['payment_method.default_changed']);
    expect([(await shown(id)).paymentMethodId, (await shown(ended)).paymentMethodId]).toEqual([second, first]);
    await days(31);
    expect((await charged())[0]).toEqual(['completed', second]);
    expect((await member.call('DELETE', `${METHODS}/${first}`)).status).toBe(200);
  });
});

describe('the default after a payment', () => {
  const defaultCard = async () => (await member.list()).find((each: { isDefault: boolean }) => each.isDefault).id;

  test('a card that pays takes the place of one that was only declined', async () => {
    member = await studio.member();
    const declined = (await studio.save(member, CARDS.noFunds)).id;
    const planId = await createPlan(studio, { isSoldOnline: true });
    const pay = (paymentMethodId: string) =>
      member.call('POST', `${MEMBER}/purchases`, { planId, paymentMethodId, acceptTerms: true });
    expect(errorOf(await pay(declined))).toEqual([409, 'card_declined']);
    const good = (await studio.save(member)).id;
    expect(await defaultCard()).toBe(declined);
    studio.events();
    expect((await pay(good)).status).toBe(201);
    expect(studio.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.purchased',
      'package.credits_changed',
      'package.activated',
      'payment_method.default_changed',
    ]);
    expect(await defaultCard()).toBe(good);
  });

  test('a card that has paid, or was never charged, stays the default', async () => {
    await buy(second);
    expect(await defaultCard()).toBe(first);
    await buy(first);
    await buy(second);
    expect(await defaultCard()).toBe(first);
  });
});
