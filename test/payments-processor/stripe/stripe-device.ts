// biome-ignore lint/suspicious/noExplicitAny: objects of Stripe's API, as its documentation shows them
type StripeObject = any;

/** What the stand-in for Stripe has. */
interface Stand {
  store(account: string, object: StripeObject): StripeObject;
  find(account: string, id: string): StripeObject;
  newId(prefix: string): string;
  metadataOf(form: URLSearchParams): object;
  unexpected(): Error;
  payIntent(account: string, intent: StripeObject): Promise<StripeObject>;
}

/** The Payment Element on a device, and the banks behind it, as Stripe's documentation describes them. */
export const deviceOf = ({ store, find, newId, metadataOf, unexpected, payIntent }: Stand) => {
  /** A payment for which the holder chooses on the device how to pay. */
  const newChoice = (account: string, form: URLSearchParams): StripeObject => {
    const id = newId('pi');
    return store(account, {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_${newId('s')}`,
      amount: Number(form.get('amount')),
      livemode: false,
      currency: form.get('currency'),
      customer: form.get('customer'),
      status: 'requires_payment_method',
      automatic_payment_methods: { enabled: true },
      setup_future_usage: form.get('setup_future_usage'),
      payment_method: null,
      metadata: metadataOf(form),
      latest_charge: null,
      last_payment_error: null,
    });
  };

  /** What the script of Stripe does on the device: a debit takes days. */
  const payOnDevice = (account: string, intent: StripeObject, way: string | null): StripeObject => {
    if (intent.status !== 'requires_payment_method') throw unexpected();
    if (way === 'refused') {
      const error = { code: 'card_declined', message: 'Your card was declined.' };
      return Object.assign(intent, { last_payment_error: error });
    }
    const common = { object: 'payment_method', customer: intent.customer, billing_details: { name: 'Ann Lee' } };
    if (way === 'card') {
      const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, funding: 'credit', country: 'US' };
      const method = store(account, { id: newId('pm'), type: 'card', card, ...common });
      intent.payment_method = method.id;
      return payIntent(account, intent);
    }
    const debit = { bank_code: '37040044', country: 'DE', last4: '3000' };
    const method = store(account, { id: newId('pm'), type: 'sepa_debit', sepa_debit: debit, ...common });
    const mandate = store(account, {
      id: newId('mandate'),
      object: 'mandate',
      customer_acceptance: { accepted_at: 1_790_000_000, type: 'online' },
      payment_method_details: { type: 'sepa_debit', sepa_debit: { reference: 'NXDSYREGC9PSMKWY' } },
    });
    const charge = store(account, {
      id: newId('py'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      status: 'pending',
      metadata: intent.metadata,
      payment_method_details: { type: 'sepa_debit', sepa_debit: { mandate: mandate.id } },
    });
    return Object.assign(intent, { status: 'processing', payment_method: method.id, latest_charge: charge.id });
  };

  /** What becomes of a debit after days. */
  const endDebit = (account: string, intent: StripeObject, isPaid: boolean): StripeObject => {
    if (intent.status !== 'processing') throw unexpected();
    find(account, intent.latest_charge).status = isPaid ? 'succeeded' : 'failed';
    if (isPaid) return Object.assign(intent, { status: 'succeeded' });
    const error = { code: 'insufficient_funds', message: 'The bank returned the debit.' };
    return Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
  };

  return { newChoice, payOnDevice, endDebit };
};
