import { beforeEach, describe, expect, test } from 'bun:test';
import type { Tx } from '../../../../src/database/database.ts';
import type { Conclude } from '../../../../src/http/operations/call.ts';
import { isoInstant } from '../../../../src/kernel/clock.ts';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { systemRandom } from '../../../../src/kernel/random.ts';
import { ProcessorFailure } from '../../../../src/payments-processor/port.ts';
import { createSandboxProcessor, type SandboxProcessor } from '../../../../src/payments-processor/sandbox/processor.ts';
import type { PaymentResponse } from '../../../../src/resources/payments/record.ts';
import {
  type RefundDeps,
  refundPayment,
  settlePendingRefunds,
} from '../../../../src/resources/payments/refunds/refund-payment.ts';
import type { RefundPaymentBody } from '../../../../src/resources/payments/shapes.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { faultyProcessor } from '../../../helpers/faulty-processor.ts';
import { createClient, sellPackage } from '../../../helpers/sales.ts';
import { waitFor } from '../../../helpers/wait.ts';

const PLACE = { mode: 'test', account: null } as const;
const CALLER = {
  credentialId: 'c',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
} as const;

let sandbox: SandboxProcessor;
let faulty: ReturnType<typeof faultyProcessor>;
let deps: RefundDeps;
let paymentId: string;
let reports: string[];

/** A charge of 18,000 to a saved card at the sandbox. */
const charged = async (): Promise<string> => {
  const customerId = await sandbox.ensureCustomer(PLACE, 'customer', { clientId: 'c', email: 'e', name: 'n' });
  const setup = await sandbox.createSetup(PLACE, 'setup', { customerId, methodId: 'm' });
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
  await sandbox.confirm(sandbox.publishableKey(PLACE), setup.clientSecret, card);
  const { card: saved } = await sandbox.readSetup(PLACE, setup.id);
  const request = {
    customerId,
    cardId: saved?.id ?? '',
    amount: 18_000,
    currency: 'USD',
    description: 'x',
    platformFee: 0,
    reference: 'p',
  };
  return (await sandbox.charge(PLACE, 'charge', request)).id;
};

const studio = forEachTest(openStudio);
beforeEach(async () => {
  sandbox = createSandboxProcessor(studio.store, systemRandom(), studio.seal);
  faulty = faultyProcessor(sandbox);
  reports = [];
  deps = {
    store: studio.store,
    processor: faulty.processor,
    reactions: { packageCancelled: () => {}, dropInChanged: () => {} },
    report: (message) => reports.push(message),
  };
  ({ paymentId } = await sellPackage(studio, await createClient(studio)));
  const processor = JSON.stringify({ name: 'sandbox', ...PLACE, chargeId: await charged() });
  studio.db.query("update payments set paymentMethod = 'card', processor = ? where id = ?").run(processor, paymentId);
  studio.events();
});

const refund = (body: RefundPaymentBody = {}, requestKey?: string): Promise<PaymentResponse> => {
  const call = { caller: CALLER, paymentId, body, requestKey };
  const conclude = ((work: (tx: Tx) => object) => studio.store.write(work)) as unknown as Conclude;
  return refundPayment(deps, call, conclude) as Promise<unknown> as Promise<PaymentResponse>;
};
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: { code: string }) => error.code,
  );
const payment = async (): Promise<PaymentResponse> => (await studio.get(`/v2/payments/${paymentId}`)).body;
const states = async () => (await payment()).refunds.map(({ status }) => status);
/** What the processor has refunded. */
const refunded = (): number =>
  (
    studio.db.query("select body ->> '$.amountRefunded' as n from sandboxProcessor where kind = 'charge'").get() as {
      n: number;
    }
  ).n;

