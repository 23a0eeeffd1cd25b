import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { createClient, createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from './set-up.ts';

const at = (days: number): string => new Date(TEST_START + days * DAY_MS).toISOString();

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio, { externalId: 'ann', email: 'ann@example.com' });
});

const packageOf = async (externalId: string) =>
  (await studio.get(`/v2/packages?external_id=${externalId}&expand[]=data.ledger`)).body.data[0];
const paymentOf = async (externalId: string) =>
  (await studio.get(`/v2/payments?external_id=${externalId}`)).body.data[0];

describe('packages of months', () => {
  test('renew on the day of their row, else on the day on which they began', async () => {
    const row = (externalId: string, cells: string) => `${externalId},${clientId},Club,unlimited,1,${cells}`;
    const file = [
      'externalId,clientId,name,type,price,validityMonths,billingDay,validityDays,startsAt,expiresAt',
      row('began', '1,,,2026-02-15,'),
      row('day', '1,31,,2025-01-31,2026-04-30'),
    ];
    await imported(studio, 'packages', file.join('\n'));
    const shown = async (externalId: string) =>
      (await studio.get(`/v2/packages?external_id=${externalId}`)).body.data[0];
    expect(await shown('began')).toMatchObject({
      validityMonths: 1,
      billingDay: 15,
      expiresAt: '2026-03-16T03:59:59.999Z',
    });
    expect(await shown('day')).toMatchObject({ billingDay: 31, expiresAt: '2026-05-01T03:59:59.999Z' });
    const both = [file[0], row('both', '1,,30,2026-01-31,')].join('\n');
    expect(complaints(await importFile(studio, 'packages', both))).toEqual(['2 validityMonths parameter_invalid']);
  });
});

