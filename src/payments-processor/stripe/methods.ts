import type { Stripe } from 'stripe';
import { isoInstant } from '../../kernel/clock.ts';
import { type Card, type Mandate, ProcessorFailure } from '../port.ts';

/** @throws ProcessorFailure `unexpected` when a response lacks a field that nothing can stand in for. */
export const requireFields = <Response extends object>(
  response: Response,
  ...names: readonly (keyof Response & string)[]
): void => {
  const missing = names.find((name) => response[name] === undefined || response[name] === null);
  if (missing === undefined) return;
  throw new ProcessorFailure('unexpected', `The response of the processor lacks '${missing}'.`);
};

/** The id of an object, which Stripe sends whole or as its id. */
export const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

interface Account {
  readonly last4?: string | null;
  readonly bank_name?: string | null;
  readonly bank_code?: string | null;
  readonly country?: string | null;
  readonly fingerprint?: string | null;
}

/** The bank account of a direct debit; undefined for what is none. */
const accountOf = (method: Stripe.PaymentMethod): Account | undefined =>
  method.sepa_debit ?? method.us_bank_account ?? method.bacs_debit ?? method.au_becs_debit ?? method.acss_debit;

/** A mandate, with the reference by which the bank of the holder names it. */
export const mandateFrom = (mandate: Stripe.Mandate): Mandate => {
  const { sepa_debit: sepa, bacs_debit: bacs } = mandate.payment_method_details ?? {};
  const acceptedAt = mandate.customer_acceptance?.accepted_at ?? null;
  return {
    reference: sepa?.reference ?? bacs?.reference ?? mandate.id ?? null,
    acceptedAt: acceptedAt === null ? null : isoInstant(acceptedAt * 1000),
  };
};

/** What a payment method may show. Of a card, the digits and the dates have to be there. */
export const methodFrom = (method: Stripe.PaymentMethod, mandate: Mandate | null = null): Card => {
  requireFields(method, 'id');
  const { card } = method;
  const common = { id: method.id, billingName: method.billing_details?.name ?? null };
  if (card === undefined || card === null) {
    const account = accountOf(method);
    const type: string = method.type ?? 'unknown';
    if (type === 'card') throw new ProcessorFailure('unexpected', 'The saved payment method is not a card.');
    return {
      ...common,
      type,
      brand: null,
      last4: account?.last4 ?? '',
      expMonth: null,
      expYear: null,
      funding: 'unknown',
      country: account?.country ?? null,
      bankName: account?.bank_name ?? account?.bank_code ?? null,
      mandate,
      fingerprint: account?.fingerprint ?? null,
    };
  }
  requireFields(card, 'last4', 'exp_month', 'exp_year');
  return {
    ...common,
    type: 'card',
    brand: card.brand ?? 'unknown',
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    funding: card.funding ?? 'unknown',
    country: card.country ?? null,
    bankName: null,
    mandate: null,
    fingerprint: card.fingerprint ?? null,
  };
};

interface Generated {
  readonly generated_sepa_debit?: string | Stripe.PaymentMethod | null;
  readonly generated_sepa_debit_mandate?: string | Stripe.Mandate | null;
}

interface Details {
  readonly ideal?: Generated | null;
  readonly bancontact?: Generated | null;
  readonly sofort?: Generated | null;
  readonly sepa_debit?: { readonly mandate?: string | Stripe.Mandate | null } | null;
  readonly bacs_debit?: { readonly mandate?: string | Stripe.Mandate | null } | null;
  readonly us_bank_account?: { readonly mandate?: string | Stripe.Mandate | null } | null;
  readonly acss_debit?: { readonly mandate?: string | null } | null;
  readonly au_becs_debit?: { readonly mandate?: string | null } | null;
}

/** The ids of what a payment or a setup has saved: a bank redirect leaves a direct debit with a mandate of its own. */
export const savedIds = (
  details: Details | null | undefined,
): { methodId: string | null; mandateId: string | null } => {
  const redirect = details?.ideal ?? details?.bancontact ?? details?.sofort;
  const debit =
    details?.sepa_debit ??
    details?.bacs_debit ??
    details?.us_bank_account ??
    details?.acss_debit ??
    details?.au_becs_debit;
  return {
    methodId: idOf(redirect?.generated_sepa_debit),
    mandateId: idOf(redirect?.generated_sepa_debit_mandate) ?? idOf(debit?.mandate),
  };
};
