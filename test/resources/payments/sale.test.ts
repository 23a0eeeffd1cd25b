import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { createClient, createPlan, UNKNOWN } from '../../helpers/sales.ts';
import { moveDefault } from '../../helpers/sites.ts';
import { complaints, importFile } from '../imports/set-up.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
});
const sell = async (plan: object, sale: object = {}) => {
  const body = { clientId, planId: await createPlan(studio, plan), paymentMethod: 'cash', ...sale };
  return (await studio.post('/manage/packages', body)).body;
};

const SALE = ['payment.created', 'payment.completed', 'package.purchased', 'package.credits_changed'];

describe('POST /manage/packages', () => {
  test('201 inserts the payment and the package, and raises every event', async () => {
    const response = await sell({ eligibleCategories: ['yoga'] }, { metadata: { from: 'desk' } });
    expect(response).toMatchObject({
      object: 'package',
      clientId,
      siteId: MAIN_SITE,
      locationId: MAIN_SITE,
      status: 'active',
      creditsTotal: 10,
      creditsRemaining: 10,
      creditsUsed: 0,
      creditsHeld: 0,
      startsAt: '2026-03-02T08:00:00.000Z',
      activatedAt: '2026-03-02T08:00:00.000Z',
      // The last millisecond of 31 May in New York, 90 days after 2 March and in summer time.
      expiresAt: '2026-06-01T03:59:59.999Z',
      price: 18_000,
      currency: 'USD',
      autoRenews: false,
      isFrozen: false,
      freeze: null,
      eligibleSiteIds: [],
      eligibleCategories: ['yoga'],
      metadata: { from: 'desk' },
    });
    expect(response.payment).toMatchObject({
      object: 'payment',
      id: response.paymentId,
      packageId: response.id,
      amount: 18_000,
      netAmount: 18_000,
      amountRefundable: 18_000,
      status: 'completed',
      paymentMethod: 'cash',
      purpose: 'package',
      invoiceNumber: '2026-000001',
      refunds: [],
      paidAt: '2026-03-02T08:00:00.000Z',
    });
    expect(response.payment.lineItems).toEqual([
      {
        description: '10 classes',
        quantity: 1,
        unitAmount: 18_000,
        taxAmount: 0,
        discountAmount: 0,
        amount: 18_000,
        type: 'package',
        referenceId: response.id,
      },
    ]);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([...SALE, 'package.activated']);
    expect(events[2]?.data).toEqual({
      packageId: response.id,
      clientId,
      name: '10 classes',
      packageType: 'CREDIT_PACK',
      amount: 18_000,
      currency: 'USD',
      paymentId: response.paymentId,
      creditsTotal: 10,
      expiresAt: '2026-06-01T03:59:59.999Z',
      siteId: MAIN_SITE,
    });
    expect(events[3]?.data).toMatchObject({ delta: 10, creditsRemaining: 10, reason: 'PURCHASE', bookingId: null });
  });

  test('201 an unlimited plan has no credits and no ledger', async () => {
    const response = await sell({ type: 'unlimited', creditsTotal: null });
    expect([response.creditsTotal, response.creditsRemaining]).toEqual([null, null]);
    expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'package.purchased', 'package.activated']);
    const { ledger } = (await studio.get(`/v2/packages/${response.id}?expand[]=ledger`)).body;
    expect(ledger).toEqual([]);
  });

  test('201 a package that starts with the first booking or visit has not started', async () => {
    for (const activationType of ['on_first_booking', 'on_first_visit']) {
      const response = await sell({ activationType });
      expect([response.startsAt, response.activatedAt, response.expiresAt]).toEqual([null, null, null]);
      expect(studio.events()).toEqual(SALE);
    }
  });

  test('201 a comp discounts the whole price', async () => {
    const response = await sell({}, { paymentMethod: 'comp' });
    expect(response.price).toBe(18_000);
    expect(response.payment).toMatchObject({
      amount: 0,
      discountAmount: 18_000,
      amountRefundable: 0,
      status: 'completed',
    });
    expect(errorOf(await studio.post(`/v2/payments/${response.paymentId}/refund`, {}))).toEqual([
      409,
      'payment_not_refundable',
    ]);
  });

  test('201 at another price, with another start', async () => {
    const response = await sell({}, { price: 100, startsAt: '2026-04-01T00:00:00+02:00' });
    expect([response.price, response.payment.amount]).toEqual([100, 100]);
    expect([response.startsAt, response.activatedAt]).toEqual(['2026-03-31T22:00:00.000Z', null]);
  });

  test('400 an unknown client or plan, another currency, no start for a plan that begins on a date', async () => {
    const planId = await createPlan(studio);
    const rejected = async (body: object) =>
      errorWithParam(await studio.post('/manage/packages', { clientId, planId, ...body }));
    for (const param of ['clientId', 'planId', 'siteId', 'paymentMethodId']) {
      expect(await rejected({ [param]: UNKNOWN })).toEqual([400, 'resource_missing', param]);
    }
    const inEuros = { planId: await createPlan(studio, { currency: 'EUR' }) };
    expect(await rejected(inEuros)).toEqual([400, 'parameter_invalid', 'planId']);
    const onDate = { planId: await createPlan(studio, { activationType: 'on_date' }) };
    expect(await rejected(onDate)).toEqual([400, 'parameter_missing', 'startsAt']);
    expect(await rejected({ startsAt: '2025-01-01T00:00:00Z' })).toEqual([400, 'parameter_invalid', 'startsAt']);
    const cash = { paymentMethod: 'cash', paymentMethodId: UNKNOWN };
    expect(await rejected(cash)).toEqual([400, 'parameter_invalid', 'paymentMethodId']);
    expect(await rejected({ paymentMethod: 'card' })).toEqual([400, 'parameter_missing', 'paymentMethodId']);
    await studio.delete(`/manage/plans/${planId}`);
    expect(await rejected({})).toEqual([400, 'parameter_invalid', 'planId']);
    expect(studio.events()).toEqual([]);
  });

  test('409 an archived client, an inactive site; nothing is stored', async () => {
    const planId = await createPlan(studio);
    await moveDefault(studio);
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { status: 'inactive' });
    expect(errorOf(await studio.post('/manage/packages', { clientId, planId }))).toEqual([409, 'site_inactive']);
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { status: 'active' });
    await studio.given(studio.delete(`/v2/clients/${clientId}`));
    expect(errorOf(await studio.post('/manage/packages', { clientId, planId }))).toEqual([409, 'client_archived']);
    expect(studio.events()).toEqual([]);
    expect((await studio.get('/v2/payments')).body.data).toEqual([]);
  });

  test('400 a plan of other sites for a credential that is restricted to sites, sold or imported', async () => {
    const { body: other } = await studio.post('/v2/sites', { name: 'Uptown' });
    const planId = await createPlan(studio, { eligibleSiteIds: [other.id], externalId: 'uptown' });
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    studio.events();
    const sold = await studio.post('/manage/packages', { clientId, planId }, here);
    expect(errorWithParam(sold)).toEqual([400, 'resource_missing', 'planId']);
    for (const plan of [{ planId }, { planExternalId: 'uptown' }]) {
      const rows = [{ externalId: 'moved', clientId, ...plan }];
      expect(complaints(await importFile(studio, 'packages', rows, { headers: here }))).toEqual([
        `1 ${Object.keys(plan)[0]} resource_missing`,
      ]);
    }
    expect(studio.events()).toEqual([]);
    expect((await studio.post('/manage/packages', { clientId, planId })).status).toBe(201);
  });

  test('403 without the scope manage', async () => {
    const key = await studio.withKey({ scopes: ['packages:write', 'payments:write'] });
    const response = await studio.post('/manage/packages', {}, key);
    expect(errorOf(response)).toEqual([403, 'permission_denied']);
  });
});