describe('packages', () => {
  test('200 the credits that are left, with the terms of the plan or of the row, and a ledger with that sum', async () => {
    const planId = await createPlan(studio, { externalId: 'plan-10' });
    const file = [
      'externalId,clientExternalId,planExternalId,name,type,price,creditsTotal,creditsRemaining,startsAt,expiresAt,status,createdAt',
      `p1,ann,plan-10,,,,,4,,,,${at(-30)}`,
      `p2,ann,,Old pass,unlimited,5000,,,${at(-30)},${at(30)},active,${at(-30)}`,
      `p3,ann,,Old pack,credit_pack,5000,5,3,${at(-60)},${at(-30)},expired,${at(-60)}`,
      `p4,ann,,Used up,credit_pack,5000,5,0,,,,`,
      `p5,ann,,Bonus,credit_pack,5000,5,8,,,,`,
    ].join('\n');
    await imported(studio, 'packages', file);
    expect(await packageOf('p1')).toMatchObject({
      clientId,
      planId,
      name: '10 classes',
      price: 18_000,
      creditsTotal: 10,
      creditsRemaining: 4,
      creditsUsed: 6,
      status: 'active',
      createdAt: at(-30),
      activatedAt: at(-30),
      ledger: [
        { delta: 10, balance: 10, reason: 'purchase', at: at(-30) },
        { delta: -6, balance: 4, reason: 'adjustment', note: 'Before the import' },
      ],
    });
    expect(await packageOf('p2')).toMatchObject({ type: 'unlimited', creditsRemaining: null, ledger: [] });
    expect(await packageOf('p3')).toMatchObject({ status: 'expired', creditsRemaining: 0 });
    expect(await packageOf('p4')).toMatchObject({ status: 'depleted', creditsRemaining: 0 });
    expect(await packageOf('p5')).toMatchObject({ status: 'active', creditsRemaining: 8, creditsUsed: 0 });
    expect(await imported(studio, 'packages', file)).toMatchObject({ unchanged: 5 });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('400 each row that contradicts itself', async () => {
    const other = await createClient(studio);
    const base = { clientId, name: 'Pack', type: 'credit_pack', price: 1, creditsTotal: 5 };
    const rows = [
      { ...base },
      { ...base, externalId: '2', clientId: undefined },
      { ...base, externalId: '3', clientId: UNKNOWN },
      { ...base, externalId: '4', type: 'unlimited' },
      { ...base, externalId: '5', status: 'depleted', creditsRemaining: 2 },
      { ...base, externalId: '6', status: 'expired' },
      { ...base, externalId: '7', planId: UNKNOWN },
      { externalId: '8', clientId: other },
      { ...base, externalId: '9', eligibleSiteIds: [UNKNOWN] },
      { ...base, externalId: '10', createdAt: at(1) },
      { ...base, externalId: '11', cancelledAt: at(-1) },
      { ...base, externalId: '12', type: 'unlimited', creditsTotal: null, creditsRemaining: 3 },
    ];
    expect(complaints(await importFile(studio, 'packages', rows))).toEqual([
      '1 externalId parameter_missing',
      '2 clientId parameter_missing',
      '3 clientId resource_missing',
      '4 creditsTotal parameter_invalid',
      '5 creditsRemaining parameter_invalid',
      '6 expiresAt parameter_invalid',
      '7 planId resource_missing',
      '8 name parameter_missing',
      '8 type parameter_missing',
      '8 price parameter_missing',
      '9 eligibleSiteIds[0] resource_missing',
      '10 createdAt parameter_invalid',
      '11 status parameter_invalid',
      '12 creditsRemaining parameter_invalid',
    ]);
    expect((await studio.get('/v2/packages')).body.data).toEqual([]);
  });

  test('200 the terms of an existing package change, and 400 its credits do not', async () => {
    const { id } = await sellPackage(studio, clientId);
    expect(await imported(studio, 'packages', `id,name\n${id},Renamed\n`)).toMatchObject({ updated: 1 });
    expect((await studio.get(`/v2/packages/${id}`)).body.name).toBe('Renamed');
    const response = await importFile(studio, 'packages', `id,creditsRemaining,name\n${id},3,x\n`);
    expect(complaints(response)).toEqual(['2 creditsRemaining parameter_invalid']);
    expect(studio.events()).toEqual(['import.completed']);
  });

  test('200 the ledger of another studio, and 400 one with another sum', async () => {
    const entry = { id: UNKNOWN, at: at(-2), delta: 5, balance: 5, reason: 'purchase', bookingId: null, staffId: null };
    const row = { externalId: 'p', clientId, name: 'Pack', type: 'credit_pack', price: 1, creditsTotal: 5 };
    const wrong = [{ ...row, creditsRemaining: 4, ledger: [{ ...entry, note: null }] }];
    expect(complaints(await importFile(studio, 'packages', wrong))).toEqual(['1 ledger parameter_invalid']);
    await imported(studio, 'packages', [{ ...row, ledger: [{ ...entry, note: null }] }]);
    expect((await packageOf('p')).ledger).toEqual([{ ...entry, clientId: null, guestClientId: null, note: null }]);
  });
});

describe('payments', () => {
  test('200 they keep their dates, invoice numbers and refunds, and get no new invoice number', async () => {
    const file = [
      'externalId,clientEmail,amount,currency,paymentMethod,status,purpose,paidAt,amountRefunded,invoiceNumber,description',
      `m1,Ann@example.com,1500,USD,card,completed,product,${at(-400)},,R-17,Socks`,
      `m2,ann@example.com,2000,EUR,cash,,,${at(-10)},500,,`,
      `m3,ann@example.com,2000,USD,cash,refunded,,${at(-9)},2000,,`,
      `m4,ann@example.com,900,USD,card,failed,drop_in,,,,`,
    ].join('\n');
    await imported(studio, 'payments', file);
    expect(await paymentOf('m1')).toMatchObject({
      clientId,
      amount: 1500,
      paidAt: at(-400),
      createdAt: at(-400),
      invoiceNumber: 'R-17',
      lineItems: [{ description: 'Socks', amount: 1500 }],
    });
    expect(await paymentOf('m2')).toMatchObject({
      status: 'partially_refunded',
      currency: 'EUR',
      amountRefunded: 500,
      amountRefundable: 1500,
      invoiceNumber: null,
      refunds: [{ amount: 500, status: 'succeeded', createdAt: at(-10) }],
    });
    expect(await paymentOf('m3')).toMatchObject({ status: 'refunded', amountRefundable: 0 });
    expect(await paymentOf('m4')).toMatchObject({ status: 'failed', paidAt: null });
    expect(await imported(studio, 'payments', file)).toMatchObject({ unchanged: 4 });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
    const own = await studio.post('/manage/payments', {
      clientId,
      amount: 1,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'other',
    });
    expect(own.body.invoiceNumber).toBe('2026-000001');
    const refund = await studio.post(`/v2/payments/${(await paymentOf('m2')).id}/refund`, { amount: 1500 });
    expect(refund.body).toMatchObject({ status: 'refunded' });
  });

  test('200 invoice numbers in our form are kept, and new ones continue after them', async () => {
    const row = { clientId, amount: 1, paymentMethod: 'cash', paidAt: at(-1) };
    await imported(studio, 'payments', [{ ...row, externalId: '1', invoiceNumber: '2026-000041' }]);
    const response = await importFile(studio, 'payments', [{ ...row, externalId: '2', invoiceNumber: '2026-000041' }]);
    expect(complaints(response)).toEqual(['1 invoiceNumber parameter_invalid']);
    expect((await sellPackage(studio, clientId)).payment.invoiceNumber).toBe('2026-000042');
  });

  test('200 the payment of a package: each refers to the other', async () => {
    const pack = { externalId: 'p', clientId, name: 'Pack', type: 'credit_pack', price: 900, creditsTotal: 5 };
    await imported(studio, 'packages', [pack]);
    const row = { externalId: 'm', clientId, amount: 900, paymentMethod: 'cash', packageExternalId: 'p' };
    await imported(studio, 'payments', [row]);
    const payment = await paymentOf('m');
    expect(payment).toMatchObject({ purpose: 'package', packageId: (await packageOf('p')).id });
    expect((await packageOf('p')).paymentId).toBe(payment.id);
  });

  test('400 the charge of another payment, in the file or here', async () => {
    const processor = { name: 'sandbox', mode: 'test', account: null, chargeId: 'ch_1' };
    const base = { clientId, amount: 100, paymentMethod: 'card', processor };
    const rows = [
      { ...base, externalId: '1' },
      { ...base, externalId: '2' },
    ];
    expect(complaints(await importFile(studio, 'payments', rows))).toEqual(['2 processor.chargeId parameter_invalid']);
    await imported(studio, 'payments', rows.slice(0, 1));
    expect(await imported(studio, 'payments', rows.slice(0, 1))).toMatchObject({ unchanged: 1 });
    const response = await importFile(studio, 'payments', rows.slice(1));
    expect(complaints(response)).toEqual(['1 processor.chargeId parameter_invalid']);
  });

  test('400 the id of a refund that exists', async () => {
    const refund = { id: UNKNOWN, amount: 1 };
    const base = { clientId, amount: 100, paymentMethod: 'cash', refunds: [refund] };
    const rows = [
      { ...base, externalId: '1' },
      { ...base, externalId: '2' },
    ];
    expect(complaints(await importFile(studio, 'payments', rows))).toEqual(['2 null parameter_invalid']);
    expect(studio.reportedErrors).toEqual([]);
  });

  test('400 each row that contradicts itself, and existing payments keep their amounts', async () => {
    const stranger = await createClient(studio, { externalId: 'bob' });
    const pack = { externalId: 'p', clientId: stranger, name: 'Pack', type: 'credit_pack', price: 9, creditsTotal: 5 };
    await imported(studio, 'packages', [pack]);
    const base = { clientId, amount: 100, paymentMethod: 'cash' };
    await imported(studio, 'payments', [{ ...base, externalId: 'here' }]);
    const rows = [
      { ...base },
      { externalId: '2', clientId },
      { ...base, externalId: '3', amountRefunded: 200 },
      { ...base, externalId: '4', status: 'refunded' },
      { ...base, externalId: '5', status: 'failed', amountRefunded: 1 },
      { ...base, externalId: '6', lineItems: [{ description: 'x', unitAmount: 99 }] },
      { ...base, externalId: '7', packageExternalId: 'p' },
      { ...base, externalId: '8', bookingId: UNKNOWN },
      { ...base, externalId: '9', status: 'pending' },
      { ...base, externalId: 'here', amount: 101 },
      { ...base, externalId: '11', siteId: UNKNOWN },
      { ...base, externalId: '12', clientId: undefined, clientExternalId: 'nobody' },
    ];
    expect(complaints(await importFile(studio, 'payments', rows))).toEqual([
      '1 externalId parameter_missing',
      '2 amount parameter_missing',
      '2 paymentMethod parameter_missing',
      '3 amountRefunded parameter_invalid',
      '4 status parameter_invalid',
      '5 status parameter_invalid',
      '6 amount parameter_invalid',
      '7 packageExternalId parameter_invalid',
      '8 bookingId resource_missing',
      '9 status parameter_invalid',
      '10 amount parameter_invalid',
      '11 siteId resource_missing',
      '12 clientExternalId resource_missing',
    ]);
    expect((await studio.get('/v2/payments')).body.data).toHaveLength(1);
    expect(MAIN_SITE).toBe((await paymentOf('here')).siteId);
  });
});
