// What somebody is paid: a rate is sent as a whole, and nothing typed means that none is known.
import { expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { payFieldsIn } from '../../../../src/console/parts/staff/pay-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const fields = payFieldsIn('CHF');
const instructorWith = (payRate: object | null) => ({ payRate }) as Schemas['Instructor'];

test('a rate is sent with what it is for and its currency', () => {
  const held = fields.valuesOf(instructorWith({ type: 'hourly', amount: 4500, currency: 'JPY' }), studio);
  expect(held).toMatchObject({ payFor: 'hourly', payAmount: '4500', payCurrency: 'JPY' });
  expect(fields.patchOf({ ...held, payFor: 'per_head' }, ['payFor'], studio)).toEqual({
    payRate: { type: 'per_head', amount: 4500, currency: 'JPY' },
  });
  expect(fields.problemsOf({ ...held, payAmount: 'much' })).toEqual({ payAmount: 'plans.priceWrong' });
});

test('nothing typed means that no rate is known, and a first rate has the currency of the site', () => {
  const held = fields.valuesOf(instructorWith(null), studio);
  expect(fields.problemsOf(held)).toEqual({});
  expect(fields.patchOf(held, ['payAmount'], studio)).toEqual({ payRate: null });
  expect(fields.patchOf({ ...held, payAmount: '30' }, ['payAmount'], studio)).toEqual({
    payRate: { type: 'per_class', amount: 3000, currency: 'CHF' },
  });
});
