import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../../helpers/errors.ts';
import { createClient, paymentBody, sellPackage, UNKNOWN } from '../../../helpers/sales.ts';

let clientId: string;
let packageId: string;
let paymentId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
  ({ id: packageId, paymentId } = await sellPackage(studio, clientId));
});

const refund = (body: unknown = {}, headers?: Record<string, string>) =>
  studio.post(`/v2/payments/${paymentId}/refund`, body, headers);
const rejected = async (body: unknown) => errorWithParam(await refund(body));

describe('POST /v2/payments/{id}/refund', () => {
  test('200 in parts and then the rest', async () => {
    const part = await refund({ amount: 5000, reason: 'service_issue', notes: 'cold water' });
    expect(part.body).toMatchObject({
      status: 'partially_refunded',
      amount: 18_000,
      amountRefunded: 5000,
      amountRefundable: 13_000,
    });
    expect(part.body.refunds).toMatchObject([
      {
        object: 'refund',
        amount: 5000,
        currency: 'USD',
        reason: 'service_issue',
        status: 'succeeded',
        notes: 'cold water',
      },
    ]);
    const [event] = studio.eventsInFull();
    expect(event).toMatchObject({
      type: 'payment.refunded',
      data: {
        paymentId,
        clientId,
        refundId: part.body.refunds[0].id,
        amount: 5000,
        amountRefunded: 5000,
        currency: 'USD',
        status: 'PARTIALLY_REFUNDED',
      },
    });
    const rest = await refund({});
    expect(rest.body).toMatchObject({ status: 'refunded', amountRefunded: 18_000, amountRefundable: 0 });
    expect(rest.body.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([5000, 13_000]);
    expect(studio.events()).toEqual(['payment.refunded']);
    expect((await studio.get(`/v2/packages/${packageId}`)).body).toMatchObject({
      status: 'active',
      creditsRemaining: 10,
    });
  });

  test('200 cancels the package with cancelPackage', async () => {
    expect((await refund({ cancelPackage: true })).status).toBe(200);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'payment.refunded',
      'package.cancelled',
      'package.credits_changed',
    ]);
    expect(events[2]?.data).toMatchObject({ delta: -10, reason: 'REFUND' });
    expect((await studio.get(`/v2/packages/${packageId}`)).body).toMatchObject({
      status: 'cancelled',
      cancelReason: 'refunded',
      creditsRemaining: 0,
    });
  });

  test('200 also when its package has ended', async () => {
    await studio.given(studio.post(`/v2/packages/${packageId}/cancel`));
    expect((await refund({ cancelPackage: true })).status).toBe(200);
    expect(studio.events()).toEqual(['payment.refunded']);
  });

  test('400 no body, no positive whole amount, unknown reason', async () => {
    expect(errorOf(await studio.send('POST', `/v2/payments/${paymentId}/refund`))).toEqual([400, 'parameter_missing']);
    for (const amount of [0, -1, 1.5, null, '5']) expect((await rejected({ amount }))[2]).toBe('amount');
    expect(await rejected({ reason: 'mood' })).toEqual([400, 'parameter_invalid', 'reason']);
    expect(studio.events()).toEqual([]);
  });

  test('400 cancelPackage for a payment without a package', async () => {
    const { id } = await studio.given(studio.post('/manage/payments', paymentBody(clientId)));
    const response = await studio.post(`/v2/payments/${id}/refund`, { cancelPackage: true });
    expect([response.status, response.body.error.param]).toEqual([400, 'cancelPackage']);
    expect(studio.events()).toEqual([]);
  });

  test('404 an unknown payment, or one at another site', async () => {
    expect((await studio.post(`/v2/payments/${UNKNOWN}/refund`, {})).status).toBe(404);
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const narrow = await studio.withKey({ siteIds: [other] });
    expect((await refund({}, narrow)).status).toBe(404);
  });

  test('409 more than is left, refunded before, not paid, too old', async () => {
    expect(await rejected({ amount: 18_001 })).toEqual([409, 'refund_exceeds_balance', undefined]);
    await refund({ amount: 17_000 });
    expect(await rejected({ amount: 1001 })).toEqual([409, 'refund_exceeds_balance', undefined]);
    await refund({});
    expect(await rejected({})).toEqual([409, 'payment_already_refunded', undefined]);
    ({ paymentId } = await sellPackage(studio, clientId));
    for (const status of ['pending', 'failed']) {
      studio.db.query('update payments set status = ? where id = ?').run(status, paymentId);
      expect(await rejected({})).toEqual([409, 'payment_not_refundable', undefined]);
    }
    studio.db
      .query("update payments set status = 'completed', paidAt = '2026-02-20T00:00:00.000Z' where id = ?")
      .run(paymentId);
    await studio.given(studio.patch('/v2/settings', { payment: { refundWindowDays: 7 } }));
    expect(await rejected({})).toEqual([409, 'payment_not_refundable', undefined]);
    expect(studio.events()).toEqual([]);
  });

  test('403 without the scope', async () => {
    const key = await studio.makeKey({ scopes: ['payments:read'] });
    expect((await refund({}, { 'x-service-api-key': key })).status).toBe(403);
  });

  test('many at once never exceed the payment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund({ amount: 1000 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(18);
    const codes = answers.flatMap(({ body }) => body.error?.code ?? []);
    expect(codes).toEqual(['payment_already_refunded', 'payment_already_refunded']);
    expect(studio.events()).toEqual(Array(18).fill('payment.refunded'));
    const two = await sellPackage(studio, clientId);
    ({ paymentId } = two);
    const both = await Promise.all([refund({ amount: 10_000 }), refund({ amount: 10_000 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('an idempotency key replays its answer', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await refund({ amount: 1000 }, key);
    const again = await refund({ amount: 1000 }, key);
    expect(again.body).toEqual(first.body);
    expect(studio.events()).toEqual(['payment.refunded']);
  });
});
