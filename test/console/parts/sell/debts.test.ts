import { describe, expect, test } from 'bun:test';
import { otherDebts, takenBackOf } from '../../../../src/console/parts/sell/debts.ts';

type Payment = Parameters<typeof takenBackOf>[0][number];
const payment = (fields: Partial<Payment>) =>
  ({
    id: 'p1',
    description: 'Club',
    purpose: 'package',
    status: 'failed',
    amount: 60,
    currency: 'USD',
    bookingId: null,
    dispute: null,
    processor: { chargeId: 'ch_1' },
    ...fields,
  }) as Payment;
const debts = (amount: number) => new Map([['USD', amount]]);
const club = (nextRenewalAt: string | null) => ({ price: 60, currency: 'USD', nextRenewalAt });

describe('what banks have taken back and a client owes', () => {
  test('is the newest, as far as the client owes anything', () => {
    const payments = [payment({ id: 'p2' }), payment({ id: 'p1', amount: 100 }), payment({ id: 'p0', amount: 10 })];
    const owed = { currency: 'USD', purpose: 'membership_renewal' };
    expect(takenBackOf(payments, debts(100))).toMatchObject([
      { id: 'p2', owed: { ...owed, amount: 60 } },
      { id: 'p1', owed: { ...owed, amount: 40 } },
    ]);
  });

  test('is not what is owed for a renewal that was declined for good, or for a fee', () => {
    const penalty = { status: 'failed', amount: 15, currency: 'USD' } as NonNullable<
      NonNullable<Parameters<typeof otherDebts>[1]>[number]['penalty']
    >;
    expect(takenBackOf([payment({})], otherDebts(debts(75), [{ penalty }], [club(null)]))).toEqual([]);
  });

  test('is owed beside a renewal that the card will be asked for again', () => {
    expect(takenBackOf([payment({})], otherDebts(debts(60), [], [club('2026-03-05T00:00:00Z')]))).toHaveLength(1);
  });

  test('of a visit is paid by its booking', () => {
    const visit = payment({ purpose: 'drop_in', bookingId: 'b1' });
    expect(takenBackOf([visit], debts(60))).toMatchObject([
      { owed: { amount: 60, currency: 'USD', purpose: 'drop_in', bookingId: 'b1' } },
    ]);
  });
});
