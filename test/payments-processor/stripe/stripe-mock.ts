import type { AddressInfo } from 'node:net';
import { createExpressApp } from 'stripe-stateful-mock';
import { randomText } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { CARDS } from '../suite.ts';
import { deviceOf } from './stripe-device.ts';
import { ApiError, cardError, missing, unexpected } from './stripe-errors.ts';

const random = systemRandom();
const newId = (prefix: string): string => `${prefix}_${randomText(random, 24)}`;

// biome-ignore lint/suspicious/noExplicitAny: objects of Stripe's API, as its documentation shows them
type StripeObject = any;

/** `stripe-stateful-mock` on loopback: customers, charges, refunds, accounts and idempotency. */
export const startStatefulMock = async (): Promise<{ readonly url: string; stop(): void }> => {
  const server = await new Promise<ReturnType<ReturnType<typeof createExpressApp>['listen']>>((resolve) => {
    const listening = createExpressApp().listen(0, '127.0.0.1', () => resolve(listening));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};

/**
 * The stateful mock with what it lacks: setup intents, saved cards and payment intents, as Stripe's documentation
 * describes them. Charges and refunds of payment intents are the stateful mock's.
 */
export const startStripeMock = async () => {
  const mock = await startStatefulMock();
  /** By account, then by id. */
  const accounts = new Map<string, Map<string, StripeObject>>();
  const replays = new Map<string, { body: string; status: number; response: unknown }>();

  const objects = (account: string): Map<string, StripeObject> => {
    const found = accounts.get(account) ?? new Map<string, StripeObject>();
    accounts.set(account, found);
    return found;
  };
  const find = (account: string, id: string): StripeObject => {
    const found = objects(account).get(id);
    if (found === undefined) throw missing(id);
    return found;
  };
  const store = (account: string, object: StripeObject): StripeObject => {
    objects(account).set(object.id, object);
    return object;
  };
  const metadataOf = (form: URLSearchParams) =>
    Object.fromEntries(
      [...form].flatMap(([key, value]) =>
        /^metadata\[(.+)\]$/.exec(key)?.[1] ? [[/\[(.+)\]/.exec(key)?.[1], value]] : [],
      ),
    );

  const deletedCustomers = new Set<string>();
  const deleteCustomer = (account: string, id: string): StripeObject => {
    if (deletedCustomers.has(id)) throw missing(id);
    deletedCustomers.add(id);
    for (const object of objects(account).values()) {
      if (object.object === 'payment_method' && object.customer === id) object.customer = null;
    }
    return { id, object: 'customer', deleted: true };
  };

  const newSetup = (account: string, form: URLSearchParams): StripeObject => {
    if (deletedCustomers.has(form.get('customer') ?? '')) throw missing(form.get('customer') ?? '');
    const id = newId('seti');
    return store(account, {
      id,
      object: 'setup_intent',
      client_secret: `${id}_secret_${randomText(random, 20)}`,
      livemode: false,
      status: 'requires_payment_method',
      customer: form.get('customer'),
      metadata: metadataOf(form),
      payment_method: null,
      last_setup_error: null,
    });
  };

  const saveCard = (account: string, setup: StripeObject, number: string): void => {
    const method = store(account, {
      id: newId('pm'),
      object: 'payment_method',
      type: 'card',
      customer: setup.customer,
      number,
      billing_details: { name: 'Ann Lee' },
      livemode: false,
      card: { brand: 'visa', last4: number.slice(-4), exp_month: 12, exp_year: 2030, funding: 'credit', country: 'US' },
    });
    Object.assign(setup, { status: 'succeeded', payment_method: method.id, last_setup_error: null });
  };

  /** The call of Stripe's script, with the publishable key and the client secret. */
  const confirmSetup = (account: string, setup: StripeObject, form: URLSearchParams): StripeObject => {
    if (form.get('client_secret') !== setup.client_secret) throw missing(setup.id);
    const number = (form.get('payment_method_data[card][number]') ?? '').replaceAll(' ', '');
    if (number === CARDS.declined.replaceAll(' ', '')) {
      const error = { code: 'card_declined', decline_code: 'card_declined', message: 'Your card was declined.' };
      setup.last_setup_error = { type: 'card_error', ...error };
      throw new ApiError(402, setup.last_setup_error);
    }
    if ([CARDS.requiresAction, CARDS.alwaysAsks].some((card) => number === card.replaceAll(' ', '')))
      return Object.assign(setup, { status: 'requires_action', number });
    saveCard(account, setup, number);
    return setup;
  };

  const cancelSetup = (setup: StripeObject): StripeObject => {
    if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected('setup_intent');
    return Object.assign(setup, { status: 'canceled' });
  };

  const { newChoice, payOnDevice, endDebit } = deviceOf({
    store,
    find,
    newId,
    metadataOf,
    unexpected: () => unexpected('payment_intent'),
    payIntent: (account, intent) => payIntent(account, intent),
  });

  const newPayment = (account: string, form: URLSearchParams): StripeObject => {
    if (form.get('automatic_payment_methods[enabled]') === 'true') return newChoice(account, form);
    const method = find(account, form.get('payment_method') ?? '');
    if (method.customer !== form.get('customer')) {
      const message = 'The provided payment method was previously used or detached and may not be used again.';
      throw new ApiError(400, { type: 'invalid_request_error', param: 'payment_method', message });
    }
    const id = newId('pi');
    return store(account, {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_${randomText(random, 20)}`,
      amount: Number(form.get('amount')),
      livemode: false,
      currency: form.get('currency'),
      status: 'requires_confirmation',
      payment_method: method.id,
      metadata: metadataOf(form),
      latest_charge: null,
      last_payment_error: null,
      application_fee_amount: form.get('application_fee_amount'),
    });
  };

  const callMock = async (method: string, path: string, account: string, body?: string): Promise<StripeObject> => {
    const headers = { authorization: 'Bearer sk_test_mock', 'content-type': 'application/x-www-form-urlencoded' };
    const scoped = account === '' ? headers : { ...headers, 'stripe-account': account };
    const response = await fetch(mock.url + path, { method, headers: scoped, ...(body === undefined ? {} : { body }) });
    return response.json();
  };

  const decline = (intent: StripeObject, declined: ApiError): ApiError => {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: declined.error });
    return declined;
  };

  const confirmPayment = async (
    account: string,
    intent: StripeObject,
    form: URLSearchParams,
  ): Promise<StripeObject> => {
    if (intent.status !== 'requires_confirmation') throw unexpected('payment_intent');
    const { number } = find(account, intent.payment_method);
    if (number === CARDS.noFunds.replaceAll(' ', '')) {
      const message = 'Your card has insufficient funds.';
      throw decline(intent, cardError('card_declined', 'insufficient_funds', message));
    }
    if (number !== CARDS.alwaysAsks.replaceAll(' ', '')) return payIntent(account, intent);
    if (form.get('off_session') === 'true') {
      const message = 'Your card was declined. This transaction requires authentication.';
      throw decline(intent, cardError('authentication_required', 'authentication_required', message));
    }
    const returnUrl = form.get('return_url');
    const redirect = {
      type: 'redirect_to_url',
      redirect_to_url: { url: 'https://hooks.stripe.example/3ds', returnUrl },
    };
    const action = returnUrl === null ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : redirect;
    return Object.assign(intent, { status: 'requires_action', next_action: action });
  };

  /** What the card holder decides at the bank. */
  const decidePayment = (account: string, intent: StripeObject, isApproved: boolean): StripeObject => {
    if (intent.status !== 'requires_action') throw unexpected('payment_intent');
    intent.next_action = null;
    if (isApproved) return payIntent(account, intent);
    const error = { code: 'payment_intent_authentication_failure', message: 'It has failed authentication.' };
    return Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
  };

  const payIntent = async (account: string, intent: StripeObject): Promise<StripeObject> => {
    const form = new URLSearchParams({ amount: String(intent.amount), currency: intent.currency, source: 'tok_visa' });
    for (const [key, value] of Object.entries(intent.metadata)) form.set(`metadata[${key}]`, String(value));
    const charge = await callMock('POST', '/v1/charges', account, form.toString());
    return Object.assign(intent, { status: 'succeeded', latest_charge: charge.id });
  };

  const cancelPayment = (intent: StripeObject): StripeObject => {
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpected('payment_intent');
    return Object.assign(intent, { status: 'canceled' });
  };

  const expanded = async (account: string, object: StripeObject, expand: readonly string[]): Promise<StripeObject> => {
    const { number: _, ...result } = object;
    if (result.object === 'list') {
      const inEach = expand.map((name) => name.replace(/^data\./, ''));
      result.data = await Promise.all(result.data.map((each: StripeObject) => expanded(account, each, inEach)));
      return result;
    }
    if (expand.includes('payment_method') && result.payment_method) {
      result.payment_method = await expanded(account, find(account, result.payment_method), []);
    }
    if (expand.includes('latest_charge') && result.latest_charge) {
      const own = objects(account).get(result.latest_charge);
      result.latest_charge = own ?? (await callMock('GET', `/v1/charges/${result.latest_charge}`, account));
    }
    return result;
  };

  /** Handles a request; undefined for one of the stateful mock. */
  const handle = async (path: string, account: string, form: URLSearchParams): Promise<StripeObject> => {
    const [, , family = '', id = '', verb = ''] = path.split('/');
    if (path === '/v1/account') return { ...accountOf('acct_platform') };
    if (family === 'accounts') return accountOf(id);
    if (family === 'customers') return deleteCustomer(account, id);
    if (family === 'setup_intents') {
      if (id === '') return newSetup(account, form);
      const setup = find(account, id);
      if (verb === 'confirm') return confirmSetup(account, setup, form);
      if (verb === 'cancel') return cancelSetup(setup);
      if (verb === 'authenticate') saveCard(account, setup, setup.number);
      return setup;
    }
    if (family === 'payment_methods') {
      const found = find(account, id);
      return verb === 'detach' ? Object.assign(found, { customer: null }) : found;
    }
    if (family === 'mandates' || family === 'charges' || family === 'disputes') return find(account, id);
    if (family !== 'payment_intents') return undefined;
    if (id === '' && !form.has('amount')) {
      const data = [...objects(account).values()].filter(({ object }) => object === 'payment_intent');
      return { object: 'list', data: data.reverse(), has_more: false, url: '/v1/payment_intents' };
    }
    if (id === '') return newPayment(account, form);
    const intent = find(account, id);
    if (verb === 'confirm') return confirmPayment(account, intent, form);
    if (verb === 'authenticate' || verb === 'refuse') return decidePayment(account, intent, verb === 'authenticate');
    if (verb === 'pay') return payOnDevice(account, intent, form.get('way'));
    if (verb === 'settle' || verb === 'return') return endDebit(account, intent, verb === 'settle');
    return verb === 'cancel' ? cancelPayment(intent) : intent;
  };
  const accountOf = (id: string) => ({
    id,
    object: 'account',
    charges_enabled: true,
    details_submitted: true,
    capabilities: { card_payments: 'active' },
  });

  const forward = async (request: Request, body: string): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const init = { method: request.method, headers: request.headers, ...(body === '' ? {} : { body }) };
    const response = await fetch(mock.url + pathname + search, init);
    return new Response(await response.text(), {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    });
  };

  const once = async (key: string | null, body: string, run: () => Promise<[number, unknown]>): Promise<Response> => {
    const earlier = key === null ? undefined : replays.get(key);
    if (earlier !== undefined && earlier.body !== body) {
      const error = { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' };
      return Response.json({ error }, { status: 400 });
    }
    const [status, response] = earlier === undefined ? await run() : [earlier.status, earlier.response];
    if (key !== null) replays.set(key, { body, status, response });
    return Response.json(response, { status });
  };

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const body = await request.text();
      const isHandled =
        /^\/v1\/(setup_intents|payment_intents|payment_methods|mandates|disputes|charges\/py_|account$|accounts\/)/.test(
          pathname,
        );
      const deletes = request.method === 'DELETE' && pathname.startsWith('/v1/customers/');
      if (!isHandled && !deletes) return forward(request, body);
      const form = new URLSearchParams(body);
      const account = request.headers.get('stripe-account') ?? '';
      const given = request.headers.get('idempotency-key');
      const key = request.method === 'POST' && given !== null ? `${account} ${pathname} ${given}` : null;
      const expand = [...form, ...searchParams].flatMap(([name, value]) => (name.startsWith('expand') ? [value] : []));
      return once(key, body, async () => {
        try {
          const object = await handle(pathname, account, form);
          return [200, await expanded(account, object, expand)];
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return [error.status, { error: error.error }];
        }
      });
    },
  });
  const stop = () => {
    void server.stop(true);
    mock.stop();
  };
  /** Forgets all idempotency keys of what it handles itself, as Stripe does after a day. */
  const forgetKeys = () => replays.clear();
  return { url: `http://127.0.0.1:${server.port}`, stop, forgetKeys };
};
