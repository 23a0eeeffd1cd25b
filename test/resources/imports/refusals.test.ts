import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio, TEST_START } from '../../helpers/api.ts';
import { createClient } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from './set-up.ts';

const at = (days: number): string => new Date(TEST_START + days * DAY_MS).toISOString();

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio, { externalId: 'ann', email: 'ann@example.com' });
});

/** What is wrong with the rows of a family, of which nothing is imported. */
const refused = async (family: string, rows: readonly object[]): Promise<string[]> => {
  studio.events();
  const found = complaints(await importFile(studio, family, rows));
  expect(studio.events()).toEqual([]);
  return found;
};

describe('clients', () => {
  const person = (externalId: string, fields: object) => ({
    externalId,
    firstName: 'Ben',
    lastName: 'Ray',
    email: `${externalId}@example.com`,
    ...fields,
  });

  test('400 archived without the status, a referrer that is not there, and an external id of several', async () => {
    const twins = [await createClient(studio), await createClient(studio)];
    // As in older databases.
    studio.db.run(`update clients set externalId = 'twin' where id in ('${twins.join("','")}')`);
    const rows = [
      person('c1', { archivedAt: at(-1) }),
      person('c2', { referredByClientExternalId: 'nobody' }),
      person('c3', { referredByClientExternalId: 'twin' }),
      person('twin', {}),
    ];
    expect(await refused('clients', rows)).toEqual([
      '1 archivedAt parameter_invalid',
      '2 referredByClientExternalId resource_missing',
      '3 referredByClientExternalId parameter_invalid',
      '4 externalId parameter_invalid',
    ]);
  });

  test('200 archived with the status, and referred by a client of the same file', async () => {
    const rows = [
      person('c1', { status: 'archived', archivedAt: at(-1) }),
      person('c2', { referredByClientExternalId: 'ann' }),
    ];
    expect(await imported(studio, 'clients', rows)).toMatchObject({ created: 2 });
    const [referred] = (await studio.get('/v2/clients?external_id=c2')).body.data;
    expect(referred.referredByClientId).toBe(clientId);
  });
});

describe('packages', () => {
  const pack = { clientExternalId: 'ann', name: 'Pack', type: 'credit_pack', price: 1, creditsTotal: 5 };
  const entry = (delta: number, balance: number) => ({
    id: `01950000-0000-7000-8000-00000000000${9 - balance}`,
    at: at(-2),
    delta,
    balance,
    reason: 'purchase',
    bookingId: null,
    staffId: null,
    note: null,
  });

  test('400 credits that are null, a plan that is not there, and a ledger that does not sum up', async () => {
    const rows = [
      { ...pack, externalId: 'p1', creditsRemaining: null },
      { ...pack, externalId: 'p2', planExternalId: 'nothing' },
      { ...pack, externalId: 'p3', creditsRemaining: 4, ledger: [entry(5, 5), entry(-1, 3)] },
      { ...pack, externalId: 'p4', creditsRemaining: 3, ledger: [entry(5, 5), entry(-1, 4)] },
    ];
    expect(await refused('packages', rows)).toEqual([
      '1 creditsRemaining parameter_invalid',
      '2 planExternalId resource_missing',
      '3 ledger[1].balance parameter_invalid',
      '4 ledger parameter_invalid',
    ]);
  });

  test('200 with every entry of the ledger', async () => {
    await imported(studio, 'packages', [
      { ...pack, externalId: 'p1', creditsRemaining: 4, ledger: [entry(5, 5), entry(-1, 4)] },
    ]);
    const [found] = (await studio.get('/v2/packages?external_id=p1&expand[]=data.ledger')).body.data;
    expect(found.creditsRemaining).toBe(4);
    expect(found.ledger.map(({ delta }: { delta: number }) => delta)).toEqual([5, -1]);
  });
});

describe('payments', () => {
  const payment = { clientExternalId: 'ann', amount: 500, currency: 'USD', paymentMethod: 'cash', purpose: 'product' };

  test("400 refunds that do not sum up, and a booking that is not there or another client's", async () => {
    const other = await createClient(studio, { externalId: 'bob' });
    const session = { name: 'Flow', startTime: at(-3), durationMinutes: 60 };
    const booking = { clientId: other, externalId: 'b1', session, status: 'attended', bookedAt: at(-4) };
    await imported(studio, 'bookings', [booking]);
    const rows = [
      { ...payment, externalId: 'm1', status: 'partially_refunded', amountRefunded: 3, refunds: [{ amount: 2 }] },
      { ...payment, externalId: 'm2', bookingExternalId: 'nothing' },
      { ...payment, externalId: 'm3', bookingExternalId: 'b1' },
    ];
    expect(await refused('payments', rows)).toEqual([
      '1 amountRefunded parameter_invalid',
      '2 bookingExternalId resource_missing',
      '3 bookingExternalId parameter_invalid',
    ]);
    await imported(studio, 'payments', [
      { ...payment, clientExternalId: 'bob', externalId: 'm3', bookingExternalId: 'b1' },
    ]);
    const [paid] = (await studio.get('/v2/payments?external_id=m3&expand[]=booking')).body.data;
    expect(paid.booking.externalId).toBe('b1');
  });
});
