import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { createClient, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

let ann: string;
let bob: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  ann = await createClient(studio, { externalId: 'ann' });
  bob = await createClient(studio, { externalId: 'bob' });
});

const CARD = '019cad8f-ac00-7070-987d-5c79805043c8';
const place = { processor: 'stripe', mode: 'live', account: 'acct_1' };
const card = (fields: object = {}) => ({
  id: CARD,
  clientExternalId: 'ann',
  ...place,
  customerId: 'cus_1',
  cardId: 'pm_1',
  isDefault: true,
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
  funding: 'credit',
  ...fields,
});

describe('saved cards', () => {
  test('200 by what another system knows of the processor, from CSV; found again, and never changed', async () => {
    const file = [
      'clientExternalId,processor,mode,account,customerId,cardId,isDefault,brand,last4,expMonth,expYear',
      'ann,Stripe,Live,acct_1,cus_1,pm_1,yes,visa,4242,12,2030',
      'ann,stripe,live,acct_1,cus_1,pm_2,no,mastercard,4444,1,2031',
    ].join('\n');
    expect(await imported(studio, 'payment_methods', file)).toMatchObject({ created: 2 });
    const { defaultPaymentMethod } = (await studio.get(`/v2/clients/${ann}`)).body;
    expect(defaultPaymentMethod).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 });
    expect(studio.db.query('select clientId, customerId, account from processorCustomers').all()).toEqual([
      { clientId: ann, customerId: 'cus_1', account: 'acct_1' },
    ]);
    expect(await imported(studio, 'payment_methods', file)).toMatchObject({ unchanged: 2 });
    const changed = file.replace('4444', '1111');
    expect(complaints(await importFile(studio, 'payment_methods', changed))).toEqual(['3 last4 parameter_invalid']);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('400 each row that contradicts itself or another card', async () => {
    await imported(studio, 'payment_methods', [card()]);
    const rows = [
      { ...card({ cardId: undefined }), id: undefined },
      { clientExternalId: 'ann', cardId: 'pm_3' },
      card({ id: undefined, cardId: 'pm_4' }),
      card({ id: '019cad8f-ac00-7070-987d-5c79805043c9' }),
      card({ id: undefined, cardId: 'pm_5', clientExternalId: 'nobody' }),
      card({ clientExternalId: 'bob' }),
    ];
    expect(complaints(await importFile(studio, 'payment_methods', rows))).toEqual([
      '1 id parameter_missing',
      '2 processor parameter_missing',
      '2 mode parameter_missing',
      '2 customerId parameter_missing',
      '3 isDefault parameter_invalid',
      '4 cardId parameter_invalid',
      '5 clientExternalId resource_missing',
      '6 clientId parameter_invalid',
    ]);
    expect(studio.events()).toEqual(['import.completed']);
  });

  test('the export tells the references, and no key of a request', async () => {
    await imported(studio, 'payment_methods', [card()]);
    const [row] = JSON.parse(await exportFile(studio, 'payment_methods', 'json'));
    expect(row).toMatchObject({ ...place, id: CARD, object: 'payment_method', customerId: 'cus_1', cardId: 'pm_1' });
    expect(Object.keys(row)).not.toContain('requestKey');
  });
});

describe('packages that renew', () => {
  const pack = (fields: object = {}) => ({
    externalId: 'club',
    clientId: ann,
    name: 'Club',
    type: 'unlimited',
    price: 5000,
    validityDays: 30,
    autoRenews: true,
    paymentMethodId: CARD,
    ...fields,
  });

  test('200 from another system: the next renewal is at the end, unless the row says when', async () => {
    await imported(studio, 'payment_methods', [card()]);
    const next = '2026-03-20T05:00:00.000Z';
    await imported(studio, 'packages', [pack(), pack({ externalId: 'other', nextRenewalAt: next })]);
    const [other, club] = (await studio.get(`/v2/packages?client_id=${ann}`)).body.data;
    expect(club).toMatchObject({ autoRenews: true, paymentMethodId: CARD, nextRenewalAt: club.expiresAt });
    expect(other.nextRenewalAt).toBe(next);
    expect(await imported(studio, 'packages', [pack()])).toMatchObject({ unchanged: 1 });
  });

  test('200 what has ended does not renew, what is behind renews right after the import, and notes say both', async () => {
    await imported(studio, 'payment_methods', [card()]);
    const expiresAt = '2026-01-31T05:00:00.000Z';
    const rows = [
      pack({ externalId: 'lapsed', status: 'expired', expiresAt }),
      pack({ externalId: 'ended', status: 'cancelled', cancelledAt: '2026-01-20T05:00:00.000Z', expiresAt }),
      pack({ externalId: 'behind', expiresAt }),
    ];
    const { notes } = await imported(studio, 'packages', rows);
    expect(notes.map(({ reason, facts }: { reason: string; facts: object }) => [reason, facts])).toEqual([
      ['renewal_left_out', { row: 1 }],
      ['renewal_left_out', { row: 2 }],
      ['renews_at_once', { row: 3 }],
    ]);
    const renewing = Object.fromEntries(
      (await studio.get(`/v2/packages?client_id=${ann}`)).body.data.map(
        ({ externalId, autoRenews, nextRenewalAt }: Record<string, unknown>) => [
          externalId,
          [autoRenews, nextRenewalAt],
        ],
      ),
    );
    expect(renewing).toEqual({ lapsed: [false, null], ended: [false, null], behind: [true, expiresAt] });
    expect(await imported(studio, 'packages', rows)).toMatchObject({ unchanged: 3, notes: [] });
    expect(studio.events()).toEqual(['import.completed', 'import.completed', 'import.completed']);
  });

  test('400 without a card, a card of the client, or a period', async () => {
    await imported(studio, 'payment_methods', [card()]);
    const rows = [
      pack({ paymentMethodId: null }),
      pack({ externalId: '2', clientId: bob }),
      pack({ externalId: '3', paymentMethodId: UNKNOWN }),
      pack({ externalId: '4', validityDays: null }),
    ];
    expect(complaints(await importFile(studio, 'packages', rows))).toEqual([
      '1 paymentMethodId parameter_invalid',
      '2 paymentMethodId resource_missing',
      '3 paymentMethodId resource_missing',
      '4 autoRenews parameter_invalid',
    ]);
  });
});

