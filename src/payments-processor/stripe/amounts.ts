import { ProcessorFailure } from '../port.ts';

/** How many of Stripe's units are one of ISO 4217: hundredths of ISK and UGX, which have none now; whole ariary. */
const UNITS: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 1 / 100 };

/** An amount as Stripe counts it. @throws ProcessorFailure `invalid` when Stripe has no unit that small. */
export const toStripe = (amount: number, currency: string): number => {
  const counted = Math.round(amount * (UNITS[currency] ?? 1));
  if (fromStripe(counted, currency) === amount) return counted;
  throw new ProcessorFailure('invalid', `The processor charges no part of 1 ${currency}.`, 'amount_invalid');
};

/** An amount of Stripe in minor units. */
export const fromStripe = (counted: number, currency: string): number =>
  Math.round(counted / (UNITS[currency.toUpperCase()] ?? 1));

/** The platform's fee as Stripe counts it, rounded to its unit. */
export const feeToStripe = (fee: number, currency: string): number => Math.round(fee * (UNITS[currency] ?? 1));