describe('a refund to a card', () => {
  test('is reserved, made by the processor, and completed', async () => {
    expect(await refund({ amount: 8000 })).toMatchObject({ status: 'partially_refunded', amountRefunded: 8000 });
    expect(studio.events()).toEqual(['payment.refunded']);
    expect(refunded()).toBe(8000);
    expect(await refund()).toMatchObject({ status: 'refunded', amountRefundable: 0 });
    expect(await codeOf(refund())).toBe('payment_already_refunded');
    expect(refunded()).toBe(18_000);
  });

  test('through the API, with the program’s own processor', async () => {
    const response = await studio.post(`/v2/payments/${paymentId}/refund`, { cancelPackage: true });
    expect([response.status, response.body.status]).toEqual([200, 'refunded']);
    expect(studio.events()).toEqual(['payment.refunded', 'package.cancelled', 'package.credits_changed']);
  });

  test('two at once never exceed the payment', async () => {
    faulty.next('slow');
    const slow = refund({ amount: 10_000 });
    await studio.store.write(() => ({}));
    expect(await codeOf(refund({ amount: 10_000 }))).toBe('refund_exceeds_balance');
    expect(await payment()).toMatchObject({ status: 'completed', amountRefunded: 0, amountRefundable: 8000 });
    faulty.release();
    expect(await slow).toMatchObject({ amountRefunded: 10_000 });
    expect(refunded()).toBe(10_000);
  });

  test('a request that the network sends twice is refunded once', async () => {
    faulty.next('twice');
    expect(await refund({ amount: 8000 })).toMatchObject({ amountRefunded: 8000 });
    expect(refunded()).toBe(8000);
  });

  test('a refund that the processor rejects fails, and its amount can be refunded again', async () => {
    studio.db
      .query("update sandboxProcessor set body = json_set(body, '$.amountRefunded', 18000) where kind = 'charge'")
      .run();
    expect(await codeOf(refund({ amount: 8000 }))).toBe('refund_failed');
    expect(await payment()).toMatchObject({ status: 'completed', amountRefunded: 0, amountRefundable: 18_000 });
    expect([await states(), studio.events()]).toEqual([['failed'], []]);
  });

  test('409 a charge that succeeds while the refund is decided: nothing is refunded without the processor', async () => {
    const { processor } = studio.db.query('select processor from payments').get() as { processor: string };
    studio.db
      .query("update payments set status = 'pending', processor = json_set(processor, '$.chargeId', null)")
      .run();
    const early = refund();
    studio.db.query("update payments set status = 'completed', processor = ?").run(processor);
    expect(await codeOf(early)).toBe('payment_not_refundable');
    expect([refunded(), await states(), studio.events()]).toEqual([0, [], []]);
    expect(await refund()).toMatchObject({ status: 'refunded' });
    expect(refunded()).toBe(18_000);
  });

  test('409 a charge made with other keys, which is reported to the operator', async () => {
    studio.db.query("update payments set processor = json_set(processor, '$.mode', 'live')").run();
    expect(await codeOf(refund())).toBe('payment_not_refundable');
    expect([reports.length, await states(), studio.events()]).toEqual([1, [], []]);
  });
});

