import { describe, expect, test } from 'bun:test';
import { Problem } from '../../../src/kernel/problem.ts';
import { amountsOf } from '../../../src/resources/payments/amounts.ts';

const mats = { description: 'Mat', quantity: 2, unitAmount: 1200, taxAmount: 400, discountAmount: 200 };
const water = { description: 'Water', unitAmount: 300, taxAmount: 25, type: 'drink', referenceId: 'sku-2' };

/** The params of the details of an error. */
const paramsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return (error.extra.details ?? []).map(({ param }) => param);
    throw error;
  }
  return [];
};

describe('the amounts of line items', () => {
  test('with the tax in the prices', () => {
    const { lineItems, ...sums } = amountsOf([mats, water], true, 'product');
    expect(sums).toEqual({ amount: 2500, taxAmount: 425, discountAmount: 200 });
    expect(lineItems).toEqual([
      { ...mats, amount: 2200, type: 'product', referenceId: null },
      { ...water, quantity: 1, discountAmount: 0, amount: 300 },
    ]);
  });

  test('with the tax added', () => {
    const { lineItems, ...sums } = amountsOf([mats, water], false, 'product');
    expect(sums).toEqual({ amount: 2925, taxAmount: 425, discountAmount: 200 });
    expect(lineItems.map(({ amount }) => amount)).toEqual([2600, 325]);
  });

  test('of no lines are 0', () => {
    expect(amountsOf([], true, 'other')).toEqual({ lineItems: [], amount: 0, taxAmount: 0, discountAmount: 0 });
  });

  test('of a line that is discounted completely are 0', () => {
    const { amount, discountAmount } = amountsOf([{ ...water, taxAmount: 0, discountAmount: 300 }], true, 'other');
    expect([amount, discountAmount]).toEqual([0, 300]);
  });

  test('400 with every line whose discount or tax is more than its price', () => {
    const lines = [
      { ...water, discountAmount: 301 },
      mats,
      { ...mats, taxAmount: 2201 },
      { ...mats, quantity: 1, discountAmount: 1201 },
    ];
    expect(paramsOf(() => amountsOf(lines, true, 'product'))).toEqual([
      'lineItems[0].discountAmount',
      'lineItems[2].taxAmount',
      'lineItems[3].discountAmount',
    ]);
  });

  test('allow a tax above the price where it is added', () => {
    expect(amountsOf([{ ...water, taxAmount: 301 }], false, 'product').amount).toBe(601);
    expect(paramsOf(() => amountsOf([{ ...water, taxAmount: 301 }], true, 'product'))).toEqual([
      'lineItems[0].taxAmount',
    ]);
  });
});
