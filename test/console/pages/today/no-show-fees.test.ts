import { expect, test } from 'bun:test';
import { feesOf } from '../../../../src/console/pages/today/no-show-fees.ts';

const fee = { amount: 1500, currency: 'USD' };

test('the fees of who has not come are those of all, or the least that they are', () => {
  expect(feesOf([fee, null, fee], 3)).toEqual({ amount: 3000, currency: 'USD', isLeast: false });
  expect(feesOf([fee, fee], 12)).toEqual({ amount: 3000, currency: 'USD', isLeast: true });
  expect(feesOf([null, null], 12)).toBeNull();
});
