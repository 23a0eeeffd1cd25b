import { beforeEach, describe, expect, test } from 'bun:test';
import { MAIN_SITE, TEST_START } from '../../helpers/api.ts';
import { CARDS, type CardStudio, METHODS, type Member, openCards } from '../../helpers/cards.ts';
import { UNKNOWN } from '../../helpers/money.ts';

const DAY = 86_400_000;
let studio: CardStudio;
let ann: Member;
beforeEach(async () => {
  studio = await openCards();
  ann = await studio.member();
});

const initiate = (headers?: Record<string, string>) => ann.call('POST', METHODS, undefined, headers);
const complete = (id: string, who = ann) => who.call('POST', `${METHODS}/${id}/complete`);
const list = async (who = ann) => (await who.call('GET', METHODS)).body.data;
const refusal = ({
  status,
  body,
}: {
  status: number;
  body: { error: { code: string; details?: { code: string }[] } };
}) => [status, body.error.code, body.error.details?.[0]?.code] as unknown[];

describe('saving a card', () => {
  test('200 setup, confirm on the device, complete, list: each in its shape', async () => {
    const { status, body: setup } = await initiate();
    expect([status, Object.keys(setup).sort()]).toEqual([
      200,
      ['expiresAt', 'id', 'mode', 'object', 'processorAccount', 'publishableKey', 'setupIntentClientSecret'],
    ]);
    expect(setup).toMatchObject({
      object: 'payment_method_setup',
      publishableKey: 'pk_test_sandbox',
      mode: 'test',
      processorAccount: null,
      expiresAt: '2026-03-03T08:00:00.000Z',
    });
    expect([await list(), studio.events()]).toEqual([[], []]);
    expect(await studio.confirm(setup)).toEqual({ status: 'succeeded' });
    const { body: saved } = await complete(setup.id);
    expect(saved).toEqual({
      id: setup.id,
      object: 'payment_method',
      type: 'card',
      status: 'active',
      isDefault: true,
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, funding: 'credit', country: 'US' },
      billingName: 'Ann Lee',
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    expect(await list()).toEqual([saved]);
    const [event, ...more] = studio.eventsInFull();
    expect([event?.type, event?.data, more]).toEqual([
      'payment_method.added',
      {
        paymentMethodId: setup.id,
        clientId: ann.clientId,
        brand: 'visa',
        last4: '4242',
        isDefault: true,
        siteId: MAIN_SITE,
      },
      [],
    ]);
    const client = (await studio.get(`/v2/clients/${ann.clientId}`)).body;
    expect(client.defaultPaymentMethod).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 });
  });

  test('409 payment_method_setup_incomplete: not finished; the method stays, and completing may be repeated', async () => {
    const { body: setup } = await initiate();
    expect(refusal(await complete(setup.id)).slice(0, 2)).toEqual([409, 'payment_method_setup_incomplete']);
    expect(refusal(await complete(setup.id)).slice(0, 2)).toEqual([409, 'payment_method_setup_incomplete']);
    expect(await studio.confirm(setup, CARDS.asks)).toEqual({ status: 'requires_action' });
    expect(refusal(await complete(setup.id))).toEqual([409, 'payment_method_setup_incomplete', 'requires_action']);
    await studio.sandbox.approve(setup.publishableKey, setup.setupIntentClientSecret);
    expect((await complete(setup.id)).body).toMatchObject({ status: 'active', card: { last4: '3155' } });
  });

  test('409 payment_method_setup_failed: declined, with the reason; the same secret may be tried again', async () => {
    const { body: setup } = await initiate();
    expect((await studio.confirm(setup, CARDS.declined)).error?.code).toBe('card_declined');
    const refused = await complete(setup.id);
    expect(refusal(refused)).toEqual([409, 'payment_method_setup_failed', 'card_declined']);
    expect(refused.body.error.message).toContain('Your card was declined.');
    expect(studio.events()).toEqual([]);
    await studio.confirm(setup);
    expect((await complete(setup.id)).status).toBe(200);
  });

  test('409 another mode or account: never a fall back to the platform, and the operator is told', async () => {
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    studio.db.query("update paymentMethods set account = 'acct_other'").run();
    expect(refusal(await complete(setup.id))).toEqual([409, 'payment_method_setup_failed', 'mode_mismatch']);
    studio.db.query("update paymentMethods set account = null, mode = 'live'").run();
    expect(refusal(await complete(setup.id))).toEqual([409, 'payment_method_setup_failed', 'mode_mismatch']);
    studio.db.query("update paymentMethods set mode = 'test', customerId = 'cus_other'").run();
    expect(refusal(await complete(setup.id))).toEqual([409, 'payment_method_setup_failed', 'mode_mismatch']);
    expect(studio.faults).toHaveLength(3);
    expect([await list(), studio.events()]).toEqual([[], []]);
  });

  test("404 another member's method, in every operation", async () => {
    const eve = await studio.member();
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    expect((await complete(setup.id, eve)).status).toBe(404);
    const { body: saved } = await complete(setup.id);
    studio.events();
    for (const [method, path] of [
      ['POST', `${METHODS}/${saved.id}/complete`],
      ['POST', `${METHODS}/${saved.id}/default`],
      ['DELETE', `${METHODS}/${saved.id}`],
    ] as const) {
      expect(refusal(await eve.call(method, path)).slice(0, 2)).toEqual([404, 'resource_not_found']);
      expect((await ann.call(method, path.replace(saved.id, UNKNOWN))).status).toBe(404);
    }
    expect([await list(eve), (await list()).length, studio.events()]).toEqual([[], 1, []]);
    const page = await eve.call('GET', `${METHODS}?starting_after=${saved.id}`);
    expect(refusal(page).slice(0, 2)).toEqual([400, 'cursor_invalid']);
  });

  test('200 complete twice, also at once: one row, one event', async () => {
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    const answers = await Promise.all([complete(setup.id), complete(setup.id), complete(setup.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await complete(setup.id)).body).toEqual(answers[0]?.body);
    expect([(await list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
  });

  for (const verb of ['ensureCustomer', 'createSetup'] as const) {
    for (const fault of ['down', 'lost', 'garbage'] as const) {
      if (verb === 'ensureCustomer' && fault === 'garbage') continue;
      test(`503 the processor is away at ${verb} (${fault}): nothing changed, and the repeat finds the same setup`, async () => {
        const key = { 'idempotency-key': 'k1' };
        studio.faulty.at(verb, fault);
        const refused = await initiate(key);
        expect(refusal(refused).slice(0, 2)).toEqual([503, 'processor_unavailable']);
        expect([refused.headers.get('retry-after'), await list(), studio.events()]).toEqual(['5', [], []]);
        const { body: setup } = await initiate(key);
        expect((await initiate(key)).body).toEqual(setup);
        const kept = studio.db.query('select kind, count(*) n from sandboxProcessor group by kind').all();
        expect(kept).toEqual([
          { kind: 'customer', n: 1 },
          { kind: 'setup', n: 1 },
        ]);
        await studio.confirm(setup);
        expect((await complete(setup.id)).status).toBe(200);
      });
    }
  }

  test('503 the processor is away at complete: it stays pending and can be completed later', async () => {
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    studio.faulty.at('readSetup', 'down', 'garbage');
    expect(refusal(await complete(setup.id)).slice(0, 2)).toEqual([503, 'processor_unavailable']);
    expect(refusal(await complete(setup.id)).slice(0, 2)).toEqual([409, 'payment_method_setup_failed']);
    expect(studio.events()).toEqual([]);
    expect((await complete(setup.id)).status).toBe(200);
  });

  test('409 more cards than the settings allow, at both ends', async () => {
    await studio.patch('/v2/settings', { payment: { maxSavedMethods: 1 } });
    const { body: early } = await initiate();
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    await complete(setup.id);
    expect(refusal(await initiate())).toEqual([409, 'payment_method_setup_failed', 'too_many_saved_methods']);
    await studio.confirm(early);
    expect(refusal(await complete(early.id))).toEqual([409, 'payment_method_setup_failed', 'too_many_saved_methods']);
    await ann.call('DELETE', `${METHODS}/${setup.id}`);
    expect((await complete(early.id)).status).toBe(200);
  });

  test('200 where the site confirms on a connected account, the account is told', async () => {
    studio = await openCards({ processorAccount: 'acct_7' });
    ann = await studio.member();
    expect((await initiate()).body).toMatchObject({
      publishableKey: 'pk_test_sandbox_acct_7',
      processorAccount: null,
    });
    await studio.patch('/v2/settings', { payment: { processor: { confirmOnConnectedAccount: true } } });
    const { body: setup } = await initiate();
    expect(setup.processorAccount).toBe('acct_7');
    await expect(studio.confirm({ ...setup, publishableKey: 'pk_test_sandbox' })).rejects.toThrow('No such setup');
    await studio.confirm(setup);
    expect((await complete(setup.id)).status).toBe(200);
  });
});

describe('the default card', () => {
  test('200 the first is it; another one can be made it, once', async () => {
    const first = await studio.save(ann);
    const second = await studio.save(ann, CARDS.noFunds);
    expect([first.isDefault, second.isDefault]).toEqual([true, false]);
    const turned = await ann.call('POST', `${METHODS}/${second.id}/default`);
    expect(turned.body).toMatchObject({ id: second.id, isDefault: true });
    expect(studio.events()).toEqual(['payment_method.default_changed']);
    expect((await ann.call('POST', `${METHODS}/${second.id}/default`)).status).toBe(200);
    expect(studio.events()).toEqual([]);
    expect((await list()).map((one: { isDefault: boolean }) => one.isDefault)).toEqual([true, false]);
    const { body: setup } = await initiate();
    const early = await ann.call('POST', `${METHODS}/${setup.id}/default`);
    expect(refusal(early).slice(0, 2)).toEqual([409, 'payment_method_setup_incomplete']);
  });

  test('200 deleting it makes the newest that remains the default, and detaches it there', async () => {
    const first = await studio.save(ann);
    const second = await studio.save(ann, CARDS.noFunds);
    const third = await studio.save(ann, CARDS.good);
    const gone = await ann.call('DELETE', `${METHODS}/${first.id}`);
    expect([gone.status, gone.body]).toEqual([200, { id: first.id, object: 'payment_method', deleted: true }]);
    expect(studio.events()).toEqual(['payment_method.removed', 'payment_method.default_changed']);
    expect(await list()).toMatchObject([
      { id: third.id, isDefault: true },
      { id: second.id, isDefault: false },
    ]);
    expect(studio.faulty.calls('detach')).toBe(1);
    expect((await ann.call('DELETE', `${METHODS}/${first.id}`)).status).toBe(404);
    await ann.call('DELETE', `${METHODS}/${third.id}`);
    await ann.call('DELETE', `${METHODS}/${second.id}`);
    expect((await studio.get(`/v2/clients/${ann.clientId}`)).body.defaultPaymentMethod).toBeNull();
  });

  test('200 the processor is away: removed here at once, and there by the job', async () => {
    const card = await studio.save(ann);
    studio.faulty.at('detach', 'down', 'down');
    expect((await ann.call('DELETE', `${METHODS}/${card.id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    const detached = (): boolean => {
      const row = studio.db.query("select body from sandboxProcessor where kind = 'card'").get() as { body: string };
      return JSON.parse(row.body).isDetached;
    };
    await studio.time.moveTo(TEST_START + 5 * 60_000);
    expect(detached()).toBe(false);
    await studio.time.moveTo(TEST_START + 10 * 60_000);
    expect([detached(), studio.faulty.calls('detach')]).toEqual([true, 3]);
    await studio.time.moveTo(TEST_START + 15 * 60_000);
    expect(studio.faulty.calls('detach')).toBe(3);
  });
});

describe('a setup that was abandoned', () => {
  test('is cancelled after a day', async () => {
    const { body: setup } = await initiate();
    await studio.time.moveTo(TEST_START + DAY - 1);
    expect(refusal(await complete(setup.id))[1]).toBe('payment_method_setup_incomplete');
    await studio.time.moveTo(TEST_START + DAY + 3_600_000);
    expect((await complete(setup.id)).status).toBe(404);
    expect((await studio.confirm(setup)).status).toBe('canceled');
    expect(studio.events()).toEqual([]);
  });

  test('is saved all the same when the member had confirmed it', async () => {
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    await studio.time.moveTo(TEST_START + DAY + 3_600_000);
    expect([(await list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
  });

  test('can be deleted by the member, and a card confirmed after that is not kept there', async () => {
    const { body: setup } = await initiate();
    await studio.confirm(setup);
    expect((await ann.call('DELETE', `${METHODS}/${setup.id}`)).status).toBe(200);
    expect([studio.faulty.calls('detach'), studio.events()]).toEqual([1, []]);
  });
});
