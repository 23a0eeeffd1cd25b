import { describe, expect, test } from 'bun:test';
import type { Read } from '../../../src/database/database.ts';
import { isoInstant } from '../../../src/kernel/clock.ts';
import {
  activeMethods,
  defaultMethodOf,
  methodOfCard,
  methodOfSetup,
  pendingMethods,
  removedMethodsAtProcessor,
} from '../../../src/resources/payment-methods/queries.ts';
import { PaymentMethod } from '../../../src/resources/payment-methods/record.ts';
import { forEachTest } from '../../helpers/api.ts';
import { METHODS, openCardStudio } from '../../helpers/cards.ts';
import { plansOf } from '../../helpers/query-plans.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

describe('GET /public-api/v2/member/payments/methods', () => {
  test('the active ones, the newest first, in pages', async () => {
    const saved: string[] = [];
    for (let count = 0; count < 3; count += 1) saved.unshift((await studio.save(ann)).id);
    await ann.initiate();
    const { body: first } = await ann.call('GET', `${METHODS}?limit=2`);
    expect(first).toMatchObject({ hasMore: true, nextCursor: saved[1], previousCursor: null });
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(saved.slice(0, 2));
    const { body: last } = await ann.call('GET', `${METHODS}?limit=2&starting_after=${first.nextCursor}`);
    expect(last.data.map(({ id }: { id: string }) => id)).toEqual(saved.slice(2));
    expect(last).toMatchObject({ hasMore: false, nextCursor: null });
  });
});

describe('each query of payment methods uses its index', () => {
  const { clientId, far } = { clientId: 'c', far: isoInstant(Date.parse('2100-01-01T00:00:00Z')) };
  const QUERIES: readonly (readonly [string, string, (read: Read) => unknown])[] = [
    ['the active ones of a client', 'paymentMethodsByClient', (read) => activeMethods(read, clientId)],
    ['the default of a client', 'paymentMethodsDefault', (read) => defaultMethodOf(read, clientId)],
    ['by setup', 'paymentMethodsBySetup', (read) => methodOfSetup(read, 'seti_1')],
    ['by card', 'paymentMethodsByCard', (read) => methodOfCard(read, 'pm_1')],
    ['the pending ones', 'paymentMethodsPending', (read) => pendingMethods(read, far, '')],
    ['the removed ones at the processor', 'paymentMethodsToDetach', (read) => removedMethodsAtProcessor(read, '')],
  ];
  for (const [name, index, run] of QUERIES) {
    test(name, async () => {
      const steps = await plansOf(studio, 'paymentMethods', async () => run(studio.store.view()));
      expect(steps).toEqual([expect.stringContaining(index)]);
    });
  }
});

describe('a payment method', () => {
  test('answers unknown and empty values before its card is known', async () => {
    const row = await studio.store.write((tx) =>
      PaymentMethod.make(tx, {}, { clientId: ann.clientId, processor: 'sandbox', mode: 'test' }),
    );
    expect(PaymentMethod.view(row)).toEqual({
      id: row.id,
      object: 'payment_method',
      type: 'card',
      status: 'pending',
      bankName: null,
      mandate: null,
      isDefault: false,
      card: { brand: 'unknown', last4: '', expMonth: 0, expYear: 0, funding: 'unknown', country: null },
      billingName: null,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    });
  });
});
