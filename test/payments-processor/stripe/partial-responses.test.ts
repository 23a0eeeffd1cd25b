import { describe, expect, test } from 'bun:test';
import type { Stripe } from 'stripe';
import { ProcessorFailure } from '../../../src/payments-processor/port.ts';
import { mandateFrom, methodFrom } from '../../../src/payments-processor/stripe/methods.ts';
import {
  approvalFrom,
  disputeFrom,
  refundFrom,
  setupFrom,
  stateFromCharge,
  stateFromIntent,
} from '../../../src/payments-processor/stripe/responses.ts';

/** Responses as Stripe documents them, with the fields that this program reads. */
const CARD = {
  id: 'pm_1',
  object: 'payment_method',
  card: {
    brand: 'visa',
    last4: '4242',
    exp_month: 8,
    exp_year: 2030,
    funding: 'credit',
    country: 'US',
    fingerprint: 'fp_1',
  },
  billing_details: { name: 'Ada Park' },
  customer: 'cus_1',
};
const SETUP = {
  id: 'seti_1',
  object: 'setup_intent',
  client_secret: 'seti_1_secret_2',
  status: 'succeeded',
  livemode: false,
  metadata: { methodId: 'm1' },
  customer: 'cus_1',
  payment_method: CARD,
  last_setup_error: { code: 'card_declined', decline_code: 'do_not_honor', message: 'Your card was declined.' },
};
const CHARGE = {
  id: 'ch_1',
  object: 'charge',
  amount: 2_500,
  amount_refunded: 0,
  currency: 'usd',
  status: 'failed',
  metadata: { reference: 'r1' },
  failure_code: 'card_declined',
  failure_message: 'Your card was declined.',
};
const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 2_500,
  currency: 'usd',
  status: 'requires_action',
  client_secret: 'pi_1_secret_2',
  next_action: { redirect_to_url: { url: 'https://hooks.example/approve' } },
  latest_charge: CHARGE,
  metadata: { reference: 'r1' },
  last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
};
const REFUND = {
  id: 're_1',
  object: 'refund',
  amount: 2_500,
  currency: 'usd',
  status: 'failed',
  failure_reason: 'lost',
};

const DEBIT = {
  id: 'pm_2',
  object: 'payment_method',
  type: 'sepa_debit',
  sepa_debit: { bank_code: '37040044', branch_code: '', country: 'DE', fingerprint: 'f', last4: '3000' },
  billing_details: { name: 'Ada Park' },
  customer: 'cus_1',
};
const MANDATE = {
  id: 'mandate_1',
  object: 'mandate',
  customer_acceptance: { accepted_at: 1_790_000_000, type: 'online' },
  livemode: false,
  payment_method: 'pm_2',
  payment_method_details: {
    sepa_debit: { reference: 'NXDSYREGC9PSMKWY', url: 'https://example.com' },
    type: 'sepa_debit',
  },
  status: 'active',
  type: 'multi_use',
};
/** A payment whose holder has chosen a direct debit of all ways to pay. */
const PROCESSING = {
  ...INTENT,
  status: 'processing',
  next_action: null,
  latest_charge: { ...CHARGE, status: 'pending', payment_method_details: { type: 'sepa_debit' } },
  metadata: { reference: 'r1', way: 'any' },
  payment_method: DEBIT,
};
const DISPUTE = {
  id: 'du_1',
  object: 'dispute',
  amount: 2_500,
  currency: 'usd',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status: 'needs_response',
};

const CASES: readonly [string, object, (response: never) => unknown][] = [
  ['a saved card', CARD, (method: Stripe.PaymentMethod) => methodFrom(method)],
  ['a setup intent', SETUP, (intent: Stripe.SetupIntent) => setupFrom(intent, null)],
  ['a payment intent', INTENT, (intent: Stripe.PaymentIntent) => [stateFromIntent(intent), approvalFrom(intent)]],
  ['a charge', CHARGE, stateFromCharge],
  ['a refund', REFUND, refundFrom],
  ['a saved account', DEBIT, (method: Stripe.PaymentMethod) => methodFrom(method)],
  ['a mandate', MANDATE, mandateFrom],
  ['a payment that takes days', PROCESSING, (intent: Stripe.PaymentIntent) => stateFromIntent(intent)],
  ['a charge that takes days', PROCESSING.latest_charge, stateFromCharge],
  ['a dispute', DISPUTE, disputeFrom],
];

/** Copies of a response that lack one field each, at every depth, and those that have null in its place. */
function* without(response: object, copy: () => Record<string, unknown> = () => structuredClone(response) as never) {
  const paths: string[][] = [];
  const walk = (value: object, path: string[]): void => {
    for (const [name, child] of Object.entries(value)) {
      paths.push([...path, name]);
      if (typeof child === 'object' && child !== null) walk(child, [...path, name]);
    }
  };
  walk(response, []);
  for (const path of paths) {
    for (const change of ['without', 'null as'] as const) {
      const changed = copy();
      const parent = path.slice(0, -1).reduce<Record<string, unknown>>((each, name) => each[name] as never, changed);
      const name = path.at(-1) ?? '';
      if (change === 'without') delete parent[name];
      else parent[name] = null;
      yield { what: `${change} ${path.join('.')}`, changed };
    }
  }
}

const undefinedIn = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.values(value).some(undefinedIn));

describe('a response of Stripe that lacks a field is read, or is the failure unexpected', () => {
  test.each(CASES)('%s', (_name, response, read) => {
    const faults: string[] = [];
    for (const { what, changed } of without(response)) {
      try {
        if (undefinedIn(read(changed as never))) faults.push(`${what}: has undefined`);
      } catch (error) {
        if (!(error instanceof ProcessorFailure) || error.kind !== 'unexpected') faults.push(`${what}: ${error}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('what is processing is no card, and says what has been chosen', () => {
    const state = stateFromIntent(PROCESSING as never);
    expect([state.status, state.isProcessing, state.method?.type, state.method?.last4]).toEqual([
      'pending',
      true,
      'sepa_debit',
      '3000',
    ]);
    expect(mandateFrom(MANDATE as never).reference).toBe('NXDSYREGC9PSMKWY');
    expect(disputeFrom(DISPUTE as never).status).toBe('open');
  });

  test('a setup intent without last_setup_error has no failure', () => {
    const { last_setup_error: _, ...intent } = SETUP;
    expect(setupFrom(intent as never, null).failure).toBeNull();
  });
});
