import { describe, expect, test } from 'bun:test';
import { testCardOf } from '../../../src/payments-processor/sandbox/cards.ts';

const entered = (number: string, name?: string) => ({
  number,
  expMonth: 12,
  expYear: 2030,
  cvc: '123',
  ...(name === undefined ? {} : { name }),
});

describe('a test card of the sandbox', () => {
  test('is found by its number, with or without spaces and dashes', () => {
    for (const number of ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242']) {
      expect(testCardOf(entered(number))).toEqual({
        onSetup: 'accept',
        onCharge: 'accept',
        type: 'card',
        bankName: null,
        mandate: null,
        fingerprint: null,
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        expYear: 2030,
        funding: 'credit',
        country: 'US',
        billingName: null,
      });
    }
  });

  test('has the name that the member entered, and never the number or the CVC', () => {
    const card = testCardOf(entered('4000002500003155', 'Ann Lee'));
    expect(card).toMatchObject({ last4: '3155', onSetup: 'require_action', billingName: 'Ann Lee' });
    expect(JSON.stringify(card)).not.toContain('400000250000');
    expect(card).not.toContainAnyKeys(['number', 'cvc']);
  });

  test('behaves by its number', () => {
    const behaviour = (number: string) => {
      const { onSetup, onCharge } = testCardOf(entered(number)) ?? {};
      return [onSetup, onCharge];
    };
    expect(behaviour('4000000000000002')).toEqual(['decline', 'no_funds']);
    expect(behaviour('4000000000009995')).toEqual(['accept', 'no_funds']);
    expect(behaviour('4000002500003155')).toEqual(['require_action', 'accept']);
    expect(behaviour('4000002760003184')).toEqual(['require_action', 'require_action']);
  });

  test('does not exist for any other number', () => {
    for (const number of ['', '42', '4242424242424241', '5555555555554444']) {
      expect(testCardOf(entered(number))).toBeUndefined();
    }
  });
});
