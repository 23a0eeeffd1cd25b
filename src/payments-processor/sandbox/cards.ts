import type { Card } from '../port.ts';

/** A card as a member enters it. Its number is never stored. */
export interface EnteredCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
  readonly name?: string;
}

/** How a test card behaves (docs/cards.md "The sandbox processor"). */
interface Behavior {
  readonly onSetup: 'accept' | 'decline' | 'require_action';
  readonly onCharge: 'accept' | 'no_funds' | 'require_action';
}

const BEHAVIORS: Readonly<Record<string, Behavior>> = {
  '4242424242424242': { onSetup: 'accept', onCharge: 'accept' },
  '4000000000000002': { onSetup: 'decline', onCharge: 'no_funds' },
  '4000000000009995': { onSetup: 'accept', onCharge: 'no_funds' },
  '4000002500003155': { onSetup: 'require_action', onCharge: 'accept' },
  '4000002760003184': { onSetup: 'require_action', onCharge: 'require_action' },
};

export interface TestCard extends Behavior, Omit<Card, 'id'> {}

export const EXPIRED = { code: 'expired_card', message: 'Your card has expired.' } as const;

/** Whether a card has expired at an instant. It is good until the end of its month, in UTC. */
export const isExpired = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>, now: string): boolean =>
  expYear !== null && `${expYear}-${String(expMonth).padStart(2, '0')}` < now.slice(0, 7);

export const testCardOf = ({ number, expMonth, expYear, name }: EnteredCard): TestCard | undefined => {
  const digits = number.replaceAll(/[\s-]/g, '');
  const behavior = BEHAVIORS[digits];
  const card = {
    type: 'card',
    brand: 'visa',
    last4: digits.slice(-4),
    expMonth,
    expYear,
    funding: 'credit',
    country: 'US',
    bankName: null,
    mandate: null,
    // Everybody in a sandbox types the same numbers.
    fingerprint: null,
  } as const;
  return behavior && { ...behavior, ...card, billingName: name ?? null };
};
