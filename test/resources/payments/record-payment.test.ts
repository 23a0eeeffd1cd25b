import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { createClient, paymentBody, UNKNOWN } from '../../helpers/sales.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
});

const record = (fields?: object) => studio.post('/manage/payments', paymentBody(clientId, fields));

describe('POST /manage/payments', () => {
  test('201 cash is complete at once', async () => {
    const response = await record({ description: 'Towel', externalId: 'till-7', metadata: { till: '7' } });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'payment',
      clientId,
      siteId: MAIN_SITE,
      amount: 500,
      taxAmount: 0,
      discountAmount: 0,
      platformFeeAmount: 0,
      netAmount: 500,
      amountRefundable: 500,
      status: 'completed',
      paymentMethod: 'cash',
      purpose: 'product',
      invoiceNumber: '2026-000001',
      packageId: null,
      bookingId: null,
      processor: null,
      externalId: 'till-7',
      metadata: { till: '7' },
      lineItems: [{ description: 'Towel', quantity: 1, unitAmount: 500, amount: 500, type: 'product' }],
    });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['payment.created', 'payment.completed']);
    expect(events[1]?.data).toEqual({
      paymentId: response.body.id,
      clientId,
      amount: 500,
      currency: 'USD',
      status: 'COMPLETED',
      paymentMethod: 'CASH',
      purpose: 'PRODUCT',
      failureCode: null,
      siteId: MAIN_SITE,
    });
  });

  test('201 lines with tax in the price, or added where the settings say so', async () => {
    const lineItems = [
      { description: 'Mat', quantity: 2, unitAmount: 1200, taxAmount: 400, discountAmount: 200, referenceId: 'sku-1' },
      { description: 'Water', unitAmount: 300, type: 'drink' },
    ];
    const inside = await record({ amount: 2500, lineItems });
    expect(inside.body).toMatchObject({ amount: 2500, taxAmount: 400, discountAmount: 200, netAmount: 2100 });
    expect(inside.body.lineItems.map(({ amount, type }: { amount: number; type: string }) => [amount, type])).toEqual([
      [2200, 'product'],
      [300, 'drink'],
    ]);
    await studio.patch('/v2/settings', { payment: { taxInclusive: false } });
    expect((await record({ amount: 2500, lineItems })).body.error.param).toBe('amount');
    const onTop = await record({ amount: 2900, lineItems });
    expect(onTop.body).toMatchObject({ amount: 2900, taxAmount: 400, netAmount: 2500 });
  });

  test('201 a line with 5,000 characters; 400 with more, or with a line break', async () => {
    const description = 'x'.repeat(5000);
    const line = (text: string) => ({ lineItems: [{ description: text, unitAmount: 500 }] });
    for (const fields of [line(description), { description }]) {
      const { status, body } = await record(fields);
      expect([status, body.lineItems[0].description]).toEqual([201, description]);
      expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
    }
    for (const text of [`${description}x`, 'a\nb']) {
      expect(errorWithParam(await record(line(text)))).toEqual([400, 'parameter_invalid', 'lineItems[0].description']);
    }
    expect(studio.events()).toEqual([]);
  });

  test('400 fields that contradict each other', async () => {
    const rejected = async (fields: object) => errorWithParam(await record(fields));
    expect(await rejected({ clientId: UNKNOWN })).toEqual([400, 'resource_missing', 'clientId']);
    expect(await rejected({ bookingId: UNKNOWN })).toEqual([400, 'resource_missing', 'bookingId']);
    expect(await rejected({ currency: 'EUR' })).toEqual([400, 'parameter_invalid', 'currency']);
    expect(await rejected({ amount: -1 })).toEqual([400, 'parameter_invalid', 'amount']);
    expect(await rejected({ paymentMethod: 'comp' })).toEqual([400, 'parameter_invalid', 'amount']);
    expect(await rejected({ paymentMethodId: UNKNOWN })).toEqual([400, 'parameter_invalid', 'paymentMethodId']);
    const lineItems = [{ description: 'Mat', unitAmount: 500, discountAmount: 501 }];
    expect(await rejected({ lineItems })).toEqual([400, 'parameter_invalid', 'lineItems[0].discountAmount']);
    const taxed = [{ description: 'Mat', unitAmount: 500, taxAmount: 501 }];
    expect(await rejected({ lineItems: taxed })).toEqual([400, 'parameter_invalid', 'lineItems[0].taxAmount']);
    expect(studio.events()).toEqual([]);
  });

  test('400 a card of a client without saved cards; 409 where the settings accept no cards', async () => {
    const response = await record({ paymentMethod: 'card' });
    expect([response.status, response.body.error.param]).toEqual([400, 'paymentMethodId']);
    await studio.given(studio.patch('/v2/settings', { payment: { acceptedMethods: ['cash'] } }));
    expect(errorOf(await record({ paymentMethod: 'card' }))).toEqual([409, 'card_payments_not_enabled']);
    expect(studio.events()).toEqual([]);
  });
});

describe('POST /manage/payments for the fee of a booking, by a credential of one site', () => {
  /** A client of a new site with a card, and a credential of that site. */
  const openOnline = async () => {
    const cards = await openCardStudio();
    await cards.patch('/v2/settings', { payment: { noShowFee: 2500, feesApplyTo: 'all' } });
    const { body: online } = await cards.post('/v2/sites', { name: 'Online' });
    const ann = await cards.member({ homeLocationId: online.id });
    const card = await cards.save(ann);
    const scopes = ['manage', 'bookings:read', 'bookings:waive_penalty', 'payments:write'];
    const headers = await cards.withKey({ scopes, siteIds: [online.id] });
    const missedAt = async (siteId: string): Promise<string> => {
      const sessionId = await addSession(cards, { siteId });
      const { body } = await cards.post('/v2/bookings', { clientId: ann.clientId, sessionId });
      await cards.given(cards.post(`/v2/bookings/${body.id}/noshow`));
      return body.id;
    };
    const pay = (bookingId: string, fields: object = {}) => {
      const fee = { amount: 2500, purpose: 'no_show_fee', bookingId };
      return cards.post('/manage/payments', paymentBody(ann.clientId, { ...fee, ...fields }), headers);
    };
    return { cards, online, card, headers, missedAt, pay };
  };

  test('400 at another site, in cash and by card, whether it is owed or waived', async () => {
    const { cards, card, headers, missedAt, pay } = await openOnline();
    const id = await missedAt(MAIN_SITE);
    expect((await cards.get(`/v2/bookings/${id}`, headers)).status).toBe(404);
    const byCard = { paymentMethod: 'card', paymentMethodId: card.id };
    const missing = [400, 'resource_missing', 'bookingId'];
    for (const fields of [{}, byCard, { purpose: 'drop_in' }]) {
      expect(errorWithParam(await pay(id, fields))).toEqual(missing);
    }
    expect((await cards.get(`/v2/bookings/${id}`)).body.penalty.status).toBe('pending');
    await cards.post(`/manage/bookings/${id}/waive-penalty`, {});
    expect(cards.events()).toEqual(['booking.penalty_waived']);
    for (const fields of [{}, byCard]) expect(errorWithParam(await pay(id, fields))).toEqual(missing);
    expect([cards.events(), cards.taken().count]).toEqual([[], 0]);
  });

  test('201 at its own site, in cash and by card', async () => {
    const { online, card, missedAt, pay } = await openOnline();
    for (const fields of [{}, { paymentMethod: 'card', paymentMethodId: card.id }]) {
      expect((await pay(await missedAt(online.id), fields)).status).toBe(201);
    }
  });
});
