import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { as, openFamily } from '../../helpers/households.ts';
import { createPlan, sellPackage } from '../../helpers/sales.ts';

const BOOKINGS = '/public-api/v2/member/bookings';
const PACKAGES = '/public-api/v2/member/packages';
const PURCHASES = '/public-api/v2/member/purchases';
const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });

const family = forEachTest(openFamily);

test('a dependant who signs in renews nothing by the card of an adult, and resumes nothing that the adult has ended', async () => {
  const { father, card, householdId } = family;
  const teen = await family.member({ firstName: 'Leo' });
  const own = (await family.save(teen)).id;
  const body = { clientId: teen.clientId, role: 'dependant', hasAgreed: true };
  await family.given(family.post(`/manage/households/${householdId}/members`, body));
  const plan = { type: 'unlimited', creditsTotal: null, autoRenews: true, validityDays: 30 };
  const paidBy = (paymentMethodId: string) =>
    sellPackage(family, teen.clientId, plan, { paymentMethod: 'card', paymentMethodId });
  const [ofTeen, ofFather] = [await paidBy(own), await paidBy(card)];
  family.events();
  const refused = await teen.call('POST', `${PACKAGES}/${ofTeen.id}/card`, { paymentMethodId: card });
  expect(errorWithParam(refused)).toEqual([400, 'resource_missing', 'paymentMethodId']);
  const end = `${PACKAGES}/${ofFather.id}/end`;
  expect((await father.call('POST', end, undefined, as(teen.clientId))).status).toBe(200);
  expect(family.events()).toEqual(['package.end_requested']);
  const resumed = await teen.call('DELETE', end);
  expect([errorOf(resumed), resumed.body.error.details[0].code]).toEqual([[409, 'end_not_allowed'], 'not_payer']);
  expect(family.events()).toEqual([]);
  expect((await father.call('DELETE', end, undefined, as(teen.clientId))).status).toBe(200);
  expect(family.events()).toEqual(['package.end_withdrawn']);
});

describe('what is paid on the device', () => {
  /** The mother, and what she buys for the child on her device. */
  const mother = async (isPayer: boolean) => {
    await family.given(family.patch('/v2/settings', { payment: { waysToPay: true } }));
    const adult = await family.member({ firstName: 'Ana' });
    const body = { clientId: adult.clientId, role: 'adult', isPayer, hasAgreed: true };
    await family.given(family.post(`/manage/households/${family.householdId}/members`, body));
    return adult;
  };
  const monthly = () =>
    createPlan(family, {
      type: 'unlimited',
      creditsTotal: null,
      autoRenews: true,
      validityDays: 30,
      isSoldOnline: true,
    });

  test('400 for an adult who does not pay in the household', async () => {
    const { child } = family;
    const adult = await mother(false);
    const order = { planId: await monthly(), payOnDevice: true, acceptTerms: true };
    const bought = await adult.call('POST', PURCHASES, order, as(child));
    expect(errorWithParam(bought)).toEqual([400, 'parameter_invalid', 'payOnDevice']);
    const visit = { sessionId: await addSession(family, { dropInPrice }), payOnDevice: true };
    const booked = await adult.call('POST', BOOKINGS, visit, as(child));
    expect(errorWithParam(booked)).toEqual([400, 'parameter_invalid', 'payOnDevice']);
    expect(family.count('payments')).toBe(0);
  });

  test('each adult pays for their own purchase: neither joins nor ends that of the other', async () => {
    const { father, child } = family;
    const adult = await mother(true);
    const order = { planId: await monthly(), payOnDevice: true, acceptTerms: true };
    const [{ body: his }, { body: hers }] = [
      await father.call('POST', PURCHASES, order, as(child)),
      await adult.call('POST', PURCHASES, order, as(child)),
    ];
    expect(hers.id).not.toBe(his.id);
    expect(hers.clientSecret).not.toBe(his.clientSecret);
    expect(family.events()).toEqual(['payment.created', 'payment.created']);
    const waiting = async (who: typeof father, clientId: string) =>
      (await who.call('GET', PURCHASES, undefined, as(clientId))).body.data.map(({ id }: { id: string }) => id);
    expect([await waiting(father, child), await waiting(adult, child)]).toEqual([[his.id], [hers.id]]);
    expect(await waiting(father, father.clientId)).toEqual([]);
    await family.sandbox.pay(hers.publishableKey, hers.clientSecret, { way: 'wallet' });
    const complete = (id: string) => [`${PURCHASES}/${id}/complete`, undefined, as(child)] as const;
    expect((await adult.call('POST', ...complete(his.id))).status).toBe(404);
    const done = await adult.call('POST', ...complete(hers.id));
    expect([done.status, done.body.package.clientId]).toEqual([200, child]);
    expect((await adult.list()).length).toBe(1);
    expect((await father.list()).map(({ id }: { id: string }) => id)).toEqual([family.card]);
    expect((await father.call('POST', ...complete(his.id))).status).toBe(202);
  });
});
