import type { Schemas } from '../../api/types.ts';

type Fee = Pick<NonNullable<Schemas['BookingNoShowPreview']['fee']>, 'amount' | 'currency'> | null;

/** What people would pay together, of whom so many have been asked for; null for nothing. */
export const feesOf = (asked: readonly Fee[], peopleCount: number) => {
  const fees = asked.flatMap((fee) => fee ?? []);
  const [first] = fees;
  if (first === undefined) return null;
  const amount = fees.reduce((sum, fee) => sum + fee.amount, 0);
  return { amount, currency: first.currency, isLeast: asked.length < peopleCount };
};
