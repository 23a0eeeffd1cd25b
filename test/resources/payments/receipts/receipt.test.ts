import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { CARDS, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { createClient, createPlan, paymentBody, sellPackage, UNKNOWN } from '../../../helpers/sales.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
  const site = { phone: '+1 212 555 0100', address: { line1: '5 Main Street', city: 'New York' } };
  await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, site));
});
const receipt = (paymentId: string, headers?: Record<string, string>) =>
  studio.get(`/manage/payments/${paymentId}/receipt`, headers);

describe('GET /manage/payments/{id}/receipt', () => {
  test('200 says all that a receipt prints', async () => {
    const sale = { discountAmount: 1_800, discountReason: 'Welcome back' };
    const sold = await sellPackage(studio, clientId, {}, sale);
    const { status, body } = await receipt(sold.paymentId);
    expect([status, body]).toEqual([
      200,
      {
        object: 'receipt',
        paymentId: sold.paymentId,
        number: '2026-000001',
        paidAt: '2026-03-02T08:00:00.000Z',
        studio: { name: 'Test studio', logoUrl: null },
        site: {
          id: MAIN_SITE,
          name: 'Main',
          phone: '+1 212 555 0100',
          email: null,
          timezone: 'America/New_York',
          address: {
            line1: '5 Main Street',
            line2: null,
            city: 'New York',
            state: null,
            postalCode: null,
            country: null,
          },
        },
        client: { id: clientId, name: 'Ann Lee' },
        description: '10 classes',
        lineItems: sold.payment.lineItems,
        subtotal: 18_000,
        discountAmount: 1_800,
        taxAmount: 0,
        isTaxIncluded: true,
        total: 16_200,
        currency: 'USD',
        paymentMethod: 'cash',
        card: null,
        amountRefunded: 0,
        refunds: [],
        package: {
          id: sold.id,
          name: '10 classes',
          status: 'active',
          creditsTotal: 10,
          creditsRemaining: 10,
          creditsHeld: 0,
          startsAt: '2026-03-02T08:00:00.000Z',
          expiresAt: '2026-06-01T03:59:59.999Z',
          nextRenewalAt: null,
        },
      },
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('200 with tax that is added, and with what is given back', async () => {
    await studio.given(studio.patch('/v2/settings', { payment: { taxInclusive: false } }));
    const lineItems = [{ description: 'Mat', quantity: 2, unitAmount: 1_000, taxAmount: 180 }];
    const { id } = await studio.given(
      studio.post('/manage/payments', paymentBody(clientId, { amount: 2_180, lineItems })),
    );
    await studio.given(studio.post(`/v2/payments/${id}/refund`, { amount: 100 }));
    expect((await receipt(id)).body).toMatchObject({
      subtotal: 2_000,
      taxAmount: 180,
      isTaxIncluded: false,
      total: 2_180,
      amountRefunded: 100,
      refunds: [{ amount: 100, createdAt: '2026-03-02T08:00:00.000Z' }],
      package: null,
    });
  });

  test('404 an unknown payment, or one of another site', async () => {
    expect(errorOf(await receipt(UNKNOWN))).toEqual([404, 'resource_not_found']);
    const { paymentId } = await sellPackage(studio, clientId);
    const { id } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const away = await addStaffKey(studio, { role: 'front_desk', siteIds: [id] });
    expect(errorOf(await receipt(paymentId, away.headers))).toEqual([404, 'resource_not_found']);
  });

  test('403 for an instructor; without a name for who may not read the client', async () => {
    const { paymentId } = await sellPackage(studio, clientId);
    const teacher = await addStaffKey(studio, { role: 'instructor' });
    expect(errorOf(await receipt(paymentId, teacher.headers))).toEqual([403, 'permission_denied']);
    const till = await studio.withKey({ scopes: ['manage'] });
    expect((await receipt(paymentId, till)).body.client).toBeNull();
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await receipt(paymentId, desk.headers)).body.client).toEqual({ id: clientId, name: 'Ann Lee' });
    const elsewhere = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { homeLocationId: elsewhere.id }));
    const here = await addStaffKey(studio, { role: 'front_desk', siteIds: [MAIN_SITE] });
    expect((await receipt(paymentId, here.headers)).body).toMatchObject({ client: null, total: 18_000 });
  });
});

describe('a receipt of a card', () => {
  const cards = forEachTest(openCardStudio);

  test('200 with its last digits; 409 payment_not_completed when it was declined', async () => {
    const member = await cards.member();
    await cards.save(member);
    const planId = await createPlan(cards);
    const sale = { clientId: member.clientId, planId, paymentMethod: 'card' };
    const { paymentId } = await cards.given(cards.post('/manage/packages', sale));
    const { body } = await cards.get(`/manage/payments/${paymentId}/receipt`);
    expect([body.paymentMethod, body.card]).toEqual(['card', { brand: 'visa', last4: '4242' }]);
    const { id: paymentMethodId } = await cards.save(member, CARDS.noFunds);
    await cards.post('/manage/packages', { ...sale, paymentMethodId });
    const [failed] = (await cards.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
    const refused = await cards.get(`/manage/payments/${failed.id}/receipt`);
    expect([errorOf(refused), refused.body.error.message]).toEqual([
      [409, 'payment_not_completed'],
      'This payment is failed. Only completed payments have a receipt.',
    ]);
  });
});
