import { DAY_MS } from '../../../src/kernel/durations.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { CARDS, METHODS } from '../../helpers/cards.ts';
import type { Box, BoxMember, Provocations } from './box.ts';

const PURCHASES = '/public-api/v2/member/purchases';
const PACKAGES = '/public-api/v2/member/packages';

const product = (clientId: string, fields: object = {}) => ({
  clientId,
  amount: 500,
  currency: 'USD',
  paymentMethod: 'cash',
  purpose: 'product',
  description: 'Mat',
  ...fields,
});
const refund = (box: Box, id: string, body: object = {}): Promise<ApiResponse> =>
  box.call('POST', `/v2/payments/${id}/refund`, body);
const cashPayment = async (box: Box, fields: object = {}): Promise<string> =>
  (await box.made('/manage/payments', product(await box.client(), fields))).id;
/** A payment by a card that has no funds. */
const declined = async (box: Box): Promise<{ response: ApiResponse; who: BoxMember }> => {
  const who = await box.member();
  const paymentMethodId = await box.card(who, CARDS.noFunds);
  const body = product(who.id, { paymentMethod: 'card', paymentMethodId });
  return { response: await box.call('POST', '/manage/payments', body), who };
};
const declinedPayment = async (box: Box): Promise<string> => {
  const { who } = await declined(box);
  return (await box.given('GET', `/v2/payments?client_id=${who.id}`)).data[0].id;
};
/** A member who buys a plan with a card. */
const buyer = async (box: Box, terms: object = {}) => {
  const who = await box.member();
  const [paymentMethodId, planId] = [await box.card(who), await box.plan(terms)];
  const buy = (body: object = {}) =>
    who.call('POST', PURCHASES, { planId, paymentMethodId, acceptTerms: true, ...body });
  return { who, paymentMethodId, planId, buy };
};
let codes = 0;
/** A purchase with a discount code that has these terms. */
const buyWith = async (box: Box, terms: object, more: object = {}) => {
  const code = `CODE${++codes}`;
  await box.made('/manage/discount-codes', { code, name: 'A code', percentOff: 20, ...terms });
  const { buy, ...rest } = await buyer(box);
  return { ...rest, buy: () => buy({ discountCode: code, ...more }) };
};
/** A membership that renews with a card. */
const membership = async (box: Box) => {
  const terms = { type: 'unlimited', creditsTotal: null, price: 12_900, validityDays: 30, autoRenews: true };
  const { buy, ...rest } = await buyer(box, terms);
  const { status, body } = await buy();
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...rest, id: String(body.package.id) };
};