describe('a refund whose result is not known', () => {
  for (const fault of ['down', 'lost', 'garbage', 'pending'] as const) {
    test(`${fault}: it stays pending, counts against the balance, and is settled later, once`, async () => {
      faulty.next(fault);
      expect(await refund({ amount: 8000, cancelPackage: true })).toMatchObject({
        status: 'completed',
        amountRefunded: 0,
        amountRefundable: 10_000,
        refunds: [{ status: 'pending', amount: 8000 }],
      });
      expect(studio.events()).toEqual([]);
      expect(await codeOf(refund({ amount: 10_001 }))).toBe('refund_exceeds_balance');
      await settlePendingRefunds(deps);
      expect(studio.events()).toEqual(['payment.refunded', 'package.cancelled', 'package.credits_changed']);
      await settlePendingRefunds(deps);
      expect([refunded(), await states(), studio.events()]).toEqual([8000, ['succeeded'], []]);
      expect(await payment()).toMatchObject({ status: 'partially_refunded', amountRefunded: 8000 });
    });
  }

  test('one that the processor has begun is read, never sent again, and no error of a reading fails it', async () => {
    faulty.next('pending', 'pending', 'pending');
    await refund({ amount: 8000 });
    const read = deps.processor.readRefund;
    const failing = async () => Promise.reject(new ProcessorFailure('invalid', 'The key is wrong.', 'key_refused'));
    await settlePendingRefunds({ ...deps, processor: { ...deps.processor, readRefund: failing } });
    expect([await states(), reports.length]).toEqual([['pending'], 1]);
    const pending: typeof read = async (...place) => ({ ...(await read(...place)), status: 'pending' });
    await settlePendingRefunds({ ...deps, processor: { ...deps.processor, readRefund: pending } });
    expect([await states(), studio.events()]).toEqual([['pending'], []]);
    await settlePendingRefunds(deps);
    expect([await states(), studio.events(), faulty.calls('refund')]).toEqual([['succeeded'], ['payment.refunded'], 1]);
  });

  test('a day later the processor is told since when, since it may have forgotten the key', async () => {
    faulty.next('down');
    await refund({ amount: 8000 });
    const seen: unknown[] = [];
    const noted: typeof deps.processor.refund = (_place, _key, _request, begunAt) => {
      seen.push(begunAt);
      return Promise.reject(new ProcessorFailure('unavailable', 'The processor does not answer.'));
    };
    const noting = { ...deps, processor: { ...deps.processor, refund: noted } };
    await settlePendingRefunds(noting);
    const aDayAgo = isoInstant(studio.time.now() - DAY_MS);
    studio.db.query('update refunds set createdAt = ?').run(aDayAgo);
    await settlePendingRefunds(noting);
    expect(seen).toEqual([undefined, aDayAgo]);
  });

  test('one that gets no answer again waits for the next run, and others are settled', async () => {
    faulty.next('down', 'down');
    await refund({ amount: 1000 });
    await refund({ amount: 2000 });
    faulty.next('down');
    await settlePendingRefunds(deps);
    expect(await states()).toEqual(['pending', 'succeeded']);
    await settlePendingRefunds(deps);
    expect([await states(), refunded()]).toEqual([['succeeded', 'succeeded'], 3000]);
    expect(reports).toHaveLength(3);
  });

  test('two runs at once settle it once', async () => {
    faulty.next('down');
    await studio.given(refund({ amount: 8000 }));
    await Promise.all([settlePendingRefunds(deps), settlePendingRefunds(deps)]);
    expect(await payment()).toMatchObject({ amountRefunded: 8000, amountRefundable: 10_000 });
    expect(studio.events()).toEqual(['payment.refunded']);
  });

  test('a crash after the answer of the processor: the next start settles it', async () => {
    faulty.next('slow');
    const unfinished = refund({ amount: 8000 }, 'c key');
    await studio.store.write(() => ({}));
    // The database after a crash: the processor has answered, and the result is not stored.
    const { id } = (await payment()).refunds[0] as { id: string };
    const { chargeId } = JSON.parse(
      (studio.db.query('select processor from payments').get() as { processor: string }).processor,
    );
    await sandbox.refund(PLACE, `refund_${id}`, { chargeId, amount: 8000, currency: 'USD' });
    const reopened = await openStudio({ file: studio.db.serialize(), startAt: studio.time.now() + 1000 });
    const settled = async () => (await reopened.get(`/v2/payments/${paymentId}`)).body;
    await waitFor(async () => (await settled()).refunds[0].status !== 'pending');
    const body = await settled();
    faulty.release();
    await unfinished;
    expect(body).toMatchObject({ status: 'partially_refunded', amountRefunded: 8000 });
  });

  test('a repeated request with the same idempotency key finds the same refund', async () => {
    faulty.next('lost');
    const first = await refund({ amount: 8000 }, 'c key');
    const again = await refund({ amount: 8000 }, 'c key');
    expect(again.refunds).toHaveLength(1);
    expect([again.refunds[0]?.id, again.refunds[0]?.status]).toEqual([first.refunds[0]?.id, 'succeeded']);
    expect([refunded(), studio.events()]).toEqual([8000, ['payment.refunded']]);
    expect((await refund({ amount: 8000 }, 'c other')).refunds).toHaveLength(2);
  });
});
