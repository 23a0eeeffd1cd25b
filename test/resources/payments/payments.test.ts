import { beforeEach, describe, expect, test } from 'bun:test';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { newClient, sold, UNKNOWN } from '../../helpers/money.ts';

let studio: Studio;
let clientId: string;
beforeEach(async () => {
  studio = await openStudio();
  clientId = await newClient(studio);
});

const body = (fields: object = {}) => ({
  clientId,
  amount: 500,
  currency: 'USD',
  paymentMethod: 'cash',
  purpose: 'product',
  ...fields,
});
const record = (fields: object = {}) => studio.post('/manage/payments', body(fields));
const ids = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

describe('POST /manage/payments', () => {
  test('201 cash is complete at once', async () => {
    const answer = await record({ description: 'Towel', externalId: 'till-7', metadata: { till: '7' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
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
      paymentId: answer.body.id,
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

  test('201 lines with tax inside the price, or on top where the settings say so', async () => {
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

  test('400 what does not go together', async () => {
    const refusal = async (fields: object) => {
      const answer = await record(fields);
      return [answer.status, answer.body.error.code, answer.body.error.param];
    };
    expect(await refusal({ clientId: UNKNOWN })).toEqual([400, 'resource_missing', 'clientId']);
    expect(await refusal({ bookingId: UNKNOWN })).toEqual([400, 'resource_missing', 'bookingId']);
    expect(await refusal({ currency: 'EUR' })).toEqual([400, 'parameter_invalid', 'currency']);
    expect(await refusal({ amount: -1 })).toEqual([400, 'parameter_invalid', 'amount']);
    expect(await refusal({ paymentMethod: 'comp' })).toEqual([400, 'parameter_invalid', 'amount']);
    expect(await refusal({ paymentMethodId: UNKNOWN })).toEqual([400, 'parameter_invalid', 'paymentMethodId']);
    const lineItems = [{ description: 'Mat', unitAmount: 500, discountAmount: 501 }];
    expect(await refusal({ lineItems })).toEqual([400, 'parameter_invalid', 'lineItems[0].discountAmount']);
    const taxed = [{ description: 'Mat', unitAmount: 500, taxAmount: 501 }];
    expect(await refusal({ lineItems: taxed })).toEqual([400, 'parameter_invalid', 'lineItems[0].taxAmount']);
    expect(studio.events()).toEqual([]);
  });

  test('400 a card of a client who has saved none; 409 where the settings take no cards', async () => {
    const answer = await record({ paymentMethod: 'card' });
    expect([answer.status, answer.body.error.param]).toEqual([400, 'paymentMethodId']);
    await studio.patch('/v2/settings', { payment: { acceptedMethods: ['cash'] } });
    studio.events();
    const refused = await record({ paymentMethod: 'card' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'card_payments_not_enabled']);
    expect(studio.events()).toEqual([]);
  });
});

describe('GET /v2/payments', () => {
  test('200 filtered by client, status and external id, with expansions', async () => {
    const first = (await record({ externalId: 'x1' })).body.id;
    const other = await newClient(studio);
    const { paymentId: second, id: packageId } = await sold(studio, other);
    await studio.post(`/v2/payments/${second}/refund`, {});
    expect(ids(await studio.get('/v2/payments'))).toEqual([second, first]);
    expect(ids(await studio.get('/manage/payments'))).toEqual([second, first]);
    expect(ids(await studio.get(`/v2/payments?client_id=${clientId}`))).toEqual([first]);
    expect(ids(await studio.get('/v2/payments?status=refunded'))).toEqual([second]);
    expect(ids(await studio.get(`/v2/payments?status=refunded&client_id=${clientId}`))).toEqual([]);
    expect(ids(await studio.get('/v2/payments?external_id=x1'))).toEqual([first]);
    const { body } = await studio.get(`/v2/payments/${second}?expand[]=client&expand[]=package.ledger`);
    expect([body.client.id, body.package.id, body.package.ledger.length]).toEqual([other, packageId, 1]);
    expect(
      (await studio.get('/v2/payments?expand[]=package')).body.data.map(
        (one: { package: unknown }) => one.package === null,
      ),
    ).toEqual([false, true]);
  });

  test('400 an unknown status, client or expansion; 404 an unknown payment; other sites are not seen', async () => {
    expect((await studio.get('/v2/payments?status=paid')).status).toBe(400);
    expect((await studio.get(`/v2/payments?client_id=${UNKNOWN}`)).body.error.code).toBe('resource_missing');
    expect((await studio.get('/v2/payments?expand[]=session')).body.error.param).toBe('expand[]');
    expect((await studio.get(`/v2/payments/${UNKNOWN}`)).status).toBe(404);
    const { id } = (await record()).body;
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const away = { 'x-service-api-key': await studio.makeKey({ siteIds: [other] }) };
    const here = { 'x-service-api-key': await studio.makeKey({ siteIds: [other, MAIN_SITE] }) };
    expect((await studio.get(`/v2/payments/${id}`, away)).status).toBe(404);
    for (const query of ['', '?status=completed', `?client_id=${clientId}`]) {
      expect(ids(await studio.get(`/v2/payments${query}`, away))).toEqual([]);
      expect(ids(await studio.get(`/v2/payments${query}`, here))).toEqual([id]);
    }
  });
});

describe('PATCH /manage/payments/{id}', () => {
  test('200 what is said about it, and nothing else', async () => {
    const { id } = (await record()).body;
    studio.events();
    const answer = await studio.patch(`/manage/payments/${id}`, { description: 'Mat', metadata: { a: '1' } });
    expect(answer.body).toMatchObject({ description: 'Mat', metadata: { a: '1' }, amount: 500 });
    expect((await studio.patch(`/manage/payments/${id}`, {})).body).toEqual(answer.body);
    expect((await studio.patch(`/manage/payments/${id}`, { amount: 1 })).body.error.code).toBe('parameter_unknown');
    expect(studio.events()).toEqual([]);
  });
});