/** Errors of payments, packages, discount codes and cards. */
export const moneyCodes: Provocations = {
  dispute_decided: async (box) =>
    box.call('POST', `/manage/payments/${await cashPayment(box)}/dispute`, { decision: 'claim' }),
  card_declined: async (box) => (await declined(box)).response,
  payment_already_refunded: async (box) => {
    const id = await cashPayment(box);
    await refund(box, id);
    return refund(box, id);
  },
  refund_exceeds_balance: async (box) => refund(box, await cashPayment(box), { amount: 501 }),
  payment_not_refundable: async (box) => refund(box, await declinedPayment(box)),
  payment_not_completed: async (box) => box.call('GET', `/manage/payments/${await declinedPayment(box)}/receipt`),
  refund_failed: async (box) => {
    const { who, paymentMethodId } = await buyer(box);
    const { id } = await box.made('/manage/payments', product(who.id, { paymentMethod: 'card', paymentMethodId }));
    box.change("update sandboxProcessor set body = json_set(body, '$.amountRefunded', 500) where kind = 'charge'");
    return refund(box, id);
  },
  renewal_not_owed: async (box) => {
    const clientId = await box.client();
    const { id: packageId } = await box.sell(clientId);
    const body = product(clientId, { packageId, purpose: 'membership_renewal', amount: 18_000 });
    return box.call('POST', '/manage/payments', body);
  },
  mail_not_possible: async (box) => {
    const clientId = await box.client();
    const { id } = await box.made('/manage/payments', product(clientId));
    await box.made(`/manage/clients/${clientId}/erase`, {});
    return box.call('POST', `/manage/payments/${id}/receipt/send`);
  },
  package_already_cancelled: async (box) => {
    const { id } = await box.sell(await box.client());
    await box.given('POST', `/v2/packages/${id}/cancel`);
    return box.call('POST', `/v2/packages/${id}/cancel`);
  },
  package_expired: async (box) => {
    const { id } = await box.sell(await box.client());
    box.change(`update packages set expiresAt = '${await box.at(-DAY_MS)}' where id = '${id}'`);
    return box.call('POST', `/v2/packages/${id}/cancel`);
  },
  freeze_not_allowed: async (box) => {
    const { id } = await box.sell(await box.client());
    return box.call('POST', `/manage/packages/${id}/unfreeze`);
  },
  end_not_allowed: async (box) => {
    const who = await box.member();
    const { id } = await box.sell(who.id);
    return who.call('POST', `${PACKAGES}/${id}/end`);
  },
  plan_limit_reached: async (box) => {
    const { buy } = await buyer(box, { maxPerClient: 1 });
    await buy();
    return buy();
  },
  purchase_completed: async (box) => {
    const { who, buy } = await buyer(box);
    const paymentMethodId = await box.card(who, CARDS.alwaysAsks);
    const { body } = await buy({ paymentMethodId, returnUrl: `${box.server.ready.rootUrl}/book` });
    const { clientSecret, publishableKey, id } = body;
    await box.made('/sandbox/processor/charges/decide', { clientSecret, publishableKey, approved: true });
    await who.call('POST', `${PURCHASES}/${id}/complete`);
    return who.call('POST', `${PURCHASES}/${id}/cancel`);
  },
  discount_code_exists: async ({ call, made }) => {
    const body = { code: 'SAME20', name: 'Same', percentOff: 20 };
    await made('/manage/discount-codes', body);
    return call('POST', '/manage/discount-codes', body);
  },
  discount_code_unknown: async (box) => (await buyer(box)).buy({ discountCode: 'NEVER' }),
  discount_code_not_started: async (box) => (await buyWith(box, { startsAt: await box.at(DAY_MS) })).buy(),
  discount_code_ended: async (box) => (await buyWith(box, { endsAt: await box.at(-DAY_MS) })).buy(),
  discount_code_not_for_plan: async (box) => (await buyWith(box, { appliesTo: 'visits' })).buy(),
  discount_code_new_clients_only: async (box) => {
    const { who, buy } = await buyWith(box, { newClientsOnly: true });
    await box.sell(who.id);
    return buy();
  },
  discount_code_already_used: async (box) => {
    const { buy } = await buyWith(box, {});
    await buy();
    return buy();
  },
  discount_code_used_up: async (box) => {
    const { buy } = await buyWith(box, { maxRedemptions: 1, maxPerClient: 9 });
    await buy();
    return buy();
  },
  payment_method_setup_incomplete: async (box) => {
    const who = await box.member();
    const { id } = await box.setup(who);
    return who.call('POST', `${METHODS}/${id}/complete`);
  },
  payment_method_setup_failed: async (box) => {
    const who = await box.member();
    const begun = await box.setup(who);
    await box.confirm(begun, CARDS.declined);
    return who.call('POST', `${METHODS}/${begun.id}/complete`);
  },
  payment_method_limit: async (box) => {
    const { payment } = await box.given('GET', '/v2/settings');
    const who = await box.member();
    for (let count = 0; count < payment.maxSavedMethods; count += 1) await box.card(who);
    return who.call('POST', METHODS);
  },
  payment_method_in_use: async (box) => {
    const { who, paymentMethodId } = await membership(box);
    return who.call('DELETE', `${METHODS}/${paymentMethodId}`);
  },
  card_payments_not_enabled: async (box) => {
    const siteId = await box.site({ payment: { acceptedMethods: ['cash'] } });
    const { who, paymentMethodId } = await buyer(box);
    const body = product(who.id, { paymentMethod: 'card', paymentMethodId, siteId });
    return box.call('POST', '/manage/payments', body);
  },
};