describe('charges of payments', () => {
  const charge = { paymentMethodId: CARD, attempt: 1, isOpen: true, isAutomatic: true };
  const pending = (more: object, fields: object = {}) => ({
    clientId: ann,
    amount: 900,
    paymentMethod: 'card',
    status: 'pending',
    purpose: 'other',
    ...fields,
    state: { isOfPackage: false, charge: { ...charge, handler: 'recorded_payment', context: {}, ...more } },
  });

  test('400 each that does not fit its payment or its handler, and whatever else its context would do', async () => {
    await imported(studio, 'payment_methods', [card()]);
    const sale = {
      id: UNKNOWN,
      clientId: ann,
      siteId: UNKNOWN,
      paymentId: UNKNOWN,
      planId: UNKNOWN,
      price: 1,
      startsAt: null,
      cardId: null,
      own: {},
    };
    const rows = [
      { ...pending({}), state: undefined },
      pending({}, { clientId: bob }),
      pending({}, { status: 'completed' }),
      pending({ isOpen: false }),
      pending({ handler: 'toString' }),
      pending({ context: { packageId: UNKNOWN } }),
      pending({ handler: 'renewal', context: { packageId: UNKNOWN } }),
      pending({ handler: 'fee', context: { bookingId: UNKNOWN } }),
      pending({ handler: 'drop_in', context: { sessionId: UNKNOWN, isHeld: true } }),
      pending({ handler: 'sale', context: sale }),
      pending({ handler: 'sale', context: { ...sale, own: { creditsRemaining: 100 } } }),
    ].map((row, index) => ({ ...row, externalId: `p${index}` }));
    expect(complaints(await importFile(studio, 'payments', rows))).toEqual([
      '1 status parameter_invalid',
      '2 state.charge.paymentMethodId resource_missing',
      '3 state.charge parameter_invalid',
      '4 state.charge.isOpen parameter_invalid',
      '5 state.charge.handler parameter_invalid',
      '6 state.charge.context.packageId parameter_unknown',
      '7 state.charge.context parameter_invalid',
      '8 state.charge.context parameter_invalid',
      '9 state.charge.context parameter_invalid',
      '10 state.charge.context parameter_invalid',
      '11 state.charge.context.own.creditsRemaining parameter_unknown',
    ]);
    expect(studio.db.query('select count(*) as n from charges').get()).toEqual({ n: 0 });
  });

  test('400 a pending refund that no processor would settle', async () => {
    const row = {
      externalId: 'p',
      clientId: ann,
      amount: 900,
      paymentMethod: 'cash',
      refunds: [{ amount: 100, status: 'pending' }],
    };
    expect(complaints(await importFile(studio, 'payments', [row]))).toEqual(['1 refunds parameter_invalid']);
  });
});

describe('what a client owes', () => {
  test('200 of a new client; 400 of a known one, unless it is what the client owes', async () => {
    const debtor = { externalId: 'eve', firstName: 'Eve', lastName: 'Lee', email: 'eve@example.com' };
    const owing = (amount: number) => ({ ...debtor, accountBalance: { amount, currency: 'USD' } });
    await imported(studio, 'clients', [owing(-500)]);
    const { data } = (await studio.get('/v2/clients?external_id=eve')).body;
    expect(data[0]).toMatchObject({ isInArrears: true, accountBalance: { amount: -500, currency: 'USD' } });
    expect(await imported(studio, 'clients', [owing(-500)])).toMatchObject({ unchanged: 1 });
    expect(complaints(await importFile(studio, 'clients', [owing(0)]))).toEqual([
      '1 accountBalance.amount parameter_invalid',
    ]);
  });

  test('200 in each currency, and out again; 400 twice in one, or two fields that differ', async () => {
    const accountBalances = [
      { amount: -500, currency: 'USD' },
      { amount: -300, currency: 'EUR' },
    ];
    const debtor = { externalId: 'eve', firstName: 'Eve', lastName: 'Lee', email: 'eve@example.com', accountBalances };
    await imported(studio, 'clients', [debtor]);
    const { data } = (await studio.get('/v2/clients?external_id=eve')).body;
    expect(data[0]).toMatchObject({ accountBalances, accountBalance: { amount: -500, currency: 'USD' } });
    const exported = (await studio.get('/manage/exports/clients?format=json')).body;
    expect(await imported(studio, 'clients', exported)).toMatchObject({ updated: 0, created: 0 });
    const wrong = [
      { ...debtor, accountBalances: accountBalances.slice(1) },
      { ...debtor, externalId: 'a', email: 'a@example.com', accountBalances: [...accountBalances, ...accountBalances] },
      { ...debtor, externalId: 'b', email: 'b@example.com', accountBalance: { amount: -300 } },
    ];
    expect(complaints(await importFile(studio, 'clients', wrong))).toEqual([
      '1 accountBalances parameter_invalid',
      '2 accountBalances parameter_invalid',
      '3 accountBalance parameter_invalid',
    ]);
  });
});
